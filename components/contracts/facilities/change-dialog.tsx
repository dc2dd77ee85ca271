'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { outdate } from '#lib/queries/outdates.ts'
import { FacilityField, facilityProblem } from './facility-field.tsx'
import type { FacilityRow } from './facility-rows.ts'
import { useSaveFacility } from './use-save-facility.ts'

type ChangeDialogProps = {
  contractId: string
  facility: FacilityRow
  facilities: readonly FacilityRow[]
  name: string
  onClose: () => void
}

/** Replaces a service facility by another one. Its providers stay. */
export function ChangeDialog({
  contractId,
  facility,
  facilities,
  name,
  onClose,
}: ChangeDialogProps) {
  const client = useQueryClient()
  const save = useSaveFacility()
  const finder = useRef<HTMLInputElement>(null)
  const [facilityId, setFacilityId] = useState('')
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const [standing, setStanding] = useState<'idle' | 'saving' | 'checking'>('idle')
  // The facility at the time of opening. If it differs later, somebody else replaced it.
  const [from] = useState(facility.facilityId)
  const isBusy = standing !== 'idle'
  const change = async () => {
    const problem = facilityProblem(facilityId, facilities)
    setError(problem)
    setTrouble(undefined)
    if (problem !== undefined) return
    setStanding('saving')
    const request = {
      contract_id: contractId,
      contract_service_facility_id: facility.id,
      add: [],
      remove: [],
      place: { from, to: facilityId.trim() },
    }
    const { known } = await save(request, () => setStanding('checking'))
    setStanding('idle')
    if (known.kind !== 'answered') {
      const issue = known.failure.issues.find(({ path }) => path === 'service_facility_id')
      setError(issue?.message)
      setTrouble(issue ? undefined : known.failure.message)
      return
    }
    await outdate(client, 'updateContractServiceFacility')
    if (known.reply.kind === 'moved') {
      setTrouble(
        'Nothing was sent: someone else has changed this facility. Close this to see the new one.',
      )
      return
    }
    showToast({ message: 'Facility changed. Its providers stayed.' })
    onClose()
  }
  const actions = (
    <>
      {!isBusy && <Button onClick={onClose}>Cancel</Button>}
      <Button tone="primary" busy={isBusy} onClick={() => void change()}>
        Change facility
      </Button>
    </>
  )
  return (
    <Dialog
      open
      initialFocus={finder}
      title="Change the facility"
      description={`Replaces ${name} with another facility. The assigned providers stay. It’s sent as soon as you press “Change facility”.`}
      actions={actions}
      {...(isBusy ? {} : { onOpenChange: (open) => !open && onClose() })}
    >
      <FacilityField
        value={facilityId}
        error={error}
        isFrozen={isBusy}
        finder={finder}
        onValue={(id) => {
          setFacilityId(id)
          setError(undefined)
        }}
      />
      <div role="alert" className="mt-3 text-sm text-red empty:hidden">
        {trouble}
      </div>
      {standing === 'checking' && (
        <p role="status" className="mt-3 text-sm text-ink-2">
          No answer from the partner. Checking whether it was changed…
        </p>
      )}
    </Dialog>
  )
}
