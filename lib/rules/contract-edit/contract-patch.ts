import { type Json, type JsonObject, isJsonObject, sameJson } from '#lib/core/json.ts'
import { contractTermNames } from './contract-terms.ts'

/**
 * The update that turns one contract's terms into others, with only the members that differ. End
 * date, regions and signatory are set or removed. The partner reads null in the other terms as
 * "leave it" (wire.schema.json, UpdateContract), so clearing one of those is impossible and left
 * out.
 */
export function contractPatch(base: JsonObject, next: JsonObject): JsonObject {
  const patch: JsonObject = {}
  for (const name of contractTermNames) {
    const [before, after] = [base[name] ?? null, next[name] ?? null]
    if (sameTerm(name, before, after)) continue
    const change = changeOf(name, after)
    if (change !== undefined) patch[name] = change
  }
  return patch
}

/** True if two values of a term are equivalent: null members of a signatory equal missing ones. */
export function sameTerm(name: string, a: Json | undefined, b: Json | undefined): boolean {
  return name === 'authorized_signatory'
    ? sameJson(filledMembers(a), filledMembers(b))
    : sameJson(a ?? null, b ?? null)
}

/** The wire names of the terms in which two contracts differ. */
export function differingTerms(a: JsonObject, b: JsonObject): string[] {
  return contractTermNames.filter((name) => !sameTerm(name, a[name], b[name]))
}

function changeOf(name: string, after: Json): Json | undefined {
  if (name === 'expiration_date' || name === 'regions')
    return after === null ? { type: 'remove' } : { type: 'set', value: after }
  if (name !== 'authorized_signatory') return after ?? undefined
  const signatory = filledMembers(after)
  // Unlike the other two, the signatory's members are beside `type`.
  return signatory === null ? { type: 'remove' } : { ...(signatory as JsonObject), type: 'set' }
}

// Setting a signatory replaces it as a whole, so empty members are left out; a signatory with only
// empty members is null.
function filledMembers(signatory: Json | undefined): Json {
  if (!isJsonObject(signatory)) return signatory ?? null
  const filled = Object.entries(signatory).filter(
    ([name, value]) => value !== null && value !== '' && name !== 'type',
  )
  return filled.length === 0 ? null : Object.fromEntries(filled)
}
