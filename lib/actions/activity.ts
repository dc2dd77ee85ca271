'use server'

import { z } from 'zod'
import { setAuditRetention } from '#lib/console/trail/archive.ts'
import { ok } from '#lib/core/result.ts'
import { daysOf, leastYears, mostYears } from './activity/retention.ts'
import {
  historyInput,
  historyTask,
  readHistoryPage,
  revealInHistory,
  revealInput,
} from './activity/read-activity.ts'
import { readAct, writeAct } from './act.ts'

// The audit trail: its list is read by `readList`.

/** The history of one record, newest first. */
export const readRecordHistory = readAct(historyTask, { input: historyInput, run: readHistoryPage })

/** The before and after of one entry in a record's history. */
export const revealChange = readAct(historyTask, { input: revealInput, run: revealInHistory })

const words = `Enter a whole number of years from ${leastYears} to ${mostYears}.`
const retention = z.strictObject({
  years: z.coerce.number(words).int(words).min(leastYears, words).max(mostYears, words),
})

/** Changes for how many years the trail is kept. */
export const setRetention = writeAct('setRetention', {
  input: retention,
  run: async ({ years }, { account, connection }) => {
    await setAuditRetention({ accountId: account.id, connectionId: connection.id }, daysOf(years))
    return ok(null)
  },
})
