import { isJsonObject, type JsonObject } from '#lib/core/json.ts'

// Units of members: one person's payer with another person's group number, or one procedure with
// another's charge, would be a value that nobody entered. Source: the partner's interface; each
// unit is one real-world fact.

/**
 * A group of members that is one choice. `card`: the insurer and the member's numbers; `person`:
 * who it is; `service`: what was done with which drug, for which diagnoses, and its charge.
 */
export type Unit = 'card' | 'provider' | 'person' | 'service'

const providerNames = new Set([
  'npi',
  'first_name',
  'last_name',
  'organization_name',
  'taxonomy_code',
])
const personNames = new Set(['first_name', 'last_name', 'date_of_birth', 'gender'])
const serviceNames = new Set([
  'procedure_code',
  'modifiers',
  'drug_identification',
  'diagnosis_pointers',
  'quantity',
  'units',
  'charge_amount_cents',
])

const units: { unit: Unit; at: RegExp; has: (name: string) => boolean; first: string }[] = [
  {
    unit: 'card',
    at: /(?:^|\.)insurance_card$/,
    has: (name) => /^(?:payer|plan)_/.test(name) || name === 'member_id' || name === 'group_number',
    first: 'member_id',
  },
  {
    unit: 'provider',
    at: /(?:^|\.)[a-z_]*_provider$/,
    has: (name) => providerNames.has(name),
    first: 'npi',
  },
  {
    unit: 'person',
    at: /(?:^|\.)(?:patient|guarantor)$/,
    has: (name) => personNames.has(name),
    first: 'last_name',
  },
  {
    unit: 'person',
    at: /(?:^|\.)subscriber_[a-z]+$/,
    has: (name) => personNames.has(name) || name === 'patient_relationship_to_subscriber_code',
    first: 'last_name',
  },
  {
    unit: 'service',
    at: /(?:^|\.)service_lines\.\d+$/,
    has: (name) => serviceNames.has(name),
    first: 'procedure_code',
  },
]

/** The unit in the object at a wire path, and the member that represents it. */
export function unitAt(
  path: string,
): { unit: Unit; has: (name: string) => boolean; first: string } | undefined {
  return units.find(({ at }) => at.test(path))
}

/**
 * True for a path whose whole object is one choice: an address, or the identification of a drug.
 */
export function isWholeUnit(path: string): boolean {
  return /(?:^|[._])address$|(?:^|\.)drug_identification$/.test(path)
}

/** The unit's members in an object; undefined if it has none, or without a unit. */
export function pickUnit(
  value: unknown,
  has: ((name: string) => boolean) | undefined,
): JsonObject | undefined {
  if (!isJsonObject(value) || !has) return undefined
  const members = Object.entries(value).filter(([name]) => has(name))
  return members.length === 0 ? undefined : Object.fromEntries(members)
}
