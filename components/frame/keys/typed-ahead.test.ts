import { expect, test } from 'vitest'
import { nextText } from './typed-ahead.ts'

const key = (name: string, held: { ctrlKey?: boolean } = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...held })

test('letters, blanks and the way back are kept as they were typed', () => {
  expect(['S', 't', ' ', 'x', 'Backspace', 'a'].reduce((text, name) => nextText(text, key(name)) ?? text, '')).toBe('St a')
})

test('Enter presses nothing while something opens, and other keys type nothing', () => {
  expect(nextText('sta', key('Enter'))).toBe('sta')
  expect(nextText('sta', key('Tab'))).toBeUndefined()
  expect(nextText('sta', key('a', { ctrlKey: true }))).toBeUndefined()
})
