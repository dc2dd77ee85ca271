import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginTypingAhead, endTypingAhead, typeAhead } from './typed-ahead.ts'

class Thing extends EventTarget {
  tabIndex = 0
}
class Box extends Thing {
  value = ''
  readonly readOnly = false
  readonly type = 'text'
  setRangeText(text: string) {
    this.value += text
  }
}
class Area extends Box {}
let page: EventTarget & { activeElement: Thing | null }

beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { activeElement: null })
  const stubs = {
    document: page,
    HTMLElement: Thing,
    HTMLInputElement: Box,
    HTMLTextAreaElement: Area,
    InputEvent: Event,
  }
  for (const [name, value] of Object.entries(stubs)) vi.stubGlobal(name, value)
})
afterEach(() => {
  endTypingAhead()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const type = (...names: string[]) =>
  names.map((key) => typeAhead(Object.assign(new Event('keydown'), { key }) as unknown as KeyboardEvent))
const combine = (key: string) =>
  typeAhead(Object.assign(new Event('keydown'), { key, ctrlKey: true }) as unknown as KeyboardEvent)
async function focus<T extends Thing>(target: T): Promise<T> {
  page.activeElement = target
  page.dispatchEvent(Object.defineProperty(new Event('focusin'), 'target', { value: target }))
  await Promise.resolve()
  return target
}

test('letters, blanks and the way back go into the field that opens; Enter presses nothing meanwhile', async () => {
  beginTypingAhead()
  expect(type('S', 't', ' ', 'x', 'Backspace', 'a', 'Enter', 'Tab')).toEqual(Array(8).fill(true))
  // The dialog itself may have the focus first.
  await focus(Object.assign(new Thing(), { tabIndex: -1 }))
  expect((await focus(new Box())).value).toBe('St a')
  expect(type('j')).toEqual([false])
})

test('what was typed for something that never opened goes into no field later', async () => {
  beginTypingAhead()
  type('n')
  vi.advanceTimersByTime(600_000)
  expect((await focus(new Area())).value).toBe('')
  page.activeElement = null
  beginTypingAhead()
  type('n')
  await focus(new Thing())
  expect((await focus(new Area())).value).toBe('')
})

test('typing on prolongs nothing, and a combination is the page’s', () => {
  beginTypingAhead()
  const taken = Array.from({ length: 20 }, () => {
    vi.advanceTimersByTime(1_400)
    return type('j')[0]
  })
  expect(taken.indexOf(false)).toBe(3)
  beginTypingAhead()
  expect(combine('s')).toBe(false)
})
