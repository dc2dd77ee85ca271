import { expect, test } from 'vitest'
import { issueMarks, joinMarks } from './issue-marks.ts'
import type { Mark } from './mark-store.ts'

const shape = {
  kind: 'object' as const,
  members: { name: { kind: 'text' as const }, address: { kind: 'object' as const, members: {} } },
}
const partner = (message: string): Mark => ({ from: 'partner', severity: 'error', message })

test('a complaint is placed at its control or the section around it, and the others are listed', () => {
  const { marks, unplaced, firstBad } = issueMarks(
    [
      { path: 'name', message: 'Required.' },
      { path: 'address.city', message: 'Unknown.' },
      { path: 'payer', message: 'Closed.' },
      { path: '', message: 'Try later.' },
    ],
    'refused',
    shape as never, // two members are enough here
  )
  expect([...marks.keys()]).toEqual(['name', 'address'])
  expect(unplaced).toEqual(['payer: Closed.', 'Try later.'])
  expect(firstBad).toBe('name')
})

test('marks of two sources at one field are joined, and an equal message is shown once', () => {
  const known = new Map([['name', [partner('Unknown patient.')]]])
  const added = new Map([
    ['name', [partner('Unknown patient.'), partner('Too long.')]],
    ['address', [partner('Required.')]],
  ])
  const joined = joinMarks(known, added)
  expect(joined.get('name')?.map(({ message }) => message)).toEqual([
    'Unknown patient.',
    'Too long.',
  ])
  expect(joined.get('address')).toHaveLength(1)
  expect(known.get('name')).toHaveLength(1)
})
