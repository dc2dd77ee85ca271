import { expect, test } from 'vitest'
import { listsWith } from '#lib/rules/testdata/made-up-lists.ts'
import { answersTo, joinedQuestion } from './placed-lists.ts'

test('of the answers to the codes of many records, each record has those to its own codes', () => {
  const own = { procedures: ['G0463', 'J0696'], npis: ['1234567893'], drugs: [] }
  const other = { procedures: ['J0696', 'A4550'], npis: [], drugs: ['00409123401'] }
  const asked = joinedQuestion([own, other])
  expect(asked).toEqual({
    procedures: ['G0463', 'J0696', 'A4550'],
    npis: ['1234567893'],
    drugs: ['00409123401'],
  })
  const all = listsWith({
    ncci: [
      { code: 'G0463', other: 'J0696', mark: '0' },
      { code: 'G0463', other: 'A4550', mark: '0' },
    ],
    hcpcs: [{ code: 'J0696' }, { code: 'A4550' }],
    ndc: [{ code: '00409123401' }],
  })
  const { asked: mine, lists } = answersTo(own, { ...all, asked })
  expect(mine).toEqual(own)
  expect(lists.ncci![0]!.rows.map((row) => row.other)).toEqual(['J0696'])
  expect(lists.hcpcs![0]!.rows.map(({ code }) => code)).toEqual(['J0696'])
  // A list that has none of its codes still judges its days.
  expect(lists.ndc).toEqual([{ from: '2026-01-01', to: '2026-12-31', rows: [] }])
})
