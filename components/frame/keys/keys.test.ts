import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeyBinding } from './keys.ts'

// A page is drawn at once here: what its hook does on mounting is done.
vi.mock('react', () => ({ useEffect: (act: () => unknown) => void act(), useRef: (current: unknown) => ({ current }) }))

let page: EventTarget
let browser: EventTarget
let bind: (bindings: readonly KeyBinding[]) => void

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  page = Object.assign(new EventTarget(), { activeElement: null })
  browser = new EventTarget()
  const stubs = {
    document: page,
    window: browser,
    addEventListener: browser.addEventListener.bind(browser),
    HTMLElement: Map,
  }
  for (const [name, value] of Object.entries(stubs)) vi.stubGlobal(name, value)
  bind = (await import('./keys.ts')).useKeys
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function press(key: string, held: { altKey?: boolean } = {}): void {
  const event = Object.assign(new Event('keydown'), { key, ...held })
  page.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: performance.now() }))
}

/** Presses keys on a page that nothing but "o" is bound on; what ran on the page that comes then, where "r" writes. */
function ranAfter(act: () => void): string[] {
  const ran: string[] = []
  bind([
    { keys: 'o', label: 'Open', run: () => {}, leads: true },
    { keys: 'k', label: 'Up', run: () => {} },
  ])
  act()
  bind([
    { keys: 'j', label: 'Next', run: () => ran.push('j') },
    { keys: 'r', label: 'Resolve', run: () => ran.push('r'), writes: true },
  ])
  vi.advanceTimersByTime(1_000)
  return ran
}

test('keys pressed while a page that a key led to is on its way are taken by it', () => {
  expect(ranAfter(() => ['o', 'j', 'j'].forEach((key) => press(key)))).toEqual(['j', 'j'])
})

test('a key that writes is never answered on a page that was not seen, nor what follows it', () => {
  expect(ranAfter(() => ['o', 'j', 'r', 'j'].forEach((key) => press(key)))).toEqual(['j'])
})

test('a key that writes is answered on the page that is seen', () => {
  const ran: string[] = []
  bind([{ keys: 'r', label: 'Resolve', run: () => ran.push('r'), writes: true }])
  press('r')
  expect(ran).toEqual(['r'])
})

test('without a page on its way a key that nothing is bound to is let go', () => {
  expect(ranAfter(() => press('j'))).toEqual([])
})

test.each<[string, () => void]>([
  ['the way back', () => browser.dispatchEvent(new Event('popstate'))],
  ['the pointer', () => page.dispatchEvent(new Event('pointerdown'))],
  ['Escape', () => press('Escape')],
  ['an Alt combination', () => press('ArrowLeft', { altKey: true })],
  ['another key', () => press('k')],
  ['time', () => void vi.advanceTimersByTime(6_000)],
])('what was pressed before is forgotten after %s', (_, act) => {
  const keysAround = () => {
    press('o')
    press('j')
    act()
    press('j')
  }
  expect(ranAfter(keysAround)).toEqual([])
})
