import { expect, test } from 'vitest'
import { fail, ok, type Failure } from '#lib/core/result.ts'
import { addAndConfirm } from './add-by-name.tsx'

type Answer = 'made' | 'made, no answer' | 'not made, no answer' | Failure

/** Adds ids to a roster whose partner answers in this way. */
async function addTo(roster: Set<string>, ids: string[], answer: Answer, unread?: Failure) {
  const sent: string[][] = []
  const state = await addAndConfirm(ids, {
    async send(batch) {
      sent.push(batch)
      if (typeof answer === 'object') return { ok: false, error: answer }
      const before = roster.size
      if (answer !== 'not made, no answer') for (const id of batch) roster.add(id.toLowerCase())
      if (answer !== 'made') return fail('OutcomeUnknown', 'Lost.')
      const added_count = roster.size - before
      return ok({
        provider_count: roster.size,
        added_count,
        ignored_count: batch.length - added_count,
      })
    },
    readRoster: async () => (unread ? { ok: false, error: unread } : ok(roster)),
    wait: async () => undefined,
    onConfirming: () => undefined,
  })
  return { state, sent }
}

test('providers are added in one write, and the roster read afterwards confirms it', async () => {
  const { state, sent } = await addTo(new Set(['a', 'b']), ['B', 'c', 'd'], 'made')
  expect(sent).toEqual([['B', 'c', 'd']])
  expect(state).toEqual({
    at: 'added',
    numbers: {
      batches: [{ kind: 'add', ids: 3, standing: 'sent', added: 2, ignored: 1 }],
      remaining: { add: 0, remove: 0 },
      total: 4,
      rosterAfter: 4,
    },
  })
})

test('after a lost answer the roster decides: nothing is sent again, and missing providers are offered again', async () => {
  const made = await addTo(new Set(['a']), ['b'], 'made, no answer')
  expect(made.state).toMatchObject({
    at: 'added',
    numbers: { rosterAfter: 2, batches: [{ standing: 'lost', added: 1 }] },
  })
  const gone = await addTo(new Set(['a']), ['b', 'a'], 'not made, no answer')
  expect(gone.state).toMatchObject({
    at: 'choosing',
    note: expect.stringContaining('1 provider of these isn’t on the roster.'),
  })
  expect([made.sent, gone.sent].map((sent) => sent.length)).toEqual([1, 1])
})

test('a refusal says that no one was added', async () => {
  const { state } = await addTo(
    new Set(),
    ['b'],
    fail('EntityNotFoundError', 'No such provider.').error,
  )
  expect(state).toEqual({ at: 'choosing', note: 'No such provider. No one was added.' })
})

test('a roster that cannot be read afterwards confirms nothing', async () => {
  const late = fail('PartnerTimeout', 'Late.').error
  expect((await addTo(new Set(), ['b'], 'made', late)).state).toMatchObject({
    at: 'added',
    unread: late,
  })
  expect((await addTo(new Set(), ['b'], 'not made, no answer', late)).state).toMatchObject({
    at: 'choosing',
  })
})
