import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSlicer, sortInSlices } from './slices.ts'

test('indexes come in order, and equal items keep theirs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 5_000, minLength: 0, size: 'max' }),
      async (values) => {
        const places = await sortInSlices(values.length, (a, b) => values[a]! - values[b]!)
        expect([...places]).toEqual(
          values.map((_, index) => index).toSorted((a, b) => values[a]! - values[b]! || a - b),
        )
      },
    ),
    { numRuns: 12 },
  )
})

test('an aborted sort ends with the reason', async () => {
  const controller = new AbortController()
  const sorting = sortInSlices(50_000, (a, b) => b - a, controller.signal)
  controller.abort(new Error('not wanted'))
  await expect(sorting).rejects.toThrow('not wanted')
})

test('long work yields to other work', async () => {
  const slicer = createSlicer()
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  const end = performance.now() + 30_000
  while (performance.now() < end) {
    const turn = slicer()
    if (turn) await turn
    if (turns > 2) break
  }
  clearInterval(timer)
  expect(turns).toBeGreaterThan(2)
})
