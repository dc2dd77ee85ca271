'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { DeleteDialog } from '#components/form/writing/delete-dialog.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { DeleteSpanReply } from '#lib/actions/spans/save-span.ts'
import { outdate } from '#lib/queries/outdates.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { spanWays } from './span-kinds.ts'

type Deleted = Extract<DeleteSpanReply, { kind: 'deleted' }>
type DeleteSpanDialogProps = {
  kind: SpanKind
  id: string
  name: string
  onDeleted: () => void
  onClose: () => void
}

/** Asks before a span is deleted, and leads back to the list afterwards. */
export function DeleteSpanDialog({ kind, id, name, onDeleted, onClose }: DeleteSpanDialogProps) {
  const { remove, writes, list, noun } = spanWays[kind]
  const client = useQueryClient()
  const router = useRouter()
  const leave = ({ is_found_gone }: Deleted) => {
    void outdate(client, writes.remove)
    showToast({
      tone: 'green',
      message: is_found_gone
        ? `The ${noun} was already deleted by someone else.`
        : `The ${noun} was deleted.`,
    })
    // Edits of a span that is gone are nothing to ask about, or to keep.
    onDeleted()
    router.push(list.href)
  }
  return (
    <DeleteDialog<Deleted>
      title="Delete this span?"
      description={`The ${name} no longer counts as coverage and leaves the list. The partner keeps it inactive. You can’t undo this.`}
      verb="Delete the span"
      remove={(operation_id) => remove({ id, operation_id })}
      onDeleted={leave}
      onClose={onClose}
    />
  )
}
