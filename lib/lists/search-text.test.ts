import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBirthDate, searchText, serviceDatesSince } from './search-text.ts'

const reggie = { names: ['Reggie Carter'], ids: ['PAT-77', 'CHG-10244', 'a1b2-reg'] }
const regina = { names: ['Regina Carterson', undefined], ids: ['PAT-78', 'CHG-10245'] }
const termOf = (typed: string) => searchText(typed)?.term
const fits = (typed: string, record: typeof regina) => searchText(typed)!.fits(record)

test.each([
  ['carter', 'carter'],
  ['Carter, Reggie', 'Carter'],
  ['R Carter', 'Carter'],
  ['9/3/1980', '1980-09-03'],
  ['9-3-80', '1980-09-03'],
  ['1980-09-03', '1980-09-03'],
  ['carter 9/3/1980', '1980-09-03'],
  ['Feb 14 1980', '1980-02-14'],
  ['february 14, 1980 carter', '1980-02-14'],
  ['14 Feb. 1980', '1980-02-14'],
  ['02-14-80', '1980-02-14'],
  ['Febo 14 1980', 'Febo'],
  ['Feb 30 1980', '1980'],
  ['chg-10244', 'chg-10244'],
  ['13/45/1980', '13/45/1980'],
  ['O’Neill', 'Neill'],
  ['Reyes–Moss', 'Reyes'],
  ['Nicola\u0301s', 'Nicol\u00e1s'],
  ['#CHG-10244', 'CHG-10244'],
  ['“CHG\u201110244”', 'CHG-10244'],
  ["'CHG–10244',", 'CHG-10244'],
  ['\u200eCHG-10244\u200b', 'CHG-10244'],
])('“%s” asks the partner for %s', (typed, term) => {
  expect(termOf(typed)).toBe(term)
})

test('less than two letters ask for nothing', () => {
  expect(['', ' ', 'c', 'c, r'].map(termOf)).toEqual([undefined, undefined, undefined, undefined])
})

test('each word must be there, in any order; one letter is an initial', () => {
  for (const typed of [
    'carter, reggie',
    'reggie carter',
    'R Carter',
    'carter r',
    'reg cart',
    '10244',
  ])
    expect(fits(typed, reggie), typed).toBe(true)
  for (const typed of [
    'carter, reggie',
    'reggie',
    '10244',
    'x carter',
    'p carterson',
    'pat carterson',
  ])
    expect(fits(typed, regina), typed).toBe(false)
  for (const typed of ['9/3/1980', 'pat-77', 'a1b2-reg', 'carter pat-77'])
    expect(fits(typed, reggie), typed).toBe(true)
})

test('a record is found by any words of its own', () => {
  const word = fc.stringMatching(/^[a-zA-Zà-ÿ0-9]{2,12}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.nat(), (words, seed) => {
      const typed = words.slice(seed % words.length).join(seed % 2 ? ', ' : ' ')
      const search = searchText(typed)
      fc.pre(search !== undefined)
      expect(search!.fits({ names: [words.join(' ')], ids: [] })).toBe(true)
    }),
  )
})

test('a birth date alone is told from an id, and from a date beside a name', () => {
  expect(['2/14/1980', '02-14-80', '1980-02-14', 'Feb 14, 1980'].map(isBirthDate)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['carter 2/14/1980', 'CHG-10244', '13/45/1980', ''].map(isBirthDate)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test.each([
  ['carter', true],
  ['9/3/1980', true],
  ['Carter, Reggie', false],
  ['R Carter', false],
  ['carter 9/3/1980', false],
  ['O’Neill', false],
  ['“CHG\u201110244”', true],
])('the partner’s answer to “%s” is the whole answer: %s', (typed, isWhole) => {
  expect(searchText(typed)?.isWhole).toBe(isWhole)
})

const since = '2025-11-26'
const visited = { ...reggie, dates: ['2026-09-01', '1980-02-14'] }

test.each([
  ['9/1/2026', undefined, '2026-09-01'],
  ['carter 9/1/2026', 'carter', '2026-09-01'],
  ['Sep 1, 2026 carter', 'carter', '2026-09-01'],
  ['carter 2/14/1980 9/1/2026', '1980-02-14', '2026-09-01'],
  ['2/14/1980', '1980-02-14', undefined],
  ['11/25/2025', '2025-11-25', undefined],
  ['11/26/2025', undefined, '2025-11-26'],
])('“%s” asks for the word %s and the date of service %s', (typed, term, service) => {
  const search = searchText(typed, since)
  expect([search?.term, search?.service]).toEqual([term, service])
  expect(search?.isWhole).toBe(service === undefined)
})

test('a date of service must be a date of the record; a birth date as recent counts, too', () => {
  const isFound = (typed: string, record: typeof visited) => searchText(typed, since)!.fits(record)
  expect(isFound('carter 9/1/2026', visited)).toBe(true)
  expect(isFound('carter 9/2/2026', visited)).toBe(false)
  expect(isFound('moss 9/1/2026', visited)).toBe(false)
  expect(isFound('9/1/2026', visited)).toBe(true)
  expect(isFound('carter 9/3/2026', { ...visited, dates: ['2026-09-20', '2026-09-03'] })).toBe(true)
})

test('dates of service begin a year before today', () => {
  expect(serviceDatesSince(Date.parse('2026-11-26T18:00:00Z'))).toBe('2025-11-26')
})

test.each([
  [
    'Íñigo Ordóñez-Ruiz',
    ['ordonez', 'Ordonez-Ruiz, Inigo', 'ORDÓN\u0303EZ ruiz', 'ordóñez–ruiz', 'I Ruiz'],
  ],
  ['Kate O’Hara', ["O'Hara", 'OHara', 'o`hara', 'Hara, Kate', 'Oʼhara kate']],
  ['Nicola\u0301s Moss', ['Nicolás', 'nicolas', 'Moss, Nicola\u0301s']],
  ['Ana Reyes Moss', ['Reyes-Moss', 'reyes\u2011moss', 'Reyes Moss', 'Reyes—Moss, Ana']],
  ['Søren Łuczak', ['soren', 'luczak', 'Łuczak, Søren']],
])('%s is found in each spelling', (name, spellings) => {
  for (const typed of spellings)
    expect(searchText(typed)!.fits({ names: [name], ids: ['P-1'] }), typed).toBe(true)
  expect(searchText('Ruizmoss')!.fits({ names: [name], ids: ['P-1'] })).toBe(false)
})
