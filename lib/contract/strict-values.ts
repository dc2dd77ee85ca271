import { z } from 'zod'
import { isLocalDate } from '#lib/core/local-date.ts'
import type { Issue } from '#lib/core/result.ts'
import { isUuid } from '#lib/core/uuid.ts'
import { knownValues } from './fields.ts'

/**
 * Finds the values that a strict reader rejects although the tolerant schema accepts them: unknown
 * enumeration values, ids that are no UUID and addresses that are no URL where the description
 * types them so, impossible dates, times without a time of day or on such a date, fractions of a
 * cent or of an index. Parts of `value` without their shape are skipped, because the schema itself
 * reports those. Returns one issue for each value, at its dotted path below `at`.
 */
export function strictIssues(schema: z.ZodType, value: unknown, at = ''): Issue[] {
  if (value === null || value === undefined) return []
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return strictIssues(schema.unwrap() as z.ZodType, value, at)
  }
  if (schema instanceof z.ZodArray) {
    if (!Array.isArray(value)) return []
    return (value as unknown[]).flatMap((item, i) =>
      strictIssues(schema.element as z.ZodType, item, join(at, i)),
    )
  }
  if (schema instanceof z.ZodObject) {
    if (typeof value !== 'object') return []
    const members = value as Record<string, unknown>
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, inner]) =>
      strictIssues(inner, members[name], join(at, name)),
    )
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options as z.ZodType[]
    const fitting =
      options.find((option) => option.safeParse(value).success) ?? namedOption(schema, value)
    return fitting ? strictIssues(fitting, value, at) : []
  }
  const message = schema.safeParse(value).success ? complaint(schema, value) : undefined
  return message ? [{ path: at, message }] : []
}

// An incomplete part still has the kind of its discriminator.
function namedOption(schema: z.ZodUnion, value: unknown): z.ZodType | undefined {
  if (!(schema instanceof z.ZodDiscriminatedUnion) || typeof value !== 'object') return undefined
  const name = schema.def.discriminator
  const kind = (value as Record<string, unknown>)[name]
  return (schema.options as z.ZodObject[]).find(
    (option) => (option.shape[name] as z.ZodType).safeParse(kind).success,
  )
}

const urlShape = /^[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#]\S*$/i

const instantShape =
  /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/i

function complaint(schema: z.ZodType, value: unknown): string | undefined {
  const known = knownValues(schema)
  if (known) {
    const accepted = known.values.includes(String(value)) || known.alsoSeen.includes(String(value))
    return accepted ? undefined : 'is not one of the values that this field takes'
  }
  const { format, unit } = schema.meta() ?? {}
  if (unit === 'cents' && !Number.isInteger(value)) return 'is not a whole number of cents'
  if (unit === 'index' && !Number.isInteger(value)) return 'is not a whole number'
  if (format === 'uuid' && !isUuid(String(value))) return 'is not a UUID'
  if (format === 'uri' && !urlShape.test(String(value))) return 'is not a full URL'
  if (format === 'date' && !isLocalDate(String(value)))
    return 'is not a date of the form YYYY-MM-DD'
  return format === 'date-time' ? instantComplaint(String(value)) : undefined
}

// JavaScript reads February 30 as a day in March.
function instantComplaint(text: string): string | undefined {
  const day = instantShape.exec(text)?.[1]
  if (day === undefined || Number.isNaN(Date.parse(text.replace(day, '2000-01-01')))) {
    return 'is not an ISO 8601 date-time'
  }
  return isLocalDate(day) ? undefined : 'is on a day that does not exist'
}

function join(at: string, name: string | number): string {
  return at === '' ? String(name) : `${at}.${name}`
}
