import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { isAsNew, lastArrives, noteLastVersion, readLastVersion } from './last-version.ts'
import { tabStorage } from './tab-storage.testing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const at = { kind: 'charge-capture', record: 'c' } as const
const found: FoundDraft = { editor: 'e', sequence: 5, base: 'B', value: 'v', saved_at: 'now' }
const last = (sequence: number, isDrop = false) => ({ editor: 'e', sequence, isDrop })

/** How often is asked, and whether the message arrived, when each read gives the next answer and then the last one again. */
async function ask(message: ReturnType<typeof last>, ...answers: (FoundDraft | null | 'fails' | 'hangs')[]) {
  let asked = 0
  const read = async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)]!
    if (answer === 'hangs') return new Promise<null>(() => {})
    if (answer === 'fails') throw new Error('unreachable')
    return answer
  }
  const arrived = lastArrives(read, message, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(4_000)
  return [asked, await arrived]
}

test('a draft is as new as a message that it came with or after', () => {
  expect([
    isAsNew(found, last(5)),
    isAsNew(found, last(4)),
    isAsNew(found, last(6)),
    isAsNew(null, last(1)),
    isAsNew({ ...found, editor: 'f' }, last(1)),
  ]).toEqual([true, true, false, false, false])
})

test('a dropped draft is gone, and so is the one that it was restored from', () => {
  expect([
    isAsNew(found, last(6, true)),
    isAsNew(null, last(6, true)),
    isAsNew({ ...found, editor: 'f' }, last(6, true)),
  ]).toEqual([false, true, true])
  const restored = { ...last(1, true), editor: 'f', replaces: { editor: 'e', sequence: 5 } }
  expect([isAsNew(found, restored), isAsNew({ ...found, sequence: 6 }, restored)]).toEqual([false, true])
})

test('what is not known is as new as nothing', () => {
  expect([isAsNew(undefined, last(1)), isAsNew(undefined, last(1, true))]).toEqual([false, false])
})

test('a message that is on its way is asked for until it is there', async () => {
  expect(await ask(last(6), found, found, { ...found, sequence: 6 })).toEqual([3, true])
  expect(await ask(last(6, true), found, 'fails', null)).toEqual([3, true])
})

test('a message that was lost is given up after a few questions', async () => {
  expect(await ask(last(6), found)).toEqual([6, false])
  expect(await ask(last(6, true), 'fails')).toEqual([6, false])
  expect(await ask(last(6, true), 'hangs')).toEqual([1, false])
})

test('a message that was settled is asked for once: what is there by then is the last word', async () => {
  const settled = { ...last(6), isAnswered: true }
  expect(await ask(settled, { ...found, editor: 'f' })).toEqual([1, true])
  expect(await ask(settled, 'fails', null)).toEqual([2, true])
})

test('nothing is asked for a page that is gone', async () => {
  const read = vi.fn()
  const arrived = lastArrives(read, last(6), AbortSignal.abort())
  await vi.advanceTimersByTimeAsync(0)
  expect(await arrived).toBe(false)
  expect(read).not.toHaveBeenCalled()
})

test('a note that is older than 30 seconds goes, whichever form is opened', () => {
  const kept = tabStorage()
  noteLastVersion(at, last(6))
  vi.advanceTimersByTime(29_000)
  noteLastVersion({ ...at, record: 'd' }, last(1))
  expect(readLastVersion(at)).toMatchObject(last(6))
  vi.advanceTimersByTime(2_000)
  expect(readLastVersion({ ...at, record: 'd' })).toMatchObject(last(1))
  expect([...kept.keys()]).toEqual(['draft-sent/charge-capture/d'])
  expect(readLastVersion(at)).toBeUndefined()
})
