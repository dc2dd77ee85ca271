import { afterEach, beforeEach, expect, test } from 'vitest'
import { withActor, type Actor } from '#lib/console/audit.ts'
import { setClock } from '#lib/console/clock.ts'
import { operations } from '#lib/contract/operations.ts'
import { call } from './call.ts'
import { callsPerSecond, mostCallsAtOnce, resetCalls, takeCall } from './call-budget.ts'
import { connectionTo, sendJson, startTestPartner } from './test-partner.ts'

let later = 0
let partner: Awaited<ReturnType<typeof startTestPartner>>
beforeEach(async () => {
  process.env.LOG_LEVEL = 'silent'
  later = 0
  resetCalls()
  setClock(() => 1_000_000 + later)
  partner = await startTestPartner((response) => sendJson(response, 200, { items: [] }))
})
afterEach(async () => {
  setClock(undefined)
  await partner.close()
})

const place = { address: null, userAgent: null, sessionToken: '' }
const person = (id: string): Actor => ({ account: { id, email: '', role: 'biller' }, place })
const readAs = async (actor: Actor) => {
  const read = () => call(connectionTo(partner.url), operations.listPayers, { query: {} })
  const result = await withActor(actor, read)
  return result.ok ? 'ok' : [result.error.name, result.error.message]
}
const waitOf = (id: string) => {
  const taken = takeCall(id)
  return 'waitMs' in taken ? taken.waitMs : taken.name
}

test('200 calls of an account go at once, the next ones 50 a second, and those that would wait longer than five seconds are refused', () => {
  const waits = Array.from({ length: mostCallsAtOnce + 5 * callsPerSecond + 1 }, () => waitOf('a'))
  expect(waits.slice(0, mostCallsAtOnce)).toEqual(Array(mostCallsAtOnce).fill(0))
  expect(waits.slice(mostCallsAtOnce, -1)).toEqual(
    Array.from({ length: 5 * callsPerSecond }, (_, at) => 20 * (at + 1)),
  )
  expect(waits.at(-1)).toBe('TooManyCalls')
  expect(waitOf('b')).toBe(0)
  later += 10_000
  expect(waitOf('a')).toBe(0)
})

test('an account that has used up its calls reads when to try again, and nothing is sent; others and its own jobs go on', async () => {
  while (waitOf('a') !== 'TooManyCalls');
  expect(await readAs(person('a'))).toEqual([
    'TooManyCalls',
    'Your account asks the partner for too much at once, so this was not sent. Try again in 6 seconds.',
  ])
  expect(partner.seen).toEqual([])
  expect(await readAs(person('b'))).toBe('ok')
  expect(await readAs({ ...person('a'), place: null })).toBe('ok')
  later += 6_000
  expect(await readAs(person('a'))).toBe('ok')
})
