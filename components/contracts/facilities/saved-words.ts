import type { SaveFacilityReply } from '#lib/actions/contracts/save-facility.ts'
import { countOf, providerNoun } from '#lib/core/count-of.ts'
import { isAssigned, type AssignmentChange } from '#lib/rules/facilities/assignments.ts'

/** What is said of a saved facility: how many work there now, and whom others added or took off meanwhile. `shown` is the list that was changed. */
export function savedWords(
  shown: ReadonlySet<string>,
  change: AssignmentChange,
  { facility, is_verified }: Extract<SaveFacilityReply, { kind: 'saved' }>,
): string {
  // Counted without a copy of either list: they may have 100,000 ids.
  const [now, expected] = [new Set(facility.provider_ids), shown.size + change.add.size - change.remove.size]
  let kept = 0
  for (const id of now) if (isAssigned(shown, change, id)) kept += 1
  const others = (
    [
      [now.size - kept, 'added'],
      [expected - kept, 'removed'],
    ] as const
  ).filter(([count]) => count > 0)
  const many = countOf(now.size, providerNoun)
  if (!is_verified) return `Saved, but the partner has a different list: ${many} now. Check it.`
  if (others.length === 0) return `Saved: ${many} now.`
  return `Saved: ${many} now. Also kept: ${others.map(([count, words]) => `${count.toLocaleString('en-US')} ${words}`).join(' and ')} by someone else.`
}
