import { createHash } from 'node:crypto'
import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { processState } from '#lib/console/process-state.ts'
import { largeActions, withBoundedBody } from './action-bodies.ts'
import { bytesAMinute, takeBytes } from './body-budget.ts'

const names = new Map([
  ['id-of-save', 'saveChargeCapture'],
  ['id-of-mark', 'markQueue'],
])

type Handed = { isSame: boolean; why: unknown; body: string; length: unknown }
// The digest of a long text, which a failed test need not print.
const short = (body: string) =>
  body.length > 1_000 ? createHash('sha256').update(body).digest('hex') : body
let known: ReadonlyMap<string, string> | undefined = names
const server = createServer(async (given, response) => {
  const handed = await withBoundedBody(given, String(given.headers['x-account']), known).catch(
    () => undefined,
  )
  if (!handed) return response.destroy()
  const body = short(await text(handed))
  const { headers } = handed
  const seen: Handed = {
    isSame: handed === given,
    why: headers['x-console-refused'],
    body,
    length: headers['content-length'],
  }
  response.end(JSON.stringify(seen))
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  known = names
  delete processState<{ bodyBudgets: unknown }>().bodyBudgets
})

const plain = { 'content-type': 'text/plain;charset=UTF-8', 'x-account': 'one' }

/** What is handed on of this body; `length` false sends it without one. */
async function handed(
  body: string,
  more: OutgoingHttpHeaders = {},
  length = true,
): Promise<Handed> {
  const { port } = server.address() as AddressInfo
  const stated = length ? { 'content-length': Buffer.byteLength(body) } : {}
  const headers = { ...plain, 'next-action': 'id-of-save', ...stated, ...more }
  const asked = sendRequest({ port, host: '127.0.0.1', method: 'POST', path: '/', headers })
  const reply = new Promise<IncomingMessage>((resolve, reject) =>
    asked.on('response', resolve).on('error', reject),
  )
  for (let from = 0; from < body.length; from += 60_000)
    asked.write(body.slice(from, from + 60_000))
  asked.end()
  return JSON.parse(await text(await reply)) as Handed
}

const record = (bytes: number) =>
  JSON.stringify([{ body: `{${'"é":1.50,'.repeat(Math.ceil(bytes / 12))}}` }])
const refused = (why: string) => ({ isSame: false, why, body: '[]', length: '2' })

test('a small body is handed on as it is', async () => {
  expect(await handed('[{"id":"c1"}]', { 'next-action': 'id-of-mark' })).toMatchObject({
    isSame: true,
    body: '[{"id":"c1"}]',
  })
  expect(await handed('[{"id":"c1"}]', {}, false)).toMatchObject({
    isSame: false,
    body: '[{"id":"c1"}]',
  })
})

test('a record is handed on whole for an action that sends records, and for no other', async () => {
  const body = record(5_000_000)
  for (const length of [true, false]) {
    expect((await handed(body, {}, length)).body).toBe(short(body))
    for (const action of ['id-of-mark', 'unknown', ''])
      expect(await handed(body, { 'next-action': action }, length)).toEqual(refused('too-large'))
  }
  known = undefined
  expect((await handed(body, { 'next-action': 'any' })).body).toBe(short(body))
  const ids = JSON.stringify([
    {
      subjects: Array.from({ length: 10_000 }, () => ({ claim_creation_id: crypto.randomUUID() })),
    },
  ])
  known = names
  expect((await handed(ids, { 'next-action': 'id-of-mark' })).body).toBe(short(ids))
})

test('no action gets more than 21 MB, or more values than are decoded at once', async () => {
  expect(await handed(record(22_100_000), {}, false)).toEqual(refused('too-large'))
  for (const body of [
    `[${'{},'.repeat(1_000_000)}1]`,
    '['.repeat(1_000_000),
    `[${'1.50,'.repeat(3_900_000)}1]`,
  ])
    expect(await handed(body)).toEqual(refused('too-many-values'))
})

test('a large form, whose parts nothing counts, is refused', async () => {
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  expect(await handed(record(100_000), form)).toEqual(refused('too-large'))
})

test('an account sends 100 MB a minute in large bodies, and others send theirs', async () => {
  const body = record(19_000_000)
  expect((await handed(body)).why).toBeUndefined()
  const used = Buffer.byteLength(body)
  expect(takeBytes('one', bytesAMinute)).toBe(false)
  expect(takeBytes('one', bytesAMinute - used)).toBe(true)
  for (const length of [true, false])
    expect(await handed(body, {}, length)).toEqual(refused('too-much-sent'))
  expect((await handed(body, { 'x-account': 'two' })).why).toBeUndefined()
  expect((await handed('[1]')).isSame).toBe(true)
})

test('the budget fills up again within a minute', () => {
  expect(takeBytes('three', bytesAMinute, 0)).toBe(true)
  expect(takeBytes('three', 1, 0)).toBe(false)
  expect(takeBytes('three', bytesAMinute / 2, 30_000)).toBe(true)
  expect(takeBytes('three', bytesAMinute, 10 * 60_000)).toBe(true)
  expect(takeBytes('three', bytesAMinute, 10 * 60_000 + 59_000)).toBe(false)
})

test('the actions with large bodies are those whose input has the text of a record, a roster or a file', () => {
  const source = readFileSync('lib/actions/records.ts', 'utf8')
  const inputs = [
    'termsSave',
    'creation',
    'captureSave',
    'captureCreation',
    'facilityCreation',
    'facilitySave',
    'spanCreation',
    'contractSave',
    'contractCreation',
  ]
  const actions = source.split('export const ').slice(1)
  const found = actions.flatMap((action) => {
    const [name, input] = [/^\w+/.exec(action)![0], /\binput: (\w+)/.exec(action)?.[1]]
    return inputs.includes(input!) ? [name] : []
  })
  expect([...found, 'sendCodeListPart', 'startBulkFix'].toSorted()).toEqual([...largeActions])
})
