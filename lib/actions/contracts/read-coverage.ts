import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import {
  type FacilityName,
  type RowSpan,
  facilityIdsOf,
  toFacilityName,
  toFacilityRows,
  toFacilitySpan,
  toProviderCoverageRow,
  type CoverageRow,
} from '#lib/lists/rows/coverage-rows.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import type { WalkPage } from '#lib/lists/rows/rows.ts'
import { call } from '#lib/partner/call.ts'
import { countedFacilities } from '#lib/rules/coverage/counted-facilities.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { askPages, readWalkedPage, readWhole } from '#lib/actions/lists/partner-pages.ts'

type Asked = { id: string; position?: string | undefined }

// The API description has no maximum page size for facility spans, so use its default.
const spansAtOnce = 100
// A contract has few facilities, but its contracting provider may have spans for many others with
// the same payer.
const maxSpanPages = 100
const namesAtOnce = 100

/** One page of a contract's providers with their spans. */
export async function readProviderCoveragePage(
  { id, position }: Asked,
  context: ActionContext,
): Promise<Result<WalkPage<CoverageRow>>> {
  const { listContractProviderCredentialing: operation } = operations
  return readWalkedPage(
    {
      operation,
      input: { params: { contract_id: id } },
      position,
      toRow: toProviderCoverageRow,
      recordIds: [id],
    },
    context,
  )
}

/**
 * The facilities that count for a contract (`countedFacilities`), each with the facility spans of
 * the contract's contracting provider and payer. All come in one page, because a facility without a
 * span is known only after every span was read.
 */
export async function readFacilityCoverage(
  { id }: Asked,
  context: ActionContext,
): Promise<Result<WalkPage<CoverageRow>>> {
  const rows = await joinFacilities(id, context)
  await recordAct(context, 'read', 'listFacilityCredentialingSpans', [id], {
    outcome: outcomeOf(rows),
  })
  return rows.ok ? ok({ rows: rows.value, next: null }) : rows
}

async function joinFacilities(id: string, context: ActionContext): Promise<Result<CoverageRow[]>> {
  const reply = await call(context.connection, operations.getContractV3, {
    params: { contract_id: id },
  })
  if (!reply.ok) return reply
  const contract: unknown = JSON.parse(reply.value.text)
  const type = textOf(memberAt(contract, 'type')) ?? ''
  const listed = facilityIdsOf(contract)
  if (type === 'institutional' && listed.length === 0) return ok([])
  const payer_uuid = textOf(memberAt(contract, 'payer', 'payer_uuid'))
  const contracting_provider_id = textOf(
    memberAt(contract, 'contracting_provider', 'organization_provider_id'),
  )
  if (payer_uuid === undefined || contracting_provider_id === undefined)
    return fail(
      'UnreadableReply',
      'The contract has no provider or payer to find its facility spans by.',
    )
  const spans = await readSpans({ payer_uuid, contracting_provider_id }, context)
  if (!spans.ok) return spans
  const facilities = new Map(listed.map((facility) => [facility, undefined]))
  const counted = countedFacilities(
    [{ type, facilities }],
    spans.value.map(({ facility_id }) => facility_id),
  )
  const ids = [...counted]
  const names = new Map(
    spans.value.map(({ facility_id, name, npi }) => [facility_id, { name, npi }]),
  )
  await addNames(
    names,
    ids.filter((facility) => !names.has(facility)),
    context,
  )
  return ok(toFacilityRows(ids, names, spans.value))
}

type FacilitySpan = FacilityName & { facility_id: string; span: RowSpan }

async function readSpans(
  query: { payer_uuid: string; contracting_provider_id: string },
  { connection }: ActionContext,
): Promise<Result<FacilitySpan[]>> {
  const ask = askPages(connection, operations.listFacilityCredentialingSpans, { query })
  const { items, failure } = await readWhole(ask, { limit: spansAtOnce }, { pages: maxSpanPages })
  if (failure?.name === 'ListIncomplete')
    return fail(
      'TooManySpans',
      `There are more than ${(maxSpanPages * spansAtOnce).toLocaleString('en-US')} facility spans of this contracting provider and payer, too many to show here.`,
    )
  return failure
    ? { ok: false, error: failure }
    : ok(items.map(toFacilitySpan).filter((span) => span !== undefined))
}

// The look-up is optional: without it a facility is shown by its id.
async function addNames(
  names: Map<string, FacilityName>,
  ids: readonly string[],
  { connection }: ActionContext,
): Promise<void> {
  const ask = askPages(connection, operations.listServiceFacilities, {})
  for (let start = 0; start < ids.length; start += namesAtOnce) {
    const organization_service_facility_ids = ids.slice(start, start + namesAtOnce)
    const page = await ask({ organization_service_facility_ids, limit: namesAtOnce })
    if (!page.ok) return
    for (const item of page.value.items) {
      const id = textOf(memberAt(item, 'organization_service_facility_id'))
      if (id !== undefined) names.set(id, toFacilityName(item))
    }
  }
}
