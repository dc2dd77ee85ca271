'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { contractTrail } from '#components/form/record-trail.ts'
import { DeleteDialog } from '#components/form/writing/delete-dialog.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { DeleteContractReply } from '#lib/actions/contracts/save-contract.ts'
import { deleteContractV2, deleteContractV3 } from '#lib/actions/records.ts'
import type { ContractVersion } from '#lib/actions/contracts/read-contract.ts'
import type { Failure } from '#lib/core/result.ts'
import { outdate } from '#lib/queries/outdates.ts'
import { contractsHref } from '#components/contracts/open-contract.ts'

type Deleted = Exclude<DeleteContractReply, { kind: 'checking' }>

type DeleteProps = { id: string; version: ContractVersion; name: string; onClose: () => void }

/** Deletes a contract after a confirmation, then goes to the list. */
export function DeleteContract({ id, version, name, onClose }: DeleteProps) {
  const router = useRouter()
  const client = useQueryClient()
  const onDeleted = () => {
    showToast({ tone: 'green', message: `${name} was deleted.` })
    router.push(contractTrail(id)?.list ?? contractsHref(version))
    void outdate(client, version === 2 ? 'deleteContractV2' : 'deleteContractV3')
  }
  return (
    <DeleteDialog<Deleted>
      title={`Delete ${name}?`}
      description={`Deletes the contract at the partner with its roster${version === 2 ? '' : ' and service facilities'}. Credentialing spans stay. You can’t undo this.`}
      verb="Delete the contract"
      remove={(operation_id) =>
        (version === 2 ? deleteContractV2 : deleteContractV3)({ id, operation_id })
      }
      onDeleted={onDeleted}
      onClose={onClose}
      tell={tellRefusal}
    />
  )
}

function tellRefusal(failure: Failure) {
  if (failure.name !== 'ContractIsLinkedToFeeScheduleHttpError') return undefined
  return (
    <div className="flex flex-col gap-2 rounded-control border border-amber bg-amber-tint px-3 py-2.5 text-ink">
      <p className="font-medium">Not deleted: a fee schedule uses this contract.</p>
      <p>
        The partner keeps a contract while a fee schedule is linked to it, so that claims can still
        be priced.
      </p>
      <p>
        Unlink the fee schedule at the partner, then delete the contract here. To end the contract
        without deleting it, set an end date or the status Cancelled.
      </p>
      <p className="text-xs break-words text-ink-2">The partner said: {failure.message}</p>
    </div>
  )
}
