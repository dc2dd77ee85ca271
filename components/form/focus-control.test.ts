import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterNextFrame } from './focus-control.ts'

let frames: Map<number, () => void>
const move = vi.fn()

beforeEach(() => {
  frames = new Map()
  move.mockClear()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.set(frames.size + 1, draw).size)
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame))
})
afterEach(() => vi.unstubAllGlobals())

const draw = () => frames.forEach((run) => run())

test('the focus moves with the next drawing', () => {
  afterNextFrame(move)
  expect(move).not.toHaveBeenCalled()
  draw()
  expect(move).toHaveBeenCalledOnce()
})

test.each(['pointerdown', 'keydown'])('the focus stays where a person went before the drawing (%s)', (sign) => {
  afterNextFrame(move)
  window.dispatchEvent(new Event(sign))
  draw()
  expect(move).not.toHaveBeenCalled()
})

test('what was called off moves nothing', () => {
  afterNextFrame(move)()
  draw()
  expect(move).not.toHaveBeenCalled()
})
