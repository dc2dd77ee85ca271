import 'server-only'
import { z } from 'zod'
import { idPattern } from '#lib/contract/fields.ts'
import { maxProvidersPerRequest } from '#lib/contract/contracts/limits.ts'

/** An identifier of the partner's. */
export const id = z.string().regex(idPattern, 'IDs have only letters, digits, “-” and “_”.')

/**
 * Provider ids, one a line, in one text: React reads no list of more than a million letters in an action's input, which
 * is 27,000 ids. A list of none is ''. It is split no further than one past what is allowed: that is refused anyway.
 */
export const idLines = z
  .string()
  .max(20_000_000)
  .transform((text) => (text === '' ? [] : text.split('\n', maxProvidersPerRequest + 1)))
  .pipe(z.array(id).max(maxProvidersPerRequest))

/** JSON text of one record, at most 20 MB as the partner's own replies. */
export const jsonText = z.string().min(2).max(20_000_000)

/** The id that the browser gives a write: the server never makes a write of the same id twice. */
export const operationId = z.string().regex(/^[\da-f-]{32,36}$/, 'An operation id has 32 hexadecimal digits.')
