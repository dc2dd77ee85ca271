'use server'

import { z } from 'zod'
import { operations } from '#lib/contract/operations.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { BaseRow, RowPage } from '#lib/lists/rows/rows.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import { callParsed } from '#lib/partner/call.ts'
import { readFacilityCoverage, readProviderCoveragePage } from './contracts/read-coverage.ts'
import { readRosterPage } from './contracts/read-roster.ts'
import { readRosterV2Page } from './contracts/roster-v2.ts'
import {
  findRosterProviders as findProviders,
  readDirectoryPage,
} from './finding/find-providers.ts'
import { isNotOffered, lookUp } from './finding/look-up.ts'
import { suggestCaptureExternalId } from './finding/suggest-capture-id.ts'
import { day, id } from './inputs.ts'
import { listOperationOf, listRequest, readPage } from './lists/partner-lists.ts'
import { position } from './lists/partner-pages.ts'
import { readAct, type Reply } from './act.ts'
import type { ActionContext } from './run-action.ts'

// Reads of lists and look-ups.

/** One page of a list as rows. */
export const readList = readAct(listOperationOf, { input: listRequest, run: readPage }) as ReadList

// The rows of a list are those of its operation, which a plain function's type cannot say.
type ReadList = <Row extends BaseRow>(request: ListRequest) => Promise<Reply<RowPage<Row>>>

// The endpoint is optional: a key that may not call it, or a partner without it, gives null.
async function readCounts(
  _: object,
  { connection }: ActionContext,
): Promise<Result<{ [count: string]: number } | null>> {
  const summary = await callParsed(connection, operations.getClaimCreationSummary, {})
  if (!summary.ok) return isNotOffered(summary.error.status) ? ok(null) : summary
  const counts = Object.entries(summary.value).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  )
  return ok(Object.fromEntries(counts))
}

/** The partner's counts, null where the key may not read them. */
export const readSummary = readAct('getClaimCreationSummary', {
  input: z.strictObject({}),
  run: readCounts,
})

const pageOfRecord = z.strictObject({ id, position })

/** One page of a contract's providers. */
export const listContractProviders = readAct('listContractProviders', {
  input: pageOfRecord,
  run: readRosterPage,
})

/** The same for a contract that was read by version 2. */
export const listContractV2Providers = readAct('getContractV2', {
  input: pageOfRecord,
  run: readRosterV2Page,
})

/** One page of a contract's providers with their spans. */
export const listContractProviderCredentialing = readAct('listContractProviderCredentialing', {
  input: pageOfRecord,
  run: readProviderCoveragePage,
})

/** The facilities of a contract with their spans, all in one page. */
export const listContractFacilityCoverage = readAct('listFacilityCredentialingSpans', {
  input: pageOfRecord,
  run: readFacilityCoverage,
})

/** Finds rendering providers: at most 1,000 ids and 20 NPIs at once. */
export const findRosterProviders = readAct('listOrganizationProviders', {
  input: z.strictObject({
    ids: z.array(id).max(1_000),
    npis: z.array(z.string().regex(/^\d{10}$/)).max(20),
  }),
  run: findProviders,
})

/** One page of all rendering providers. */
export const listRenderingProviders = readAct('listOrganizationProviders', {
  input: z.strictObject({ position }),
  run: readDirectoryPage,
})

// Look-ups by name for the fields that refer to a provider, facility or payer.

/** Providers by name or NPI. */
export const listOrganizationProviders = readAct('listOrganizationProviders', {
  input: z.strictObject({
    query: z.strictObject(operations.listOrganizationProviders.query.shape),
  }),
  run: lookUp(operations.listOrganizationProviders),
})

/** Service facilities by name. */
export const listServiceFacilities = readAct('listServiceFacilities', {
  input: z.strictObject({ query: z.strictObject(operations.listServiceFacilities.query.shape) }),
  run: lookUp(operations.listServiceFacilities),
})

/** Payers by name or payer id. */
export const listPayers = readAct('listPayers', {
  input: z.strictObject({ query: z.strictObject(operations.listPayers.query.shape) }),
  run: lookUp(operations.listPayers),
})

/** The metadata schemas with their keys and types. */
export const listCustomSchemas = readAct('listCustomSchemas', {
  input: z.strictObject({}),
  run: lookUp(operations.listCustomSchemas, 'schemas'),
})

/**
 * An unused charge external id for a new capture. `day`: the organization's. It names no
 * patient, and the page asks for it.
 */
export const suggestCaptureId = readAct('listChargeCaptures', {
  input: z.strictObject({ day }),
  run: suggestCaptureExternalId,
  isWork: false,
})
