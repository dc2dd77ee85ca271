import 'server-only'
import { countOf, errorNoun } from '#lib/core/count-of.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { keepSaveReason } from '#lib/console/records/save-reasons.ts'
import { operations } from '#lib/contract/operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { fail, type Failure, type Issue } from '#lib/core/result.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { controlName } from '#lib/rules/edit/field-path.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { addedFindings, checkCapture } from '#lib/rules/scrub/check-capture.ts'
import type { Finding } from '#lib/rules/scrub/rule.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import type { Refused } from '#lib/actions/writing/write-once.ts'
import { readSaveTerms } from './check-terms.ts'

/**
 * Why a person saves past errors that the checks found: the person's sentence, and a rule's id for
 * each error.
 */
export type SavePast = { reason: string; findings: string[] }

/**
 * The errors in a charge capture as it would be sent, by the rules that the editor shows; with
 * `before`, the same body as the partner has it, only those that are new. `body` is a whole update
 * or create body, `shape` its shape. Its codes are looked up in the placed lists, and providers that
 * the change names in the partner's list.
 */
export async function openErrors(
  body: JsonObject,
  shape: ObjectShape,
  preEncounter: 'new' | 'made' | undefined,
  connection: Connection,
  before?: JsonObject,
): Promise<Finding[]> {
  const changed = { body, before }
  const { listsFor, ...found } = await readSaveTerms([changed], connection)
  const terms = { shape, preEncounter, lists: listsFor(changed), ...found }
  const errors = checkCapture(body, terms).filter((finding) => finding.severity === 'error')
  return before ? addedFindings(errors, body, before, terms) : errors
}

/**
 * The refusal of a save that gives no reason for open errors: it names their fields, and nothing
 * was sent.
 */
export function reasonNeeded(errors: readonly Finding[], shape: ObjectShape): Refused {
  const issues = errors
    .slice(0, 100)
    .map(({ path, message }) => ({ path: controlName(path, shape), message }))
  return fail(
    'ReasonNeeded',
    `Nothing was sent: it has ${countOf(errors.length, errorNoun)}. Fix that, or enter a reason for saving with errors.`,
    { issues },
  )
}

/**
 * Keeps the reason with the rules of the errors that were found here; of those that the page named
 * where none were.
 */
export async function keepReason(
  { account, connection }: ActionContext,
  record: string,
  errors: readonly Finding[],
  { reason, findings }: SavePast,
): Promise<void> {
  const rules = errors.length > 0 ? errors.map((finding) => finding.rule).toSorted() : findings
  await keepSaveReason({
    accountId: account.id,
    connectionId: connection.id,
    record,
    rules,
    reason,
  })
}

/**
 * The issues of an update body that its schema does not accept, by wire path. A value that the
 * loaded capture already had is no issue: odd values of other systems must survive a save that does
 * not touch them.
 */
export function newIssues(body: JsonObject, base: JsonObject): Issue[] {
  const { charge_capture_data: data, ...header } = base
  const known = new Set(issuesOf({ ...header, data: data ?? null }).map((issue) => issue.path))
  return issuesOf(body).filter((issue) => !known.has(issue.path))
}

function issuesOf(body: JsonObject): Issue[] {
  // Numbers that are kept as their source text are no numbers to the schema, so it checks plain
  // JSON.
  const parsed = operations.updateChargeCapture.body.safeParse(JSON.parse(JSON.stringify(body)))
  if (parsed.success) return []
  return parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: 'This value isn’t valid.',
  }))
}

const attachments = 'attachment_external_document_ids'

/**
 * Explains the refusal of an attachment that the body names and the partner does not have: a
 * capture may name only attachments that were uploaded before. Undefined for any other refusal.
 */
export function missingAttachment(
  body: JsonObject,
): (errorName: string, content: unknown) => Pick<Failure, 'message' | 'issues'> | undefined {
  return (errorName, content) => {
    const ids = itemsOf(body[attachments]).map(textOf)
    const missing =
      errorName === 'EntityNotFoundError' ? textOf(memberAt(content, 'id')) : undefined
    const place = missing === undefined ? -1 : ids.indexOf(missing)
    if (place === -1) return undefined
    const which = ids.length === 1 ? 'This' : `No. ${place + 1} of the list`
    return {
      message: 'The partner doesn’t have this attachment.',
      issues: [
        {
          path: attachments,
          message: `${which} isn’t the ID of an attachment at the partner. Upload the attachment first.`,
        },
      ],
    }
  }
}
