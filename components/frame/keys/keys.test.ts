import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeyBinding } from './keys.ts'

// Effects run at once here: there is no page to draw.
vi.mock('react', () => ({ useEffect: (act: () => unknown) => void act(), useRef: (current: unknown) => ({ current }) }))

let page: EventTarget & { activeElement: unknown }
let keys: typeof import('./keys.ts')
let ran: string[]

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  page = Object.assign(new EventTarget(), { activeElement: null as unknown })
  vi.stubGlobal('document', page)
  vi.stubGlobal('HTMLElement', Map)
  keys = await import('./keys.ts')
  ran = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const binding = (name: string, more: Partial<KeyBinding> = {}): KeyBinding => ({
  keys: name,
  label: name,
  run: () => void ran.push(name),
  ...more,
})

function press(...names: string[]): void {
  for (const key of names) {
    const event = Object.assign(new Event('keydown'), { key, ctrlKey: key === 's' })
    page.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: performance.now() }))
  }
}

test('a key runs what is bound to it, and the component mounted last wins', () => {
  keys.useKeys([binding('j')])
  keys.useKeys([binding('j', { run: () => void ran.push('later') })])
  press('j', 'x')
  expect(ran).toEqual(['later'])
})

test('a sequence runs as one, and its last key stands for itself where the sequence leads nowhere', () => {
  keys.useKeys([binding('g c'), binding('j'), binding('c')])
  press('g', 'c', 'g', 'j')
  expect(ran).toEqual(['g c', 'j'])
  press('g')
  vi.advanceTimersByTime(2_000)
  press('c')
  expect(ran).toEqual(['g c', 'j', 'c'])
})

test('a help-only entry never shadows a real binding', () => {
  keys.useKeys([binding('j')])
  keys.useKeys([{ keys: 'j', label: 'Next cell', group: 'In a grid' }])
  press('j')
  expect(ran).toEqual(['j'])
  expect(keys.activeKeys().map(({ label }) => label)).toEqual(['Next cell', 'j'])
})

test('a letter for a box that is still opening presses no other key, until the box has the focus', () => {
  keys.useKeys([binding('/', { opens: true }), binding('j'), binding('Mod+s')])
  press('/', 'j', 's')
  expect(ran).toEqual(['/', 'Mod+s'])
  page.activeElement = 'the box'
  press('j')
  expect(ran).toEqual(['/', 'Mod+s', 'j'])
})

test('a box that never opens holds the keys for a second at most', () => {
  keys.useKeys([binding('/', { opens: true }), binding('j')])
  press('/')
  vi.advanceTimersByTime(1_100)
  press('j')
  expect(ran).toEqual(['/', 'j'])
})

test('a key that could open nothing holds no keys', () => {
  keys.useKeys([binding('/', { opens: true, run: () => false }), binding('j')])
  press('/', 'j')
  expect(ran).toEqual(['j'])
})
