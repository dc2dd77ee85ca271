import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { growsTooFast } from './hostile-text.testing.ts'

const textOf = (size: number) => 'x'.repeat(size)

test('work that grows with the square of the text is found', () => {
  const lookAgain = (text: string) => {
    let same = 0
    for (let i = 0; i < text.length; i += 20)
      for (let j = 0; j < text.length; j += 1)
        if (text.charCodeAt(i) === text.charCodeAt(j)) same += 1
    return same
  }
  expect(growsTooFast(lookAgain, textOf)).toBe(true)
})

test('much work that grows with the text is not', () => {
  const hashOften = (text: string) => {
    for (let i = 0; i < 1_000; i += 1) createHash('sha256').update(text).digest()
  }
  expect(growsTooFast(hashOften, textOf)).toBe(false)
})
