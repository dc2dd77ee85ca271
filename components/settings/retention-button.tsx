'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { setRetention } from '#lib/actions/activity.ts'

const FormDialog = onDemand(() =>
  import('#components/ui/form-dialog.tsx').then((module) => module.FormDialog),
)

/**
 * The setting for how many years activity is kept: `years` now, and the fewest and most that it can
 * be.
 */
export function RetentionButton({
  years,
  least,
  most,
}: {
  years: number
  least: number
  most: number
}) {
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const done = () => {
    close()
    showToast({ tone: 'green', message: 'Retention changed.' })
    router.refresh()
  }
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Retention: {years} years
      </Button>
      {isOpen && (
        <FormDialog
          title="Retention of activity"
          description="Older entries are moved to a sealed file."
          button="Save"
          busyWords="Saving…"
          send={(values) => setRetention({ years: values.years })}
          onDone={done}
          onClose={close}
        >
          {(complaint) => (
            <Field
              label="Years"
              name="years"
              required
              hint={`From ${least} to ${most}. HIPAA requires ${least}.`}
              error={complaint('years')}
            >
              {(control) => (
                <TextInput {...control} inputMode="numeric" defaultValue={String(years)} />
              )}
            </Field>
          )}
        </FormDialog>
      )}
    </>
  )
}
