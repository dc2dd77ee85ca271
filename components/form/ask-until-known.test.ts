import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { askUntilKnown } from './ask-until-known.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Reply = { kind: 'created'; id: string } | { kind: 'checking' }

/** Answers in turn; the last answer stays. */
async function asked(answers: (Result<Reply> | Error)[], wasLost = false) {
  const onChecking = vi.fn<() => void>()
  let count = 0
  const ask = async (): Promise<Result<Reply>> => {
    const answer = answers[Math.min(count, answers.length - 1)]!
    count += 1
    if (answer instanceof Error) throw answer
    return answer
  }
  const known = askUntilKnown<Extract<Reply, { kind: 'created' }>>(ask, { wasLost, onChecking })
  await vi.runAllTimersAsync()
  return { known: await known, count, checks: onChecking.mock.calls.length }
}

const created = ok<Reply>({ kind: 'created', id: 'c1' })
const checking = ok<Reply>({ kind: 'checking' })

test('it is asked again while it is being checked, until it is answered', async () => {
  expect(await asked([checking, checking, created])).toEqual({
    known: { kind: 'answered', reply: { kind: 'created', id: 'c1' } },
    count: 3,
    checks: 2,
  })
})

test.each(['OutcomeUnknown', 'DatabaseAway', 'Unexpected'])('%s leaves it open whether it was made', async (name) => {
  expect((await asked([fail(name, '')])).known).toMatchObject({ kind: 'failed', isOpen: true })
})

test('a console that is not reached leaves it open too', async () => {
  expect((await asked([new TypeError('fetch failed')])).known).toMatchObject({
    kind: 'failed',
    isOpen: true,
    failure: { name: 'ConsoleUnreachable' },
  })
})

test.each(['Unauthenticated', 'RecordBusy'])(
  '%s settles a first send, and says nothing about one that was lost before',
  async (name) => {
    expect((await asked([fail(name, '')])).known).toMatchObject({ isOpen: false })
    expect((await asked([fail(name, '')], true)).known).toMatchObject({ isOpen: true })
    expect((await asked([checking, fail(name, '')])).known).toMatchObject({ isOpen: true })
  },
)

test('a refusal of the partner settles it, lost before or not', async () => {
  expect((await asked([fail('HttpRequestValidationsError', '')], true)).known).toMatchObject({ isOpen: false })
})
