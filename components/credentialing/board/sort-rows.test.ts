import { expect, test } from 'vitest'
import type { BoardRow, StateCounts } from '#lib/rules/coverage/board.ts'
import { boardCsv } from './board-csv.ts'
import { fixOf } from './fix-of.ts'
import { arrangeRows, firstSort, nextSort } from './sort-rows.ts'

const row = (payer: string, provider: string, cents: number, providers: StateCounts = {}): BoardRow => ({
  place: cents, payer: { uuid: `u-${payer}`, id: payer.slice(0, 2), name: payer }, provider: { id: `p-${provider}`, npi: '1999999984', name: provider },
  contracts: [], providers, facilities: {}, risk: { captures: cents > 0 ? 1 : 0, cents, without_amount: 0 },
})
const rows = [row('Bluestem', 'River', 500), row('Alder', 'River', 0, { gap: 2 }), row('Alder', 'Hill', 0, { covered: 9, none: 1 }), row('Cedar', 'Hill', 9_000)]
const names = (given: readonly BoardRow[]) => given.map(({ payer, provider }) => `${payer.name} ${provider.name}`)
const all = { sort: firstSort, search: '', onlyAtRisk: false }

test('the board opens with the most money, and rows without any stand by their names', () => {
  expect(names(arrangeRows(rows, all))).toEqual(['Cedar Hill', 'Bluestem River', 'Alder Hill', 'Alder River'])
  expect(names(arrangeRows(rows, { ...all, onlyAtRisk: true }))).toEqual(['Cedar Hill', 'Bluestem River'])
})

test('a column sorts from what matters most and turns round; covered people are no work', () => {
  const sort = nextSort(firstSort, 'providers')
  expect(sort).toEqual({ by: 'providers', direction: 'desc' })
  expect(names(arrangeRows(rows, { ...all, sort })).slice(0, 2)).toEqual(['Alder River', 'Alder Hill'])
  expect(nextSort(sort, 'providers').direction).toBe('asc')
  expect(nextSort(sort, 'payer').direction).toBe('asc')
})

test('words may be of either name, an id or an NPI, in any order', () => {
  expect(names(arrangeRows(rows, { ...all, search: 'hill al' }))).toEqual(['Alder Hill'])
  expect(arrangeRows(rows, { ...all, search: '1999999984' })).toHaveLength(4)
  expect(arrangeRows(rows, { ...all, search: 'nobody' })).toEqual([])
})

const cause = { kind: 'provider', id: 'r1', state: 'gap', captures: 2, cents: 105, alone_captures: 1, alone_cents: 5, first_date: '2026-11-01', last_date: '2026-11-03', name: '=cmd()', npi: '1' } as const

test('each cause leads to where it is put right', () => {
  const at = row('Cedar', 'Hill', 1)
  expect(fixOf(cause, at).href).toBe('/credentialing/provider-spans/new?rendering_provider_id=r1&contracting_provider_id=p-Hill&payer_uuid=u-Cedar&start_date=2026-11-01')
  expect(fixOf({ ...cause, kind: 'facility' }, at).href).toContain('/credentialing/facility-spans/new?service_facility_id=r1&')
  expect(fixOf({ ...cause, state: 'submitted', span_id: 's/1' }, at)).toMatchObject({ href: '/credentialing/provider-spans/s%2F1', words: expect.stringContaining('waits for the payer') })
  expect(fixOf({ ...cause, state: 'not-listed', contract_id: 'c1' }, at).href).toBe('/contracts/c1/providers')
  expect(fixOf({ ...cause, kind: 'facility', state: 'not-listed', contract_id: 'c1' }, at).href).toBe('/contracts/c1/service-facilities')
})

test('the file has a line for each cause and each row without one; a name is no formula, cents are exact', () => {
  const lines = boardCsv([rows[0]!, rows[1]!], [{ place: 500, causes: [cause] }]).trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain("Bluestem,Bl,River,1999999984,1,5.00,provider,'=cmd(),1,Gap,2,1.05,1,0.05,2026-11-01,2026-11-03,,")
  expect(lines[2]).toContain('Alder,Al,River,1999999984,0,0.00,,,')
})
