import { z } from 'zod'
import { unwrap } from '#lib/contract/fields.ts'
import type { Issue } from '#lib/core/result.ts'

type Decoded = { values: Record<string, unknown>; issues: Issue[] }

/**
 * Turns a query string into the values that a query schema describes, by the declared kind of each parameter: repeated
 * keys become an array only where the schema has one. Parameters that the schema lacks are left out.
 * ASSUMED: unknown-query-parameters
 */
export function decodeQuery(schema: z.ZodObject, search: URLSearchParams): Decoded {
  const values: Record<string, unknown> = {}
  const issues: Issue[] = []
  for (const [name, inner] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    // An empty item of a list asks for nothing. ASSUMED: empty-array-filter
    const given = search.getAll(name).filter((text) => text !== '' || !isArray(inner))
    if (given.length === 0) continue
    if (given.some((text) => text.includes('\u0000')))
      issues.push({ path: name, message: 'holds a character that is not text' })
    else if (isArray(inner)) values[name] = given
    else if (given.length > 1) issues.push({ path: name, message: 'was given more than once' })
    else values[name] = decodeOne(unwrap(inner), given[0]!)
  }
  return { values, issues }
}

function isArray(schema: z.ZodType): boolean {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap() as z.ZodType
  return inner instanceof z.ZodArray
}

// Text that is no number or boolean stays text: the schema then refuses it at its own name.
function decodeOne(schema: z.ZodType, text: string): unknown {
  if (schema instanceof z.ZodNumber) return /^-?\d+$/.test(text) ? Number(text) : text
  if (schema instanceof z.ZodBoolean) return text === 'true' ? true : text === 'false' ? false : text
  return text
}
