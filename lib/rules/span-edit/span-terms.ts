import { type Json, type JsonObject, isJsonObject, sameJson } from '#lib/core/json.ts'

/** Who a credentialing span covers. */
export type SpanKind = 'facility' | 'provider'

/** The member of a new span that names who it covers; it cannot be changed later. */
export const coveredMember = {
  facility: 'service_facility_id',
  provider: 'rendering_provider_id',
} as const

/** The members that name the parties of a span. */
export const partyMembers = ['contracting_provider_id', 'payer_uuid'] as const

/** The local dates of a span, in display order. */
export const spanDateNames = [
  'start_date',
  'end_date',
  'submitted_date',
  'payer_loaded_date',
] as const

/** The terms that an update can change, in display order (the companion's update bodies). */
export function spanTermNames(kind: SpanKind): readonly string[] {
  return [...partyMembers, ...spanDateNames, ...(kind === 'provider' ? ['regions'] : [])]
}

/** The editable terms from a span's JSON, under the names of an update. A missing date is null. */
export function termsOf(kind: SpanKind, span: JsonObject): JsonObject {
  const terms: JsonObject = {
    contracting_provider_id: memberOf(span.contracting_provider, 'organization_provider_id'),
    payer_uuid: memberOf(span.payer, 'payer_uuid'),
  }
  for (const name of spanDateNames) terms[name] = span[name] ?? null
  if (kind === 'provider') terms.regions = inOrder(span.regions ?? null)
  return terms
}

/** The same terms from a request that creates a span. */
export function termsOfRequest(kind: SpanKind, body: JsonObject): JsonObject {
  return Object.fromEntries(
    spanTermNames(kind).map((name) => [
      name,
      name === 'regions' ? inOrder(body[name] ?? null) : (body[name] ?? null),
    ]),
  )
}

/** The wire names of the terms in which two spans differ. */
export function differingTerms(kind: SpanKind, a: JsonObject, b: JsonObject): string[] {
  return spanTermNames(kind).filter((name) => !sameJson(a[name] ?? null, b[name] ?? null))
}

/**
 * The update that turns one span's terms into others: only what differs, plus the contracting
 * provider for a facility span, because its update requires it (companion:
 * FacilityCredentialingSpanUpdate). Empty if nothing differs.
 */
export function spanPatch(kind: SpanKind, before: JsonObject, after: JsonObject): JsonObject {
  const names = differingTerms(kind, before, after)
  if (names.length === 0) return {}
  const patch: JsonObject = Object.fromEntries(names.map((name) => [name, after[name] ?? null]))
  return kind === 'facility'
    ? { ...patch, contracting_provider_id: after.contracting_provider_id ?? null }
    : patch
}

/** True for a term that merges as one choice: half of "national" beside states means nothing. */
export function isWholeTerm(name: string): boolean {
  return name === 'regions'
}

// The states are a set on the wire: another order is no change.
function inOrder(regions: Json): Json {
  if (
    !isJsonObject(regions) ||
    !Array.isArray(regions.states) ||
    !regions.states.every((state) => typeof state === 'string')
  )
    return regions
  return { ...regions, states: [...new Set(regions.states)].toSorted() }
}

function memberOf(party: Json | undefined, name: string): Json {
  return isJsonObject(party) ? (party[name] ?? null) : null
}
