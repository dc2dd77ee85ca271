import { type Json, type JsonObject, isJsonObject, sameJson } from '#lib/core/json.ts'
import { contractTermNames } from './contract-terms.ts'

/**
 * The members of an update that turns one contract's terms into others: only what differs, so that what nobody touched
 * is never sent. Last day, regions and signatory are set or removed; the partner reads null in the other terms as
 * "leave it" (wire.schema.json, UpdateContract), so emptying one of those cannot be filled and is left out.
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

/** True where two values of a term mean the same: a signatory's member that is null is as good as one left out. */
export function sameTerm(name: string, a: Json | undefined, b: Json | undefined): boolean {
  return name === 'authorized_signatory' ? sameJson(filledMembers(a), filledMembers(b)) : sameJson(a ?? null, b ?? null)
}

/** The terms in which two contracts differ, by their wire names. */
export function differingTerms(a: JsonObject, b: JsonObject): string[] {
  return contractTermNames.filter((name) => !sameTerm(name, a[name], b[name]))
}

function changeOf(name: string, after: Json): Json | undefined {
  if (name === 'expiration_date' || name === 'regions')
    return after === null ? { type: 'remove' } : { type: 'set', value: after }
  if (name !== 'authorized_signatory') return after ?? undefined
  const signatory = filledMembers(after)
  // Unlike the other two, its members stand beside `type`.
  return signatory === null ? { type: 'remove' } : { ...(signatory as JsonObject), type: 'set' }
}

// Setting a signatory replaces it whole, so what is empty is left out; one in which nothing is filled is none.
function filledMembers(signatory: Json | undefined): Json {
  if (!isJsonObject(signatory)) return signatory ?? null
  const filled = Object.entries(signatory).filter(([name, value]) => value !== null && value !== '' && name !== 'type')
  return filled.length === 0 ? null : Object.fromEntries(filled)
}
