import 'server-only'
import type { JsonObject } from '#lib/core/json.ts'
import type { Failure } from '#lib/core/result.ts'
import { at, list, text } from '#lib/lists/rows/row-values.ts'

const path = 'attachment_external_document_ids'

/**
 * What a refusal means that names an attachment of this body as a record which is not there: a capture may name only
 * those that were uploaded before. Undefined for any other refusal.
 */
export function missingAttachment(
  body: JsonObject,
): (errorName: string, content: unknown) => Pick<Failure, 'message' | 'issues'> | undefined {
  return (errorName, content) => {
    const ids = list(body[path]).map(text)
    const missing = errorName === 'EntityNotFoundError' ? text(at(content, 'id')) : undefined
    const place = missing === undefined ? -1 : ids.indexOf(missing)
    if (place === -1) return undefined
    const which = ids.length === 1 ? 'This' : `No. ${place + 1} of the list`
    return {
      message: 'It names an attachment that the partner does not have.',
      issues: [
        {
          path,
          message: `${which} is the id of no attachment that the partner has. An attachment is uploaded before a capture names it.`,
        },
      ],
    }
  }
}
