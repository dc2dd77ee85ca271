import { expect, test, vi } from 'vitest'
import { commandsFor as commandsWith } from './palette-commands.ts'
import { creations } from '#components/frame/creations.ts'
import { places } from '#components/frame/places.ts'

function effects() {
  return {
    go: vi.fn<(href: string) => void>(),
    look: vi.fn<() => void>(),
    help: vi.fn<() => void>(),
    signOut: vi.fn<() => void>(),
  }
}
type Effects = Parameters<typeof commandsWith>[2]
const commandsFor = (typed: string, done: Effects) =>
  commandsWith(typed, { places, creations }, done)
const labels = (typed: string) => commandsFor(typed, effects()).map((command) => command.label)

test('without text every page and action is offered', () => {
  expect(labels('')).toEqual(
    expect.arrayContaining([
      'Go to Claim creations',
      'Go to Charge captures',
      'Go to Updates',
      'Sign out',
    ]),
  )
})

test('words find pages in any order', () => {
  expect(labels('provider spans')).toEqual(['Go to Provider spans'])
  expect(labels('board')).toEqual(['Go to Coverage board'])
  expect(labels('captures go')).toEqual(['Go to Charge captures'])
})

test('a new record is one command away', () => {
  const done = effects()
  expect(labels('new capture pre')).toEqual(['New charge capture from pre-encounter records'])
  for (const command of commandsFor('new charge', done)) command.run()
  expect(done.go.mock.calls).toEqual([
    ['/charge-captures/new'],
    ['/charge-captures/new-from-pre-encounter'],
  ])
})

test('a record id opens the record under each kind', () => {
  const done = effects()
  const id = '3f0c81d2-93b1-4a8e-b7f4-5de1c09a9a21'
  for (const command of commandsFor(` ${id} `, done)) command.run()
  expect(done.go.mock.calls).toEqual([
    [`/claim-creations/${id}`],
    [`/charge-captures/${id}`],
    [`/encounters/${id}`],
    [`/contracts/${id}`],
    [`/credentialing/facility-spans/${id}`],
    [`/credentialing/provider-spans/${id}`],
  ])
})

test('an external id is looked up in every list by the parameter that it has there', () => {
  const done = effects()
  for (const command of commandsFor('CHG-20418', done)) command.run()
  expect(done.go.mock.calls).toEqual([
    ['/claim-creations?charge_external_id=CHG-20418'],
    ['/charge-captures?charge_external_id=CHG-20418'],
    ['/encounters?external_id=CHG-20418'],
  ])
})

test('names of people are never put into an address', () => {
  const done = effects()
  for (const command of commandsFor('Maria Lopez', done)) command.run()
  expect(done.go).not.toHaveBeenCalled()
})

test('a role that sees no lists is led to none, not even by an id', () => {
  const done = effects()
  for (const typed of ['', 'CHG-20418', '3f0c81d2-93b1-4a8e-b7f4-5de1c09a9a21']) {
    expect(
      commandsWith(typed, { places: [], creations: [] }, done).filter((command) =>
        /^(Go|Open|Find|New)/.test(command.label),
      ),
    ).toEqual([])
  }
})
