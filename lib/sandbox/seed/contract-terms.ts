import { type LocalDate, addDays } from '#lib/core/local-date.ts'
import type { Names, Town } from './names.ts'
import { payerNames } from './payer-names.ts'
import type { Random } from './random.ts'

export type SeedStatus = 'pending' | 'effective' | 'cancelled'
export type SeedRegions = { type: 'national' } | { type: 'states'; states: string[] }

// The statuses of ten contracts: half are effective. The order gives each clinic several statuses.
const statuses: readonly SeedStatus[] = [
  'effective',
  'pending',
  'effective',
  'cancelled',
  'effective',
  'effective',
  'pending',
  'effective',
  'cancelled',
  'pending',
]

/** The status of a contract by its number and its round through the clinics. */
export function contractStatusOf(index: number, round: number): SeedStatus {
  return statuses[(index + 3 * round) % statuses.length]!
}

/**
 * The effective and expiration date of a contract. Some effective contracts have expired without a
 * change of status, and some expire within the next 90 days.
 */
export function contractDates(
  random: Random,
  status: SeedStatus,
  today: LocalDate,
): { effective_date: LocalDate; expiration_date: LocalDate | null } {
  if (status === 'pending') {
    const effective_date = addDays(today, random.int(10, 120))
    return {
      effective_date,
      expiration_date: random.chance(0.5) ? addDays(effective_date, 365 * random.int(1, 3)) : null,
    }
  }
  const effective_date = addDays(today, -random.int(400, 1500))
  if (status === 'cancelled')
    return {
      effective_date,
      expiration_date: random.chance(0.6) ? addDays(today, -random.int(5, 300)) : null,
    }
  const chance = random.next()
  if (chance < 0.35) return { effective_date, expiration_date: null }
  if (chance < 0.5) return { effective_date, expiration_date: addDays(today, -random.int(1, 200)) }
  return {
    effective_date,
    expiration_date: addDays(today, chance < 0.72 ? random.int(1, 90) : random.int(91, 900)),
  }
}

/** All states, or the clinic's state and up to three other states of the region. */
export function contractRegions(random: Random, names: Names, town: Town): SeedRegions {
  if (random.chance(0.2)) return { type: 'national' }
  const others = Array.from({ length: random.int(0, 3) }, () => random.pick(names.towns)[1])
  return { type: 'states', states: [...new Set([town[1], ...others])] }
}

const none = { type: 'noneApply' }
const all = { type: 'allApply' }

/** The insurance types of a contract: those of the payer's line of business. */
export function contractInsurance(random: Random, payerIndex: number) {
  const code = payerNames[payerIndex]![2]
  const covered = random.chance(0.6) ? all : { type: 'theseApply', value: [code] }
  return {
    commercial_insurance_types: JSON.stringify(['HN', 'MB', 'MC'].includes(code) ? none : covered),
    medicare_insurance_types: JSON.stringify(code === 'HN' || code === 'MB' ? covered : none),
    medicaid_insurance_types: JSON.stringify(code === 'MC' ? covered : none),
  }
}

const titles = ['Medical Director', 'Chief Executive', 'Practice Manager', 'Contracting Officer']

/** The clinic's signatory; null if none was entered. */
export function contractSignatory(random: Random, names: Names): string | null {
  if (random.chance(0.3)) return null
  const first_name = random.pick(random.chance(0.5) ? names.female : names.male)
  const last_name = random.pick(names.last)
  return JSON.stringify({
    first_name,
    last_name,
    title: random.pick(titles),
    email: `${first_name}.${last_name}@clinic.example`.toLowerCase(),
    phone: `503555${random.digits(4)}`,
    fax: null,
  })
}
