import { expect, test } from 'vitest'
import { rowFile } from '#components/table/row-file.ts'
import {
  amountsOf,
  chosenRows,
  leftWords,
  nextOf,
  renewalWords,
  type EndingRow,
} from './expiring-rows.ts'
import { expiringTable } from './expiring-table.tsx'

const today = '2026-11-23'
const span: EndingRow = {
  place: 0,
  id: 's1',
  kind: 'provider',
  ends: '2026-12-31',
  payer: { uuid: 'u1', name: 'Northbridge Health Plan' },
  provider: { id: 'o1', name: 'Skiles Oncology' },
  covered: { id: 'p1', name: 'Carter, Helene', npi: '1234567893' },
  regions: ['OR', 'WA'],
  is_money_known: true,
}
const contract: EndingRow = {
  ...span,
  place: 1,
  id: 'c1',
  kind: 'contract',
  ends: '2026-12-04',
  covered: undefined,
}
const facility: EndingRow = {
  ...span,
  place: 2,
  id: 'f1',
  kind: 'facility',
  ends: '2026-11-20',
  covered: { id: 'x1', name: 'Welch – Eugene 1' },
}

const queryOf = (row: EndingRow) => new URL(nextOf(row).href, 'http://console').searchParams

test('the next span begins the day after the last one, for the same parties and regions', () => {
  expect(nextOf(span).label).toBe('Extend from 01/01/2027')
  expect(nextOf(span).href).toMatch(/^\/credentialing\/provider-spans\/new\?/)
  expect([...queryOf(span)]).toEqual([
    ['rendering_provider_id', 'p1'],
    ['contracting_provider_id', 'o1'],
    ['payer_uuid', 'u1'],
    ['start_date', '2027-01-01'],
    ['state', 'OR'],
    ['state', 'WA'],
  ])
  expect(queryOf({ ...span, regions: 'national' }).get('regions')).toBe('national')
  // What is not known is left to the person.
  expect(queryOf({ ...span, regions: null }).has('state')).toBe(false)
  expect(queryOf(facility).get('service_facility_id')).toBe('x1')
  expect(nextOf(contract)).toEqual({ href: '/contracts/c1', label: 'Open contract' })
})

test('a renewal that was not sent is red within 30 days and amber within 60', () => {
  const tones = [-5, 30, 31, 60, 61].map((left) => renewalWords(undefined, left).tone)
  expect(tones).toEqual(['red', 'red', 'amber', 'amber', 'grey'])
  expect(renewalWords({ state: 'sent', on: '2026-11-02' }, 5)).toEqual({
    words: 'Sent 11/02/2026',
    tone: 'green',
  })
  expect(renewalWords({ state: 'not-needed' }, 5)).toEqual({ words: 'Not needed', tone: 'grey' })
})

test('rows are found by words of any name or an NPI, and grouped by 30 days', () => {
  const rows = [contract, span, facility]
  const found = (text: string) => chosenRows(rows, { kind: 'all', text }).map(({ id }) => id)
  expect(found('carter, helene')).toEqual(['s1'])
  expect(found('1234567893')).toEqual(['s1'])
  expect(found('oncology eugene')).toEqual(['f1'])
  expect(chosenRows(rows, { kind: 'contract', text: '' })).toEqual([contract])
  const about = { amounts: amountsOf({ amounts: null }), markOf: undefined, today }
  expect(
    expiringTable.groups?.map(({ label, has }) => [
      label,
      rows.filter((row) => has(row, about)).map(({ id }) => id),
    ]),
  ).toEqual([
    ['Within 30 days', ['c1']],
    ['31 to 60 days', ['s1']],
    ['61 to 90 days', []],
    ['Ended, without a next contract or span', ['f1']],
  ])
  expect([leftWords(11), leftWords(-3)]).toEqual(['11 d', '3 d ago'])
})

test('money that nobody knows is not shown as 0, in sums and in the file', async () => {
  const amounts = [
    {
      rows: [0, 1],
      captures: 2,
      cents: 500,
      planned: { captures: 0, cents: 0 },
      without_amount: 0,
    },
  ]
  const known = amountsOf({ amounts })
  expect(known.of([span, contract])?.cents).toBe(500)
  expect(known.ofRow(facility)?.captures).toBe(0)
  expect(known.ofRow({ ...facility, is_money_known: false })).toBeUndefined()
  expect(known.of([{ ...facility, is_money_known: false }])).toBeUndefined()
  const unknown = amountsOf({ amounts: null })
  expect([unknown.ofRow(span), unknown.of([span])]).toEqual([undefined, undefined])
  const markOf = () => ({
    owner: 'Mia Reyes',
    renewal: { state: 'sent', on: '2026-11-02' } as const,
  })
  const about = { amounts: unknown, markOf, today }
  const text = await (await rowFile('csv', expiringTable, [span], about)).text()
  const [head, line] = text.split('\r\n')
  expect(head).toMatch(/Captures,Dollars,Planned captures,Planned dollars/)
  expect(line).toBe(
    '2026-12-31,38,Provider span,s1,"Carter, Helene",1234567893,Northbridge Health Plan,Skiles Oncology,OR WA,,,,,,Mia Reyes,Sent,2026-11-02',
  )
})
