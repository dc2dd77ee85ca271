import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeyBinding } from './keys.ts'

// Effects run immediately here, because nothing is rendered.
vi.mock('react', () => ({
  useEffect: (act: () => unknown) => void act(),
  useRef: (current: unknown) => ({ current }),
}))

class FakeElement {
  isContentEditable = false
  readonly #selectors: readonly string[]
  constructor(...selectors: string[]) {
    this.#selectors = selectors
  }
  matches(list: string): boolean {
    return list.split(', ').some((selector) => this.#selectors.includes(selector))
  }
  closest(list: string): FakeElement | null {
    return this.matches(list) ? this : null
  }
}

let page: EventTarget & { activeElement: unknown }
let keys: typeof import('./keys.ts')
let ran: string[]

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  page = Object.assign(new EventTarget(), { activeElement: null as unknown })
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { href: 'http://console.test/queue', pathname: '/queue' })
  vi.stubGlobal('HTMLElement', FakeElement)
  vi.stubGlobal('HTMLInputElement', class extends FakeElement {})
  vi.spyOn(console, 'warn').mockImplementation((...words) => {
    throw new Error(words.join(' '))
  })
  keys = await import('./keys.ts')
  ran = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const binding = (name: string, more: Partial<KeyBinding> = {}): KeyBinding => ({
  keys: name,
  label: name,
  run: () => void ran.push(name),
  ...more,
})

type Held = { Shift?: boolean; Control?: boolean; Alt?: boolean; Meta?: boolean }

function pressKey(
  key: string,
  { held = {}, code = `code of ${key}`, target, repeat = false }: Pressed = {},
): Event {
  const event = Object.assign(new Event('keydown', { cancelable: true }), {
    key,
    code,
    repeat,
    shiftKey: held.Shift ?? false,
    ctrlKey: held.Control ?? false,
    altKey: held.Alt ?? false,
    metaKey: held.Meta ?? false,
    getModifierState: (name: keyof Held) => held[name] ?? false,
  })
  if (target) Object.defineProperty(event, 'target', { value: target })
  page.dispatchEvent(event)
  return event
}
type Pressed = { held?: Held; code?: string; target?: FakeElement; repeat?: boolean }

const press = (...names: string[]) => names.forEach((name) => pressKey(name))

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

test('after a sequence the keys begin anew, also the last keys of other sequences', () => {
  keys.useKeys([binding('g c'), binding('g h'), binding('h')])
  press('g', 'c', 'h')
  expect(ran).toEqual(['g c', 'h'])
})

test('a symbol is found on every keyboard, a shifted letter is a key of its own', () => {
  keys.useKeys([binding('?'), binding('/'), binding('x'), binding('Shift+x'), binding('+')])
  pressKey('?', { held: { Shift: true } })
  // A German keyboard types "/" with Shift and 7, and "+" without Shift.
  pressKey('/', { held: { Shift: true }, code: 'Digit7' })
  press('/', '+', 'x')
  pressKey('X', { held: { Shift: true } })
  expect(ran).toEqual(['?', '/', '/', '+', 'x', 'Shift+x'])
})

test('keys with Alt or Ctrl are not the plain keys, and a handled key does nothing else', () => {
  keys.useKeys([binding('j'), binding('Mod+k')])
  pressKey('j', { held: { Alt: true } })
  pressKey('j', { held: { Control: true } })
  expect(ran).toEqual([])
  expect(pressKey('k', { held: { Control: true } }).defaultPrevented).toBe(true)
  expect(ran).toEqual(['Mod+k'])
})

test.each([
  ['Linux x86_64', { Alt: true }, { Control: true }],
  // Option and n write the ñ of a name.
  ['MacIntel', { Control: true }, { Alt: true }],
])('on %s an Alt key works while a person types, but not in a dialog', (platform, held, other) => {
  vi.stubGlobal('navigator', { platform })
  keys.useKeys([binding('n'), binding('Alt+n')])
  const field = new FakeElement('textarea')
  pressKey('n', { target: field })
  pressKey('n', { target: field, held: other })
  pressKey('n', { target: new FakeElement('[role="dialog"]'), held })
  expect(ran).toEqual([])
  expect(pressKey('n', { target: field, held }).defaultPrevented).toBe(true)
  pressKey('n', { held })
  expect(ran).toEqual(['Alt+n', 'Alt+n'])
  const answer = keys.holdKeys()
  pressKey('n', { target: field, held })
  answer()
  expect(ran).toEqual(['Alt+n', 'Alt+n'])
})

test('a held key repeats what moves, and nothing else', () => {
  keys.useKeys([binding('j', { repeats: true }), binding('r')])
  press('j', 'r')
  for (const key of ['j', 'j', 'r', 'r']) pressKey(key, { repeat: true })
  expect(ran).toEqual(['j', 'r', 'j', 'j'])
})

test('plain keys do nothing in a field or a dialog, and Enter belongs to a link; Mod keys work everywhere', () => {
  keys.useKeys([binding('j'), binding('Enter'), binding('Mod+s'), binding('g c'), binding('c')])
  for (const place of ['textarea', '[role="combobox"]', '[role="dialog"]', '[role="menu"]'])
    pressKey('j', { target: new FakeElement(place) })
  pressKey('Enter', { target: new FakeElement('a[href]') })
  expect(ran).toEqual([])
  pressKey('j', { target: new FakeElement('a[href]') })
  pressKey('s', { target: new FakeElement('textarea'), held: { Control: true } })
  expect(ran).toEqual(['j', 'Mod+s'])
  // Typing in between ends a sequence.
  press('g')
  pressKey('a', { target: new FakeElement('textarea') })
  press('c')
  expect(ran).toEqual(['j', 'Mod+s', 'c'])
})

test('keys that come and go with the state of a page are the ones that work', () => {
  let bindings = [binding('j')]
  keys.useKeys(bindings)
  press('j')
  bindings.splice(0, 1, binding('k'))
  press('j', 'k')
  expect(ran).toEqual(['j', 'k'])
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
  press('/', 'j')
  pressKey('s', { held: { Control: true } })
  expect(ran).toEqual(['/', 'Mod+s'])
  page.dispatchEvent(new Event('focusin'))
  press('j')
  expect(ran).toEqual(['/', 'Mod+s', 'j'])
})

test('a box that opened and closed again holds no keys', () => {
  keys.useKeys([binding('/', { opens: true }), binding('j')])
  press('/')
  // The dialog library stops Escape from reaching the page and restores the focus.
  page.dispatchEvent(new Event('focusin'))
  press('j')
  expect(ran).toEqual(['/', 'j'])
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

test('no plain key acts while a dialog or an editor loads or is open, and letters rest 500 ms after it closes', () => {
  keys.useKeys([binding('j'), binding('Enter'), binding('Escape'), binding('Mod+s')])
  const [loaded, closed] = [keys.holdKeys(), keys.holdKeys({ andAfter: true })]
  loaded()
  press('j', 'Enter', 'Escape')
  pressKey('s', { held: { Control: true } })
  expect(ran).toEqual(['Escape', 'Mod+s'])
  closed()
  vi.advanceTimersByTime(499)
  press('j', 'Enter')
  expect(ran).toEqual(['Escape', 'Mod+s', 'Enter'])
  vi.advanceTimersByTime(1)
  press('j')
  expect(ran).toEqual(['Escape', 'Mod+s', 'Enter', 'j'])
})

test('an end that is called twice ends one hold, and an editor that came leaves no rest', () => {
  keys.useKeys([binding('j')])
  const [first, second] = [keys.holdKeys(), keys.holdKeys()]
  first()
  first()
  press('j')
  expect(ran).toEqual([])
  second()
  press('j')
  expect(ran).toEqual(['j'])
})

test('no plain key acts on the list behind while the page of a record loads; Escape gives the keys back', () => {
  keys.useKeys([binding('j'), binding('s')])
  keys.holdKeysUntilPage('/charge-captures/1?field=data.patient')
  press('s')
  expect(ran).toEqual([])
  vi.stubGlobal('location', {
    href: 'http://console.test/charge-captures/1',
    pathname: '/charge-captures/1',
  })
  press('j')
  expect(ran).toEqual(['j'])

  // Back at the list, without a key in between.
  keys.holdKeysUntilPage('/charge-captures/2')
  keys.notePage('/charge-captures/1')
  press('j')
  expect(ran).toEqual(['j'])
  keys.notePage('/charge-captures/2')
  press('j')
  expect(ran.splice(1)).toEqual(['j'])

  keys.holdKeysUntilPage('/charge-captures/2')
  press('s', 'Escape', 's')
  expect(ran).toEqual(['j', 's'])
  keys.holdKeysUntilPage('/charge-captures/2')
  vi.advanceTimersByTime(10_000)
  press('j')
  keys.holdKeysUntilPage('/charge-captures/1?tab=json')
  press('j')
  expect(ran).toEqual(['j', 's', 'j', 'j'])
})
