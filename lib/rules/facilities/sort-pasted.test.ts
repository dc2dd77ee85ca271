import { expect, test } from 'vitest'
import { createSlicer } from '#lib/core/slices.ts'
import { indexRoster, sortPasted } from './sort-pasted.ts'

const ada = '11111111-1111-4111-8111-aaaaaaaaaaaa'
const ben = '22222222-2222-4222-8222-bbbbbbbbbbbb'
const eve = '33333333-3333-4333-8333-cccccccccccc'
const roster = await indexRoster(
  [
    { id: ada, npi: '1234567893' },
    { id: ben, npi: '1999999984' },
    { id: eve, npi: '1999999984' },
    { id: '' },
    { id: ada },
  ],
  createSlicer(),
)

test('ids and NPIs of the roster give its providers, each once', async () => {
  expect(
    await sortPasted([ada, '1234567893', ada.toUpperCase(), ben], roster, createSlicer()),
  ).toEqual({
    read: 4,
    known: [ada, ben],
    several: [],
    strangers: [],
    unreadable: new Map(),
  })
})

test("an NPI of several providers needs a person's decision", async () => {
  expect(await sortPasted(['1999999984'], roster, createSlicer())).toEqual({
    read: 1,
    known: [],
    several: ['1999999984'],
    strangers: [],
    unreadable: new Map(),
  })
})

test('ids and NPIs outside the roster are separate from other text', async () => {
  const nobody = '44444444-4444-4444-8444-dddddddddddd'
  expect(
    await sortPasted(
      [nobody, '1245319599', '1245319598', 'Ada Moss', '12345', nobody],
      roster,
      createSlicer(),
    ),
  ).toEqual({
    read: 5,
    known: [],
    several: [],
    strangers: [nobody, '1245319599'],
    unreadable: new Map([
      ['This NPI is mistyped: its last digit doesn’t match.', ['1245319598']],
      ['This isn’t a provider ID or an NPI.', ['Ada Moss']],
      ['An NPI has ten digits.', ['12345']],
    ]),
  })
})
