import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { toFacilitySpanRow, toProviderSpanRow, type SpanRow } from '#lib/lists/rows/span-rows.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import type { NamedIds } from '#lib/actions/finding/named-ids.ts'

const facility = {
  list: operations.listFacilityCredentialingSpans,
  get: operations.getFacilityCredentialingSpan,
  create: operations.createFacilityCredentialingSpan,
  update: operations.updateFacilityCredentialingSpan,
  remove: operations.deleteFacilityCredentialingSpan,
  idName: 'facility_credentialing_span_id',
  toRow: toFacilitySpanRow as (item: unknown) => SpanRow,
}

const provider = {
  list: operations.listProviderCredentialingSpans,
  get: operations.getProviderCredentialingSpan,
  create: operations.createProviderCredentialingSpan,
  update: operations.updateProviderCredentialingSpan,
  remove: operations.deleteProviderCredentialingSpan,
  idName: 'provider_credentialing_span_id',
  toRow: toProviderSpanRow as (item: unknown) => SpanRow,
}

/** The operations of each kind of span, and where a span of the kind holds its id. */
export const spanKinds = { facility, provider } satisfies Record<SpanKind, unknown>

/** The path parameter that names one span. */
export function spanParams(kind: SpanKind, id: string): never {
  // Each operation of a kind takes this one parameter; the two kinds' types do not know of each
  // other.
  return { [spanKinds[kind].idName]: id } as never
}

/**
 * The query that finds the spans of the same contracting provider, payer and facility or rendering
 * provider, and often others.
 */
export function sameThreeQuery(
  kind: SpanKind,
  body: JsonObject,
): { [parameter: string]: string | boolean | number } {
  const payer_uuid = textOf(body.payer_uuid) ?? ''
  if (kind === 'facility')
    return {
      payer_uuid,
      contracting_provider_id: textOf(body.contracting_provider_id) ?? '',
      service_facility_id: textOf(body.service_facility_id) ?? '',
    }
  return {
    payer_uuid,
    provider_id: textOf(body.rendering_provider_id) ?? '',
    as_rendering_provider: true,
  }
}

/**
 * True for a span of the three that a request names. The partner's filters may be wider than they
 * were asked to be.
 */
export function isOfSameThree(kind: SpanKind, body: JsonObject, span: JsonObject): boolean {
  const { covered_id, provider_id, payer_uuid } = spanKinds[kind].toRow(span)
  const covered = textOf(
    kind === 'facility' ? body.service_facility_id : body.rendering_provider_id,
  )
  return (
    covered_id === covered &&
    provider_id === textOf(body.contracting_provider_id) &&
    payer_uuid === textOf(body.payer_uuid)
  )
}

/** The id of a span; undefined where it has none. */
export function idOfSpan(kind: SpanKind, span: unknown): string | undefined {
  return textOf(memberAt(span, spanKinds[kind].idName))
}

const kindOfMember = {
  contracting_provider_id: 'provider',
  rendering_provider_id: 'provider',
  service_facility_id: 'facility',
  payer_uuid: 'payer',
} as const

/**
 * The ids in members of a span's request, with the kind that each must have; empty members are left
 * out.
 */
export function idsOfSpan(body: JsonObject, members: readonly string[]): NamedIds[] {
  return Object.entries(kindOfMember).flatMap(([path, kind]) =>
    members.includes(path) ? [{ path, kind, ids: [textOf(body[path])] }] : [],
  )
}
