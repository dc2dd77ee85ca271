import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, holdToastsWhile, showToast, toastStore } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const { id } of toastStore.read()) dismissToast(id)
  vi.useRealTimers()
})

const shown = () => toastStore.read().map(({ message }) => message)

test('a toast leaves by itself, later the more there is to read or where there is something to press', () => {
  showToast({ message: 'Short.' })
  showToast({ message: Array.from({ length: 30 }, () => 'word').join(' ') })
  showToast({ message: 'Done.', action: { label: 'Undo', run: () => {} } })
  vi.advanceTimersByTime(6_500)
  expect(shown()).toHaveLength(3)
  vi.advanceTimersByTime(500)
  expect(shown()).toHaveLength(2)
  vi.advanceTimersByTime(11_000)
  expect(shown()).toEqual(['Done.'])
  vi.advanceTimersByTime(2_000)
  expect(shown()).toEqual([])
})

test('no time passes while it is held, and it stays a moment after that', () => {
  let isHeld = true
  const letGo = holdToastsWhile(
    () => isHeld,
    () => false,
  )
  showToast({ message: 'Held.' })
  vi.advanceTimersByTime(60_000)
  expect(shown()).toEqual(['Held.'])
  isHeld = false
  vi.advanceTimersByTime(6_500)
  isHeld = true
  vi.advanceTimersByTime(500)
  isHeld = false
  vi.advanceTimersByTime(2_500)
  expect(shown()).toEqual(['Held.'])
  vi.advanceTimersByTime(500)
  expect(shown()).toEqual([])
  letGo()
})

test('a fourth takes the place of the oldest that nobody is at', () => {
  const first = showToast({ message: 'First.' })
  const letGo = holdToastsWhile(
    () => true,
    (id) => id === first,
  )
  for (const message of ['Second.', 'Third.', 'Fourth.']) showToast({ message })
  expect(shown()).toEqual(['First.', 'Third.', 'Fourth.'])
  letGo()
  showToast({ message: 'Fifth.' })
  expect(shown()).toEqual(['Third.', 'Fourth.', 'Fifth.'])
})
