import { readFollowUps, readFollowUpsDue, readPayerDays } from '#lib/actions/follow-ups.ts'
import { actQuery } from './act-query.ts'

/** The follow-ups of some spans of a kind. */
export const followUpsQuery = actQuery('readFollowUps', readFollowUps)

/** What is to be followed up now and in the next days. */
export const followUpsDueQuery = actQuery('readFollowUpsDue', readFollowUpsDue)

/** How long a payer takes from submission to load. */
export const payerDaysQuery = actQuery('readPayerDays', readPayerDays, { staleTime: 300_000 })
