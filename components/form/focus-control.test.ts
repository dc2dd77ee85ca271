import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterNextFrame } from './focus-control.ts'

let frames: Map<number, () => void>
const move = vi.fn()

beforeEach(() => {
  frames = new Map()
  move.mockClear()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal(
    'requestAnimationFrame',
    (draw: () => void) => frames.set(frames.size + 1, draw).size,
  )
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame))
})
afterEach(() => vi.unstubAllGlobals())

const draw = () => frames.forEach((run) => run())

test('the focus moves in the next frame', () => {
  afterNextFrame(move)
  expect(move).not.toHaveBeenCalled()
  draw()
  expect(move).toHaveBeenCalledOnce()
})

test.each(['pointerdown', 'keydown'])(
  'the focus stays where a person went before the drawing (%s)',
  (sign) => {
    afterNextFrame(move)
    window.dispatchEvent(new Event(sign))
    draw()
    expect(move).not.toHaveBeenCalled()
  },
)

test('a cancelled move does not move the focus', () => {
  afterNextFrame(move)()
  draw()
  expect(move).not.toHaveBeenCalled()
})
