import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testSize } from '#lib/core/test-size.testing.ts'
import { fromText, letterOf } from '#lib/rules/edit/draft-text.ts'
import {
  afterInserting,
  afterMoving,
  afterRemoving,
  newTargetWords,
  restorePointers,
  repoint,
  repointLines,
  repointWords,
} from './repoint.ts'

describe('one line', () => {
  test.each([
    ['A B C', 'A B'],
    ['B', ''],
    ['C A', 'B A'],
    ['a,c', 'A B'],
    ['AC', 'A B'],
    ['#2', 'B'],
    ['A E', 'A E'],
    ['C 1', 'B 1'],
    ['1', '1'],
    ['C #2.5 #-1', 'B #2.5 #-1'],
    ['a,a', 'a,a'],
  ])('of three diagnoses, deleting B turns %s into %j', (letters, expected) => {
    expect(repoint(letters, afterRemoving(1, 3))).toBe(expected)
  })

  test('a move shifts every letter in between', () => {
    expect(repoint('A B C D', afterMoving(0, 2))).toBe('C A B D')
    expect(repoint('A B C D', afterMoving(2, 0))).toBe('B C A D')
  })

  test('after Z a pointer is written as a number', () => {
    expect(repoint('Z', afterInserting(0))).toBe('#26')
    expect(repoint('#26', afterRemoving(0, 27))).toBe('Z')
  })
})

describe('an undone deletion', () => {
  const then = (letters: readonly string[]) =>
    letters.map((before) => ({ before, after: repoint(before, afterRemoving(1, 3)) }))

  test('restores the letters of untouched lines as written', () => {
    const before = ['a, b', 'B', 'C', 'D', 'x 1']
    const kept = then(before)
    expect(
      restorePointers(
        kept.map(({ after }) => after),
        kept,
        1,
      ),
    ).toEqual(before)
  })

  test('keeps what a later edited line points at', () => {
    expect(restorePointers(['B A', 'C'], then(['C', 'A']), 1)).toEqual(['C A', 'D'])
  })
})

test('describes the changes in words', () => {
  const changes = repointLines(['A B', 'C', 'B', 'A'], afterRemoving(1, 3))
  expect(repointWords(changes)).toBe('2 lines re-pointed. Line 3 lost its only diagnosis.')
  expect(repointWords(repointLines(['B', 'B', 'B'], afterRemoving(1, 2)), [4])).toBe(
    'Lines 1, 2 and 3 lost their only diagnosis. The diagnoses of line 5 couldn’t be read and weren’t changed. Check them.',
  )
  expect(repointWords([])).toBe('')
})

test('mentions a new diagnosis that lines already pointed at', () => {
  expect(newTargetWords(['A D', 'd', 'C', '1'], 3)).toBe(
    'Lines 1 and 2 pointed at D already, and name the new diagnosis now.',
  )
  expect(newTargetWords(['A', 'B'], 2)).toBe('')
})

// Each diagnosis has its own name, so the target of a letter can be compared before and after.
type Step = { kind: 'remove' | 'move' | 'insert'; at: number; to: number }

const pointerShape = { kind: 'list', item: { kind: 'number' } } as const
const token = fc.oneof(
  { weight: 6, arbitrary: fc.nat(13).map((place) => letterOf(place)) },
  { weight: 1, arbitrary: fc.constantFrom('1', 'a1', '#40', '#-1', '?') },
)
const cell = fc
  .tuple(fc.array(token, { maxLength: 5 }), fc.constantFrom(' ', ',', ', '))
  .map(([tokens, between]) => tokens.join(between))
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind']>('remove', 'move', 'insert'),
    at: fc.nat(20),
    to: fc.nat(20),
  }),
  { maxLength: 8 },
)

function namesIn(letters: string, diagnoses: readonly string[]): (string | undefined)[] {
  const read = letters
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((part) => (fromText(part, pointerShape)?.value as number[] | undefined) ?? [])
  return read.flat().map((pointer) => diagnoses[pointer])
}

test('20,000 rearrangements: no pointer changes its diagnosis', () => {
  const rounds = fc.property(
    fc.integer({ min: 0, max: 12 }),
    fc.array(cell, { maxLength: 4 }),
    steps,
    (count, cells, plan) => {
      let diagnoses = Array.from({ length: count }, (_, place) => `d${place}`)
      let lines = cells
      let made = count
      for (const { kind, at, to } of plan) {
        const before = lines.map((line) => namesIn(line, diagnoses))
        const next = [...diagnoses]
        const here = diagnoses.length === 0 ? 0 : at % diagnoses.length
        if (kind === 'insert') next.splice(here, 0, `d${made++}`)
        else if (diagnoses.length === 0) continue
        else if (kind === 'remove') next.splice(here, 1)
        else next.splice(to % diagnoses.length, 0, ...next.splice(here, 1))
        const moved =
          kind === 'insert'
            ? afterInserting(here)
            : kind === 'remove'
              ? afterRemoving(here, diagnoses.length)
              : afterMoving(here, to % diagnoses.length)
        const gone = kind === 'remove' ? diagnoses[here] : undefined
        lines = lines.map((line) => repoint(line, moved))
        diagnoses = next
        const after = lines.map((line) => namesIn(line, diagnoses))
        expect(after).toEqual(
          before.map((names) => names.filter((name) => name === undefined || name !== gone)),
        )
      }
    },
  )
  expect(() => fc.assert(rounds, { numRuns: testSize(1_000, 20_000) })).not.toThrow()
})
