import { expect, test } from 'vitest'
import { fixWords } from './fix-words.ts'

const words = (label: string, from?: string, to?: string) =>
  fixWords({
    label,
    sets: [],
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  })

test('a fix names the field’s value and the new value, each once', () => {
  expect(words('Write 1EG4TE5MK73', '1eg4-te5-mk73', '1EG4TE5MK73')).toBe(
    'Write 1EG4TE5MK73 (now 1eg4-te5-mk73)',
  )
  expect(words('Write 27601 and 1234', '27601-1234', '27601 1234')).toBe(
    'Write 27601 and 1234 (now 27601-1234)',
  )
  expect(words('Keep each modifier once', '25 25', '25')).toBe(
    'Keep each modifier once (25 25 → 25)',
  )
  expect(words('Make it ABK', '', 'ABK')).toBe('Make it ABK')
  expect(words('Write 123', ' 123', '123')).toBe('Write 123 (now “ 123”)')
})

test('a value within a longer word of the label counts as not named', () => {
  expect(words('Keep each letter once, if no other was meant', 'A A', 'A')).toBe(
    'Keep each letter once, if no other was meant (A A → A)',
  )
})

test('a fix without values keeps its label', () => {
  expect(words('Write 123')).toBe('Write 123')
})
