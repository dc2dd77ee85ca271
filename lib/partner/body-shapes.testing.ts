import { z } from 'zod'

// Functions that walk bodies along their schemas, to find out which parts of the schemas the tests
// cover.

/** Every branch of every union in a schema, as `path=type`; `[]` is an array item. */
export function branchesOf(schema: z.ZodType, at = ''): Set<string> {
  const inner = bare(schema)
  if (inner instanceof z.ZodArray) return branchesOf(inner.element as z.ZodType, `${at}[]`)
  if (inner instanceof z.ZodObject)
    return union(membersOf(inner).map(([name, member]) => branchesOf(member, `${at}.${name}`)))
  if (!(inner instanceof z.ZodUnion)) return new Set()
  return union(
    optionsOf(inner).map((option) =>
      union([
        new Set([branch(at, typeOf(option))]),
        branchesOf(option, branch(at, typeOf(option))),
      ]),
    ),
  )
}

/** The branches that a value uses. */
export function branchesIn(schema: z.ZodType, value: unknown, at = ''): Set<string> {
  const inner = bare(schema)
  if (value === undefined || value === null) return new Set()
  if (inner instanceof z.ZodArray)
    return union(
      (value as unknown[]).map((item) => branchesIn(inner.element as z.ZodType, item, `${at}[]`)),
    )
  if (inner instanceof z.ZodObject)
    return union(
      membersOf(inner).map(([name, member]) =>
        branchesIn(member, (value as Body)[name], `${at}.${name}`),
      ),
    )
  if (!(inner instanceof z.ZodUnion)) return new Set()
  const option = optionOf(inner, value)
  return union([
    new Set([branch(at, typeOf(option))]),
    branchesIn(option, value, branch(at, typeOf(option))),
  ])
}

/**
 * A copy with null in every nullable member: in the `outermost` ones, which replaces their content,
 * or in the leaves (`innermost`).
 */
export function withNulls(
  schema: z.ZodType,
  value: unknown,
  where: 'outermost' | 'innermost',
): unknown {
  const inner = bare(schema)
  if (value === undefined || value === null) return value
  if (inner instanceof z.ZodArray)
    return (value as unknown[]).map((item) => withNulls(inner.element as z.ZodType, item, where))
  if (inner instanceof z.ZodUnion) return withNulls(optionOf(inner, value), value, where)
  if (!(inner instanceof z.ZodObject)) return value
  return {
    ...value,
    ...Object.fromEntries(
      membersOf(inner).flatMap(([name, member]) =>
        nullOrCopy(member, (value as Body)[name], where).map((copy) => [name, copy]),
      ),
    ),
  }
}

type Body = Record<string, unknown>

function nullOrCopy(
  member: z.ZodType,
  value: unknown,
  where: 'outermost' | 'innermost',
): unknown[] {
  const isLeaf = value === undefined || typeof value !== 'object' || value === null
  if (member.safeParse(null).success && (where === 'outermost' || isLeaf)) return [null]
  return value === undefined ? [] : [withNulls(member, value, where)]
}

function bare(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? bare(schema.unwrap() as z.ZodType)
    : schema
}

function membersOf(schema: z.ZodObject): [string, z.ZodType][] {
  return Object.entries(schema.shape as Record<string, z.ZodType>)
}

const typeOf = (option: z.ZodObject) => [...(option.shape.type as z.ZodLiteral<string>).values][0]!
// The description allows plain values in an update; the published client always sends `type`.
const optionsOf = (schema: z.ZodUnion) => {
  const objects = (schema.options as z.ZodType[]).filter((option) => option instanceof z.ZodObject)
  const named = objects.filter((option) => option.shape.type instanceof z.ZodLiteral)
  const forms = named.filter((option) => ['set', 'remove'].includes(typeOf(option)))
  return forms.length > 0 ? forms : named
}
const optionOf = (schema: z.ZodUnion, value: unknown) =>
  optionsOf(schema).find((option) => typeOf(option) === (value as { type: string }).type)!
const branch = (at: string, type: string) => `${at}=${type}`
const union = (sets: ReadonlySet<string>[]) => new Set(sets.flatMap((each) => [...each]))
