/**
 * Problems that follow from another one of the same capture, by headline: with an end before its
 * start no line can be inside the visit. Fixing the root clears them, and editing their own field
 * cannot.
 */
const derived: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'End date of service is before the date of service',
    ['Line date of service is outside the visit’s dates'],
  ],
  [
    'Date of service is in the future',
    ['Line date of service is in the future', 'Line date of service is outside the visit’s dates'],
  ],
  [
    'Date of service is before the patient’s date of birth',
    ['Line date of service is before the patient’s date of birth'],
  ],
  ['At least one diagnosis is required', ['A line points to a diagnosis that is not there']],
])

/** True if a problem follows from the root, by the words of their causes. */
export function isDerived(words: string, root: string): boolean {
  return derived.get(root)?.includes(words) === true
}
