import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { testSize } from '#lib/core/test-size.testing.ts'
import { npiCheckDigit } from '#lib/rules/codes/npi.ts'
import { inBatches } from './batches.ts'
import { readListedValue } from './listed-value.ts'
import { readList } from './read-list.ts'
import { createRosterChange } from './roster-change.ts'
import {
  addToIndex,
  emptyIndex,
  outcomes,
  planRoster,
  type Listed,
  type RosterMode,
} from './roster-plan.ts'

const idOf = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
const npiOf = (n: number) => {
  const nine = String(100_000_000 + n)
  return nine + npiCheckDigit(nine)
}
const provider = (n: number, npi = npiOf(n)): Listed => ({
  id: idOf(n),
  npi,
  name: `Provider ${n}`,
})
const indexOf = (providers: Listed[]) => {
  const index = emptyIndex()
  for (const one of providers) addToIndex(index, one)
  return index
}

describe('a value', () => {
  it.each([
    [idOf(10).toUpperCase(), { kind: 'id', id: idOf(10) }],
    [` "${idOf(1)}" `, { kind: 'id', id: idOf(1) }],
    [`{${idOf(1)}}`, { kind: 'id', id: idOf(1) }],
    [`#${idOf(1)}\u200b`, { kind: 'id', id: idOf(1) }],
    [`“${idOf(1).replaceAll('-', '\u2011')}”`, { kind: 'id', id: idOf(1) }],
    [`\u200e${idOf(1).replaceAll('-', '–')},`, { kind: 'id', id: idOf(1) }],
    [npiOf(5), { kind: 'npi', npi: npiOf(5) }],
    [`\u00a0${npiOf(5)}.0`, { kind: 'npi', npi: npiOf(5) }],
  ])('%s is read', (text, value) => expect(readListedValue(text)).toEqual(value))

  it.each([
    ['1234567890', /mistyped/],
    ['3234567890', /begins with 1 or 2/],
    ['123456789', /ten digits/],
    ['1.23457E+09', /shortened/],
    ['1,23457E+09', /shortened/],
    ['#REF!', /error of a spreadsheet/],
    ['MRN-17', /isn’t a provider ID or an NPI/],
    ['', /isn’t a provider ID or an NPI/],
  ])('%s is rejected with its reason', (text, why) =>
    expect(readListedValue(text)).toEqual({ kind: 'invalid', why: expect.stringMatching(why) }),
  )
})

describe('a list', () => {
  const values = (text: string, column?: number) => {
    const read = readList(text, column)
    return 'refused' in read ? read.refused : read.values
  }
  it.each([
    ['lines', `${npiOf(1)}\r\n${npiOf(2)}\n\n${npiOf(3)}`],
    ['commas and spaces', `${npiOf(1)}, ${npiOf(2)};${npiOf(3)} `],
    ['a heading', `\ufeffNPI\n${npiOf(1)}\n${npiOf(2)}\n${npiOf(3)}`],
    [
      'a CSV with commas in names',
      `name,npi\r\n"Doe, Jane",${npiOf(1)}\r\n"Moss ""A"", B",${npiOf(2)}\r\nX,${npiOf(3)}\r\n`,
    ],
    ['a line sep=;', `sep=;\r\nName;NPI\r\nA;${npiOf(1)}\r\nB;${npiOf(2)}\r\nC;${npiOf(3)}`],
    ['unseen signs', `${npiOf(1)}\u200B\n\u200E${npiOf(2)}\n${npiOf(3)}`],
    ['semicolons', `Name;Provider NPI\nA;${npiOf(1)}\nB;${npiOf(2)}\nC;${npiOf(3)}`],
    ['tabs without a heading', `A\t${npiOf(1)}\nB\t${npiOf(2)}\nC\t${npiOf(3)}`],
    [
      'ids of other records beside NPIs',
      `payer_uuid,npi\n${idOf(7)},${npiOf(1)}\n${idOf(7)},${npiOf(2)}\n${idOf(7)},${npiOf(3)}`,
    ],
  ])('with %s', (_, text) => expect(values(text)).toEqual([npiOf(1), npiOf(2), npiOf(3)]))

  it('prefers a column of provider ids over NPIs, unless the person chooses the other', () => {
    const text = `name,npi,provider_id\nA,${npiOf(1)},${idOf(1)}\nB,${npiOf(2)},${idOf(2)}`
    expect(readList(text)).toMatchObject({
      values: [idOf(1), idOf(2)],
      lines: [2, 3],
      column: 2,
      columns: [
        { name: 'npi', holds: 'NPIs', count: 2 },
        { name: 'provider_id', holds: 'ids', count: 2 },
      ],
    })
    expect(values(text, 1)).toEqual([npiOf(1), npiOf(2)])
  })

  it('takes back a file of a roster, whose columns are in words, and one with the partner’s names', () => {
    for (const heading of [
      'Name,NPI,Provider type,Provider ID',
      'name,npi,provider_type,provider_id',
    ]) {
      const line = (at: number) => `A${at},${npiOf(at)},Individual,${idOf(at)}`
      expect(readList(`${heading}\r\n${line(1)}\r\n${line(2)}\r\n`)).toMatchObject({
        values: [idOf(1), idOf(2)],
        lines: [2, 3],
        column: 3,
      })
    }
  })

  it('keeps wrong values of its column, so each is reported', () => {
    expect(values(`npi\n${npiOf(1)}\n${npiOf(2)}\n12345`)).toEqual([npiOf(1), npiOf(2), '12345'])
  })

  it.each([
    ['nothing', ' \n ', /empty/],
    ['words', 'hello there', /no provider IDs or NPIs/i],
    [
      'a CSV of another shape',
      'date,amount\n2026-01-01,12.50\n2026-01-02,3.00',
      /None of the 2 columns.*\(date, amount\)/,
    ],
    ['ids of another kind', 'MRN-1\nMRN-2\nMRN-3', /no provider IDs or NPIs/i],
    ['a spreadsheet', 'PK\u0003\u0004rest', /Save it as CSV/],
    ['bytes', 'abc\u0000def', /isn’t a text file/],
    [
      '100,001 ids',
      Array.from({ length: 100_001 }, (__, n) => idOf(n)).join('\n'),
      /100,001 values; one change takes at most 100,000/,
    ],
    ['50 MB', 'a'.repeat(50_000_000), /50 MB/],
  ])('with %s is rejected as a whole', (_, text, why) => expect(values(text)).toMatch(why))

  it('accepts 100,000 ids, however often each is repeated', () => {
    const ids = Array.from({ length: 100_000 }, (__, n) => idOf(n)).join('\n')
    expect(values(`${ids}\n${ids}`)).toHaveLength(200_000)
  })
})

describe('a plan', () => {
  const roster = indexOf([
    provider(1),
    provider(2),
    provider(3, npiOf(2)),
    { id: 'legacy-7', npi: '', name: 'Other id' },
  ])
  const looked = {
    found: indexOf([provider(4), provider(5), provider(6, npiOf(5))]),
    asked: new Set([idOf(9), npiOf(9)]),
    isClosed: false,
  }
  const list = [
    idOf(1),
    npiOf(1),
    npiOf(2),
    idOf(4),
    npiOf(4),
    npiOf(5),
    idOf(9),
    npiOf(9),
    idOf(10),
    'x',
    'legacy-7',
  ]
  const planned = (mode: RosterMode, values = list, more: Partial<typeof looked> = {}) => {
    const { entries, repeated } = planRoster(
      mode,
      { values, lines: values.map((_, n) => n + 1) },
      roster,
      {
        ...looked,
        ...more,
      },
    )
    return {
      ...Object.fromEntries(
        outcomes.map((outcome) => [
          outcome,
          entries[outcome].map((entry) => entry.provider?.id ?? entry.value),
        ]),
      ),
      repeated,
    }
  }

  it('adds known providers that are not on the roster, and gives every other line its outcome', () => {
    expect(planned('add')).toEqual({
      add: [idOf(4)],
      remove: [],
      present: [idOf(1), idOf(2), idOf(3), 'legacy-7'],
      absent: [],
      unknown: [idOf(9), npiOf(9)],
      several: [npiOf(5)],
      invalid: ['x'],
      open: [idOf(10)],
      unchecked: [],
      repeated: 2,
    })
  })
  it('knows an id of a partner’s own kind as people copy it', () => {
    for (const copied of ['“Legacy-7”', '#legacy-7', 'legacy\u20117\u200b', 'LEGACY–7'])
      expect(planned('remove', [copied]), copied).toMatchObject({ remove: ['legacy-7'] })
  })
  it('removes only providers on the roster, and none of several with one NPI', () => {
    expect(planned('remove')).toMatchObject({
      add: [],
      remove: [idOf(1), 'legacy-7'],
      several: [npiOf(2)],
      absent: [idOf(4), npiOf(4), npiOf(5), idOf(9), npiOf(9), idOf(10)],
      invalid: ['x'],
    })
  })
  it('to make equal removes everyone who is not listed', () => {
    expect(planned('equal', [idOf(1), idOf(4)])).toMatchObject({
      add: [idOf(4)],
      present: [idOf(1)],
      remove: [idOf(2), idOf(3), 'legacy-7'],
    })
  })
  it('sends an id unchecked if the key may not look up, and reports an NPI as unknown', () => {
    expect(planned('add', [idOf(10), npiOf(11)], { isClosed: true })).toMatchObject({
      unchecked: [idOf(10)],
      unknown: [npiOf(11)],
    })
  })
})

test('each line has one outcome, nobody is planned twice, and `equal` makes the roster equal', () => {
  const place = fc.integer({ min: 0, max: 30 })
  const value = fc.oneof(
    place.map(idOf),
    place.map(npiOf),
    place.map((n) => idOf(n).toUpperCase()),
    fc.string({ maxLength: 4 }).map((text) => `?${text}`),
  )
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 40 }),
      fc.uniqueArray(place, { maxLength: 20 }),
      fc.uniqueArray(place, { maxLength: 20 }),
      fc.constantFrom('add', 'remove', 'equal' as const),
      (values, on, known, mode) => {
        const roster = indexOf(on.map((n) => provider(n)))
        const all = Array.from({ length: 31 }, (_, n) => n)
        const looked = {
          found: indexOf(known.map((n) => provider(n))),
          asked: new Set([...all.map(idOf), ...all.map(npiOf)]),
          isClosed: false,
        }
        const { entries, repeated } = planRoster(
          mode,
          { values, lines: values.map((_, n) => n + 1) },
          roster,
          looked,
        )
        const planned = outcomes.flatMap((outcome) => entries[outcome])
        expect(planned.filter(({ line }) => line !== undefined).length + repeated).toBe(
          values.length,
        )
        const ids = planned.flatMap(({ provider: one }) => (one ? [one.id] : []))
        expect(new Set(ids).size).toBe(ids.length)
        for (const { provider: one } of entries.add) expect(roster.byId.has(one!.id)).toBe(false)
        for (const { provider: one } of [...entries.remove, ...entries.present])
          expect(roster.byId.has(one!.id)).toBe(true)
        const after = new Set(
          [...roster.byId.keys(), ...entries.add.map(({ provider: one }) => one!.id)].filter(
            (id) => !entries.remove.some(({ provider: one }) => one!.id === id),
          ),
        )
        const listed = new Set(
          [...entries.add, ...entries.present].map(({ provider: one }) => one!.id),
        )
        expect(mode !== 'equal' || after.symmetricDifference(listed).size === 0).toBe(true)
        expect(mode === 'add' ? entries.remove : []).toEqual([])
        expect(mode === 'remove' ? entries.add : []).toEqual([])
      },
    ),
    { numRuns: testSize(300, 2_000) },
  )
})

test('any text is read or rejected, and never throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(fc.oneof(fc.constant(npiOf(1)), fc.string())).map((parts) => parts.join('\n')),
      ),
      (text) => {
        const read = readList(text)
        expect('refused' in read || read.lines.length === read.values.length).toBe(true)
      },
    ),
    { numRuns: testSize(300, 2_000) },
  )
})

test('batches contain every id once, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 7 }), (ids, size) => {
      const batches = inBatches(ids, size)
      expect(batches.flat()).toEqual(ids)
      expect(batches.every((batch) => batch.length > 0 && batch.length <= size)).toBe(true)
    }),
  )
})

test('only the confirmed change is sent, whatever happens to the roster meanwhile', () => {
  const change = createRosterChange()
  change.addRoster([provider(1), provider(2)])
  change.takeText(`${idOf(2)} ${idOf(3)}`)
  expect(change.plan('equal')).toMatchObject({
    counts: { open: 1, remove: 1, present: 1 },
    toLookUp: { ids: 1, npis: 0 },
  })
  change.noteFound([provider(3)], change.open().ids)
  expect(change.plan('equal').counts).toMatchObject({ add: 1, remove: 1, present: 1, open: 0 })
  expect(change.agree({ withUnchecked: false })).toEqual({ add: 1, remove: 1 })
  change.clearRoster()
  change.addRoster([provider(2), provider(3), provider(8)])
  expect(change.remaining()).toEqual({ add: 0, remove: 0 })
  change.clearRoster()
  change.addRoster([provider(1)])
  expect(change.nextBatch('add')).toEqual([idOf(3)])
  change.noteSent('add', [idOf(3)])
  change.noteSent('remove', [idOf(1)])
  expect(change.remaining()).toEqual({ add: 0, remove: 0 })
  expect(change.size()).toBe(1)
})
