import fc from 'fast-check'
import type { z } from 'zod'
import type { Operation } from '#lib/contract/operation.ts'
import { junk, type Pool, spoilAt, valuesOf } from './arbitrary-values.testing.ts'

/** A request as it goes over the wire. */
export type Request = { method: string; path: string; key: string; type: string; body: string | undefined }

const keys = fc.oneof(
  { weight: 12, arbitrary: fc.constant('sandbox-full') },
  { weight: 2, arbitrary: fc.constantFrom('sandbox-scoped', 'sandbox-readonly') },
  { weight: 1, arbitrary: fc.constantFrom('', 'nobody', 'sandbox-token.99999999999999.forged') },
)
const types = fc.oneof({ weight: 12, arbitrary: fc.constant('application/json') }, { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', '') })
const brokenBodies = fc.constantFrom('', ' ', '{', 'null', '[]', '"text"', '7', '{"__proto__":{"a":1}}', '['.repeat(100), '{"a":1e999}', '{"a":"\\ud800"}', 'a=b&c=%zz', '\u0000')

/** Requests to an operation: those that fit its descriptor, and those with something wrong in path, query, body or key. */
export function requestsTo(operation: Operation, pool: Pool): fc.Arbitrary<Request> {
  return fc
    .record({ path: pathsOf(operation, pool), query: queriesOf(operation, pool), body: bodiesOf(operation, pool), key: keys, type: types })
    .map(({ path, query, body, key, type }) => ({ method: operation.method, path: query === '' ? path : `${path}?${query}`, key, type, body }))
}

function pathsOf(operation: Operation, pool: Pool): fc.Arbitrary<string> {
  const names = Object.keys(operation.params?.shape ?? {})
  const odd = fc.constantFrom('nobody', '00000000-0000-4000-8000-000000000000', 'a\u0000b', 'a b', '..%2f', '\ud7ff', "' or 1=1", 'x'.repeat(2_000))
  const parts = names.map((name) => {
    const known = pool(name) ?? []
    return known.length > 0 ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: odd }) : odd
  })
  return fc.tuple(...parts).map((values) => names.reduce((path, name, i) => path.replace(`{${name}}`, encodeURIComponent(values[i]!)), operation.path))
}

function queriesOf({ query }: Operation, pool: Pool): fc.Arbitrary<string> {
  if (!query) return fc.constantFrom('', '', 'unknown=1')
  const members = Object.entries(query.shape as Record<string, z.ZodType>)
  const few = fc.subarray(members, { maxLength: Math.min(4, members.length) })
  const right = few.chain((chosen) => fc.tuple(...chosen.map(([name, schema]) => valuesOf(schema, name, pool).map((value) => [name, value] as const))))
  const wrong = fc.array(fc.tuple(fc.constantFrom(...members.map(([name]) => name), 'unknown'), junk), { maxLength: 3 })
  return fc.oneof({ weight: 3, arbitrary: right }, { weight: 2, arbitrary: fc.tuple(right, wrong).map(([a, b]) => [...a, ...b]) }).map(queryText)
}

function queryText(entries: readonly (readonly [string, unknown])[]): string {
  const search = new URLSearchParams()
  for (const [name, value] of entries) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (each !== undefined) search.append(name, typeof each === 'string' ? each.toWellFormed() : JSON.stringify(each))
    }
  }
  return search.toString()
}

function bodiesOf({ body }: Operation, pool: Pool): fc.Arbitrary<string | undefined> {
  if (!body) return fc.constant(undefined)
  const right = valuesOf(body, '', pool)
  const spoiled = fc.tuple(right, fc.nat(), junk).map(([value, at, wrong]) => spoilAt(value, at, wrong))
  return fc.oneof(
    { weight: 5, arbitrary: right.map((value) => JSON.stringify(value)) },
    { weight: 5, arbitrary: spoiled.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: brokenBodies },
  )
}
