import fc from 'fast-check'
import { z } from 'zod'
import { knownValues } from '#lib/contract/fields.ts'

/**
 * Ids and other texts that exist in the sandbox, by the name of the member or parameter that takes
 * them.
 */
export type Pool = (name: string) => readonly string[] | undefined

const dates = ['2026-10-05', '2026-11-20', '2026-01-31', '2030-12-31', '1999-02-28']
const instants = ['2026-10-05T10:00:00Z', '2026-11-20T23:59:59.123+02:00', '2020-01-01T00:00:00Z']

/** Values that match a schema of the contract, with texts from the pool where it has some. */
export function valuesOf(schema: z.ZodType, name: string, pool: Pool): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional)
    return fc.option(valuesOf(schema.unwrap() as z.ZodType, name, pool), {
      nil: undefined,
      freq: 1,
    })
  if (schema instanceof z.ZodNullable)
    return fc.option(valuesOf(schema.unwrap() as z.ZodType, name, pool), { nil: null, freq: 4 })
  if (schema instanceof z.ZodArray)
    return fc.array(valuesOf(schema.element as z.ZodType, name, pool), { maxLength: 3 })
  if (schema instanceof z.ZodObject) return objectsOf(schema, pool)
  if (schema instanceof z.ZodUnion)
    return fc.oneof(
      ...(schema.options as z.ZodType[]).map((option) => valuesOf(option, name, pool)),
    )
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...(schema.values as Set<string>))
  if (schema instanceof z.ZodNever) return fc.constant(undefined)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodNumber)
    return name === 'limit' ? fc.integer({ min: 1, max: 40 }) : fc.integer({ min: 0, max: 30_000 })
  return textsOf(schema, name, pool)
}

function objectsOf(schema: z.ZodObject, pool: Pool): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.shape as Record<string, z.ZodType>).map(
    ([member, inner]) => [member, valuesOf(inner, member, pool)] as const,
  )
  return fc
    .record(Object.fromEntries(members))
    .map((value) =>
      Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)),
    )
}

function textsOf(schema: z.ZodType, name: string, pool: Pool): fc.Arbitrary<unknown> {
  const known = knownValues(schema)
  if (known) return fc.constantFrom(...known.values)
  const format = schema.meta()?.format
  if (format === 'date') return fc.constantFrom(...dates)
  if (format === 'date-time') return fc.constantFrom(...instants)
  if (format === 'uri') return fc.webUrl()
  const own = pool(name)
  if (format === 'uuid') return own?.length ? fc.constantFrom(...own) : fc.uuid()
  const anything = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.uuid(),
  )
  return own?.length
    ? fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...own) },
        { weight: 1, arbitrary: anything },
      )
    : anything
}

/** Values that most members refuse. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '%',
    '__proto__',
    -1,
    0.5,
    1e308,
    2 ** 53,
    [],
    {},
    [null],
    [[]],
    true,
    'x'.repeat(5_000),
    '2026-02-30',
    'null',
    "'; --",
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

/** The value with one place replaced or one member removed; `at` selects the place. */
export function spoilAt(value: unknown, at: number, wrong: unknown): unknown {
  if (typeof value !== 'object' || value === null || at % 5 === 0) return wrong
  const keys = Object.keys(value)
  if (keys.length === 0) return wrong
  const key = keys[at % keys.length]!
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<
    string,
    unknown
  >
  if (at % 7 === 0) delete copy[key]
  else copy[key] = spoilAt(copy[key], Math.floor(at / 3), wrong)
  return copy
}
