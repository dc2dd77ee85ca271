import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fail, ok } from '#lib/core/result.ts'
import type { DraftValue, FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { testSize } from '#lib/core/test-size.testing.ts'
import {
  createDraftStore,
  type DraftMessage,
  type DraftState,
  type DraftStore,
  type SendDraft,
} from './draft-store.ts'

const found: FoundDraft = { base: 'B', edits: 'old', saved_at: '2026-01-02T03:04:05Z' }
const saved = ok({ saved_at: 'now', isLarge: false })
let edits: string | undefined
let sent: (DraftMessage & { isLast: boolean })[]
let states: DraftState[]
let answer: SendDraft

beforeEach(() => {
  vi.useFakeTimers()
  edits = undefined
  sent = []
  states = []
  answer = async () => saved
})
afterEach(() => void vi.useRealTimers())

const valueOf = (text: string | undefined): DraftValue | null =>
  text === undefined ? null : { base: 'B', edits: text }

function storeOf(revision = 0, restored?: FoundDraft): DraftStore {
  edits = restored?.edits
  const send: SendDraft = async (message, isLast) => {
    sent.push({ ...message, isLast })
    return answer(message, isLast)
  }
  return createDraftStore({
    opened: { revision, found: restored },
    read: () => valueOf(edits),
    send,
    onState: (state) => states.push(state),
  })
}

function type(store: DraftStore, text: string | undefined): void {
  edits = text
  store.changed()
}

const texts = () => sent.map(({ revision, value }) => [revision, value?.edits ?? 'drop'])

test('edits are sent half a second after the first of them, with what they were made on', async () => {
  const store = storeOf()
  type(store, 'a')
  await vi.advanceTimersByTimeAsync(300)
  type(store, 'ab')
  await vi.advanceTimersByTimeAsync(200)
  expect(sent).toEqual([{ revision: 1, value: { base: 'B', edits: 'ab' }, isLast: false }])
  expect(states).toEqual([{ kind: 'saved', at: 'now', isLarge: false }])
})

test('one message at a time: what is typed while the server is slow goes in the next one', async () => {
  let arrive = () => {}
  answer = () => new Promise((resolve) => (arrive = () => resolve(saved)))
  const store = storeOf()
  type(store, 'a')
  await vi.advanceTimersByTimeAsync(1_000)
  type(store, 'ab')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(texts()).toEqual([[1, 'a']])
  arrive()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(texts()).toEqual([
    [1, 'a'],
    [2, 'ab'],
  ])
})

test('a form without edits sends nothing; typing back or saving drops the draft', async () => {
  const store = storeOf()
  store.changed()
  store.hide()
  expect(await store.flush(true)).toBe(true)
  expect(sent).toEqual([])
  type(store, 'a')
  await vi.advanceTimersByTimeAsync(1_000)
  type(store, undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(texts()).toEqual([
    [1, 'a'],
    [2, 'drop'],
  ])
  expect(states.at(-1)).toEqual({ kind: 'none' })
})

test('a restored draft is not sent again until it changes, and goes on from its revision', async () => {
  const store = storeOf(9, found)
  store.changed()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual([])
  type(store, 'new')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(texts()).toEqual([[10, 'new']])
})

test('a tab that another tab went ahead of sends its own edits again with a higher revision', async () => {
  answer = async ({ revision }) => (revision <= 7 ? ok({ newer: 7 }) : saved)
  const store = storeOf()
  type(store, 'mine')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(texts()).toEqual([
    [1, 'mine'],
    [8, 'mine'],
  ])
})

test('a message without an answer is sent again by itself; a refused one says why', async () => {
  answer = async () => undefined
  const store = storeOf()
  type(store, 'a')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(states.at(-1)).toEqual({ kind: 'failing' })
  answer = async () => fail('TooManyDrafts', 'You have 200 drafts.')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(states.at(-1)).toEqual({ kind: 'refused', message: 'You have 200 drafts.' })
  expect(await store.flush(true)).toBe(false)
  // A message without an answer may have arrived, so a draft that is given up has to be dropped.
  answer = async () => saved
  type(store, undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(texts().at(-1)).toEqual([4, 'drop'])
})

test('a page that goes away sends at once, and the same edits only once', async () => {
  answer = () => new Promise(() => {})
  const store = storeOf()
  type(store, 'a')
  store.hide()
  store.hide()
  store.hide()
  store.close()
  expect(sent).toEqual([{ revision: 1, value: { base: 'B', edits: 'a' }, isLast: true }])
})

test('a page that goes away does not wait for its turn, and a late answer to the message before changes nothing', async () => {
  const answers: (() => void)[] = []
  answer = () => new Promise((resolve) => answers.push(() => resolve(saved)))
  const store = storeOf()
  type(store, 'a')
  await vi.advanceTimersByTimeAsync(1_000)
  type(store, 'ab')
  store.hide()
  expect(texts()).toEqual([
    [1, 'a'],
    [2, 'ab'],
  ])
  answers[1]!()
  await vi.advanceTimersByTimeAsync(0)
  answers[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(texts()).toHaveLength(2)
  expect(states).toHaveLength(1)
})

test('after its page went away a store sends the same edits again only where another tab was ahead', async () => {
  answer = async ({ revision }) => (revision <= 7 ? ok({ newer: 7 }) : undefined)
  const store = storeOf()
  type(store, 'mine')
  store.hide()
  store.close()
  edits = 'read from fields that are gone'
  await vi.advanceTimersByTimeAsync(20_000)
  expect(texts()).toEqual([
    [1, 'mine'],
    [8, 'mine'],
  ])
})

// Two tabs of one person, a server that takes only higher revisions, and a network that loses
// messages and answers or holds them up: once all is quiet, the draft is what was typed last in a
// tab that still has it.
test('whatever the network does, the server ends with what was typed last, and flush tells the truth', async () => {
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let run = 0; run < testSize(2_000, 50_000); run += 1) {
    const row = { revision: 0, value: null as DraftValue | null }
    let isCalm = false
    const wait = () => new Promise((resolve) => setTimeout(resolve, isCalm ? 1 : random(3_000)))
    const send: SendDraft = async ({ revision, value }) => {
      await wait()
      if (!isCalm && random(5) === 0) return undefined
      const isNew = revision > row.revision
      if (isNew) Object.assign(row, { revision, value })
      const { revision: newest } = row
      await wait()
      if (!isCalm && random(5) === 0) return undefined
      return isNew ? saved : ok({ newer: newest })
    }
    const tabs = [0, 1].map(() => {
      const tab = {
        edits: undefined as string | undefined,
        store: undefined as unknown as DraftStore,
      }
      tab.store = createDraftStore({
        opened: { revision: 0, found: undefined },
        read: () => valueOf(tab.edits),
        send,
        onState: () => {},
      })
      return tab
    })
    let last = tabs[0]!
    for (let step = 0; step < 8; step += 1) {
      const tab = tabs[random(run % 2 === 0 ? 1 : 2)]!
      const what = random(6)
      if (what < 4) {
        tab.edits = what === 0 ? undefined : `${run} ${step}`
        tab.store.changed()
        last = tab
      } else if (what === 4) tab.store.hide()
      else void tab.store.flush(true)
      await vi.advanceTimersByTimeAsync(random(2_000))
    }
    isCalm = true
    await vi.advanceTimersByTimeAsync(20_000)
    // With one tab nothing else is needed; another tab may have dropped or replaced what was typed
    // last.
    const isStored =
      run % 2 === 1 || JSON.stringify(row.value) === JSON.stringify(valueOf(last.edits))
    expect(isStored, `run ${run}`).toBe(true)
    expect(await settled(last.store.flush(true)), `run ${run}`).toBe(true)
    expect(row.value ?? null, `run ${run}`).toEqual(
      last.edits === undefined ? row.value : valueOf(last.edits),
    )
    for (const { store } of tabs) store.close()
    vi.clearAllTimers()
  }
})

async function settled<Value>(promise: Promise<Value>): Promise<Value> {
  await vi.advanceTimersByTimeAsync(60_000)
  return promise
}
