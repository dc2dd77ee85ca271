import { countOf, providerNoun } from '#lib/core/count-of.ts'
import { changeSize } from '#lib/rules/facilities/assignments.ts'
import type { FacilityRow } from './facility-rows.ts'
import type { Assignments } from './use-assignments.ts'

/** The number of providers at a facility, with the unsaved changes. */
export function FacilityCount({
  facility,
  assignments,
}: {
  facility: FacilityRow
  assignments: Assignments
}) {
  const change = assignments.changeOf(facility)
  return (
    <span className="flex flex-wrap gap-x-2 text-xs text-ink-2">
      <span>{countOf(assignments.countOf(facility), providerNoun)}</span>
      {changeSize(change) > 0 && (
        <span className="font-medium text-amber">
          {change.add.size > 0 && `${change.add.size.toLocaleString('en-US')} added`}
          {change.add.size > 0 && change.remove.size > 0 && ', '}
          {change.remove.size > 0 && `${change.remove.size.toLocaleString('en-US')} removed`}
        </span>
      )}
    </span>
  )
}
