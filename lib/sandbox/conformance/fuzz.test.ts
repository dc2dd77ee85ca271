import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ErrorName, errorEnvelope, errors } from '#lib/contract/errors.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { operations } from '#lib/contract/operations.ts'
import { type Request, requestsTo } from './arbitrary-requests.testing.ts'
import { knownTexts } from './known-texts.testing.ts'
import { openWatchedSandbox, type WatchedSandbox } from './watched-sandbox.testing.ts'

const wanted = 10_000
const seed = 20_261_121
const all = Object.values(operations) as Operation[]
// Any operation may answer these: a body that cannot be read, no key, no right, nothing there, too large, not fitting.
const transport = [400, 401, 403, 404, 413, 422, 501]

let sandbox: WatchedSandbox
beforeAll(async () => {
  sandbox = await openWatchedSandbox({ seed: 11, captures: 60, contracts: 12 })
})
afterAll(() => sandbox.close())

test(`${wanted} generated requests: a listed status, the envelope, no failure, and no write by a refused one`, async () => {
  const pool = await knownTexts(sandbox.url)
  const each = Math.ceil(wanted / all.length)
  const complaints: [operationId: string, complaint: string][] = []
  const statuses = new Map<number, number>()
  let written = await sandbox.writes()
  for (const operation of all) {
    for (const request of fc.sample(requestsTo(operation, pool), { numRuns: each, seed })) {
      const failed = sandbox.failures.length
      const answer = await send(request)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const wrong = complaintAbout(operation, answer)
      const before = written
      if (operation.method !== 'GET') written = await sandbox.writes()
      if (answer.status >= 400 && written !== before) complaints.push([operation.id, `wrote although it answered ${answer.status}: ${told(request)}`])
      if (wrong) complaints.push([operation.id, `${wrong}: ${told(request)} ${sandbox.failures.slice(failed).join(' ').slice(0, 600)}`])
    }
  }
  // One of each operation is enough to begin with.
  expect(Object.fromEntries(complaints.toReversed())).toEqual({})
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(wanted)
  // Both kinds were there: requests that worked and requests that did not.
  expect(statuses.get(200)).toBeGreaterThan(wanted / 10)
  expect(statuses.get(422)).toBeGreaterThan(wanted / 10)
}, 300_000)

type Answer = { status: number; text: string }

async function send({ method, path, key, type, body }: Request): Promise<Answer> {
  const headers = { ...(key === '' ? {} : { authorization: `Bearer ${key}` }), ...(body === undefined || type === '' ? {} : { 'content-type': type }) }
  const response = await fetch(sandbox.url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  return { status: response.status, text: await response.text() }
}

/** What is wrong with an answer; undefined for one that the operation may give. */
function complaintAbout(operation: Operation, { status, text }: Answer): string | undefined {
  if (status === (operation.ok ? 200 : 204)) return undefined
  const listed = operation.errors.map((name) => errors[name].status).filter((each) => each < 500)
  if (![...listed, ...transport].includes(status)) return `answered ${status}`
  const envelope = errorEnvelope.safeParse(JSON.parse(text))
  if (!envelope.success || !Object.hasOwn(envelope.data, 'content')) return `answered ${status} without the envelope: ${text.slice(0, 200)}`
  const { errorName, content } = envelope.data
  const known = Object.hasOwn(errors, errorName) ? errors[errorName as ErrorName] : undefined
  return known && (known.status !== status || !known.content.safeParse(content).success) ? `answered ${status} ${errorName} with ${JSON.stringify(content)}` : undefined
}

function told({ method, path, key, body }: Request): string {
  return `${method} ${path.slice(0, 300)} as ${key} ${body?.slice(0, 400) ?? ''}`
}
