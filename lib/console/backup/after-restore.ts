import 'server-only'
import { eq } from 'drizzle-orm'
import type { Client } from 'pg'
import { z } from 'zod'
import { recordAudit } from '#lib/console/audit.ts'
import { consoleDb } from '#lib/console/db.ts'
import { facts } from '#lib/console/schema.ts'
import { trailKeys } from '#lib/console/trail/trail-key.ts'
import { inWords } from './read-backup.ts'

/** What a restore did to the rows of the backup. */
export type Ended = { sessions: number; links: number; jobs: number }

/** A restore that has no row in the trail yet. Instants are ISO text in UTC. */
export type Restored = {
  /** When the backup was made. */
  made_at: string
  restored_at: string
  /** The user of the operating system who ran the command. */
  by: string
  /** The end of the trail that DATA_DIR named before ("41:490f8ZNe…"); null without one. */
  former_head: string | null
}

const restoredFact = 'restored_from_backup'
const restoredSchema = z.strictObject({
  made_at: z.string(),
  restored_at: z.string(),
  by: z.string(),
  former_head: z.string().nullable(),
})

/**
 * Makes the rows of a backup safe to go on with, in the transaction that has loaded them.
 *
 * - Sessions end and links that work once are gone: somebody may have ended or used them since. Every
 *   page loads anew, so that no page repeats a write that the journal does not know.
 * - No job of the backup sends anything again. What it had not finished may be done since, and the
 *   journal of writes does not say so. A person looks at the records and starts another job.
 *
 * Unfinished writes of the journal stay: the same write is looked for before it is sent again.
 */
export async function endWhatRanOn(client: Client, restored: Restored): Promise<Ended> {
  const when = inWords(restored.made_at)
  const failure = {
    name: 'Restored',
    message: `Stopped: the console was restored from the backup of ${when}. Some of this may be done since. Check the records before you start it again.`,
  }
  const words = `The console was restored from the backup of ${when}. This may be done since. Check the record.`
  const count = async (text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rowCount ?? 0
  const sessions = await count('delete from sessions')
  const links = await count('delete from invitations')
  await count('delete from verifications')
  await count(`delete from facts where name = 'setup_code'`)
  // The console's own jobs start again by themselves. One that stays open would keep the next away.
  await count(`delete from jobs where finished_at is null and (is_quiet or account_id = 'console')`)
  const jobs = await count(
    `update jobs set state = 'cancelled', waits_for = null, asked = null, failure = $1,
       finished_at = coalesce(finished_at, $2)
     where state in ('queued', 'running', 'paused')
       or (state in ('done', 'failed') and exists (select from job_items
         where job_id = id and job_items.state in ('conflict', 'rejected', 'unknown')))`,
    [JSON.stringify(failure), restored.restored_at],
  )
  await count(
    `update job_items set state = 'unknown', words = $1
     where state in ('queued', 'leased', 'sent') or (state = 'cancelled' and words is null)`,
    [words],
  )
  await count(
    `insert into facts (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [restoredFact, JSON.stringify(restored)],
  )
  return { sessions, links, jobs }
}

/**
 * Writes the row of a restore into the trail, once: after the restore, or at the next start if the
 * command was ended before.
 */
export async function noteRestore(): Promise<void> {
  const db = await consoleDb()
  const named = eq(facts.name, restoredFact)
  if ((await db.select().from(facts).where(named)).length === 0) return
  // The keys cannot be read inside the transaction.
  await trailKeys()
  await db.transaction(async (tx) => {
    const [found] = await tx.delete(facts).where(named).returning()
    if (!found) return
    const { made_at, restored_at, by, former_head } = restoredSchema.parse(JSON.parse(found.value))
    await recordAudit(
      {
        accountId: 'operator',
        connectionId: null,
        operation: 'restoreBackup',
        stage: 'outcome',
        outcome: 'ok',
        recordIds: [made_at],
        recordKind: 'backup',
        change: {
          before: { trail_head: former_head },
          after: { backup_made_at: made_at, restored_at, system_user: by },
        },
      },
      tx,
    )
  })
}
