'use server'

import { z } from 'zod'
import { setAuditRetention } from '#lib/console/trail/archive.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { daysOf, leastYears, mostYears } from './activity/retention.ts'
import { historyInput, historyTask, readHistoryPage, revealInHistory, revealInput } from './activity/read-activity.ts'
import { readAction, runAction, type ActionContext } from './run-action.ts'

// The audit trail: its list is read by `readList`.

/** `{kind, ids, position?}` -> Result<RowPage<ActivityRow>>: the history of one record, newest first. */
export const readRecordHistory = readAction({ task: historyTask, input: historyInput, verb: readHistoryPage })

/** `{id, kind, ids}` -> Result<RevealedChange>: the before and after of one entry in a record's history. */
export const revealChange = readAction({ task: historyTask, input: revealInput, verb: revealInHistory })

const words = `Enter a whole number of years from ${leastYears} to ${mostYears}.`
const retention = z.strictObject({
  years: z.coerce.number(words).int(words).min(leastYears, words).max(mostYears, words),
})

/** `{years}` -> Result<null>: for how many years the trail is kept. */
export async function setRetention(input: unknown): Promise<Result<null>> {
  const verb = async ({ years }: { years: number }, { account, connection }: ActionContext) => {
    await setAuditRetention({ accountId: account.id, connectionId: connection.id }, daysOf(years))
    return ok(null)
  }
  return runAction({ task: 'setRetention', input: retention, verb }, input)
}
