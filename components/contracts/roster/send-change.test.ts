import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Failure, type Result, fail, ok } from '#lib/core/result.ts'
import type { RosterChanged } from '#lib/actions/writing/write-replies.ts'
import { createRosterChange } from '#lib/rules/roster/roster-change.ts'
import type { Listed, RosterMode } from '#lib/rules/roster/roster-plan.ts'
import { lookUpOpen, openDirectory } from './look-up-providers.ts'
import { sendChange, type ChangeKind, type SendProgress } from './send-change.ts'
import type { RosterCalls } from './start-roster-worker.ts'

const idOf = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
const listed = (n: number): Listed => ({ id: idOf(n), npi: '', name: `Provider ${n}` })

/** A change as the page calls it in its worker: every method answers later. */
function changeInWorker(): RosterCalls {
  return Object.fromEntries(
    Object.entries(createRosterChange()).map(([name, method]) => [
      name,
      async (...args: never[]) => (method as (...given: never[]) => unknown)(...args),
    ]),
  ) as unknown as RosterCalls
}

/**
 * The partner's behaviour for the next batch: it makes the change or not, and replies or not; or
 * another client changes the roster first.
 */
type Turn = 'fine' | 'lost after' | 'lost before' | 'busy' | { joins?: number; leaves?: number }

function partner(on: readonly number[], turns: Turn[]) {
  const roster = new Set(on.map(idOf))
  const sent: { kind: ChangeKind; ids: string[] }[] = []
  const counts = { added: 0, removed: 0 }
  function send(kind: ChangeKind, ids: string[]): Result<RosterChanged> {
    sent.push({ kind, ids })
    const turn = turns.shift() ?? 'fine'
    if (turn === 'busy') return fail('PartnerBusy', 'Busy.', { status: 429 })
    if (turn === 'lost before') return fail('OutcomeUnknown', 'Lost.')
    if (typeof turn === 'object') {
      if (turn.joins !== undefined) roster.add(idOf(turn.joins))
      if (turn.leaves !== undefined) roster.delete(idOf(turn.leaves))
    }
    if (kind === 'remove' && ids.some((id) => !roster.has(id)))
      return fail('EntityNotFoundError', 'Not there.', { status: 404 })
    const before = roster.size
    for (const id of ids)
      if (kind === 'add') roster.add(id)
      else roster.delete(id)
    counts.added += Math.max(0, roster.size - before)
    counts.removed += Math.max(0, before - roster.size)
    if (turn === 'lost after') return fail('OutcomeUnknown', 'Lost.')
    const added = roster.size - before
    return ok({
      provider_count: roster.size,
      added_count: kind === 'add' ? added : null,
      ignored_count: kind === 'add' ? ids.length - added : null,
    })
  }
  return { roster, sent, counts, send: async (kind: ChangeKind, ids: string[]) => send(kind, ids) }
}

async function prepare(mode: RosterMode, on: readonly number[], wanted: readonly number[]) {
  const change = changeInWorker()
  await change.addRoster(on.map(listed))
  if (wanted.length > 0) await change.takeText(wanted.map(idOf).join('\n'))
  await change.plan(mode)
  const { ids } = await change.open()
  await change.noteFound(wanted.map(listed), ids)
  await change.plan(mode)
  await change.agree({ withUnchecked: false })
  return change
}

async function run(
  mode: RosterMode,
  on: readonly number[],
  wanted: readonly number[],
  turns: Turn[] = [],
  unreadable: Failure[] = [],
) {
  const change = await prepare(mode, on, wanted)
  const there = partner(on, turns)
  const seen: SendProgress[] = []
  const tools = {
    change,
    send: there.send,
    wait: async () => undefined,
    onProgress: (progress: SendProgress) => void seen.push(progress),
    isStopped: () => false,
    readRoster: async () => {
      const failure = unreadable.shift()
      if (failure) return failure
      await change.clearRoster()
      await change.addRoster([...there.roster].map((id) => ({ id, npi: '', name: '' })))
      return undefined
    },
  }
  return { end: await sendChange(tools), there, tools, seen }
}

test('an addition is sent at once, counted and read again', async () => {
  const { end, there } = await run('add', [1, 2], [2, 3, 4])
  expect(end).toMatchObject({
    step: 'done',
    total: 4,
    rosterAfter: 4,
    remaining: { add: 0, remove: 0 },
    batches: [{ kind: 'add', ids: 2, standing: 'sent', added: 2, ignored: 0 }],
  })
  expect(there.sent).toHaveLength(1)
})

test('after a lost answer the roster is read: a made change is not sent again, a missing one is', async () => {
  const made = await run('add', [1], [2, 3], ['lost after'])
  expect(made.there.sent).toHaveLength(1)
  expect(made.end).toMatchObject({
    step: 'done',
    rosterAfter: 3,
    batches: [{ standing: 'lost', added: 2 }],
  })
  const gone = await run('add', [1], [2, 3], ['lost before'])
  expect(gone.there.sent).toHaveLength(2)
  expect(gone.end).toMatchObject({
    step: 'done',
    rosterAfter: 3,
    batches: [
      { standing: 'lost', added: 0 },
      { standing: 'sent', added: 2 },
    ],
  })
})

test('a batch whose answers are all lost stays unknown', async () => {
  const { end } = await run('add', [1], [2, 3], ['lost before', 'lost before', 'lost after'])
  expect(end).toMatchObject({
    step: 'stopped',
    batches: [
      { standing: 'lost', added: 0 },
      { standing: 'lost', added: 0 },
      { standing: 'unknown' },
    ],
  })
})

test('a provider who left meanwhile is not sent, and one who leaves before the request does not block the others', async () => {
  const { end, there } = await run('remove', [1, 2, 3], [1, 2], [{ leaves: 1 }])
  expect(there.sent.map(({ ids }) => ids)).toEqual([[idOf(1), idOf(2)], [idOf(2)]])
  expect(end).toMatchObject({
    step: 'done',
    rosterAfter: 1,
    batches: [{ standing: 'lost', added: 1 }, { standing: 'sent' }],
  })
})

test('a refusal stops and shows the sent batches; continuing reads the roster again and sends the rest', async () => {
  const { end, there, tools } = await run('equal', [1, 2], [2, 3], ['fine', 'busy'])
  expect(end).toMatchObject({
    step: 'stopped',
    failure: { name: 'PartnerBusy' },
    remaining: { add: 0, remove: 1 },
    batches: [
      { kind: 'add', standing: 'sent' },
      { kind: 'remove', standing: 'refused' },
    ],
  })
  expect(await sendChange(tools, end)).toMatchObject({ step: 'done', rosterAfter: 2 })
  expect([...there.roster]).toEqual([idOf(2), idOf(3)])
})

test('a removal is not sent while the roster cannot be read', async () => {
  const { end, there } = await run(
    'remove',
    [1, 2],
    [1],
    [],
    [fail('PartnerTimeout', 'Late.').error],
  )
  expect(end).toMatchObject({ step: 'stopped', failure: { name: 'PartnerTimeout' } })
  expect(there.sent).toEqual([])
})

test('with any lost answers and other changes, only the agreed change is sent, and it is made', async () => {
  const place = fc.integer({ min: 0, max: 12 })
  const turn: fc.Arbitrary<Turn> = fc.oneof(
    fc.constantFrom(
      'fine' as const,
      'lost after' as const,
      'lost before' as const,
      'busy' as const,
    ),
    fc.record({ joins: place, leaves: place }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('add', 'remove', 'equal' as const),
      fc.uniqueArray(place),
      fc.uniqueArray(place),
      fc.array(turn, { maxLength: 6 }),
      async (mode, on, wanted, turns) => {
        const others = new Set(
          turns.flatMap((one) => (typeof one === 'object' ? [one.joins, one.leaves] : [])),
        )
        const agreed = {
          add: wanted.filter((n) => !on.includes(n) && mode !== 'remove'),
          remove:
            mode === 'equal'
              ? on.filter((n) => !wanted.includes(n))
              : mode === 'remove'
                ? on.filter((n) => wanted.includes(n))
                : [],
        }
        const { end: first, there, tools } = await run(mode, on, wanted, turns)
        let end = first
        for (let tries = 0; end.step === 'stopped' && tries < 8; tries += 1)
          end = await sendChange(tools, end)
        expect(end.step).toBe('done')
        for (const { kind, ids } of there.sent)
          expect(agreed[kind].map(idOf)).toEqual(expect.arrayContaining(ids))
        // A change that another client undid is reported, not made again.
        const missing = agreed.add.filter((n) => !there.roster.has(idOf(n)))
        const returned = agreed.remove.filter((n) => there.roster.has(idOf(n)))
        expect(end).toMatchObject({
          remaining: { add: missing.length, remove: returned.length },
          rosterAfter: there.roster.size,
        })
        expect([...missing, ...returned].filter((n) => !others.has(n))).toEqual([])
      },
    ),
    { numRuns: 1_000 },
  )
})

test('few ids are looked up one by one, many in the directory; without permission the partner checks them', async () => {
  const page = (from: number, next: string | null) =>
    ok({ rows: [listed(from), listed(from + 1)], next, is_available: true })
  const asked: unknown[] = []
  const tools = (
    change: RosterCalls,
    pages: Result<ReturnType<typeof page>['value']>[],
    isOpen = true,
  ) => ({
    change,
    find: async (sought: { ids: string[]; npis: string[] }) => (
      asked.push(sought),
      ok({ is_available: isOpen, providers: isOpen ? [listed(1)] : [] })
    ),
    directory: openDirectory(async (position) => (asked.push(position), pages.shift()!)),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })
  const change = changeInWorker()
  await change.takeText(`${idOf(1)} ${idOf(9)}`)
  const look = async (on: RosterCalls, using: ReturnType<typeof tools>) =>
    lookUpOpen(using, (await on.plan('add')).toLookUp)
  expect(await look(change, tools(change, []))).toBeUndefined()
  expect((await change.plan('add')).counts).toMatchObject({ add: 1, unknown: 1, open: 0 })

  const much = changeInWorker()
  await much.takeText(Array.from({ length: 4_000 }, (_, n) => idOf(n)).join('\n'))
  const walking = tools(much, [page(1, 'x'), fail('PartnerTimeout', 'Late.'), page(3, null)])
  asked.length = 0
  expect(await look(much, walking)).toMatchObject({ name: 'PartnerTimeout' })
  expect((await much.plan('add')).counts).toMatchObject({ add: 2, open: 3_998 })
  expect(await look(much, walking)).toBeUndefined()
  expect((await much.plan('add')).counts).toMatchObject({ add: 4, unknown: 3_996, open: 0 })
  expect(asked).toEqual([undefined, 'x', 'x'])

  const closed = changeInWorker()
  await closed.takeText(idOf(5))
  await look(closed, tools(closed, [], false))
  expect((await closed.plan('add')).counts).toMatchObject({ unchecked: 1 })
})
