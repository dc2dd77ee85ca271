import 'server-only'
import { errors } from '#lib/contract/errors.ts'
import type { Issue } from '#lib/core/result.ts'

/** Each reason of a SchemaInstanceValidationHttpFailure as words, all of them on the metadata block. */
export function schemaInstanceIssues(content: unknown): Issue[] {
  const parsed = errors.SchemaInstanceValidationHttpFailure.content.safeParse(content)
  if (!parsed.success) return [{ path: 'metadata', message: 'The metadata doesn’t match its schema.' }]
  return parsed.data.errors.map((problem) => ({
    path: 'metadata',
    message: `${wordsFor(problem)} (schema ${problem.schema_id})`.slice(0, 2_000),
  }))
}

type Problem = { type: string; key?: unknown; expected_value_type?: unknown }

function wordsFor({ type, key, expected_value_type: expected }: Problem): string {
  if (type === 'multiple_instances_for_schema') return 'The schema is used more than once'
  if (type === 'value_does_not_match_key_type')
    return `The value of “${String(key)}” must be of type ${String(expected)}`
  if (type === 'key_does_not_exist') return `The schema has no key “${String(key)}”`
  if (type === 'schema_does_not_exist') return 'Schema not found'
  return 'This connection can’t use this schema'
}
