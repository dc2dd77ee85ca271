import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { sendUntilKnown, type SaveRequest } from './send-until-known.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Saved = { kind: 'saved'; id: string }
type Conflicted = {
  kind: 'conflict'
  conflicts_text: string
  also_kept_text: string
  changed_by: null
  seen: string
}
type Reply = Saved | Conflicted | { kind: 'checking' }
type Request = SaveRequest & { past?: string }

const saved = ok<Reply>({ kind: 'saved', id: 'c1' })
const checking = ok<Reply>({ kind: 'checking' })
const conflict = (seen: string) =>
  ok<Reply>({
    kind: 'conflict',
    conflicts_text: '[]',
    also_kept_text: '[]',
    changed_by: null,
    seen,
  })

/** Sends to a server that answers in turn; its last answer stays. */
async function sent(
  answers: (Result<Reply> | Error)[],
  ask: Partial<Parameters<typeof sendUntilKnown<Request, Saved>>[2]> = {},
) {
  const onChecking = vi.fn<() => void>()
  const requests: Request[] = []
  const send = async (request: Request): Promise<Result<Reply>> => {
    const answer = answers[Math.min(requests.length, answers.length - 1)]!
    requests.push(request)
    if (answer instanceof Error) throw answer
    return answer
  }
  const ending = sendUntilKnown<Request, Saved>(
    send,
    { operation_id: 'first' },
    { wasLost: false, onChecking, ...ask },
  )
  await vi.runAllTimersAsync()
  const ids = requests.map(({ operation_id }) => operation_id)
  return { end: await ending, requests, ids, checks: onChecking.mock.calls.length }
}

test('the same operation is sent again until its outcome is known', async () => {
  expect(await sent([checking, checking, saved])).toMatchObject({
    end: { kind: 'answered', reply: { kind: 'saved', id: 'c1' } },
    ids: ['first', 'first', 'first'],
    checks: 2,
  })
})

test('after four checks the outcome is unknown, and the request is returned for the next check', async () => {
  expect(await sent([checking])).toMatchObject({
    end: {
      kind: 'unknown',
      failure: { name: 'OutcomeUnknown' },
      request: { operation_id: 'first' },
    },
    ids: Array.from({ length: 5 }, () => 'first'),
  })
})

test('without an answer of the console the same operation is sent again, and then the outcome is unknown', async () => {
  expect(await sent([new TypeError('fetch failed'), saved])).toMatchObject({
    end: { kind: 'answered' },
    ids: ['first', 'first'],
  })
  expect((await sent([new TypeError('fetch failed')])).end).toMatchObject({
    kind: 'unknown',
    failure: { name: 'ConsoleUnreachable' },
  })
})

test.each(['OutcomeUnknown', 'DatabaseAway'])('%s leaves the outcome unknown', async (name) => {
  expect((await sent([fail(name, '')])).end).toMatchObject({ kind: 'unknown' })
})

test.each([
  'Unauthenticated',
  'Forbidden',
  'ForeignOrigin',
  'RecordBusy',
  'Unexpected',
  'NewVersion',
])('%s refuses a first send, and leaves the outcome open after a lost answer', async (name) => {
  expect((await sent([fail(name, '')])).end).toMatchObject({ kind: 'refused', failure: { name } })
  const unknown = {
    kind: 'unknown',
    failure: { name: 'OutcomeUnknown' },
    request: { operation_id: 'first' },
  }
  expect((await sent([fail(name, '')], { wasLost: true })).end).toMatchObject(unknown)
  expect((await sent([checking, fail(name, '')])).end).toMatchObject(unknown)
})

test('an unexpected failure leaves the outcome of a creation unknown', async () => {
  expect((await sent([fail('Unexpected', '')], { isOnce: true })).end).toMatchObject({
    kind: 'unknown',
  })
})

test('a refusal of the partner settles a write, also after a lost answer', async () => {
  const refusal = [fail('HttpRequestValidationsError', '')]
  expect((await sent(refusal, { wasLost: true })).end).toMatchObject({ kind: 'refused' })
  expect((await sent(refusal)).end).toMatchObject({ kind: 'refused' })
})

test('a reason that lifts a refusal is sent with a new operation', async () => {
  const { end, requests, ids } = await sent([fail('ReasonNeeded', ''), saved], {
    onRefused: async ({ name }) => (name === 'ReasonNeeded' ? { past: 'As asked.' } : undefined),
  })
  expect(end).toMatchObject({ kind: 'answered', request: { past: 'As asked.' } })
  expect(requests[1]).toMatchObject({ past: 'As asked.' })
  expect(new Set(ids).size).toBe(2)
})

test('choices are sent with a new operation, with the earlier ones while the record is the same', async () => {
  const paths = ['a', 'b', 'c']
  const onConflict = async () => [{ path: paths.shift()!, take: 'mine' as const }]
  const { end, requests, ids } = await sent(
    [conflict('one'), conflict('one'), conflict('two'), saved],
    { onConflict },
  )
  expect(end).toMatchObject({ kind: 'answered' })
  expect(requests.map(({ choices, seen }) => [choices?.map(({ path }) => path), seen])).toEqual([
    [undefined, undefined],
    [['a'], 'one'],
    [['a', 'b'], 'one'],
    [['c'], 'two'],
  ])
  expect(new Set(ids).size).toBe(4)
})

test('nothing is saved when the person goes back to the form', async () => {
  expect(await sent([conflict('one')], { onConflict: async () => undefined })).toMatchObject({
    end: { kind: 'refused', failure: { name: 'ChangedMeanwhile' } },
    ids: ['first'],
  })
})
