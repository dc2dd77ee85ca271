import { textAt } from '#lib/rules/edit/json-path.ts'

/** A payer as a claim names it. Blank members are missing. */
export type NamedPayer = {
  payer_id?: string | undefined
  payer?: string | undefined
  /** The card's source of payment code (`plan_type`). */
  plan_type?: string | undefined
}

/** One insurance of a claim, with its place in the order of payers. */
export type Insurance = NamedPayer & { rank: 'primary' | 'secondary' | 'tertiary' }

const ranks = ['primary', 'secondary', 'tertiary'] as const

/** The insurances of a claim's data that name a payer; none for a patient who pays. Any JSON is read. */
export function insurancesOf(data: unknown): Insurance[] {
  if (textAt(data, 'responsible_party') === 'SELF_PAY') return []
  return ranks.flatMap((rank) => {
    const card = `subscriber_${rank}.insurance_card`
    const [payer_id, payer, plan_type] = [
      textAt(data, `${card}.payer_id`),
      textAt(data, `${card}.payer_name`),
      textAt(data, `${card}.plan_type`),
    ]
    if (payer_id === undefined && payer === undefined) return []
    return {
      rank,
      ...(payer_id !== undefined && { payer_id }),
      ...(payer !== undefined && { payer }),
      ...(plan_type !== undefined && { plan_type }),
    }
  })
}
