import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fail, ok } from '#lib/core/result.ts'
import type { FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import {
  createDraftKeeper,
  type DraftContent,
  type DraftKeeper,
  type DraftMessage,
  type DraftState,
  type SendDraft,
} from './draft-keeper.ts'

const at = { kind: 'charge-capture', record: 'c1' } as const
const found: FoundDraft = {
  editor: 'f'.repeat(32),
  sequence: 9,
  base: 'B',
  value: 'old',
  saved_at: '2026-01-02T03:04:05Z',
}
let content: DraftContent
let sent: DraftMessage[]
let states: DraftState[]
let answer: SendDraft

beforeEach(() => {
  vi.useFakeTimers()
  content = { base: 'B', value: undefined }
  sent = []
  states = []
  answer = async () => ok({ saved_at: 'now' })
})
afterEach(() => void vi.useRealTimers())

function keeperOf(restored?: FoundDraft): DraftKeeper {
  const send: SendDraft = async (message, isLast) => {
    sent.push(message)
    return answer(message, isLast)
  }
  return createDraftKeeper({ at, found: restored, read: () => content, send, onState: (state) => states.push(state) })
}

function type(keeper: DraftKeeper, value: string | undefined): void {
  content = { ...content, value }
  keeper.changed()
}

const values = () => sent.map((message) => ('save' in message ? message.save.value : 'drop'))

test('what was typed is sent within a second of the last key, the base only once', async () => {
  const keeper = keeperOf()
  type(keeper, 'a')
  await vi.advanceTimersByTimeAsync(1_000)
  type(keeper, 'ab')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toMatchObject([
    { save: { ...at, sequence: 1, base: 'B', value: 'a' } },
    { save: { sequence: 2, value: 'ab' } },
  ])
  expect((sent[1] as { save: object }).save).not.toHaveProperty('base')
  expect(states.at(-1)).toEqual({ kind: 'saved', at: 'now' })
})

test('a minute of typing without a pause sends once a second, and nothing that was typed waits longer', async () => {
  const keeper = keeperOf()
  let oldest = 0
  for (let tenths = 1; tenths <= 600; tenths += 1) {
    type(keeper, String(tenths))
    await vi.advanceTimersByTimeAsync(100)
    oldest = Math.max(oldest, tenths - Number(values().at(-1) ?? 0))
  }
  expect(sent.length).toBeGreaterThan(50)
  expect(sent.length).toBeLessThanOrEqual(60)
  expect(oldest).toBeLessThanOrEqual(10)
})

test('nothing is sent for a form that holds nothing new', async () => {
  const keeper = keeperOf()
  type(keeper, undefined)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await keeper.flush()).toBe(true)
  type(keeper, 'a')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await keeper.flush(true)).toBe(true)
  expect(values()).toEqual(['a'])
})

test('a draft of which nobody knows whether it was kept is taken away with its edits', async () => {
  const keeper = keeperOf()
  answer = async () => undefined
  type(keeper, 'a')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(states.at(-1)).toEqual({ kind: 'failing' })
  answer = async () => ok(null)
  type(keeper, undefined)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(values()).toEqual(['a', 'drop'])
  expect(states.at(-1)).toEqual({ kind: 'none' })
})

test('that a draft may not be kept is said no more once its edits are taken back', async () => {
  const keeper = keeperOf()
  answer = async () => fail('TooLarge', 'Too large.')
  type(keeper, 'a')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(states.at(-1)).toEqual({ kind: 'refused', message: 'Too large.' })
  type(keeper, undefined)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(values()).toEqual(['a'])
  expect(states.at(-1)).toEqual({ kind: 'none' })
})

test('edits that were taken back by hand take their draft away', async () => {
  const keeper = keeperOf()
  type(keeper, 'a')
  await vi.advanceTimersByTimeAsync(1_000)
  type(keeper, undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(values()).toEqual(['a', 'drop'])
  expect(states.at(-1)).toEqual({ kind: 'none' })
})

test('an unreachable console is told, and tried again until it answers with what is in the form by then', async () => {
  const keeper = keeperOf()
  answer = async () => undefined
  type(keeper, 'a')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(states.at(-1)).toEqual({ kind: 'failing' })
  expect(await keeper.flush()).toBe(false)
  content = { base: 'B', value: 'ab' }
  answer = async () => ok({ saved_at: 'later' })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(values().at(-1)).toBe('ab')
  expect(states.at(-1)).toEqual({ kind: 'saved', at: 'later' })
})

test('a refusal is told in its own words and not repeated until the form changes', async () => {
  const keeper = keeperOf()
  answer = async () => fail('TooLarge', 'Too large.')
  type(keeper, 'a')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect(states.at(-1)).toEqual({ kind: 'refused', message: 'Too large.' })
})

test('a console that forgot the base is given it again', async () => {
  const keeper = keeperOf()
  type(keeper, 'a')
  await vi.advanceTimersByTimeAsync(1_000)
  answer = async (message) =>
    'save' in message && message.save.base === undefined ? fail('BaseMissing', '') : ok({ saved_at: 'now' })
  type(keeper, 'ab')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent.slice(1)).toMatchObject([{ save: { value: 'ab' } }, { save: { value: 'ab', base: 'B' } }])
  expect(states.at(-1)).toMatchObject({ kind: 'saved' })
})

test('a restored draft is not sent again as it is; its first edit replaces it', async () => {
  const keeper = keeperOf(found)
  type(keeper, 'old')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual([])
  type(keeper, 'new')
  await vi.advanceTimersByTimeAsync(1_000)
  type(keeper, 'newer')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toMatchObject([
    { save: { base: 'B', value: 'new', replaces: { editor: found.editor, sequence: 9 } } },
    { save: { value: 'newer' } },
  ])
  expect((sent[1] as { save: object }).save).not.toHaveProperty('replaces')
})

test('a dropped draft stays away from a form that is still filled in, and comes back with the next edit', async () => {
  const keeper = keeperOf(found)
  content = { base: 'B', value: 'old' }
  await keeper.drop()
  keeper.changed()
  await vi.advanceTimersByTimeAsync(1_000)
  await keeper.flush(true)
  expect(sent).toMatchObject([{ drop: { ...at, replaces: { editor: found.editor } } }])
  type(keeper, 'more')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(values()).toEqual(['drop', 'more'])
})

test('a page that goes away sends past the message that is still on its way, with a higher number', async () => {
  const keeper = keeperOf()
  answer = () => new Promise(() => {})
  type(keeper, 'a')
  await vi.advanceTimersByTimeAsync(1_000)
  type(keeper, 'ab')
  void keeper.flush(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toMatchObject([{ save: { sequence: 1, value: 'a' } }, { save: { sequence: 2, value: 'ab', base: 'B' } }])
})

test('a page that is hidden and then left sends the same edits once, and later ones again', async () => {
  const keeper = keeperOf()
  const replies: ((value: Awaited<ReturnType<SendDraft>>) => void)[] = []
  answer = () => new Promise((reply) => replies.push(reply))
  content = { base: 'B', value: 'a' }
  const kept = [keeper.flush(true), keeper.flush(true)]
  content = { base: 'B', value: 'ab' }
  void keeper.flush(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(values()).toEqual(['a', 'ab'])
  replies[0]!(ok({ saved_at: 'now' }))
  expect(await Promise.all(kept)).toEqual([true, true])
})

test('a draft that is too large to outlive its page says so', async () => {
  const keeper = keeperOf()
  answer = async () => ok({ saved_at: 'now', isTooLargeToLeave: true })
  type(keeper, 'a')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(states.at(-1)).toEqual({ kind: 'saved', at: 'now', isTooLargeToLeave: true })
})
