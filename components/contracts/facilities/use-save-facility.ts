'use client'
import { useRef } from 'react'
import { sendUntilKnown, type SendEnd } from '#components/form/writing/send-until-known.ts'
import { updateContractServiceFacility } from '#lib/actions/records.ts'
import type { SaveFacilityReply } from '#lib/actions/contracts/save-facility.ts'
import { randomId } from '#lib/core/random-id.ts'

/** One change of a facility, without the operation id. */
export type FacilityRequest = {
  contract_id: string
  contract_service_facility_id: string
  add: string[]
  remove: string[]
  place?: { from: string; to: string }
}

type Sent = FacilityRequest & { operation_id: string }
type Settled = Exclude<SaveFacilityReply, { kind: 'checking' }>

/**
 * Saves a change of a facility. While the outcome is unknown, it sends the same operation again,
 * which reads before it writes. Answers the change that was sent, which may be an earlier one with
 * an unknown outcome.
 */
export function useSaveFacility() {
  const open = useRef(new Map<string, Sent>())
  return async (
    request: FacilityRequest,
    onChecking: () => void,
  ): Promise<{ sent: FacilityRequest; known: SendEnd<Sent, Settled> }> => {
    const id = request.contract_service_facility_id
    const wasLost = open.current.has(id)
    const sent = open.current.get(id) ?? { ...request, operation_id: randomId() }
    open.current.set(id, sent)
    const known = await sendUntilKnown<Sent, Settled>(
      ({ add, remove, ...rest }) =>
        updateContractServiceFacility({ ...rest, add: add.join('\n'), remove: remove.join('\n') }),
      sent,
      { wasLost, onChecking, isOnce: true },
    )
    if (known.kind !== 'unknown') open.current.delete(id)
    return { sent, known }
  }
}
