import 'server-only'
import { countItems, listJobs } from '#lib/console/jobs/store.ts'
import {
  countCaptures,
  type BulkFix,
  type BulkOwner,
  type BulkPlan,
} from '#lib/console/records/bulk-fixes.ts'
import { fail, type Issue } from '#lib/core/result.ts'
import { readChange, type AskedChange, type ReadChange } from '#lib/rules/bulk/bulk-change.ts'
import {
  classOf,
  missingReason,
  valuesOf,
  type ChangeClass,
  type ChangeReason,
} from '#lib/rules/bulk/change-class.ts'
import { readValueFile } from '#lib/rules/bulk/value-file.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import type { BulkJob, BulkProgress } from '#lib/actions/replies.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** The owner of the fixes that this person may see. */
export function ownerOf({ account, connection }: ActionContext): BulkOwner {
  return { accountId: account.id, connection }
}

/** The failure for a fix that this person does not have. */
export function noFix() {
  return fail('EntityNotFoundError', 'This bulk fix has expired. Choose the captures again.')
}

/** A change as it is applied, or its issues: those of a file name their lines. */
export function changeOf(asked: AskedChange): ReadChange | { issues: Issue[] } {
  if (asked.kind !== 'map') return readChange(asked, captureShape())
  const file = readValueFile(asked.file, asked.path, captureShape())
  if ('values' in file) return { kind: 'map', path: asked.path, values: file.values }
  return {
    issues: file.problems.map(({ line, message }) => ({
      path: 'file',
      message: line === 0 ? message : `Line ${line}: ${message}`,
    })),
  }
}

/** The class of a change that was read, by all values that it gives. */
export function classIn(asked: AskedChange, read: ReadChange): ChangeClass {
  return classOf(asked, valuesOf(asked, read))
}

/**
 * The failure for a change that is refused for many, or whose reason is not given: at its start,
 * and again when it is sent.
 */
export function refusedBy(asks: ChangeClass, why: ChangeReason | null | undefined) {
  const issues = missingReason(asks, why ?? null)
  if (issues.length === 0) return undefined
  const words = asks.kind === 'refused' ? asks.words : 'This change needs a reason.'
  return fail('InvalidInput', `Nothing was sent. ${words}`, { issues })
}

/** How far a fix is, with its jobs. The values of a file stay on the server. */
export async function standingOf(
  { id, plan, readJobId, jobId, undoJobId, consent }: BulkFix,
  { account, connection }: ActionContext,
): Promise<BulkProgress> {
  const jobOf = async (job: string | null): Promise<BulkJob | null> => {
    const [found] =
      job === null ? [] : await listJobs(connection, { accountId: account.id, id: job })
    return found ? { ...found, items: await countItems(found.id) } : null
  }
  return {
    id,
    title: plan.title,
    ...(plan.cause !== undefined && { cause: plan.cause }),
    is_part: plan.isPart === true,
    change: plan.change?.kind === 'map' ? { ...plan.change, file: '' } : plan.change,
    total: plan.tally.read + (await countCaptures(id, ['waiting'])),
    is_read: plan.isRead,
    is_cut: plan.isCut === true,
    tally: plan.tally,
    problems: plan.problems ?? [],
    asks: plan.asks ?? null,
    why: plan.why ?? null,
    consent:
      consent === null || consent === 'few' ? null : { state: consent, ...consentWords(plan) },
    reading: plan.isRead ? null : await jobOf(readJobId),
    job: await jobOf(jobId),
    undo: await jobOf(undoJobId),
  }
}

function consentWords({
  consent,
}: BulkPlan): Pick<NonNullable<BulkProgress['consent']>, 'captures' | 'decided'> {
  return { captures: consent?.captures ?? 0, decided: consent?.decided ?? null }
}
