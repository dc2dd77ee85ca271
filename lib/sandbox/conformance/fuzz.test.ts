import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSize } from '#lib/core/test-size.testing.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { operations } from '#lib/contract/operations.ts'
import { distinctRequests, type Request } from './arbitrary-requests.testing.ts'
import type { Pool } from './arbitrary-values.testing.ts'
import { takeFaults } from './judge-tests.testing.ts'
import { knownTexts } from './known-texts.testing.ts'
import { openWatchedSandbox, type WatchedSandbox } from './watched-sandbox.testing.ts'

const wanted = testSize(1_000, 10_000)
const seed = 20_261_121
// The smallest numbers of accepted and of refused requests to each operation.
const leastOfEither = testSize(1, 10)

// Creates come first and deletes last, so that the other operations have records to work on.
// Captures are updated before changes after billing are resolved.
const stages = [/^(create|add)/, /^(?!delete|resolveChargeCaptureChanges)/, /^resolve/, /^delete/]
const stageOf = ({ id }: Operation) => stages.findIndex((ids) => ids.test(id))
const inOrder = (Object.values(operations) as Operation[]).toSorted(
  (a, b) => stageOf(a) - stageOf(b),
)

let sandbox: WatchedSandbox
beforeAll(async () => {
  sandbox = await openWatchedSandbox({ seed: 11, captures: 60, contracts: 12 })
})
afterAll(() => sandbox.close())

test(`${wanted} different requests: each gets a valid answer of its operation, none fails, and refused requests write nothing`, async () => {
  const each = Math.ceil(wanted / inOrder.length)
  const complaints: [operationId: string, complaint: string][] = []
  const tally: Record<string, { worked: number; refused: number }> = {}
  let pool: Pool | undefined
  let stage: number | undefined
  let written = await sandbox.writes()
  for (const operation of inOrder) {
    if (stageOf(operation) !== stage) pool = await knownTexts(sandbox.url)
    stage = stageOf(operation)
    const counts = (tally[operation.id] = { worked: 0, refused: 0 })
    for (const request of distinctRequests(operation, pool!, each, seed)) {
      const failed = sandbox.failures.length
      const status = await send(request)
      counts[status < 300 ? 'worked' : 'refused'] += 1
      const before = written
      if (operation.method !== 'GET') written = await sandbox.writes()
      if (status >= 400 && written !== before)
        complaints.push([
          operation.id,
          `wrote although it answered ${status}: ${describeRequest(request)}`,
        ])
      for (const fault of await takeFaults())
        complaints.push([
          operation.id,
          `${fault}: ${describeRequest(request)} ${sandbox.failures.slice(failed).join(' ').slice(0, 600)}`,
        ])
    }
  }
  // The first round has one request to each operation.
  expect(Object.fromEntries(complaints.toReversed())).toEqual({})
  const counts = Object.values(tally)
  expect(
    counts.reduce((sum, { worked, refused }) => sum + worked + refused, 0),
  ).toBeGreaterThanOrEqual(wanted)
  const oneSided = Object.entries(tally).filter(
    ([, { worked, refused }]) => Math.min(worked, refused) < leastOfEither,
  )
  expect(Object.fromEntries(oneSided)).toEqual({})
}, 600_000)

/** Sends a request and waits for the whole answer. By then the judge has checked it. */
async function send({ method, path, key, type, body }: Request): Promise<number> {
  const headers = {
    ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined || type === '' ? {} : { 'content-type': type }),
  }
  const response = await fetch(sandbox.url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  await response.arrayBuffer()
  return response.status
}

function describeRequest({ method, path, key, body }: Request): string {
  return `${method} ${path.slice(0, 300)} as ${key} ${body?.slice(0, 400) ?? ''}`
}
