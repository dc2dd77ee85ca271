import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import {
  canonicalText,
  isJsonObject,
  sameJson,
  type Json,
  type JsonObject,
} from '#lib/core/json.ts'
import { testSize } from '#lib/core/test-size.testing.ts'
import { mergeThree, type Choice, type Merged, type Triple } from './merge-three.ts'
import { triples } from './testing-triples.testing.ts'

// 100,000 triples in all.
const runs = (whole: number) => ({ numRuns: testSize(whole / 50, whole), seed: 41 })
type Side = Json | undefined

const same = (a: Side, b: Side) => (a === undefined || b === undefined ? a === b : sameJson(a, b))
const member = (value: Side, name: string): Side =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
const dataOf = (record: JsonObject) => record.data as JsonObject
const rowsOf = (record: JsonObject, list: string) =>
  Array.isArray(dataOf(record)[list]) ? (dataOf(record)[list] as JsonObject[]) : []
const lineIn = (record: JsonObject, mark: Json) =>
  rowsOf(record, 'service_lines').filter((line) => line.x_mark === mark)

const diagnosisName = ({ code_type, code }: JsonObject) => `${String(code_type)} ${String(code)}`

/** The meaning of a line's pointers: the diagnosis of each, or its number if invalid. */
function meaning(record: JsonObject, line: JsonObject | undefined): string[] | undefined {
  if (!line || !Array.isArray(line.diagnosis_pointers)) return undefined
  const diagnoses = rowsOf(record, 'diagnoses')
  return line.diagnosis_pointers.map((pointer) => {
    const named = diagnoses[Number(pointer)]
    return named ? diagnosisName(named) : `none ${String(pointer)}`
  })
}

/** Every path where the merged record breaks the plain rule, if nothing had to be chosen. */
function breaches(path: string, base: Side, mine: Side, theirs: Side, merged: Side): string[] {
  if (isJsonObject(base) && isJsonObject(mine) && isJsonObject(theirs) && isJsonObject(merged)) {
    const names = new Set([base, mine, theirs, merged].flatMap((side) => Object.keys(side)))
    return [...names].flatMap((name) =>
      name === 'diagnoses' || name === 'service_lines' || name === 'diagnosis_pointers'
        ? []
        : breaches(
            `${path}.${name}`,
            member(base, name),
            member(mine, name),
            member(theirs, name),
            member(merged, name),
          ),
    )
  }
  const right = same(base, mine) ? theirs : mine
  const isPlain = same(base, mine) || same(base, theirs) || same(mine, theirs)
  return isPlain && same(merged, right) ? [] : [path]
}

function lineBreaches({ base, mine, theirs }: Triple, merged: JsonObject): string[] {
  const marks = new Set(
    [base, mine, theirs, merged].flatMap((record) =>
      rowsOf(record, 'service_lines').map((line) => line.x_mark!),
    ),
  )
  return [...marks].flatMap((mark) => {
    const [was, here, there, now] = [base, mine, theirs, merged].map((record) =>
      lineIn(record, mark),
    )
    if (now!.length > 1) return [`${String(mark)} stands twice`]
    if (was!.length > 0 && here!.length > 0 && there!.length > 0) {
      const meant = [meaning(mine, here![0]), meaning(theirs, there![0])]
      const names = meaning(merged, now![0])
      return [
        ...breaches(String(mark), was![0], here![0], there![0], now![0]),
        ...(meant.some((each) => same(each, names)) ? [] : [`${String(mark)} pointers`]),
      ]
    }
    const only = here!.length > 0 ? here![0] : there![0]
    const author = here!.length > 0 ? mine : theirs
    const wanted = was!.length > 0 ? undefined : only
    if (!wanted) return now!.length === 0 ? [] : [`${String(mark)} came back`]
    if (!now![0]) return [`${String(mark)} is lost`]
    const { diagnosis_pointers: _, ...content } = wanted
    const { diagnosis_pointers: __, ...kept } = now![0]
    return [
      ...(same(content, kept) ? [] : [`${String(mark)} changed`]),
      ...(same(meaning(author, only), meaning(merged, now![0]))
        ? []
        : [`${String(mark)} pointers`]),
    ]
  })
}

/** Resolves every conflict with the same side. */
function settled(triple: Triple, take: 'mine' | 'theirs'): Merged {
  const choices: Choice[] = []
  for (let round = 0; round < 10; round += 1) {
    const result = mergeThree(triple, choices)
    if (result.conflicts.length === 0) return result
    choices.push(...result.conflicts.map(({ path }) => ({ path, take })))
  }
  throw new Error('the conflicts do not end')
}

/** The paths outside lists that one author changed and the merged record lost. */
function lostFrom(path: string, base: Side, author: Side, merged: Side): string[] {
  if (isJsonObject(author) && isJsonObject(base)) {
    const names = new Set([...Object.keys(base), ...Object.keys(author)])
    return [...names].flatMap((name) =>
      name === 'diagnoses' || name === 'service_lines'
        ? []
        : lostFrom(
            `${path}.${name}`,
            member(base, name),
            member(author, name),
            member(merged, name),
          ),
    )
  }
  return same(base, author) || same(author, merged) ? [] : [path]
}

const person = new Set(['first_name', 'last_name', 'date_of_birth', 'gender'])

/**
 * Every unit of a record as text, with its line's mark. A missing unit is '{}'. With `isSettled`,
 * what a line's pointers mean belongs to its unit: without a question, no diagnosis was removed
 * that a pointer needs.
 */
function unitsIn(record: JsonObject, isSettled: boolean): Map<string, string> {
  const data = dataOf(record)
  const only = (value: Side, has: (name: string) => boolean) =>
    canonicalText(
      isJsonObject(value)
        ? Object.fromEntries(Object.entries(value).filter(([name]) => has(name)))
        : {},
    )
  const all = () => true
  const card = member(member(data, 'subscriber_primary'), 'insurance_card')
  const found = new Map([
    ['card', only(card, (name) => /^(payer|plan)_|^member_id$|^group_number$/.test(name))],
    [
      'provider',
      only(member(data, 'rendering_provider'), (name) =>
        ['npi', 'last_name', 'taxonomy_code'].includes(name),
      ),
    ],
    ['address', only(member(member(data, 'patient'), 'address'), all)],
    ['patient', only(member(data, 'patient'), (name) => person.has(name))],
    [
      'subscriber',
      only(
        member(data, 'subscriber_primary'),
        (name) => person.has(name) || name === 'patient_relationship_to_subscriber_code',
      ),
    ],
  ])
  const billed = new Set([
    'procedure_code',
    'modifiers',
    'drug_identification',
    'quantity',
    'units',
    'charge_amount_cents',
  ])
  for (const line of rowsOf(record, 'service_lines')) {
    found.set(
      `line ${String(line.x_mark)}`,
      JSON.stringify([
        only(line, (name) => billed.has(name)),
        isSettled ? (meaning(record, line) ?? []) : [],
      ]),
    )
  }
  return found
}

describe('two people edit one record', () => {
  test(
    'each unit comes whole from one person, before and after the choices',
    { timeout: 120_000 },
    () => {
      fc.assert(
        fc.property(triples, (triple) => {
          const plain = mergeThree(triple)
          const isSettled = plain.conflicts.length === 0
          for (const { merged } of [plain, settled(triple, 'mine'), settled(triple, 'theirs')]) {
            const known = [triple.base, triple.mine, triple.theirs].map((record) =>
              unitsIn(record, isSettled),
            )
            for (const [unit, text] of unitsIn(merged, isSettled))
              expect(
                known.map((units) => units.get(unit)),
                unit,
              ).toContain(text)
          }
        }),
        runs(15_000),
      )
    },
  )

  test(
    "without conflicts, the result has both people's changes: none lost, swapped or doubled",
    { timeout: 120_000 },
    () => {
      let asked = 0
      fc.assert(
        fc.property(triples, (triple) => {
          const { merged, conflicts } = mergeThree(triple)
          if (conflicts.length > 0) return void (asked += 1)
          expect(breaches('', triple.base, triple.mine, triple.theirs, merged)).toEqual([])
          expect(lineBreaches(triple, merged)).toEqual([])
        }),
        runs(60_000),
      )
      expect(asked).toBeGreaterThan(testSize(20, 1_000))
      expect(asked).toBeLessThan(testSize(900, 45_000))
    },
  )

  test(
    'a path that both changed is a conflict, and choosing one side everywhere loses none of its changes',
    { timeout: 120_000 },
    () => {
      fc.assert(
        fc.property(triples, (triple) => {
          expect(
            lostFrom('', triple.base, triple.theirs, settled(triple, 'theirs').merged),
          ).toEqual([])
          expect(lostFrom('', triple.base, triple.mine, settled(triple, 'mine').merged)).toEqual([])
        }),
        runs(15_000),
      )
    },
  )

  test(
    'one side without changes: the result is the other person’s record',
    { timeout: 120_000 },
    () => {
      fc.assert(
        fc.property(triples, ({ base, mine, theirs }) => {
          expect(sameJson(mergeThree({ base, mine, theirs: base }).merged, mine)).toBe(true)
          expect(sameJson(mergeThree({ base, mine: base, theirs }).merged, theirs)).toBe(true)
          expect(sameJson(mergeThree({ base, mine, theirs: mine }).merged, mine)).toBe(true)
        }),
        runs(10_000),
      )
    },
  )

  test('the order of saving does not change the conflicts', { timeout: 120_000 }, () => {
    const asked = (triple: Triple, [left, right]: ['mine' | 'theirs', 'mine' | 'theirs']) =>
      mergeThree(triple)
        .conflicts.map((conflict) =>
          JSON.stringify([conflict.base, conflict[left], conflict[right]]),
        )
        .toSorted()
    fc.assert(
      fc.property(triples, ({ base, mine, theirs }) => {
        expect(asked({ base, mine, theirs }, ['mine', 'theirs'])).toEqual(
          asked({ base, mine: theirs, theirs: mine }, ['theirs', 'mine']),
        )
      }),
      runs(15_000),
    )
  })
})
