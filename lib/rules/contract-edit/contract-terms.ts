import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'

/** The name of each line of business, by the member that holds its insurance types. */
export const insuranceLines = {
  commercial_insurance_types: 'Commercial',
  medicare_insurance_types: 'Medicare',
  medicaid_insurance_types: 'Medicaid',
} as const

/** The members of a contract that an update can change, in display order. */
export const contractTermNames = [
  'contract_status',
  'effective_date',
  'expiration_date',
  'regions',
  ...(Object.keys(insuranceLines) as (keyof typeof insuranceLines)[]),
  'authorized_signatory',
] as const

/**
 * The editable terms from a contract's JSON. States and insurance types are sets on the wire, so
 * they are sorted: reordering is no change. Everything else stays unchanged, including unknown
 * members.
 */
export function termsOf(contract: JsonObject): JsonObject {
  const terms: JsonObject = {}
  for (const name of contractTermNames)
    if (Object.hasOwn(contract, name)) terms[name] = inOrder(contract[name]!, setIn(name))
  return terms
}

/** True for a term with a `type`: its value is taken or changed as a whole. */
export function isUnionTerm(name: string): boolean {
  return setIn(name) !== undefined
}

// The member of a union term that holds a set.
function setIn(name: string): string | undefined {
  if (name === 'regions') return 'states'
  return Object.hasOwn(insuranceLines, name) ? 'value' : undefined
}

function inOrder(value: Json, set: string | undefined): Json {
  if (set === undefined || !isJsonObject(value)) return value
  const items = value[set]
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) return value
  return { ...value, [set]: [...new Set(items)].toSorted() }
}
