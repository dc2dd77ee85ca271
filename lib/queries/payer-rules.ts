import { readFilingRules, readPayerRules } from '#lib/actions/payer-rules.ts'
import { actQuery } from './act-query.ts'

/** The payer rulebook. */
export const payerRulesQuery = actQuery('readPayerRules', readPayerRules)

/** The entered limits of the payers of one claim. */
export const payerRulesOf = actQuery('readFilingRules', readFilingRules, { staleTime: 60_000 })
