import type { PayerRow } from '#lib/actions/payer-rules/verbs.ts'
import {
  isEmpty,
  writtenLimits,
  type LimitName,
  type PayerRule,
} from '#lib/rules/filing/rulebook.ts'

/** What to enter instead, by the name of the box. */
export type WrongBoxes = { [Name in LimitName | 'source']?: string }

/**
 * What a person wrote into a payer's row: the rule to store, or what is wrong, by box. A payer on a
 * default whose boxes stay empty gets the limits that its row shows: the person who names their
 * source confirms them. Empty boxes end the limits of a payer that has its own.
 */
export function writtenRule(
  { payer_id, payer, own, limits: shown }: PayerRow,
  textOf: (name: LimitName | 'source') => string,
): { rule: PayerRule } | { wrong: WrongBoxes } {
  const { limits: entered, wrong: unreadable } = writtenLimits(textOf)
  const wrong: WrongBoxes = Object.fromEntries(unreadable.map(({ name, advice }) => [name, advice]))
  const source = textOf('source').trim()
  const isLeft = isEmpty(entered) && unreadable.length === 0
  const limits = isLeft && !own ? shown : entered
  if (isLeft && !own && isEmpty(shown))
    wrong.original = 'Enter 1 to 3,650 days, or “calendar year”.'
  else if (!isEmpty(limits) && source === '') wrong.source = 'Enter the contract, manual or law.'
  if (Object.keys(wrong).length > 0) return { wrong }
  return { rule: { payer_id, payer, limits, source } }
}
