import { expect, test } from 'vitest'
import { mixesAlphabets, plainName } from './plain-name.ts'

test.each([
  ['Demo  admin ', 'spaces and case'],
  ['Demo\u200B Admin', 'a zero-width space'],
  ['Demo\u202E Admin\u202C', 'direction marks'],
  ['Demo\0 Admin', 'a NUL'],
  ['Demo\u3164Admin\uFE0F', 'a filler that nothing shows, as a space'],
  ['Demo Аdmin', 'a Cyrillic A'],
  ['Dеmо Αdmіn', 'Cyrillic and Greek letters'],
  ['Ｄｅｍｏ Admin', 'wide letters'],
  ['𝐃emo 𝐀dmin', 'mathematical letters'],
])('%j reads as Demo Admin: %s', (name) => {
  expect(plainName(name).replaceAll(' ', '')).toBe('demoadmin')
})

test('a whole word of look-alike letters reads as the Latin one', () => {
  expect(plainName('НСС')).toBe(plainName('HCC'))
})

test.each([
  ['José', 'Jose'],
  ['Łukasz', 'Lukasz'],
  ['Nguyễn', 'Nguyen'],
  ['Иван', 'Ivan'],
  ['Ann Lee', 'Anne Lee'],
])('%s and %s are two names', (one, other) => {
  expect(plainName(one)).not.toBe(plainName(other))
})

test.each([
  'Łukasz',
  'O’Hara',
  'Nguyễn',
  'Иван Петров',
  'Иван Smith',
  'Σωκράτης',
  '王小明',
  "D'Arcy-Жан",
])('%s keeps to one alphabet in each word', (name) => {
  expect(mixesAlphabets(name)).toBe(false)
})

test.each(['Demo Аdmin', 'Dem\u03BF', 'Pаul'])('%s mixes alphabets', (name) => {
  expect(mixesAlphabets(name)).toBe(true)
})
