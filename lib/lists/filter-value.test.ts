import { expect, test } from 'vitest'
import { stateCodes } from '#lib/contract/codes/state-codes.ts'
import { stateNames } from '#lib/contract/codes/state-names.ts'
import { activityList } from './activity.ts'
import { chargeCaptureList } from './charge-captures.ts'
import { claimCreationList } from './claim-creations.ts'
import { contractListV3 } from './contracts.ts'
import { updatesList } from './updates.ts'
import {
  describeFilter,
  describeRange,
  describeValue,
  joinNames,
  parseFilterValue,
  parsePastedList,
  typedValues,
  valueOfName,
} from './filter-value.ts'

const { states, payer_names: payers, rendering_provider_ids: providers } = contractListV3.filters

test('every code of the interface’s states has a name of its own', () => {
  expect(Object.keys(stateNames).toSorted()).toEqual(stateCodes.toSorted())
  expect(new Set(Object.values(stateNames)).size).toBe(stateCodes.length)
})

test('a chip reads as a sentence, of one value and of several', () => {
  const words = (name: string, value: string | string[]) => {
    const { label, operator } = describeFilter(chargeCaptureList.filters[name]!, value)
    return `${label} ${operator}`
  }
  expect(words('date_of_service_min', '2026-11-02')).toBe('Service date is on or after')
  expect(words('primary_payer_ids', ['60054'])).toBe('Payer is')
  expect(words('primary_payer_ids', ['60054', '87726'])).toBe('Payer is any of')
})

test('a chip names states and payers, and counts them when there are too many', () => {
  expect(describeValue(states!, ['OR', 'WA'])).toBe('Oregon, Washington')
  expect(describeValue(states!, ['OR', 'WA', 'ID', 'XX'])).toBe('Oregon, Washington and 2 more')
  expect(describeValue(states!, ['XX'])).toBe('XX')
  expect(describeValue(payers!, ['Cascade Health'])).toBe('Cascade Health')
  expect(joinNames(['A'], 1_201)).toBe('A and 1,200 more')
})

test('a range of dates is said by its month or year, where it is one', () => {
  const words = (from: string | undefined, to: string | undefined) => {
    const { operator, words: dates } = describeRange({ from, to })
    return `${operator} ${dates}`
  }
  expect(words('2026-09-01', '2026-09-30')).toBe('is Sep 2026')
  expect(words('2026-09-01', '2026-10-31')).toBe('is Sep – Oct 2026')
  expect(words('2025-12-01', '2026-01-31')).toBe('is Dec 2025 – Jan 2026')
  expect(words('2026-01-01', '2026-12-31')).toBe('is 2026')
  expect(words('2026-09-01', '2026-09-01')).toBe('is 09/01/2026')
  expect(words('2026-09-01', '2026-09-15')).toBe('is 09/01/2026 – 09/15/2026')
  expect(words('2026-09-01', undefined)).toBe('is on or after 09/01/2026')
  expect(words(undefined, '2026-09-30')).toBe('is on or before 09/30/2026')
})

test('a filter by id shows the id or a count until its names are looked up', () => {
  expect(describeValue(providers!, ['id-1'])).toBe('id-1')
  expect(describeValue(providers!, ['id-1', 'id-2'])).toBe('2 values')
})

test('a state’s name becomes its code; other text stays as typed', () => {
  expect(valueOfName(states!, 'oregon')).toBe('OR')
  expect(valueOfName(states!, 'wa')).toBe('WA')
  expect(valueOfName(states!, 'Cascadia')).toBe('Cascadia')
  expect(valueOfName(payers!, 'constructor')).toBe('constructor')
})

test('the name of a choice, typed in full, is its value', () => {
  const { group } = activityList.filters
  expect(typedValues('group', group!, ' settings ')).toEqual(['settings'])
  expect(typedValues('group', group!, 'Sign-ins')).toEqual(['sign-ins'])
  expect(typedValues('group', group!, 'other')).toEqual(['other'])
})

test('a filter of the console itself has its own values alone, found also by a part of their name', () => {
  const { kind, owner } = updatesList.filters
  expect(typedValues('kind', kind!, 'cov')).toEqual(['coverage'])
  expect(typedValues('kind', kind!, 'o')).toEqual(['o'])
  expect(parseFilterValue(kind!, ['cov'])).toBeUndefined()
  expect(parseFilterValue(kind!, ['coverage'])).toBe('coverage')
  expect(parseFilterValue(activityList.filters.group!, ['other'])).toBeUndefined()
  // Whose list is read at the partner has values that nobody here knows.
  expect(parseFilterValue(owner!, ['somebody'])).toBe('somebody')
  expect(parseFilterValue(claimCreationList.filters.claim_status!, ['newer'])).toBe('newer')
})

test('ids are cleaned of what people copy with them, names are not', () => {
  const { charge_external_id, claim_ids, tags } = claimCreationList.filters
  for (const typed of [
    '“CHG-10097”',
    '#CHG-10097',
    'CHG\u201110097',
    'CHG–10097\u200b',
    "'CHG-10097'",
  ])
    expect(typedValues('charge_external_id', charge_external_id!, typed), typed).toEqual([
      'CHG-10097',
    ])
  expect(typedValues('claim_ids_ranked_sort', claim_ids!, '“A–1”, #A-2\n\u200eA-3')).toEqual([
    'A-1',
    'A-2',
    'A-3',
  ])
  expect(typedValues('tags', tags!, '#urgent')).toEqual(['#urgent'])
})

test('a name in quotes, straight or curly, keeps its comma', () => {
  for (const typed of ['"Moss, Avery", Zymer', '“Moss, Avery”\nZymer'])
    expect(parsePastedList(typed)).toEqual(['Moss, Avery', 'Zymer'])
})
