import type { z } from 'zod'
import type { Operation } from '#lib/contract/operation.ts'
import { strictIssues } from '#lib/contract/strict-values.ts'
import type { Issue } from '#lib/core/result.ts'
import { decodeQuery } from './decode-query.ts'
import { refuseFields } from './refusal.ts'

/** The most items that a page may be asked for. ASSUMED: list-limit-maximum */
export const maxLimit = 1000

/** Decodes and checks a query string; 422 with every offending parameter otherwise. */
export function checkQuery(operation: Operation, search: URLSearchParams): Record<string, unknown> {
  if (!operation.query) return {}
  const { values, issues } = decodeQuery(operation.query, search)
  issues.push(...schemaIssues(operation.query, values))
  if (typeof values.limit === 'number' && values.limit > maxLimit && !issues.some(({ path }) => path === 'limit')) {
    issues.push({ path: 'limit', message: `must not be more than ${maxLimit}` })
  }
  if (issues.length > 0) throw refuseFields(issues)
  return values
}

/** Checks a parsed body; 422 with every offending field otherwise. Unknown members pass. */
export function checkBody(operation: Operation, plain: unknown): void {
  if (!operation.body) return
  const issues = schemaIssues(operation.body, plain)
  if (issues.length > 0) throw refuseFields(issues)
}

// Strict checks read the value by the schema's shape, so they run only once the value has that shape.
function schemaIssues(schema: z.ZodType, value: unknown): Issue[] {
  const parsed = schema.safeParse(value)
  return parsed.success ? strictIssues(schema, value) : schemaIssuesOf(parsed.error)
}

/** A schema's complaints with their wire paths. */
export function schemaIssuesOf(error: z.ZodError): Issue[] {
  return error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
}
