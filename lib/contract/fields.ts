import { z } from 'zod'

/** The values that the interface lists for an enumeration, and the unlisted ones in use. */
export type KnownValues = { values: readonly string[]; alsoSeen: readonly string[] }

const known = z.registry<KnownValues>()

/**
 * An enumeration that may grow: known values are offered, and any other text round-trips.
 * `alsoSeen` are values in use that the interface's list lacks.
 */
export function openEnum<const T extends string>(
  values: readonly T[],
  alsoSeen: readonly string[] = [],
) {
  const schema = z.string() as unknown as z.ZodType<T | (string & {})>
  const listed: ReadonlySet<string> = new Set(values)
  return schema.register(known, {
    values,
    alsoSeen: alsoSeen.filter((value) => !listed.has(value)),
  })
}

/**
 * The known values of an open enumeration inside optional, nullable and array wrappers; otherwise
 * undefined.
 */
export function knownValues(schema: z.ZodType): KnownValues | undefined {
  return known.get(unwrap(schema))
}

/** The schema inside optional, nullable, default and array wrappers. */
export function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodArray
  ) {
    inner = (inner instanceof z.ZodArray ? inner.element : inner.unwrap()) as z.ZodType
  }
  return inner
}

/** A local date at the place of service, `YYYY-MM-DD`. */
export const localDate = () => z.string().meta({ format: 'date' })

/** A time with its offset, ISO 8601. */
export const timestamp = () => z.string().meta({ format: 'date-time' })

/** An amount in whole cents. */
export const cents = () => z.number().meta({ unit: 'cents' })

/** A zero-based list index: a whole number. */
export const listIndex = () => z.number().meta({ unit: 'index' })

/**
 * The characters of the partner's ids. Any other character could change the path, so such an id
 * names no record.
 */
export const idPattern = /^[\w-]{1,200}$/

/** An identifier: text, UUID-shaped if the partner made it. */
export const id = () => z.string()

/** An identifier that the description types as UUID. */
export const uuid = () => z.string().meta({ format: 'uuid' })

/** A complete address, typed as URL in the description. */
export const url = () => z.string().meta({ format: 'uri' })

/**
 * A page of a list. Only the token says whether more items may exist, never the number of items
 * (Pagination 3 and 4).
 */
export function page<T extends z.ZodType>(item: T) {
  return z.looseObject({
    items: z.array(item),
    prev_page_token: z.string().nullish(),
    next_page_token: z.string().nullish(),
  })
}
