import 'server-only'
import { z } from 'zod'
import { idPattern } from '#lib/contract/fields.ts'
import { tooMuchIn } from '#lib/core/json.ts'
import { isLocalDate } from '#lib/core/local-date.ts'
import { isTimeZone } from '#lib/core/time-zone.ts'
import { maxProvidersPerRequest } from '#lib/contract/contracts/limits.ts'

/** An identifier of the partner's. */
export const id = z.string().regex(idPattern, 'IDs have only letters, digits, “-” and “_”.')

/** A local date. */
export const day = z.string().refine(isLocalDate, 'Enter a real date, such as 02/28/2026.')

/** The name of a time zone. */
export const timeZoneName = z.string().max(100).refine(isTimeZone, 'Choose a time zone.')

/**
 * Provider ids, one a line, in one text: React reads no list of more than a million letters in an
 * action's input, which is 27,000 ids. A list of none is ''. It is split no further than one past
 * what is allowed: that is refused anyway.
 */
export const idLines = z
  .string()
  .max(20_000_000)
  .transform((text) => (text === '' ? [] : text.split('\n', maxProvidersPerRequest + 1)))
  .pipe(z.array(id).max(maxProvidersPerRequest))

// Reading, checking and merging a record take as long as it has values (two seconds for 150,000
// wrong ones on a busy machine), and everybody's requests wait meanwhile.
function recordText(values: number) {
  return z
    .string()
    .min(2)
    .max(20_000_000, 'A record has at most 20 MB.')
    .superRefine((text, context) => {
      const tooMuch = tooMuchIn(text, { values, depth: 100 })
      if (tooMuch === undefined) return
      const message =
        tooMuch === 'values'
          ? `This record has more than ${values.toLocaleString('en-US')} values, the most that can be saved at once. Remove some.`
          : 'The values of this record are nested more than 100 levels deep, which can’t be saved.'
      context.addIssue({ code: 'custom', message })
    })
}

/**
 * JSON text of one record, at most 20 MB as the partner's own replies. A capture with 1,000 service
 * lines has 40,000 values.
 */
export const jsonText = recordText(50_000)

/** The same of a contract, which names up to 100,000 providers. */
export const contractText = recordText(150_000)

/** The id that the browser gives a write: the server never makes a write of the same id twice. */
export const operationId = z
  .string()
  .regex(/^[\da-f-]{32,36}$/, 'An operation id has 32 hexadecimal digits.')
