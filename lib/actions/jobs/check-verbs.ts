import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { consoleAccountId, findJobRow, newestJob, type Job } from '#lib/console/jobs/store.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import type { JobKind } from './job-kind.ts'
import { askJob, enqueueJob } from './run-job.ts'

// What a person does with a check of everything that a key can read: one runs at a time, and its
// result stays until the next one is whole.

type ActId = Parameters<typeof recordAct>[2]

/** Starts a check unless one is running for this partner and key. `act` is its name in the trail. */
export async function startOne(
  kind: JobKind<Record<string, never>>,
  act: ActId,
  context: ActionContext,
): Promise<void> {
  await recordAct(context, 'intent', act, [])
  const { job } = await enqueueJob(context, kind, {})
  await recordAct(context, 'outcome', act, [job.id])
}

/** Requests that a check of a kind stop; a job of another kind goes on. */
export async function stopOne(
  kind: string,
  act: ActId,
  id: string,
  context: ActionContext,
): Promise<void> {
  const row = await findJobRow(context.connection, id)
  if (row?.kind === kind) await askJob(id, 'cancel')
  await recordAct(context, 'outcome', act, [id])
}

/** The newest check of a kind, and the newest one that has a result. */
export async function newestOf(
  connection: Connection,
  kind: string,
): Promise<{ job: Job | undefined; done: Job | undefined }> {
  const job = await newestJob(connection, kind)
  if (!job || job.state === 'done') return { job, done: job }
  return { job, done: await newestJob(connection, kind, 'done') }
}

/** What a page says of the check whose result it shows. */
export function resultOf({ id, finished_at, started_at, account_id }: Job): {
  id: string
  finished_at: string
  /** The console made it by itself, at night. */
  is_nightly: boolean
} {
  return {
    id,
    finished_at: finished_at ?? started_at,
    is_nightly: account_id === consoleAccountId,
  }
}
