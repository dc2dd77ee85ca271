import { payerRulesOf } from '#lib/queries/payer-rules.ts'
import { insurancesOf } from '#lib/rules/filing/insurances.ts'

/** The entered limits of the payers that a capture's data name; asked again when these change. */
export function filingRulesQuery(data: unknown) {
  const payers = insurancesOf(data).map(({ rank: _, ...payer }) => payer)
  return { ...payerRulesOf({ payers }), enabled: payers.length > 0 }
}
