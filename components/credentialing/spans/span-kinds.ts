import type { LookUpKind } from '#components/look-ups/look-up-kinds.ts'
import {
  createFacilitySpan,
  createProviderSpan,
  deleteFacilitySpan,
  deleteProviderSpan,
  saveFacilitySpan,
  saveProviderSpan,
} from '#lib/actions/records.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import { toFacilitySpanRow, toProviderSpanRow, type SpanRow } from '#lib/lists/rows/span-rows.ts'
import type { WriteName } from '#lib/queries/outdates.ts'
import { facilitySpanQuery, providerSpanQuery } from '#lib/queries/spans.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'

/**
 * The three parties of a span: the covered provider or facility, the contracting provider and the
 * payer.
 */
export type Three = { contracting_provider_id: string; payer_uuid: string; covered_id: string }

/** The words and requests of one kind of span. */
export type SpanWays = {
  noun: string
  list: { href: string; label: string }
  /** The covered party as a label and in a sentence, and its look-up by name. */
  covered: { label: string; what: string; find: LookUpKind }
  query: typeof facilitySpanQuery | typeof providerSpanQuery
  toRow: (item: unknown) => SpanRow
  create: typeof createFacilitySpan | typeof createProviderSpan
  save: typeof saveFacilitySpan | typeof saveProviderSpan
  remove: typeof deleteFacilitySpan | typeof deleteProviderSpan
  writes: { create: WriteName; save: WriteName; remove: WriteName }
  /** The spans of the same three, and often others: `sameThree` picks them. */
  requestOf: (three: Three) => ListRequest
}

const limit = 1_000

/** Both kinds of span. */
export const spanWays: { [kind in SpanKind]: SpanWays } = {
  facility: {
    noun: 'facility span',
    list: { href: '/credentialing/facility-spans', label: 'Facility spans' },
    covered: { label: 'Service facility', what: 'the service facility', find: 'facility' },
    query: facilitySpanQuery,
    toRow: toFacilitySpanRow,
    create: createFacilitySpan,
    save: saveFacilitySpan,
    remove: deleteFacilitySpan,
    writes: {
      create: 'createFacilityCredentialingSpan',
      save: 'updateFacilityCredentialingSpan',
      remove: 'deleteFacilityCredentialingSpan',
    },
    requestOf: ({ contracting_provider_id, payer_uuid, covered_id }) => ({
      operation: 'listFacilityCredentialingSpans',
      query: { contracting_provider_id, payer_uuid, service_facility_id: covered_id, limit },
    }),
  },
  provider: {
    noun: 'provider span',
    list: { href: '/credentialing/provider-spans', label: 'Provider spans' },
    covered: { label: 'Rendering provider', what: 'the rendering provider', find: 'provider' },
    query: providerSpanQuery,
    toRow: toProviderSpanRow,
    create: createProviderSpan,
    save: saveProviderSpan,
    remove: deleteProviderSpan,
    writes: {
      create: 'createProviderCredentialingSpan',
      save: 'updateProviderCredentialingSpan',
      remove: 'deleteProviderCredentialingSpan',
    },
    requestOf: ({ payer_uuid, covered_id }) => ({
      operation: 'listProviderCredentialingSpans',
      query: { payer_uuid, provider_id: covered_id, as_rendering_provider: true, limit },
    }),
  },
}

/**
 * Those rows that are of the same three: the partner's filters may be wider than they were asked to
 * be.
 */
export function sameThree(rows: readonly SpanRow[], three: Three): SpanRow[] {
  return rows.filter(
    (row) =>
      row.payer_uuid === three.payer_uuid &&
      row.provider_id === three.contracting_provider_id &&
      row.covered_id === three.covered_id,
  )
}
