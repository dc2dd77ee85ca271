import { describe, expect, test, vi } from 'vitest'
import { makeMarkStore, type Mark } from './mark-store.ts'

const partner: Mark = { from: 'partner', severity: 'error', message: 'is wrong' }
const error: Mark = { from: 'check', severity: 'error', message: 'is short' }
const warning: Mark = { from: 'check', severity: 'warning', message: 'is odd' }

describe('a field that listens to its marks is called', () => {
  test('not when another field’s marks change', () => {
    const store = makeMarkStore()
    const [npi, name] = [vi.fn(), vi.fn()]
    store.listen('data.patient.npi', npi)
    store.listen('data.patient.name', name)
    store.put('checks', new Map([['data.patient.npi', [error]]]))
    expect(npi).toHaveBeenCalledTimes(1)
    expect(name).not.toHaveBeenCalled()
    expect(store.at('data.patient.npi')).toEqual([error])
  })

  test('not again when equal marks are put once more', () => {
    const store = makeMarkStore()
    store.put('checks', new Map([['a', [error]]]))
    const before = store.at('a')
    const heard = vi.fn()
    store.listen('', heard)
    store.put('checks', new Map([['a', [{ ...error }]]]))
    expect(heard).not.toHaveBeenCalled()
    expect(store.at('a')).toBe(before)
  })

  test('not after it has stopped listening', () => {
    const store = makeMarkStore()
    const heard = vi.fn()
    store.listen('a', heard)()
    store.put('messages', new Map([['a', [partner]]]))
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('marks are counted under every path above their field', () => {
  test('once for each field, as an error if one of its marks is an error', () => {
    const store = makeMarkStore(new Map([['data.lines.0.units', [partner]]]))
    store.put(
      'checks',
      new Map([
        ['data.lines.0.units', [warning]],
        ['data.lines.1.units', [warning]],
      ]),
    )
    expect(store.under('')).toEqual({ errors: 1, warnings: 1 })
    expect(store.under('data.lines.1')).toEqual({ errors: 0, warnings: 1 })
    expect(store.under('data.patient')).toEqual({ errors: 0, warnings: 0 })
  })

  test('and a count stays the same object while nothing under its path changes', () => {
    const store = makeMarkStore(new Map([['data.a.x', [partner]]]))
    const before = store.under('data.a')
    store.put('checks', new Map([['data.b.x', [warning]]]))
    expect(store.under('data.a')).toBe(before)
    store.put('checks', new Map([['data.a.x', [warning]]]))
    expect(store.under('data.a')).not.toBe(before)
  })
})

test('a message that the partner and a rule share is shown once, with the rule’s fix', () => {
  const fix = { label: 'Write 1', sets: [{ name: 'a', value: '1' }] }
  const store = makeMarkStore(new Map([['a', [partner]]]))
  store.put('checks', new Map([['a', [{ ...error, message: partner.message, fix }, warning]]]))
  expect(store.at('a')).toEqual([{ ...partner, fix }, warning])
})
