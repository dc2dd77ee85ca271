import type { BilledDiff } from './billed-change.ts'

/** HL7 messages that carry no charges: their changes are seldom worth a corrected claim. */
const withoutCharges: readonly (string | undefined)[] = ['ADT']

/** True for a change that came by an HL7 message without charges. */
export function isWithoutCharges({ message_type }: { message_type?: string }): boolean {
  return withoutCharges.includes(message_type)
}

/**
 * True if changes of messages without charges may be ignored: by the comparison with the billed
 * claim, nothing differs that such a message carries and a payer decides on, such as the member ID,
 * a payer, a name, a date or a diagnosis. Without a comparison nobody knows.
 */
export function mayIgnore(diff: Pick<BilledDiff, 'changes'> | null | undefined): boolean {
  return (
    diff !== null &&
    diff !== undefined &&
    diff.changes.every((change) => change.class === 'cosmetic' || change.class === 'money')
  )
}
