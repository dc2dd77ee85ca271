import { expect, test } from 'vitest'
import type { DiffClass } from '#lib/rules/billed-diff/classes.ts'
import { ignorableFirst, ignorableOf, ignoreWords, standingWords } from './ignorable.ts'

const update = (id: string, resolved: boolean, message_type?: string) => ({
  id,
  message: '',
  resolved,
  ...(message_type === undefined ? {} : { message_type }),
})
const updates = [
  update('hand', false),
  update('charge', false, 'DFT'),
  update('settled', true, 'ADT'),
  update('desk', false, 'ADT'),
]

const diff = (...changes: DiffClass[]) => ({
  changes: changes.map((each) => ({ class: each, path: 'x', capture_id: 'c', cents: 0 })),
})
const same = diff('cosmetic', 'money')

test.each([
  ['a member ID, a payer, a name or a birth date', diff('coverage')],
  ['a date or a diagnosis', diff('cosmetic', 'coding')],
  ['nobody knows what', null],
])(
  'where %s differs nothing is offered to be ignored, and nothing comes first for it',
  (_, differing) => {
    expect(ignorableOf(updates, differing)).toEqual([])
    expect(ignorableFirst(updates, differing).map(({ id }) => id)).toEqual([
      'hand',
      'charge',
      'desk',
      'settled',
    ])
  },
)

test('only unresolved changes of a message without charges are offered to be ignored', () => {
  expect(ignorableOf(updates, same)).toEqual(['desk'])
  expect(ignorableOf([update('new', false, 'ORU'), update('bill', false, 'BAR')], same)).toEqual([])
})

test('ignorable changes come first, then unresolved, then resolved ones', () => {
  expect(ignorableFirst(updates, same).map(({ id }) => id)).toEqual([
    'desk',
    'hand',
    'charge',
    'settled',
  ])
})

test('the label has their number, and a change names its message', () => {
  expect([ignoreWords(1), ignoreWords(3)]).toEqual(['Ignore ADT message', 'Ignore 3 ADT messages'])
  expect(updates.map(standingWords)).toEqual([
    'unresolved',
    'unresolved · DFT message',
    'resolved · ADT message',
    'unresolved · ADT message',
  ])
})
