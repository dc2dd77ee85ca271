'use client'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { BulkOutcome } from '#lib/actions/bulk/outcome.ts'
import { changeNoun, countOf } from '#lib/core/count-of.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { formatCents } from '#lib/core/money.ts'
import { bulkOutcomeQuery } from '#lib/queries/bulk-fixes.ts'

type UndoDialogProps = {
  id: string
  busy: boolean
  onClose: () => void
  onUndo: (keepBilled: boolean) => void
}

const captureNoun = { one: 'capture goes', many: 'captures go' }

/**
 * Asks before a bulk fix, or what an earlier undo left of it, is taken back, with what billed
 * since, as the partner has it now.
 */
export function UndoDialog({ id, busy, onClose, onUndo }: UndoDialogProps) {
  const { data, error, isFetching } = useQuery({ ...bulkOutcomeQuery(id), refetchInterval: false })
  const outcome = isFetching ? undefined : data
  const unbilled = outcome ? outcome.captures - outcome.billed.captures : 0
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Undo this bulk fix?"
      description={
        error && !isFetching
          ? failureOf(error).message
          : outcome
            ? undoWords(outcome)
            : 'Reading what billed since…'
      }
      actions={
        <>
          <Button onClick={onClose}>Keep the changes</Button>
          {outcome && outcome.billed.captures > 0 && unbilled > 0 && (
            <Button busy={busy} onClick={() => onUndo(true)}>
              Undo only {unbilled.toLocaleString('en-US')} not billed
            </Button>
          )}
          <Button
            tone="primary"
            busy={busy}
            disabled={!outcome || outcome.captures === 0}
            onClick={() => onUndo(false)}
          >
            {outcome ? `Undo all ${outcome.captures.toLocaleString('en-US')}` : 'Undo all'}
          </Button>
        </>
      }
    />
  )
}

function undoWords({ captures, billed }: BulkOutcome): string {
  const back = `${countOf(captures, captureNoun)} back to their values from before. What others changed since stays.`
  if (billed.captures === 0) return `${back} None of their claims has billed.`
  const which = `${billed.captures.toLocaleString('en-US')} of them ${billed.captures === 1 ? 'has' : 'have'} billed since, ${formatCents(billed.cents)}`
  return `${back} ${which}: undoing makes ${countOf(billed.captures, changeNoun)} after billing, which you find under Updates.`
}
