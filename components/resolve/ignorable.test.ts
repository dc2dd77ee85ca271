import { expect, test } from 'vitest'
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

test('only unresolved changes of a message without charges are offered to be ignored', () => {
  expect(ignorableOf(updates)).toEqual(['desk'])
  expect(ignorableOf([update('new', false, 'ORU'), update('bill', false, 'BAR')])).toEqual([])
})

test('ignorable changes come first, then unresolved, then resolved ones', () => {
  expect(ignorableFirst(updates).map(({ id }) => id)).toEqual(['desk', 'hand', 'charge', 'settled'])
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
