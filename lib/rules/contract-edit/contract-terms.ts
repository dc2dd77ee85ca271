import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'

/** What a line of business is called, by the member that says which insurance types of it a contract covers. */
export const insuranceLines = {
  commercial_insurance_types: 'Commercial',
  medicare_insurance_types: 'Medicare',
  medicaid_insurance_types: 'Medicaid',
} as const

/** The members of a contract that an update can change, in the order in which they are shown. */
export const contractTermNames = [
  'contract_status',
  'effective_date',
  'expiration_date',
  'regions',
  ...(Object.keys(insuranceLines) as (keyof typeof insuranceLines)[]),
  'authorized_signatory',
] as const

/**
 * What of a contract a person may change, from its JSON. States and insurance types are sets on the wire too, so they
 * are put in one order: the same set twice is no change. Everything else stays as it is, unknown members included.
 */
export function termsOf(contract: JsonObject): JsonObject {
  const terms: JsonObject = {}
  for (const name of contractTermNames)
    if (Object.hasOwn(contract, name)) terms[name] = inOrder(contract[name]!, setIn(name))
  return terms
}

/** True for a term that is one of several kinds (`type`): such a value is taken or changed as a whole, never by halves. */
export function isUnionTerm(name: string): boolean {
  return setIn(name) !== undefined
}

// The member of a union term that is a set.
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
