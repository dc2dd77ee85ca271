'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { countOf } from '#lib/core/count-of.ts'
import { outdate } from '#lib/queries/outdates.ts'
import { savedWords, SaveLine, type SaveState } from './save-line.tsx'
import type { Assignments, FacilityChange } from './use-assignments.ts'
import type { FacilityNames } from './use-facility-names.ts'
import { useSaveFacility } from './use-save-facility.ts'

type SaveDialogProps = {
  contractId: string
  assignments: Assignments
  names: FacilityNames
  nameOfPerson: (id: string) => string
  onClose: () => void
}

/** Saves the changes facility by facility and shows each outcome. Refused changes stay unsaved. */
export function SaveDialog({
  contractId,
  assignments,
  names,
  nameOfPerson,
  onClose,
}: SaveDialogProps) {
  const client = useQueryClient()
  const save = useSaveFacility()
  // The list of changes stays as it was at opening, although a saved change is no longer one.
  const [changes] = useState(assignments.changes)
  const [states, setStates] = useState<ReadonlyMap<string, SaveState>>(new Map())
  const [isSaving, setSaving] = useState(false)
  const note = (id: string, state: SaveState) => setStates((all) => new Map(all).set(id, state))
  const open = changes.filter(({ facility }) => states.get(facility.id)?.kind !== 'saved')
  const saveOne = async ({ facility, change }: FacilityChange) => {
    note(facility.id, { kind: 'saving' })
    const request = {
      contract_id: contractId,
      contract_service_facility_id: facility.id,
      add: [...change.add],
      remove: [...change.remove],
    }
    const { sent, known } = await save(request, () => note(facility.id, { kind: 'checking' }))
    if (known.kind !== 'answered') note(facility.id, { kind: 'failed', failure: known.failure })
    else if (known.reply.kind === 'saved') {
      note(facility.id, {
        kind: 'saved',
        words: savedWords(facility.assigned, change, known.reply),
      })
      return () =>
        assignments.settle(facility.id, { add: new Set(sent.add), remove: new Set(sent.remove) })
    }
    return undefined
  }
  const saveAll = async () => {
    setSaving(true)
    const settled: (() => void)[] = []
    // One after the other: each is read and merged separately, and its outcome shows at once.
    for (const one of open) {
      const settle = await saveOne(one)
      if (settle) settled.push(settle)
    }
    if (settled.length > 0) await outdate(client, 'updateContractServiceFacility')
    for (const settle of settled) settle()
    setSaving(false)
  }
  const isDone = open.length === 0 && !isSaving
  const actions = isDone ? (
    <Button tone="primary" onClick={onClose}>
      Done
    </Button>
  ) : (
    <>
      {!isSaving && <Button onClick={onClose}>{states.size > 0 ? 'Close' : 'Cancel'}</Button>}
      <Button tone="primary" busy={isSaving} onClick={() => void saveAll()}>
        {isSaving
          ? 'Saving'
          : states.size > 0
            ? 'Try again'
            : `Save ${countOf(open.length, { one: 'facility', many: 'facilities' })}`}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      width="wide"
      title="Save assignments"
      description="Assignments that others made in the meantime are kept."
      actions={actions}
      {...(isSaving ? {} : { onOpenChange: (next) => !next && onClose() })}
    >
      <ul aria-label="Changes" className="flex flex-col rounded-control border border-line">
        {changes.map(({ facility, change }) => (
          <SaveLine
            key={facility.id}
            name={names.nameOf(facility.facilityId)}
            change={change}
            state={states.get(facility.id)}
            nameOfPerson={nameOfPerson}
          />
        ))}
      </ul>
    </Dialog>
  )
}
