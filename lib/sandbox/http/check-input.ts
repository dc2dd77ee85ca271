import { z } from 'zod'
import { unwrap } from '#lib/contract/fields.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { strictIssues } from '#lib/contract/strict-values.ts'
import type { Issue } from '#lib/core/result.ts'
import { isTokenShaped } from '#lib/sandbox/lists/pages.ts'
import { bodyIssues, contradictions } from './body-issues.ts'
import { refuse, refuseFields } from './refusal.ts'

/** The largest `limit` of a list. ASSUMED: list-limit-maximum */
const maxLimit = 1000

/**
 * Decodes the query and checks it and the parsed body. Throws one 422 with all invalid parameters
 * and members. Unknown members are accepted. Returns the decoded query.
 */
export function checkRequest(
  operation: Operation,
  search: URLSearchParams,
  body: unknown,
): Record<string, unknown> {
  const { values, issues } = operation.query
    ? decodeQuery(operation.query, search)
    : { values: {}, issues: [] }
  if (operation.query) issues.push(...schemaIssues(operation.query, values), ...pageIssues(values))
  if (operation.body)
    issues.push(...schemaIssues(operation.body, body), ...bodyIssues(operation.id, body))
  // This list uses POST, so its limit and page token are in the body.
  if (operation.id === 'findChargeCapturesByMetadata') issues.push(...pageIssues(body))
  const contradicted = contradictions(operation.id, body).filter(
    (one) => !issues.some(({ path }) => path.startsWith(one.path)),
  )
  // ASSUMED: encounter-single-field
  if (issues.length === 0 && contradicted.length === 1) {
    const [{ path, message }] = contradicted as [Issue]
    throw refuse('HttpRequestValidationError', { fieldName: path, humanReadableMessage: message })
  }
  const all = firstOfEach([...issues, ...contradicted])
  if (all.length > 0) throw refuseFields(all)
  return values
}

// The schemas also read answers and are lenient with ids and URLs, so `strictIssues` checks these.
// ASSUMED: typed-ids
function schemaIssues(schema: z.ZodType, value: unknown): Issue[] {
  const parsed = schema.safeParse(value)
  return [...(parsed.success ? [] : schemaIssuesOf(parsed.error)), ...strictIssues(schema, value)]
}

/** The issues of a schema with their wire paths. */
export function schemaIssuesOf(error: z.ZodError): Issue[] {
  return error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
}

function pageIssues(value: unknown): Issue[] {
  const { limit, page_token } = (value ?? {}) as { limit?: unknown; page_token?: unknown }
  return [
    ...(typeof limit === 'number' && limit > maxLimit
      ? [{ path: 'limit', message: `must not be more than ${maxLimit}` }]
      : []),
    ...(typeof page_token === 'string' && page_token !== '' && !isTokenShaped(page_token)
      ? [{ path: 'page_token', message: 'is not a valid page token of this list' }]
      : []),
  ]
}

function firstOfEach(issues: readonly Issue[]): Issue[] {
  return issues.filter(({ path }, i) => issues.findIndex((other) => other.path === path) === i)
}

type Decoded = { values: Record<string, unknown>; issues: Issue[] }

/**
 * Turns a query string into values, by the declared type of each parameter. Repeated keys become an
 * array only if the schema declares one. Parameters that the schema does not declare are ignored.
 * ASSUMED: unknown-query-parameters
 */
function decodeQuery(schema: z.ZodObject, search: URLSearchParams): Decoded {
  const values: Record<string, unknown> = {}
  const issues: Issue[] = []
  for (const [name, inner] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    // Empty items of an array are ignored. ASSUMED: empty-array-filter
    const given = search.getAll(name).filter((text) => text !== '' || !isArray(inner))
    if (given.length === 0) continue
    if (given.some((text) => text.includes('\u0000')))
      issues.push({ path: name, message: 'contains a character that cannot be stored' })
    else if (isArray(inner)) values[name] = given
    else if (given.length > 1) issues.push({ path: name, message: 'was given more than once' })
    else values[name] = decodeOne(unwrap(inner), given[0]!)
  }
  return { values, issues }
}

function isArray(schema: z.ZodType): boolean {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable)
    inner = inner.unwrap() as z.ZodType
  return inner instanceof z.ZodArray
}

// Text that is no number or boolean stays text, and the schema refuses it under the parameter's
// name.
function decodeOne(schema: z.ZodType, text: string): unknown {
  if (schema instanceof z.ZodNumber) return /^-?\d+$/.test(text) ? Number(text) : text
  if (schema instanceof z.ZodBoolean)
    return text === 'true' ? true : text === 'false' ? false : text
  return text
}
