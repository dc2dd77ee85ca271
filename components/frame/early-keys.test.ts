import { afterEach, expect, test, vi } from 'vitest'
import { earlyKeysScript, takeEarlyKeys } from './early-keys.ts'

afterEach(() => vi.unstubAllGlobals())

test('keys pressed before the page listens are kept once, in order, without combinations', () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const press = (key: string, more: object = {}) => page.dispatchEvent(Object.assign(new Event('keydown'), { key, ...more }))
  new Function(earlyKeysScript)()
  press('g')
  press('k', { ctrlKey: true })
  press('c')
  expect(takeEarlyKeys().map((event) => event.key)).toEqual(['g', 'c'])
  press('/')
  expect(takeEarlyKeys()).toEqual([])
})
