import { expect, test } from 'vitest'
import type { PlanSummary } from '#lib/rules/roster/roster-change.ts'
import { outcomes, type Outcome, type RosterMode } from '#lib/rules/roster/roster-plan.ts'
import { confirmsRemoval, emptiesRoster, planWords, sendWords } from './roster-plan.tsx'
import { resultWords } from './roster-send.tsx'
import type { SendProgress, SentBatch } from './send-change.ts'

function plan(
  mode: RosterMode,
  roster: number,
  counts: Partial<Record<Outcome, number>>,
): PlanSummary {
  return {
    mode,
    roster,
    read: 10,
    repeated: 1,
    toLookUp: { ids: 0, npis: 0 },
    counts: {
      ...(Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>),
      ...counts,
    },
  }
}

test('a plan shows its sum', () => {
  expect(planWords(plan('equal', 1_000, { add: 2, remove: 3, unchecked: 5 }), true)).toBe(
    '10 values read, 1 of them repeated. The roster goes from 1,000 providers to 1,004.',
  )
  expect(planWords(plan('add', 1, { present: 9 }), false)).toContain('Nothing to send')
  expect(planWords(plan('equal', 3, { remove: 3, open: 9 }), false)).toBe(
    '10 values read, 1 of them repeated.',
  )
  expect([sendWords(2, 0), sendWords(0, 1_000), sendWords(2, 3), sendWords(0, 0)]).toEqual([
    'Add 2',
    'Remove 1,000',
    'Add 2, remove 3',
    'Send',
  ])
})

test.each([
  ['few leave', plan('remove', 10, { remove: 4 }), false],
  ['half leave', plan('remove', 10, { remove: 5 }), true],
  [
    'a list with lines that nobody can tell',
    plan('equal', 10, { present: 9, remove: 1, unknown: 1 }),
    true,
  ],
  ['the same lines, nobody leaving', plan('equal', 10, { present: 10, unknown: 1 }), false],
  ['the same lines in a removal', plan('remove', 10, { remove: 1, absent: 3, invalid: 1 }), false],
] as const)('a person confirms who leaves: %s', (_, given, isAsked) =>
  expect(confirmsRemoval(given)).toBe(isAsked),
)

test('a list without known providers does not empty the roster', () => {
  expect(emptiesRoster(plan('equal', 3, { remove: 3, unknown: 5 }))).toBe(true)
  expect(emptiesRoster(plan('equal', 3, { remove: 3, open: 5 }))).toBe(false)
  expect(emptiesRoster(plan('equal', 3, { remove: 2, present: 1 }))).toBe(false)
  expect(emptiesRoster(plan('remove', 3, { remove: 3 }))).toBe(false)
})

test('a result matches when the roster read afterwards has the partner’s total; otherwise it shows the difference', () => {
  const batch = (more: Partial<SentBatch>): SentBatch => ({
    kind: 'add',
    ids: 3,
    standing: 'sent',
    added: 2,
    ignored: 1,
    ...more,
  })
  const end = (more: Partial<SendProgress>): SendProgress => ({
    step: 'done',
    batches: [batch({}), batch({ standing: 'lost', added: 3, ignored: 0 })],
    remaining: { add: 0, remove: 0 },
    total: 12,
    rosterAfter: 12,
    failure: undefined,
    ...more,
  })
  expect(resultWords(end({}))).toMatchObject({
    agrees: true,
    facts: [
      ['Added', '5'],
      ['Already there', '1'],
      ['Roster now', '12 (confirmed)'],
    ],
  })
  expect(resultWords(end({ rosterAfter: 11 }))).toMatchObject({
    agrees: false,
    words: expect.stringContaining('it has 11, but the partner reported 12'),
  })
  expect(resultWords(end({ remaining: { add: 1, remove: 2 } })).words).toContain(
    '1 that was added is not on it, 2 that were removed are on it again',
  )
})
