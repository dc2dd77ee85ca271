import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClock } from '#lib/console/clock.ts'
import { operations } from '#lib/contract/operations.ts'
import { call, partnerState } from './call.ts'
import { healthOf } from './partner-health.ts'
import { connectionTo, sendJson, startTestPartner } from './test-partner.ts'

// The breaker, the pauses that a partner asks for and the rate of requests, counted at a partner
// over HTTP. The clock is moved; the partner answers at once.

let later = 0
let partner: Awaited<ReturnType<typeof startTestPartner>>
let answer: (response: ServerResponse, url: string) => void
let connection: ReturnType<typeof connectionTo>

beforeEach(async () => {
  process.env.LOG_LEVEL = 'silent'
  later = 0
  const start = Date.now()
  setClock(() => start + later)
  answer = answers
  partner = await startTestPartner((response, { url }) => answer(response, url))
  connection = connectionTo(partner.url)
})
afterEach(async () => {
  setClock(undefined)
  await partner.close()
})

const answers = (response: ServerResponse) => sendJson(response, 200, { items: [] })
const breaks = (response: ServerResponse) => void response.destroy()
const status =
  (code: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    sendJson(response, code, body, headers)
const ownError = { errorName: 'InternalError', content: {} }

const read = () => call(connection, operations.listChargeCaptures, { query: {} })
const write = () =>
  call(connection, operations.updateChargeCapture, {
    params: { charge_capture_id: 'c1' },
    body: {},
  })
const nameOf = (result: Awaited<ReturnType<typeof read>>) => (result.ok ? 'ok' : result.error.name)
const asked = () => partner.seen.length

/** Waits until the probe has ended that is under way. */
const probed = async () => healthOf(connection, partner.url).probe

async function fall() {
  answer = breaks
  for (let count = 0; count < 3; count += 1) await read()
}

test('after one read of a partner that hangs, reads and writes fail at once and send nothing', async () => {
  // Each try waits ten seconds for the first byte.
  answer = (response) => {
    later += 10_000
    response.destroy()
  }
  expect(nameOf(await read())).toBe('PartnerUnreachable')
  expect(asked()).toBe(3)
  for (let count = 0; count < 5; count += 1)
    expect([nameOf(await read()), nameOf(await write())]).toEqual(['PartnerDown', 'PartnerDown'])
  expect(asked()).toBe(3)
  answer = answers
  later += 15_000
  expect(nameOf(await read())).toBe('PartnerDown')
  await probed()
  expect(nameOf(await read())).toBe('ok')
  expect(partnerState(connection)).toMatchObject({ kind: 'answers' })
})

test('nobody waits for the probe: while the partner is silent, reads and writes fail before it has ended', async () => {
  await fall()
  const before = asked()
  const held: ServerResponse[] = []
  answer = (response) => void held.push(response)
  const failAtOnce = async () => {
    const results = await Promise.all([...Array.from({ length: 10 }, read), write()])
    expect(new Set(results.map(nameOf))).toEqual(new Set(['PartnerDown']))
  }
  await failAtOnce()
  expect(asked()).toBe(before)
  later = 12_001
  await failAtOnce()
  await expect.poll(() => held.length).toBe(1)
  await failAtOnce()
  later += 12_001
  await failAtOnce()
  // The one probe is still under way, and it is the only request.
  expect([held.length, held[0]!.destroyed, asked()]).toEqual([1, false, before + 1])
  answer = answers
  answers(held[0]!)
  await probed()
  expect([nameOf(await read()), nameOf(await write())]).toEqual(['ok', 'ok'])
})

test('a probe that tells nothing about the partner is sent again after a rest only', async () => {
  await fall()
  answer = (response) => void response.setHeader('content-type', 'text/html').end('<h1>Parked</h1>')
  later = 12_001
  await read()
  await probed()
  const before = asked()
  for (let count = 0; count < 5; count += 1) expect(nameOf(await read())).toBe('PartnerDown')
  await probed()
  expect(asked()).toBe(before)
})

test('the breaker opens after 5 failures within 10 s: reads and writes then fail at once and send nothing', async () => {
  expect(nameOf(await read())).toBe('ok')
  answer = breaks
  expect(nameOf(await read())).toBe('PartnerUnreachable')
  expect(asked()).toBe(1 + 3)
  // A partner that is known to fail is not tried again within one read.
  expect([nameOf(await read()), nameOf(await read())]).toEqual([
    'PartnerUnreachable',
    'PartnerUnreachable',
  ])
  expect(asked()).toBe(1 + 5)
  later = 9_000
  const before = asked()
  expect([nameOf(await read()), nameOf(await write())]).toEqual(['PartnerDown', 'PartnerDown'])
  expect(asked()).toBe(before)
  expect(partnerState(connection)).toMatchObject({
    kind: 'down',
    last_answer_at: expect.any(Number),
  })
})

test('the failure tells how long ago the partner answered, and nothing of a partner that never did', async () => {
  await fall()
  expect(await read()).toMatchObject({ error: { message: 'The partner isn’t answering.' } })
  later = 30_000
  answer = answers
  await read()
  await probed()
  expect(nameOf(await read())).toBe('ok')
  await fall()
  later += 9_000
  expect(await read()).toMatchObject({
    error: {
      name: 'PartnerDown',
      message: 'The partner isn’t answering. Its last answer was 9 seconds ago.',
    },
  })
})

test('five failures that are spread over more than 10 s, or have an answer between, do not open it', async () => {
  answer = breaks
  for (let count = 0; count < 5; count += 1) {
    expect(nameOf(await write())).toBe('OutcomeUnknown')
    later += 2_600
  }
  expect(asked()).toBe(5)
  answer = answers
  await read()
  for (let count = 0; count < 3; count += 1) {
    answer = breaks
    for (let bad = 0; bad < 4; bad += 1) expect(nameOf(await write())).toBe('OutcomeUnknown')
    answer = answers
    expect(nameOf(await read())).toBe('ok')
  }
})

test.each([
  ['a connection that breaks', breaks, true],
  ['503 of a gateway', status(503), true],
  ['503 of the partner itself', status(503, ownError), true],
  ['502 of a gateway', status(502), true],
  ['500 of the partner itself', status(500, ownError), false],
  ['404', status(404, { errorName: 'EntityNotFoundError', content: {} }), false],
  ['401', status(401), false],
  ['422', status(422, { errorName: 'UnprocessableEntityError', content: {} }), false],
] as const)('%s counts as a failure: %#', async (_, given, counts) => {
  answer = given
  for (let count = 0; count < 6; count += 1) await write()
  expect(asked()).toBe(counts ? 5 : 6)
})

test('after 10 to 12 s one probe is sent, however many ask; its answer lets all later ones through', async () => {
  await fall()
  const before = asked()
  later = 10_000 - 1
  expect(nameOf(await read())).toBe('PartnerDown')
  expect(asked()).toBe(before)
  later = 12_001
  // Still away: one probe, and nobody else is sent.
  const failed = await Promise.all(Array.from({ length: 20 }, () => read()))
  expect(new Set(failed.map(nameOf))).toEqual(new Set(['PartnerDown']))
  await probed()
  expect(partner.seen.slice(before).map(({ url }) => url)).toEqual(['/api/contracts/v3?limit=1'])
  answer = answers
  expect(nameOf(await read())).toBe('PartnerDown')
  later += 12_001
  expect(nameOf(await read())).toBe('PartnerDown')
  await probed()
  const through = await Promise.all([read(), read(), write()])
  expect(through.map(nameOf)).toEqual(['ok', 'ok', 'ok'])
  expect(asked()).toBe(before + 1 + 1 + 3)
  expect(partnerState(connection).kind).toBe('answers')
})

test('a look probes in the background, at most once in ten seconds', async () => {
  await fall()
  const before = asked()
  for (let count = 0; count < 10; count += 1) partnerState(connection, { look: true })
  expect(asked()).toBe(before)
  later = 12_001
  for (let count = 0; count < 10; count += 1)
    expect(partnerState(connection, { look: true }).kind).toBe('down')
  await expect.poll(() => asked()).toBe(before + 1)
  answer = answers
  later += 12_001
  await expect.poll(() => partnerState(connection, { look: true }).kind).toBe('answers')
  expect(asked()).toBe(before + 2)
})

test('each address of a connection has its own breaker', async () => {
  const other = await startTestPartner((response) => sendJson(response, 200, { items: [] }))
  connection = { ...connection, preEncounterUrl: other.url }
  await fall()
  expect(nameOf(await read())).toBe('PartnerDown')
  const patient = await call(connection, operations.getPatient, { params: { patient_id: 'p1' } })
  expect(nameOf(patient)).toBe('ok')
  expect(partnerState(connection).kind).toBe('down')
  await other.close()
})

test('Retry-After parks the whole key, for 5 minutes at most', async () => {
  answer = status(429, ownError, { 'retry-after': '60' })
  expect(await read()).toMatchObject({
    error: { name: 'PartnerBusy', message: 'The partner is busy. Try again in 60 seconds.' },
  })
  expect([nameOf(await write()), nameOf(await read())]).toEqual(['PartnerBusy', 'PartnerBusy'])
  expect(asked()).toBe(1)
  expect(partnerState(connection).kind).toBe('busy')
  answer = status(503, ownError, { 'retry-after': '99999' })
  later = 60_001
  expect(nameOf(await read())).toBe('PartnerBusy')
  expect(asked()).toBe(2)
  answer = answers
  later += 5 * 60_000 - 6_000
  expect(nameOf(await read())).toBe('PartnerBusy')
  later += 6_001
  expect(nameOf(await read())).toBe('ok')
})

test('Retry-After as a date counts from the partner’s own Date, whatever the clocks say', async () => {
  const date = 'Sat, 21 Nov 2026 12:00:00 GMT'
  answer = status(429, ownError, { date, 'retry-after': 'Sat, 21 Nov 2026 12:01:00 GMT' })
  expect(await read()).toMatchObject({
    error: { message: expect.stringContaining('in 60 seconds') },
  })
  later = 60_001
  // A date in the past and rubbish mean no pause.
  for (const text of ['Sat, 21 Nov 2020 12:00:00 GMT', '-5', 'soon', '1e9']) {
    connection = connectionTo(partner.url)
    answer = status(429, ownError, { date, 'retry-after': text })
    expect(nameOf(await write())).toBe('InternalError')
    expect(partnerState(connection).kind).toBe('answers')
  }
})

test('after a 429 without Retry-After the key’s requests keep a growing distance, which answers shrink again', async () => {
  setClock(undefined)
  const at: number[] = []
  answer = (response) => (
    at.push(performance.now()),
    status(at.length <= 2 ? 429 : 200, ownError)(response)
  )
  await write()
  await write()
  await Promise.all([read(), read()])
  const [first, second, third, fourth] = at as [number, number, number, number]
  // 100 ms after the first 429; then one request each 200 ms. Each is counted from the 429 before
  // it, which a busy machine can only delay further.
  expect(second - first).toBeGreaterThan(80)
  expect(third - second).toBeGreaterThan(150)
  expect(fourth - second).toBeGreaterThan(350)
})

test('a refused key marks the connection until an answer with it is good', async () => {
  await read()
  answer = status(401)
  expect(nameOf(await read())).toBe('PartnerUnauthorized')
  expect(partnerState(connection)).toMatchObject({
    kind: 'key-refused',
    last_answer_at: expect.any(Number),
  })
  expect(nameOf(await read())).toBe('PartnerUnauthorized')
  answer = answers
  later = 12_000
  expect(partnerState(connection, { look: true }).kind).toBe('key-refused')
  await expect.poll(() => partnerState(connection).kind).toBe('answers')
})

test('an answer to a request from before a refusal does not take it back', async () => {
  const held = Promise.withResolvers<ServerResponse>()
  answer = held.resolve
  const before = read()
  const response = await held.promise
  answer = status(401)
  later = 1_000
  expect(nameOf(await read())).toBe('PartnerUnauthorized')
  answers(response)
  expect((await before).ok).toBe(true)
  expect(partnerState(connection).kind).toBe('key-refused')
})

test('during an outage few requests are sent, and a few more than without retries', async () => {
  answer = status(500, ownError)
  for (let count = 0; count < 40; count += 1) await read()
  expect(asked()).toBeLessThanOrEqual(40 + 20)
})

test('the breaker’s times do not follow a system clock that is corrected', async () => {
  setClock(undefined)
  await fall()
  const date = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 26 * 3_600_000)
  try {
    const before = asked()
    expect(nameOf(await read())).toBe('PartnerDown')
    date.mockReturnValue(Date.now() + 52 * 3_600_000)
    expect(nameOf(await read())).toBe('PartnerDown')
    expect(asked()).toBe(before)
  } finally {
    date.mockRestore()
  }
})
