import { afterEach, expect, test, vi } from 'vitest'
import { earlyKeysScript, isFresh, takeEarlyKeys, withUnbound } from './early-keys.ts'

afterEach(() => vi.unstubAllGlobals())

test('keys pressed before the page listens are kept once, in order, without combinations and what was given up', () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const press = (key: string, more: object = {}) =>
    page.dispatchEvent(Object.assign(new Event('keydown'), { key, ...more }))
  new Function(earlyKeysScript)()
  press('x')
  press('Escape')
  press('x')
  page.dispatchEvent(new Event('pointerdown'))
  press('g')
  press('k', { ctrlKey: true })
  press('c')
  expect(takeEarlyKeys().map((event) => event.key)).toEqual(['g', 'c'])
  press('/')
  expect(takeEarlyKeys()).toEqual([])
})

test('keys that nothing is bound to are kept for the page that is on its way, but no combinations, held keys or old ones', () => {
  const key = (name: string, more: object = {}) =>
    ({
      key: name,
      timeStamp: performance.now(),
      ctrlKey: false,
      metaKey: false,
      repeat: false,
      ...more,
    }) as KeyboardEvent
  const pressed = [key('j'), key('k', { ctrlKey: true }), key('j', { repeat: true }), key('Escape'), key('Enter')]
  const kept = pressed.reduce<KeyboardEvent[]>(withUnbound, [])
  expect(kept.map((event) => event.key)).toEqual(['j', 'Enter'])
  expect(withUnbound([key('n', { timeStamp: performance.now() - 6_000 })], key('j')).map((event) => event.key)).toEqual(
    ['j'],
  )
  expect(isFresh({ timeStamp: performance.now() })).toBe(true)
})
