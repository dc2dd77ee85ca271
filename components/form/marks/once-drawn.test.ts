import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onceDrawn } from './once-drawn.ts'

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
  onceDrawn(move)
  expect(move).not.toHaveBeenCalled()
  draw()
  expect(move).toHaveBeenCalledOnce()
})

test.each(['pointerdown', 'keydown'])('the focus stays where a person went before the drawing (%s)', (sign) => {
  onceDrawn(move)
  window.dispatchEvent(new Event(sign))
  draw()
  expect(move).not.toHaveBeenCalled()
})

test('what was called off moves nothing', () => {
  onceDrawn(move)()
  draw()
  expect(move).not.toHaveBeenCalled()
})
