import { expect, test } from 'vitest'
import { patientSearch } from './find-pre-encounter.ts'

test.each([
  ['7C6D2E1A-0B3F-4C55-9D10-00C0FFEE0001', ['patient.id|eq|7c6d2e1a-0b3f-4c55-9d10-00c0ffee0001']],
  ['1980-02-29', ['patient.birthDate|eq|1980-02-29']],
  ['2/29/1980', ['patient.birthDate|eq|1980-02-29']],
  ['2/29/80', ['patient.birthDate|eq|1980-02-29']],
  ['Feb 29, 1980', ['patient.birthDate|eq|1980-02-29']],
  ['PAT-100', ['patient.mrn|contains|PAT-100']],
  ['Moss', ['patient.name.family|contains|Moss']],
])('%s is asked as %s', (text, filters) => {
  expect(patientSearch(text)).toEqual({ filters, words: [] })
})

test('the last word, then the first, is tried as the family name, and the full name must have all words', () => {
  expect(patientSearch('Anna Moss')).toEqual({
    filters: ['patient.name.family|contains|Moss', 'patient.name.family|contains|Anna'],
    words: ['anna', 'moss'],
  })
  expect(patientSearch('Moss, Anna')).toEqual({
    filters: ['patient.name.family|contains|Anna', 'patient.name.family|contains|Moss'],
    words: ['moss', 'anna'],
  })
})

test('of a name with an apostrophe or a hyphen the longest part is asked for', () => {
  expect(patientSearch('O’Hara')).toEqual({
    filters: ['patient.name.family|contains|Hara'],
    words: ['ohara'],
  })
  expect(patientSearch('Reyes–Moss')).toEqual({
    filters: ['patient.name.family|contains|Reyes'],
    words: ['reyes', 'moss'],
  })
  expect(patientSearch('“#PAT‑100”\u200b').filters).toEqual(['patient.mrn|contains|PAT-100'])
})

test('a search term cannot add a filter of its own', () => {
  expect(patientSearch('a|eq|b,patient.id').filters.join()).toBe(
    'patient.name.family|contains|patient.id,patient.name.family|contains|a',
  )
  expect(patientSearch('Moss;Lee').filters[0]).toBe('patient.name.family|contains|Lee')
})
