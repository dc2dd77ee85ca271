'use server'

import { z } from 'zod'
import { operations } from '#lib/contract/operations.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { callParsed } from '#lib/partner/call.ts'
import { readUpdatesPage } from './claim-creations/read-updates.ts'
import { readFacilityCoverage, readProviderCoveragePage } from './contracts/read-coverage.ts'
import { readRosterPage } from './contracts/read-roster.ts'
import { readRosterV2Page } from './contracts/roster-v2.ts'
import { findRosterProviders as findProviders, readDirectoryPage } from './finding/find-providers.ts'
import { isNotOffered, lookUp } from './finding/look-up.ts'
import { id } from './inputs.ts'
import { listOperationOf, listRequest, readPage } from './lists/partner-lists.ts'
import { position } from './lists/partner-pages.ts'
import type { SummaryReply } from './replies.ts'
import { type ActionContext, readAction } from './run-action.ts'

// Reads of lists and look-ups.

/** `ListRequest` -> Result<RowPage>: one page of a list as rows. */
export const readList = readAction({ task: listOperationOf, input: listRequest, verb: readPage })

/** `ListRequest` of claim creations -> Result<UpdatesReply>: one page of them, each compared with what was billed. */
export const readUpdates = readAction({
  task: 'listClaimCreations',
  input: listRequest.refine((request) => request.operation === 'listClaimCreations'),
  verb: readUpdatesPage,
})

// The endpoint is optional: a key that may not call it, or a partner without it, gives null.
async function readCounts(_: object, { connection }: ActionContext): Promise<Result<SummaryReply>> {
  const summary = await callParsed(connection, operations.getClaimCreationSummary, {})
  if (!summary.ok) return isNotOffered(summary.error.status) ? ok(null) : summary
  const counts = Object.entries(summary.value).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  )
  return ok(Object.fromEntries(counts))
}

/** `{}` -> Result<SummaryReply>: the partner's counts, null where the key may not read them. */
export const readSummary = readAction({
  task: 'getClaimCreationSummary',
  input: z.strictObject({}),
  verb: readCounts,
})

const pageOfRecord = z.strictObject({ id, position })

/** `{id, position?}` -> Result<WalkPage<RosterRow>>: one page of a contract's providers. */
export const listContractProviders = readAction({
  task: 'listContractProviders',
  input: pageOfRecord,
  verb: readRosterPage,
})

/** The same for a contract that was read by version 2. */
export const listContractV2Providers = readAction({
  task: 'getContractV2',
  input: pageOfRecord,
  verb: readRosterV2Page,
})

/** `{id, position?}` -> Result<WalkPage<CoverageRow>>: one page of a contract's providers with their spans. */
export const listContractProviderCredentialing = readAction({
  task: 'listContractProviderCredentialing',
  input: pageOfRecord,
  verb: readProviderCoveragePage,
})

/** `{id, position?}` -> Result<WalkPage<CoverageRow>>: the facilities of a contract with their spans, all in one page. */
export const listContractFacilityCoverage = readAction({
  task: 'listFacilityCredentialingSpans',
  input: pageOfRecord,
  verb: readFacilityCoverage,
})

/** `{ids, npis}` -> Result<ProvidersFound>: at most 1,000 ids and 20 NPIs at once. */
export const findRosterProviders = readAction({
  task: 'listOrganizationProviders',
  input: z.strictObject({ ids: z.array(id).max(1_000), npis: z.array(z.string().regex(/^\d{10}$/)).max(20) }),
  verb: findProviders,
})

/** `{position?}` -> Result<WalkPage<RosterRow> & {is_available}>: one page of all rendering providers. */
export const listRenderingProviders = readAction({
  task: 'listOrganizationProviders',
  input: z.strictObject({ position }),
  verb: readDirectoryPage,
})

// Look-ups by name for the fields that refer to a provider, facility or payer. Each: `{query}` -> Result<LookUpReply>.

/** Providers by name or NPI. */
export const listOrganizationProviders = readAction({
  task: 'listOrganizationProviders',
  input: z.strictObject({ query: z.strictObject(operations.listOrganizationProviders.query.shape) }),
  verb: lookUp(operations.listOrganizationProviders),
})

/** Service facilities by name. */
export const listServiceFacilities = readAction({
  task: 'listServiceFacilities',
  input: z.strictObject({ query: z.strictObject(operations.listServiceFacilities.query.shape) }),
  verb: lookUp(operations.listServiceFacilities),
})

/** Payers by name or payer id. */
export const listPayers = readAction({
  task: 'listPayers',
  input: z.strictObject({ query: z.strictObject(operations.listPayers.query.shape) }),
  verb: lookUp(operations.listPayers),
})

/** The metadata schemas with their keys and types: `{}` -> Result<LookUpReply>. */
export const listCustomSchemas = readAction({
  task: 'listCustomSchemas',
  input: z.strictObject({}),
  verb: lookUp(operations.listCustomSchemas, 'schemas'),
})
