import fc from 'fast-check'
import type { z } from 'zod'
import type { Operation } from '#lib/contract/operation.ts'
import { preEncounterFilledMembers } from '#lib/contract/pre-encounter/filled-members.ts'
import { junk, type Pool, spoilAt, valuesOf } from './arbitrary-values.testing.ts'

/** A request on the wire. */
export type Request = {
  method: string
  path: string
  key: string
  type: string
  body: string | undefined
}

const keys = fc.oneof(
  { weight: 12, arbitrary: fc.constant('sandbox-full') },
  { weight: 2, arbitrary: fc.constantFrom('sandbox-scoped', 'sandbox-readonly') },
  { weight: 1, arbitrary: fc.constantFrom('', 'nobody', 'sandbox-token.99999999999999.forged') },
)
const types = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', '') },
)
const brokenBodies = fc.constantFrom(
  '',
  ' ',
  '{',
  'null',
  '[]',
  '"text"',
  '7',
  '{"__proto__":{"a":1}}',
  '['.repeat(100),
  '{"a":1e999}',
  '{"a":"\\ud800"}',
  'a=b&c=%zz',
  '\u0000',
)

/**
 * The wanted number of different requests to an operation, or fewer if there are no more. The same
 * seed and pool give the same requests. Some ids in the pool belong to records that the run itself
 * created.
 */
export function distinctRequests(
  operation: Operation,
  pool: Pool,
  wanted: number,
  seed: number,
): Request[] {
  const requests = new Map<string, Request>()
  const arbitrary = requestsTo(operation, pool)
  for (let round = 0; requests.size < wanted && round < 20; round += 1) {
    for (const request of fc.sample(arbitrary, { numRuns: wanted, seed: seed + round }))
      requests.set(JSON.stringify(request), request)
  }
  return [...requests.values()].slice(0, wanted)
}

/** Requests to an operation: valid ones, and ones with an error in path, query, body or key. */
function requestsTo(operation: Operation, pool: Pool): fc.Arbitrary<Request> {
  return fc
    .record({
      path: pathsOf(operation, pool),
      query: queriesOf(operation, pool),
      body: bodiesOf(operation, pool),
      key: keys,
      type: types,
    })
    .map(({ path, query, body, key, type }) => ({
      method: operation.method,
      path: query === '' ? path : `${path}?${query}`,
      key,
      type,
      body,
    }))
}

// Ids that belong together are in the pool together, as `contract_id/contract_service_facility_id`.
function pathsOf(operation: Operation, pool: Pool): fc.Arbitrary<string> {
  const names = Object.keys(operation.params?.shape ?? {})
  const odd = fc.oneof(
    fc.constantFrom(
      'nobody',
      '00000000-0000-4000-8000-000000000000',
      'a\u0000b',
      'a b',
      '..%2f',
      '\ud7ff',
      "' or 1=1",
      'x'.repeat(2_000),
    ),
    fc.uuid(),
    fc.string({ minLength: 1, maxLength: 12 }),
  )
  const fill = (values: readonly string[]) =>
    names.reduce(
      (path, name, i) => path.replace(`{${name}}`, () => encodeURIComponent(notDots(values[i]!))),
      operation.path,
    )
  const known = (pool(`${operation.id}.${names.join('/')}`) ?? pool(names.join('/')) ?? []).map(
    (values) => values.split('/'),
  )
  const alone = fc.tuple(
    ...names.map((name) =>
      fc.oneof(
        { weight: 1, arbitrary: odd },
        ...(pool(name)?.length ? [{ weight: 1, arbitrary: fc.constantFrom(...pool(name)!) }] : []),
      ),
    ),
  )
  return (
    known.length > 0
      ? fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...known) },
          { weight: 1, arbitrary: alone },
        )
      : alone
  ).map(fill)
}

// Fetch would resolve a segment of dots to another path.
function notDots(value: string): string {
  return /^\.+$/.test(value) ? 'dots' : value
}

function queriesOf({ query, body }: Operation, pool: Pool): fc.Arbitrary<string> {
  if (!query)
    return fc.oneof(
      { weight: body ? 9 : 1, arbitrary: fc.constant('') },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom('unknown', 'limit', 'page_token'), fc.string({ maxLength: 8 }))
          .map((entry) => queryText([entry])),
      },
    )
  const members = Object.entries(query.shape as Record<string, z.ZodType>)
  const few = fc.oneof(
    { weight: 1, arbitrary: fc.constant<typeof members>([]) },
    {
      weight: 9,
      arbitrary: fc.subarray(members, { minLength: 1, maxLength: Math.min(4, members.length) }),
    },
  )
  const right = few.chain((chosen) =>
    fc.tuple(
      ...chosen.map(([name, schema]) =>
        valuesOf(schema, name, pool).map((value) => [name, value] as const),
      ),
    ),
  )
  const wrong = fc.array(
    fc.tuple(fc.constantFrom(...members.map(([name]) => name), 'unknown'), junk),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  return fc
    .oneof(
      { weight: 3, arbitrary: right },
      { weight: 2, arbitrary: fc.tuple(right, wrong).map(([a, b]) => [...a, ...b]) },
    )
    .map(queryText)
}

function queryText(entries: readonly (readonly [string, unknown])[]): string {
  const search = new URLSearchParams()
  for (const [name, value] of entries) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (each !== undefined)
        search.append(name, typeof each === 'string' ? each.toWellFormed() : JSON.stringify(each))
    }
  }
  return search.toString()
}

function bodiesOf({ id, body }: Operation, pool: Pool): fc.Arbitrary<string | undefined> {
  if (!body) return fc.constant(undefined)
  const fitting = valuesOf(body, '', pool)
  const right =
    id === 'createChargeCaptureFromPreEncounter'
      ? fc.oneof(
          { weight: 1, arbitrary: fitting },
          { weight: 3, arbitrary: fitting.map(withoutFilledMembers) },
        )
      : fitting
  const spoiled = fc
    .tuple(right, fc.nat(), junk)
    .map(([value, at, wrong]) => spoilAt(value, at, wrong))
  return fc.oneof(
    { weight: 5, arbitrary: right.map((value) => JSON.stringify(value)) },
    { weight: 5, arbitrary: spoiled.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: brokenBodies },
  )
}

// The schema accepts members that pre-encounter records fill, but the operation refuses them.
function withoutFilledMembers(body: unknown): unknown {
  const { data, ...rest } = body as { data: Record<string, unknown> }
  return {
    ...rest,
    data: Object.fromEntries(Object.entries(data).filter(([name]) => !filled.includes(name))),
  }
}
const filled: readonly string[] = preEncounterFilledMembers
