'use client'
import { useQueryClient } from '@tanstack/react-query'
import { DeleteDialog } from '#components/form/writing/delete-dialog.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { RemoveFacilityReply } from '#lib/actions/contracts/save-facility.ts'
import { removeContractServiceFacility } from '#lib/actions/records.ts'
import { countOf, providerNoun } from '#lib/core/count-of.ts'
import { outdate } from '#lib/queries/outdates.ts'
import type { FacilityRow } from './facility-rows.ts'

type Removed = Exclude<RemoveFacilityReply, { kind: 'checking' }>
type RemoveDialogProps = {
  contractId: string
  facility: FacilityRow
  name: string
  onClose: () => void
}

/** Takes a service facility off a contract after a confirmation. */
export function RemoveDialog({ contractId, facility, name, onClose }: RemoveDialogProps) {
  const client = useQueryClient()
  const onDeleted = ({ is_verified }: Removed) => {
    onClose()
    showToast(
      is_verified
        ? { tone: 'green', message: `${name} is no longer on the contract.` }
        : {
            tone: 'amber',
            message: `The partner took the removal, but still lists ${name}. Check it with the partner.`,
          },
    )
    void outdate(client, 'updateContractServiceFacility')
  }
  const { size } = facility.assigned
  return (
    <DeleteDialog<Removed>
      title={`Remove ${name} from the contract?`}
      description={`The contract then authorizes no one there: ${countOf(size, providerNoun)} ${size === 1 ? 'is' : 'are'} assigned now. The roster and the credentialing spans stay. To undo it, add the facility and its providers again.`}
      verb="Remove the facility"
      remove={(operation_id) =>
        removeContractServiceFacility({
          operation_id,
          contract_id: contractId,
          contract_service_facility_id: facility.id,
        })
      }
      onDeleted={onDeleted}
      onClose={onClose}
    />
  )
}
