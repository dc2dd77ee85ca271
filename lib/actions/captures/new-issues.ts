import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { Issue } from '#lib/core/result.ts'

/**
 * What is wrong with the form of a PATCH body, by wire path. What the loaded capture already had wrong is no issue:
 * odd values of other systems must survive a save that does not touch them.
 */
export function newIssues(body: JsonObject, base: JsonObject): Issue[] {
  const { charge_capture_data: data, ...header } = base
  const known = new Set(issuesOf({ ...header, data: data ?? null }).map((issue) => issue.path))
  return issuesOf(body).filter((issue) => !known.has(issue.path))
}

function issuesOf(body: JsonObject): Issue[] {
  // Through plain JSON, because numbers kept as their source text are no numbers to the schema.
  const parsed = operations.updateChargeCapture.body.safeParse(JSON.parse(JSON.stringify(body)))
  if (parsed.success) return []
  return parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: 'This value has the wrong form.' }))
}
