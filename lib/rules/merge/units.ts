import { isJsonObject, type JsonObject } from '#lib/core/json.ts'

// What belongs together: one person's payer with another's group number, or one's procedure with another's charge, would
// be a value that nobody entered. Source: the partner's interface; each of these is one fact of the world.

/** Members of an object that are one choice; `card`: who insures and under which number; `service`: what was done for how much. */
export type Unit = 'card' | 'provider' | 'service'

const providerNames = new Set(['npi', 'first_name', 'last_name', 'organization_name', 'taxonomy_code'])
const serviceNames = new Set(['procedure_code', 'modifiers', 'quantity', 'units', 'charge_amount_cents'])

const units: { unit: Unit; at: RegExp; has: (name: string) => boolean; first: string }[] = [
  {
    unit: 'card',
    at: /(?:^|\.)insurance_card$/,
    has: (name) => /^(?:payer|plan)_/.test(name) || name === 'member_id' || name === 'group_number',
    first: 'member_id',
  },
  { unit: 'provider', at: /(?:^|\.)[a-z_]*_provider$/, has: (name) => providerNames.has(name), first: 'npi' },
  {
    unit: 'service',
    at: /(?:^|\.)service_lines\.\d+$/,
    has: (name) => serviceNames.has(name),
    first: 'procedure_code',
  },
]

/** The members of the object at a wire path that are one choice, and the one by which the choice is known. */
export function unitAt(path: string): { unit: Unit; has: (name: string) => boolean; first: string } | undefined {
  return units.find(({ at }) => at.test(path))
}

/** True for a path whose whole object is one choice: an address, or the identification of a drug. */
export function isWholeUnit(path: string): boolean {
  return /(?:^|[._])address$|(?:^|\.)drug_identification$/.test(path)
}

/** The members that the unit has in an object; undefined where there is none, and without a unit. */
export function pickUnit(value: unknown, has: ((name: string) => boolean) | undefined): JsonObject | undefined {
  if (!isJsonObject(value) || !has) return undefined
  const members = Object.entries(value).filter(([name]) => has(name))
  return members.length === 0 ? undefined : Object.fromEntries(members)
}
