import 'server-only'
import { countItems, listJobs, type ItemCounts, type Job } from '#lib/console/jobs/store.ts'
import {
  countCaptures,
  findBulkFix,
  noTally,
  type AskedConsent,
  type BulkFix,
  type BulkOwner,
  type BulkPlan,
  type BulkTally,
} from '#lib/console/records/bulk-fixes.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { fail, type Issue } from '#lib/core/result.ts'
import {
  readChange,
  shapeOfPath,
  type AskedChange,
  type ReadChange,
} from '#lib/rules/bulk/bulk-change.ts'
import {
  classOf,
  missingReason,
  valuesOf,
  type ChangeClass,
  type ChangeReason,
} from '#lib/rules/bulk/change-class.ts'
import { noForecast } from '#lib/rules/bulk/chosen-amount.ts'
import { readValueFile, unknownIds, type FileProblem } from '#lib/rules/bulk/value-file.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { checkProposals } from '#lib/rules/queue/check-proposals.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

export type BulkJob = Job & { items: ItemCounts }

export type BulkProgress = {
  id: string
  title: string
  /** The cause that the captures share, by its key in the queue. */
  cause?: string
  /** Only those captures of the cause that a filter of the queue found. */
  is_part: boolean
  /** Null until it is chosen. The values of a file stay on the server. */
  change: AskedChange | null
  /** How many lines of a file the person chose to leave out. */
  left_out: number
  /** Captures as far as they are known; `is_read` once all were read. */
  total: number
  is_read: boolean
  /** Set when there are more captures than one fix takes. */
  is_cut: boolean
  tally: BulkTally
  /** Why the whole file, or the change of these captures, is refused. */
  problems: FileProblem[]
  /** What the change asks of the person; null while there is none. */
  asks: ChangeClass | null
  why: ChangeReason | null
  /**
   * How it stands with a second person; null where none is asked. `captures` are those that would
   * be sent.
   */
  consent: {
    state: 'asked' | 'approved' | 'declined'
    captures: number
    decided: AskedConsent['decided'] | null
  } | null
  /** The job that reads it; null once all captures were read. */
  reading: BulkJob | null
  /** The jobs that send it and take it back. */
  job: BulkJob | null
  undo: BulkJob | null
}

/** The owner of the fixes that this person may see. */
export function ownerOf({ account, connection }: ActionContext): BulkOwner {
  return { accountId: account.id, connection }
}

/** The failure for a fix that this person does not have. */
export function noFix() {
  return fail('EntityNotFoundError', 'This bulk fix has expired. Choose the captures again.')
}

/**
 * A change as it is applied, or its issues: those of a file stand at `file`, those of one of its
 * lines at `file.3`. `known` are the ids of the captures, where all of them are known.
 */
export function changeOf(
  asked: AskedChange,
  known?: ReadonlySet<string>,
): ReadChange | { issues: Issue[]; fit?: number } {
  const shape = captureShape()
  if (asked.kind !== 'map') return readChange(asked, shape)
  const { path, file: text, leave_out: without } = asked
  const file = readValueFile(text, path, shape, without)
  // A file with wrong lines is read again without them, so that unknown ids are told with them.
  const wrong = 'problems' in file ? file.problems : []
  const rest =
    wrong.length > 0 && wrong.every(({ line }) => line > 1)
      ? readValueFile(text, path, shape, [...(without ?? []), ...wrong.map(({ line }) => line)])
      : file
  const unknown = known && 'values' in rest ? unknownIds(rest, known) : []
  const problems = [...wrong, ...unknown].toSorted((a, b) => a.line - b.line)
  if ('values' in file && problems.length === 0) {
    const { values, finds } = file
    const at = shapeOfPath(shape, path)! // it was read by it
    const isRewriting = classOf(asked, []).only === 'rewriting'
    return {
      kind: 'map',
      path,
      shape: at,
      values,
      finds,
      ...(isRewriting && {
        written: (body) => checkProposals(body, { shape, today: dayNow() }),
      }),
    }
  }
  return {
    issues: problems.map(({ line, message }) => ({
      path: line === 0 ? 'file' : `file.${line}`,
      message: line === 0 ? message : `Line ${line}: ${message}`,
    })),
    fit: ('values' in rest ? rest.values.size : rest.fit) - unknown.length,
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
export async function standingOf(fix: BulkFix, context: ActionContext): Promise<BulkProgress> {
  const { id, plan, readJobId, jobId, undoJobId, consent } = fix
  const { account, connection } = context
  const jobOf = async (job: string | null): Promise<BulkJob | null> => {
    const [found] =
      job === null ? [] : await listJobs(connection, { accountId: account.id, id: job })
    return found ? { ...found, items: await countItems(found.id) } : null
  }
  const reading = plan.isRead ? null : await jobOf(readJobId)
  if (reading?.is_open === false) {
    // The job may have stored its last step and ended after this fix was read.
    const newest = await findBulkFix(ownerOf(context), id)
    if (newest && newest.step !== fix.step) return standingOf(newest, context)
  }
  return {
    id,
    title: plan.title,
    ...(plan.cause !== undefined && { cause: plan.cause }),
    is_part: plan.isPart === true,
    change: plan.change?.kind === 'map' ? { ...plan.change, file: '' } : plan.change,
    left_out: leftOutOf(plan.change),
    total: plan.tally.read + (await countCaptures(id, ['waiting'])),
    is_read: plan.isRead,
    is_cut: plan.isCut === true,
    // A plan of an earlier version has no forecast, or one that counts nothing as unknown.
    tally: { ...noTally, ...plan.tally, forecast: { ...noForecast, ...plan.tally.forecast } },
    problems: plan.problems ?? [],
    asks: plan.asks ?? null,
    why: plan.why ?? null,
    consent:
      consent === null || consent === 'few' ? null : { state: consent, ...consentWords(plan) },
    reading,
    job: await jobOf(jobId),
    undo: await jobOf(undoJobId),
  }
}

function leftOutOf(change: AskedChange | null): number {
  return change?.kind === 'map' ? (change.leave_out?.length ?? 0) : 0
}

function consentWords({
  consent,
}: BulkPlan): Pick<NonNullable<BulkProgress['consent']>, 'captures' | 'decided'> {
  return { captures: consent?.captures ?? 0, decided: consent?.decided ?? null }
}
