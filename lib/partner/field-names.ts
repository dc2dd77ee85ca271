import 'server-only'
import { z } from 'zod'
import { unwrap } from '#lib/contract/fields.ts'

// No field has a longer name: the deepest path of a body has 8 parts, with a few prefixes.
const longestName = 1_000
const mostParts = 20

/**
 * The wire path of a field that the partner names in a refusal:
 * `data.serviceLines[0].procedureCode` and `service_lines.0.procedure_code` both give
 * `data.service_lines.0.procedure_code` for a body with `data`. Members are matched by their
 * letters and digits, along the body's schema. Undefined if there is no such field, or if the name
 * has more than 1,000 characters or 20 parts. The time is linear in the length of the name.
 */
export function toWirePath(fieldName: string, body: z.ZodType | undefined): string | undefined {
  if (!body || fieldName.length > longestName) return undefined
  const segments = fieldName
    .split(/[./[\]]/)
    .map(withoutQuotes)
    .filter((part) => part !== '' && part !== '$')
  if (segments.length === 0 || segments.length > mostParts) return undefined
  for (const skip of [0, 1, 2]) {
    // Some refusals give the path from the request ("body.data.x", "request.body.data.x").
    if (skip > 0 && !/^(body|request|payload|input|root)$/i.test(segments[skip - 1] ?? '')) break
    const rest = segments.slice(skip)
    const path = walk(rest, body) ?? walk(['data', ...rest], body)
    if (path && path.length > 0) return path.join('.')
  }
  return undefined
}

function walk(segments: string[], schema: z.ZodType): string[] | undefined {
  const [head, ...rest] = segments
  if (head === undefined) return []
  const [inner, isList] = opened(schema)
  if (isList) {
    if (!/^\d+$/.test(head)) return undefined
    const tail = walk(rest, inner)
    return tail && [String(Number(head)), ...tail]
  }
  // The options of a union have different members; the first option that knows the member gives the
  // path.
  if (inner instanceof z.ZodUnion)
    return firstOf(inner.options.map((option) => walk(segments, option as z.ZodType)))
  if (!(inner instanceof z.ZodObject)) return undefined
  const members = inner.shape as Record<string, z.ZodType>
  const sought = plain(head)
  const name = Object.hasOwn(members, head)
    ? head
    : Object.keys(members).find((member) => plain(member) === sought)
  if (name === undefined) return undefined
  const tail = walk(rest, members[name]!)
  return tail && [name, ...tail]
}

function firstOf(paths: (string[] | undefined)[]): string[] | undefined {
  return paths.find((path) => path !== undefined)
}

// Unwraps one layer at a time: `unwrap` also looks through arrays, but here each array takes an
// index.
function opened(schema: z.ZodType): [z.ZodType, boolean] {
  let inner = schema
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodDefault
  )
    inner = inner.unwrap() as z.ZodType
  if (inner instanceof z.ZodArray) return [inner.element as z.ZodType, true]
  return [unwrap(inner), false]
}

// A part in brackets may be quoted: ["units"], [ 'units' ].
function withoutQuotes(part: string): string {
  const bare = part.trim()
  return /^["']/.test(bare) ? bare.slice(1, /["']$/.test(bare) ? -1 : undefined).trim() : bare
}

function plain(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9]/g, '').toLowerCase()
}
