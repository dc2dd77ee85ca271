'use client'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import { fail } from '#lib/core/result.ts'
import { saveFilingLimits } from '#lib/actions/queue.ts'
import { filingLimitsQuery } from '#lib/queries/queue.ts'

type LimitsDialogProps = { onClose: () => void; onSaved: () => void }

const title = 'Filing limits'

/**
 * How many days after the service each payer accepts a claim: one box for every payer of the queue.
 */
export function LimitsDialog({ onClose, onSaved }: LimitsDialogProps) {
  const { data, error, refetch } = useQuery({ ...filingLimitsQuery(), gcTime: 0 })
  if (!data)
    return (
      <Dialog
        open
        title={title}
        onOpenChange={(open) => !open && onClose()}
        actions={
          <Button onClick={() => void (error ? refetch() : onClose())}>
            {error ? 'Try again' : 'Close'}
          </Button>
        }
      >
        <p role="status" className="text-sm text-ink-2">
          {error ? `Couldn’t load the limits. ${failureOf(error).message}` : 'Loading…'}
        </p>
      </Dialog>
    )
  const known = new Map(data.limits.map(({ payer_id, days }) => [payer_id, days]))
  const named = data.limits.filter(({ payer_id }) => payer_id !== everyOther)
  const payers = [{ payer_id: everyOther, payer: 'Every other payer' }, ...named, ...data.payers]
  // Two payers may have one name.
  const isShared = (name: string) => payers.filter(({ payer }) => payer === name).length > 1
  const send = (values: { [name: string]: string }) => {
    const typed = payers.flatMap(({ payer_id, payer }, place) => {
      const text = (values[boxOf(place)] ?? '').trim()
      return text === '' ? [] : [{ payer_id, payer, days: Number(text), box: boxOf(place) }]
    })
    const issues = typed
      .filter(({ days }) => !Number.isInteger(days) || days < 1 || days > mostDays)
      .map(({ box }) => ({ path: box, message: 'Enter 1 to 3,650 days.' }))
    if (issues.length > 0)
      return Promise.resolve(
        fail('InvalidInput', 'Some limits aren’t a number of days.', { issues }),
      )
    return saveFilingLimits({
      limits: typed.map(({ payer_id, payer, days }) => ({ payer_id, payer, days })),
    })
  }
  return (
    <FormDialog
      title={title}
      description="Days after the service within which a payer accepts a claim. An empty box means not set: its claims are in no list of filing limits. Medicare has 365 days unless you enter another number."
      button="Save limits"
      busyWords="Saving…"
      send={send}
      onDone={() => {
        onSaved()
        onClose()
        showToast({ tone: 'green', message: 'Filing limits saved.' })
      }}
      onClose={onClose}
    >
      {(complaint) => (
        <div className="grid grid-cols-1 gap-3 min-[560px]:grid-cols-2">
          {payers.map(({ payer_id, payer }, place) => (
            <Field
              key={payer_id}
              name={boxOf(place)}
              label={isShared(payer) ? `${payer} (${payer_id})` : payer}
              error={complaint(boxOf(place))}
            >
              {(control) => (
                <TextInput
                  {...control}
                  inputMode="numeric"
                  defaultValue={known.get(payer_id)}
                  autoComplete="off"
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </FormDialog>
  )
}

const everyOther = ''
const mostDays = 3_650

// The wire names of the payers are not the names of controls.
function boxOf(place: number): string {
  return `days-${place}`
}
