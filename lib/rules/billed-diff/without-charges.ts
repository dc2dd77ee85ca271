/** HL7 messages that carry no charges: their changes are seldom worth a corrected claim. */
const withoutCharges: readonly (string | undefined)[] = ['ADT']

/** True for a change that came by an HL7 message without charges. */
export function isWithoutCharges({ message_type }: { message_type?: string }): boolean {
  return withoutCharges.includes(message_type)
}
