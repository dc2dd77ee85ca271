import 'server-only'
import { now } from './clock.ts'
import { consoleDb } from './db.ts'
import { auditRecords } from './schema.ts'

/** One entry: who did which operation on which records. Values of a record never go in. */
export type AuditEntry = {
  accountId: string
  connectionId: string | null
  operation: string
  stage: 'read' | 'intent' | 'outcome'
  /** `ok` or a failure's name; `sent` for an intent. */
  outcome: string
  recordIds: string[]
}

/** Appends an entry. Whoever gives out a patient's data awaits it first: when it cannot be written, nothing is given. */
export async function recordAudit(entry: AuditEntry): Promise<void> {
  const db = await consoleDb()
  await db.insert(auditRecords).values({ ...entry, at: new Date(now()) })
}
