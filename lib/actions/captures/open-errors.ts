import 'server-only'
import type { JsonObject } from '#lib/core/json.ts'
import { localDateAt } from '#lib/core/local-date.ts'
import { fail, type Failure } from '#lib/core/result.ts'
import { controlName } from '#lib/rules/edit/field-path.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { checkCapture } from '#lib/rules/scrub/check-capture.ts'
import type { Finding } from '#lib/rules/scrub/rule.ts'

/** Why a save goes past errors that the checks found: the person's sentence, and a rule's id for each error. */
export type SavePast = { reason: string; findings: string[] }

/**
 * The errors in a charge capture as it would be sent, by the rules that the editor shows. `body` is a whole update or
 * create body, `shape` its shape.
 */
export function openErrors(body: JsonObject, shape: ObjectShape, preEncounter: 'new' | 'made' | undefined): Finding[] {
  return checkCapture(body, { shape, today: localDateAt(Date.now()), preEncounter }).filter(
    (finding) => finding.severity === 'error',
  )
}

/** The refusal of a save that gives no reason for open errors: it names their fields, and nothing was sent. */
export function reasonNeeded(errors: readonly Finding[], shape: ObjectShape): { ok: false; error: Failure } {
  const issues = errors.slice(0, 100).map(({ path, message }) => ({ path: controlName(path, shape), message }))
  const count = errors.length === 1 ? 'one error' : `${errors.length} errors`
  return fail(
    'ReasonNeeded',
    `Nothing was sent: the checks find ${count} in it, and no reason was given to send it like this.`,
    { issues },
  )
}

/** The rules to keep with a reason: those of the errors found here, else those that the page named. */
export function rulesPast(errors: readonly Finding[], past: SavePast): string[] {
  return errors.length > 0 ? errors.map((finding) => finding.rule).toSorted() : past.findings
}
