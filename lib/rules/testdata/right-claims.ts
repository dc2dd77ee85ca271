import { addDays, isLocalDate } from '#lib/core/local-date.ts'
import { cleanWith } from './clean-capture.ts'
import { wholeClaims } from './whole-claims.ts'

// Right claims of every kind, each with people, places, money and days of its own.

const names = [
  ['Renée', 'Muñoz'],
  ['Kate', 'O’Neill'],
  ['Jean-Luc', 'van der Berg'],
  ['Ayşe', 'Şahin'],
  ['Li', 'Na'],
  ['Mary Ann', 'St. John'],
  ['Zoë', 'Null-Ferrer'],
  ['Avery', 'Test-Baker'],
] as const

const homes = [
  ['12 Elm Street', 'Portland', 'OR', '97205'],
  ['400 1/2 Main St # 3', 'Cambridge', 'MA', '02139'],
  ['PO Box 17', 'San Juan', 'PR', '00901'],
  ['1 Rue-de-la-Paix Ave', 'New York', 'NY', '10001'],
  ['88 County Road 5', 'Austin', 'TX', '78701'],
  ['7 Harbor Way Apt. B', 'Seattle', 'WA', '98101'],
] as const

/** The whole claim of kind `n` with what varies from one patient to the next; the same `n`, the same claim. */
export function rightClaim(n: number): { name: string; data: unknown } {
  const { name, changes } = wholeClaims[n % wholeClaims.length]!
  const turn = Math.floor(n / wholeClaims.length)
  const data = moved(cleanWith(changes), -(turn % 29)) as {
    patient: Record<string, unknown>
    subscriber_primary: { insurance_card: Record<string, unknown> }
    service_lines: { charge_amount_cents: number }[]
  }
  const [first_name, last_name] = names[n % names.length]!
  const [address1, city, state, zip_code] = homes[(n + turn) % homes.length]!
  const address = { address1, city, state, zip_code }
  Object.assign(data.patient, { first_name, last_name, external_id: `PAT-${4_000 + n}`, address })
  const { insurance_card: card } = data.subscriber_primary
  Object.assign(card, { group_number: ['70-0042', 'A/9', '000188'][turn % 3] })
  if (card.plan_type === undefined) card.member_id = `W${100_200_300 + n * 7}`
  data.service_lines = data.service_lines.map((line, place) => ({
    ...line,
    charge_amount_cents: 1_005 + ((n * 7_919 + place * 104_729) % 900_000),
  }))
  return { name, data }
}

/** The value with every day in it moved. */
function moved(value: unknown, days: number): unknown {
  if (typeof value === 'string') return isLocalDate(value) ? addDays(value, days) : value
  if (Array.isArray(value)) return value.map((each) => moved(each, days))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, moved(each, days)]))
}
