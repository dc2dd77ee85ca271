import { expect, test } from 'vitest'
import type { BoardRow, StateCounts } from '#lib/rules/coverage/board.ts'
import { boardCsv } from './board-csv.ts'
import { whyWords } from '#lib/rules/coverage/why-words.ts'
import { fixesOf } from './fix-of.ts'
import { boardTable } from './board-table.tsx'
import { matchingRows } from './sort-rows.ts'

const row = (
  payer: string,
  provider: string,
  cents: number,
  providers: StateCounts = {},
): BoardRow => ({
  place: cents,
  group: cents,
  payer: { uuid: `u-${payer}`, id: payer.slice(0, 2), name: payer },
  provider: { id: `p-${provider}`, npi: '1999999984', name: provider },
  contracts: [],
  providers,
  facilities: {},
  is_roster_whole: true,
  are_facilities_whole: true,
  risk: {
    will: {
      captures: cents > 0 ? 1 : 0,
      cents,
      without_amount: 0,
      planned: { captures: 0, cents: 0 },
    },
    hold: { captures: 0, cents: 0, without_amount: 0, planned: { captures: 0, cents: 0 } },
    may: { captures: 0, cents: 0, without_amount: 0, planned: { captures: 0, cents: 0 } },
  },
})
const rows = [
  row('Bluestem', 'River', 500),
  row('Alder', 'River', 0, { gap: 2 }),
  row('Alder', 'Hill', 0, { covered: 9, none: 1 }),
  row('Cedar', 'Hill', 9_000),
]
const names = (given: readonly BoardRow[]) =>
  given.map(({ payer, provider }) => `${payer.name} ${provider.name}`)
const all = { search: '', filter: 'all' as const }
/** Their order by one column from the least, equal rows by payer and provider. */
const ordered = (given: readonly BoardRow[], by: string) => {
  const { by: compare, ties } = boardTable.sorts!
  return names(
    given.toSorted((a, b) =>
      [by, ...ties].reduce((order, each) => order || compare[each]!(a, b), 0),
    ),
  )
}

test('the board starts with the most money; equal rows are sorted by name', () => {
  expect(boardTable.sorts?.first).toBe('will')
  expect(ordered(rows, 'will')).toEqual([
    'Alder Hill',
    'Alder River',
    'Bluestem River',
    'Cedar Hill',
  ])
  expect(names(matchingRows(rows, { ...all, filter: 'any' }))).toEqual([
    'Bluestem River',
    'Cedar Hill',
  ])
})

test('rows are found by a verdict of theirs, also where it is one of single lines', () => {
  const held = row('Elm', 'Hill', 0)
  held.risk.hold = { captures: 0, cents: 70, without_amount: 0, planned: { captures: 0, cents: 0 } }
  const found = (filter: 'will' | 'hold' | 'may') =>
    names(matchingRows([...rows, held], { ...all, filter }))
  expect([found('will'), found('hold'), found('may')]).toEqual([
    ['Bluestem River', 'Cedar Hill'],
    ['Elm Hill'],
    [],
  ])
  expect(ordered([...rows, held], 'hold').at(-1)).toBe('Elm Hill')
})

test('rows with claims that were denied before the load are found', () => {
  const denied = {
    ...row('Elm', 'Hill', 0),
    reprocess: { claims: 1, cents: 500, without_amount: 0 },
  }
  expect(names(matchingRows([...rows, denied], { ...all, filter: 'denied' }))).toEqual(['Elm Hill'])
})

test('rows are sorted by what needs work: covered providers need none', () => {
  expect(ordered(rows, 'providers').slice(-2)).toEqual(['Alder Hill', 'Alder River'])
})

test('a search matches words of either name, an id or an NPI, in any order', () => {
  expect(names(matchingRows(rows, { ...all, search: 'hill al' }))).toEqual(['Alder Hill'])
  expect(matchingRows(rows, { ...all, search: '1999999984' })).toHaveLength(4)
  expect(matchingRows(rows, { ...all, search: 'nobody' })).toEqual([])
})

const cause = {
  kind: 'provider',
  id: 'r1',
  state: 'gap',
  is_certain: true,
  captures: 2,
  cents: 105,
  alone_captures: 1,
  alone_cents: 5,
  first_date: '2026-11-01',
  last_date: '2026-11-03',
  name: '=cmd()',
  npi: '1',
} as const

test('each cause links to its fix', () => {
  const at = row('Cedar', 'Hill', 1)
  const ways = (more: object) => fixesOf({ ...cause, ...more }, at).ways.map(({ href }) => href)
  expect(ways({})).toEqual([
    '/credentialing/provider-spans/new?rendering_provider_id=r1&contracting_provider_id=p-Hill&payer_uuid=u-Cedar&start_date=2026-11-01',
  ])
  expect(ways({ kind: 'facility' })[0]).toContain(
    '/credentialing/facility-spans/new?service_facility_id=r1&',
  )
  expect(fixesOf({ ...cause, state: 'submitted', span_id: 's/1' }, at)).toMatchObject({
    ways: [{ href: '/credentialing/provider-spans/s%2F1' }],
    words: expect.stringContaining('waits for the payer'),
  })
  expect(ways({ state: 'not-listed', contract_id: 'c1' })).toEqual(['/contracts/c1/providers'])
  expect(ways({ kind: 'facility', state: 'not-listed', contract_id: 'c1' })).toEqual([
    '/contracts/c1/service-facilities',
  ])
  expect(ways({ state: 'not-at-facility', contract_id: 'c1', facility_id: 'f1' })).toEqual([
    '/contracts/c1/service-facilities',
  ])
  expect(ways({ state: 'other-state', span_id: 's1', place_state: 'SC' })).toEqual([
    '/credentialing/provider-spans/s1',
    expect.stringMatching(/new\?.*&start_date=2026-11-01&state=SC$/),
  ])
  expect(ways({ partly_on: '2026-11-02' })[0]).toContain('start_date=2026-11-02')
})

test.each([
  [
    { state: 'other-state', span_states: ['NC', 'VA'], place_state: 'SC' },
    'Covered in NC and VA, not in SC, where the facility is.',
  ],
  [
    { state: 'other-state', is_certain: false, span_states: ['NC'], place_state: 'SC' },
    'Covered in NC, not in SC; for telehealth, home visits or no facility, the payer may use another state.',
  ],
  [
    { state: 'other-state', is_certain: false, span_states: ['NC'] },
    'Covered in NC; the captures have no place of service.',
  ],
  [
    { state: 'other-state', is_certain: false, span_states: [] },
    'The span for these dates doesn’t list its states.',
  ],
  [{ place_state: 'SC' }, 'For SC: spans for other states don’t count.'],
  [
    { is_certain: false, partly_on: '2026-11-02' },
    'Some dates of a service aren’t covered, the first on 11/02/2026.',
  ],
  [
    { state: 'not-at-facility', is_certain: false, facility_name: 'River Site' },
    'On the contract, but not listed at River Site.',
  ],
  [{}, undefined],
] as const)('%o is explained', (more, words) => {
  expect(whyWords({ ...cause, ...more } as never)).toBe(words)
})

test('the file has a line for each cause and each row without one; names never become formulas, cents are exact', () => {
  const lines = boardCsv([rows[0]!, rows[1]!], [{ place: 500, causes: [cause] }])
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(
    "Bluestem,Bl,River,1999999984,1,5.00,0,0.00,0,0.00,Will deny,Certain,provider,'=cmd(),1,Gap,,2,1.05,1,0.05,2026-11-01,2026-11-03,,,,,,",
  )
  const waiting = {
    ...cause,
    state: 'submitted',
    is_certain: false,
    awaits_first_day: true,
    waits_for: 'effective-date',
    submitted_on: '2026-09-14',
    file_by: '2026-12-20',
    without_file_by: 1,
  } as const
  const csv = boardCsv([rows[0]!], [{ place: 500, causes: [waiting] }])
  expect(csv).toContain(',Hold until loaded,')
  expect(csv).toContain(',"Submitted, no effective date",')
  expect(csv).toContain(',,Effective date,2026-09-14,,2026-12-20,1,')
  expect(lines[2]).toContain('Alder,Al,River,1999999984,0,0.00,0,0.00,0,0.00,,,')
  expect(lines[2]).toMatch(/,0,2,0,0,0,0,0,0(,0){8}$/)
  const partly = boardCsv([{ ...rows[1]!, is_roster_whole: false }], [])
    .trimEnd()
    .split('\r\n')[1]!
  expect(partly).toMatch(/,,2,,,,,,(,0){8}$/)
})

test('a negative sum keeps its sign and stays a number in the file', () => {
  const at = row('Cedar', 'Hill', 1)
  const less = {
    ...at,
    risk: {
      ...at.risk,
      will: { captures: 1, cents: -50, without_amount: 0, planned: { captures: 0, cents: 0 } },
    },
  }
  expect(
    boardCsv([less], [{ place: at.place, causes: [{ ...cause, cents: -105, alone_cents: -5 }] }]),
  ).toMatch(/,1,-0\.50,.*,-1\.05,1,-0\.05,/)
})
