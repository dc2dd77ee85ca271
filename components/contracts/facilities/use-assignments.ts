'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import { dismissToast, showToast } from '#components/ui/toast.tsx'
import {
  changeSize,
  isAssigned,
  noChange,
  remaining,
  withIds,
  without,
  type AssignmentChange,
} from '#lib/rules/facilities/assignments.ts'
import type { FacilityRow } from './facility-rows.ts'

/** An unsaved change of a facility's providers. */
export type FacilityChange = { facility: FacilityRow; change: AssignmentChange }

/** The unsaved changes of a contract's facilities. */
export type Assignments = {
  changes: FacilityChange[]
  changeOf: (facility: FacilityRow) => AssignmentChange
  has: (facility: FacilityRow, providerId: string) => boolean
  /** The number of providers after the change. */
  countOf: (facility: FacilityRow) => number
  assign: (facility: FacilityRow, providerIds: Iterable<string>, wanted: boolean) => void
  /** Removes a change that was sent. */
  settle: (id: string, sent: AssignmentChange) => void
  /** Takes every change away; a message gives them back. */
  discard: () => void
}

/**
 * Collects changes by facility. A change that the newly read contract already contains is dropped.
 */
export function useAssignments(facilities: readonly FacilityRow[]): Assignments {
  const [collected, setCollected] = useState<ReadonlyMap<string, AssignmentChange>>(new Map())
  const undo = useRef<string>(undefined)
  // What the page would bring back goes with it.
  useEffect(() => () => void (undo.current && dismissToast(undo.current)), [])
  const open = useMemo(() => {
    const left = facilities.map((facility) => ({
      facility,
      change: remaining(facility.assigned, collected.get(facility.id) ?? noChange),
    }))
    return new Map(
      left.filter(({ change }) => changeSize(change) > 0).map((one) => [one.facility.id, one]),
    )
  }, [facilities, collected])
  const changeOf = (facility: FacilityRow) => open.get(facility.id)?.change ?? noChange
  const put = (id: string, next: (change: AssignmentChange) => AssignmentChange) =>
    setCollected((all) => new Map(all).set(id, next(all.get(id) ?? noChange)))
  return {
    changes: [...open.values()],
    changeOf,
    has: (facility, providerId) => isAssigned(facility.assigned, changeOf(facility), providerId),
    countOf: (facility) =>
      facility.assigned.size + changeOf(facility).add.size - changeOf(facility).remove.size,
    assign: (facility, providerIds, wanted) =>
      put(facility.id, (change) =>
        withIds(facility.assigned, remaining(facility.assigned, change), providerIds, wanted),
      ),
    settle: (id, sent) => put(id, (change) => without(change, sent)),
    discard: () => {
      const was = collected
      setCollected(new Map())
      undo.current = showToast({
        message: 'Changes discarded.',
        action: { label: 'Undo', run: () => setCollected((now) => new Map([...was, ...now])) },
      })
    },
  }
}
