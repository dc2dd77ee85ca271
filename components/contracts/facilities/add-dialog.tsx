'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sendUntilKnown } from '#components/form/writing/send-until-known.ts'
import {
  failureIn,
  isSending,
  issuesOf,
  type WriteState,
} from '#components/form/writing/write-state.ts'
import type { RosterLine } from '#lib/queries/contracts.ts'
import type { Pages } from '#lib/queries/pages.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { createContractServiceFacility } from '#lib/actions/records.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { CreateFacilityReply } from '#lib/actions/contracts/save-facility.ts'
import { outdate } from '#lib/queries/outdates.ts'
import { FacilityField, facilityProblem } from './facility-field.tsx'
import type { FacilityRow } from './facility-rows.ts'
import type { FacilityNames } from './use-facility-names.ts'

type AddDialogProps = {
  contractId: string
  facilities: readonly FacilityRow[]
  names: FacilityNames
  pages: Pages<RosterLine>
  onClose: () => void
}
type Created = Extract<CreateFacilityReply, { kind: 'created' }>
type Sent = {
  operation_id: string
  contract_id: string
  service_facility_id: string
  provider_ids: string
}

/**
 * Adds a service facility to the contract. It is sent once: after a lost answer the contract is
 * read again.
 */
export function AddDialog({ contractId, facilities, names, pages, onClose }: AddDialogProps) {
  const client = useQueryClient()
  const finder = useRef<HTMLInputElement>(null)
  const [facilityId, setFacilityId] = useState('')
  const [like, setLike] = useState('nobody')
  const [state, setState] = useState<WriteState<Created, never>>({ kind: 'idle' })
  // A creation whose outcome is unknown: asking again goes on with it.
  const open = useRef<Sent>(undefined)
  const create = async (request: Sent): Promise<WriteState<Created, never>> => {
    const wasLost = open.current !== undefined
    const end = await sendUntilKnown<Sent, Created>(createContractServiceFacility, request, {
      wasLost,
      onChecking: () => setState({ kind: 'checking' }),
      isOnce: true,
    })
    open.current = end.kind === 'unknown' ? end.request : undefined
    if (end.kind === 'unknown') return { kind: 'unknown', failure: end.failure }
    if (end.kind === 'answered') return { kind: 'done', done: end.reply, isOver: true }
    const { name, issues } = end.failure
    return name === 'InvalidInput' && issues.length > 0
      ? { kind: 'invalid', issues }
      : { kind: 'refused', failure: end.failure }
  }
  const isComplete = pages.isComplete || pages.isOld
  const isBusy = isSending(state)
  const isFrozen = isBusy || state.kind === 'unknown'
  const issues = issuesOf(state)
  const errorAt = (path: string) => issues.find((issue) => issue.path === path)?.message
  const isPlaced =
    errorAt('service_facility_id') !== undefined || errorAt('provider_ids') !== undefined
  const add = async () => {
    const providerIds =
      like === 'everybody'
        ? pages.rows.map(({ id }) => id).filter((id) => id !== '')
        : [...(facilities.find(({ id }) => id === like)?.assigned ?? [])]
    const problem = open.current ? undefined : facilityProblem(facilityId, facilities)
    if (problem !== undefined)
      return setState({
        kind: 'invalid',
        issues: [{ path: 'service_facility_id', message: problem }],
      })
    setState({ kind: 'sending' })
    const next = await create(
      open.current ?? {
        operation_id: randomId(),
        contract_id: contractId,
        service_facility_id: facilityId.trim(),
        provider_ids: providerIds.join('\n'),
      },
    )
    setState(next)
    if (next.kind !== 'done') return
    void outdate(client, 'createContractServiceFacility')
    showToast({
      message: next.done.is_found
        ? 'The facility is on the contract, although the partner’s answer was lost.'
        : 'The facility was added to the contract.',
    })
    onClose()
  }
  const actions = (
    <>
      {!isFrozen && <Button onClick={onClose}>Cancel</Button>}
      {state.kind === 'unknown' && <Button onClick={onClose}>Close</Button>}
      <Button tone="primary" busy={isBusy} onClick={() => void add()}>
        {state.kind === 'unknown' ? 'Check again' : 'Add facility'}
      </Button>
    </>
  )
  const change = (id: string) => {
    setFacilityId(id)
    setState({ kind: 'idle' })
  }
  return (
    <Dialog
      open
      initialFocus={finder}
      title="Add a service facility"
      description="It’s sent as soon as you press “Add facility”. You can’t remove it later."
      actions={actions}
      {...(isBusy ? {} : { onOpenChange: (open) => !open && onClose() })}
    >
      <div className="flex flex-col gap-4">
        <FacilityField
          value={facilityId}
          error={errorAt('service_facility_id')}
          isFrozen={isFrozen}
          finder={finder}
          onValue={change}
        />
        <Field
          label="Providers to begin with"
          name="provider_ids"
          error={errorAt('provider_ids')}
          hint={isComplete ? undefined : 'Choose providers once the roster is loaded.'}
        >
          {(control) => (
            <Select
              {...control}
              value={like}
              disabled={isFrozen}
              onChange={(event) => setLike(event.target.value)}
            >
              <option value="nobody">No providers yet</option>
              {isComplete && (
                <option value="everybody">
                  Everyone on the roster ({pages.rows.length.toLocaleString('en-US')})
                </option>
              )}
              {facilities.map((facility) => (
                <option key={facility.id} value={facility.id}>
                  Same as {names.nameOf(facility.facilityId)} (
                  {facility.assigned.size.toLocaleString('en-US')})
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div role="alert" className="text-sm text-red empty:hidden">
          {!isPlaced && failureIn(state)?.message}
        </div>
        {state.kind === 'checking' && (
          <p role="status" className="text-sm text-ink-2">
            No answer from the partner. Checking whether it was added…
          </p>
        )}
      </div>
    </Dialog>
  )
}
