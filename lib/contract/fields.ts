import { z } from 'zod'

/** The values that the interface names for an enumeration, and those that are seen but not named. */
export type KnownValues = { values: readonly string[]; alsoSeen: readonly string[] }

const known = z.registry<KnownValues>()

/**
 * An enumeration that may grow: known values are offered, any other text is kept and round-trips.
 * `alsoSeen` are values that are in use although the interface's list lacks them.
 */
export function openEnum<const T extends string>(values: readonly T[], alsoSeen: readonly string[] = []) {
  const schema = z.string() as unknown as z.ZodType<T | (string & {})>
  return schema.register(known, { values, alsoSeen })
}

/** The known values of an open enumeration, looking through optional, nullable and array wrappers; else undefined. */
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

/** A local date where the service occurred, `YYYY-MM-DD`. */
export const localDate = () => z.string().meta({ format: 'date' })

/** An instant, ISO 8601 with its offset. */
export const timestamp = () => z.string().meta({ format: 'date-time' })

/** An amount in whole cents. */
export const cents = () => z.number().meta({ unit: 'cents' })

/** A place in a list, counted from 0: a whole number. */
export const listIndex = () => z.number().meta({ unit: 'index' })

/** What the partner's own ids are made of; one of anything else could mean another path, and is no record's. */
export const idPattern = /^[\w-]{1,200}$/

/** An identifier: text, UUID-shaped where the partner made it. */
export const id = () => z.string()

/** An identifier that the description types as UUID. */
export const uuid = () => z.string().meta({ format: 'uuid' })

/** A full address, which the description calls a URL. */
export const url = () => z.string().meta({ format: 'uri' })

/** A page of a list: the token, never the number of items, says whether more may exist (Pagination 3 and 4). */
export function page<T extends z.ZodType>(item: T) {
  return z.looseObject({
    items: z.array(item),
    prev_page_token: z.string().nullish(),
    next_page_token: z.string().nullish(),
  })
}
