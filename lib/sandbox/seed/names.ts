import { Faker, en } from '@faker-js/faker'

/** City, state and ZIP code of real towns; the addresses are invented. */
const towns = [
  ['Portland', 'OR', '97205'],
  ['Salem', 'OR', '97301'],
  ['Eugene', 'OR', '97401'],
  ['Bend', 'OR', '97701'],
  ['Seattle', 'WA', '98101'],
  ['Tacoma', 'WA', '98402'],
  ['Spokane', 'WA', '99201'],
  ['Boise', 'ID', '83702'],
  ['Sacramento', 'CA', '95814'],
  ['Fresno', 'CA', '93721'],
  ['Reno', 'NV', '89501'],
  ['Denver', 'CO', '80202'],
  ['Boulder', 'CO', '80302'],
  ['Austin', 'TX', '78701'],
  ['Madison', 'WI', '53703'],
  ['Columbus', 'OH', '43215'],
  ['Raleigh', 'NC', '27601'],
  ['Albany', 'NY', '12207'],
  ['Tampa', 'FL', '33602'],
  ['Mesa', 'AZ', '85201'],
] as const

export type Town = (typeof towns)[number]

/** Invented names of people, streets and organisations, the same for the same seed. */
export type Names = {
  female: readonly string[]
  male: readonly string[]
  last: readonly string[]
  streets: readonly string[]
  organizations: readonly string[]
  towns: readonly Town[]
}

/**
 * Makes pools of names once with faker. Captures pick from them, which is many times faster than
 * faker.
 */
export function makeNames(seed: number): Names {
  const faker = new Faker({ locale: [en], seed })
  const many = (count: number, make: () => string) => [
    ...new Set(Array.from({ length: count }, make)),
  ]
  return {
    female: many(400, () => faker.person.firstName('female')),
    male: many(400, () => faker.person.firstName('male')),
    last: many(1200, () => faker.person.lastName()),
    streets: many(600, () => faker.location.street()),
    organizations: many(400, () => faker.location.street().split(' ')[0]!).filter((word) =>
      /^[A-Z][a-z]{3,}$/.test(word),
    ),
    towns,
  }
}
