'use client'
import { useRouter } from 'next/navigation'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { startEmergencyAccess } from '#lib/actions/break-glass.ts'

/** Asks why the person needs an administrator's rights, and takes them for this browser. */
export function EmergencyDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  return (
    <FormDialog
      title="Emergency access"
      description="You get administrator rights in this browser for 60 minutes, except managing people and the trail’s retention. All administrators are told, with your reason."
      button="Take administrator rights"
      busyWords="Taking the rights…"
      send={(values) => startEmergencyAccess({ reason: values.reason ?? '' })}
      onDone={() => {
        onClose()
        router.refresh()
      }}
      onClose={onClose}
    >
      {(complaint) => (
        <Field
          label="Reason"
          name="reason"
          required
          error={complaint('reason')}
          hint="At least 10 characters."
        >
          {(control) => <Textarea {...control} maxLength={1000} />}
        </Field>
      )}
    </FormDialog>
  )
}
