'use client'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { appointmentsQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { AppointmentLine } from '#lib/rules/pre-encounter-record.ts'

type AppointmentPickerProps = { patientId: string; chosen: readonly string[]; onChoose: (ids: string[]) => void }

/** The appointments of a pre-encounter patient to tick, the latest first. Ids that it does not list stay chosen. */
export function AppointmentPicker({ patientId, chosen, onChoose }: AppointmentPickerProps) {
  const { data, error, isPending, refetch } = useQuery(appointmentsQuery({ patient_id: patientId }))
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <fieldset className="mt-4 min-w-0 border-t border-line pt-3">
      <legend className="float-left mb-1 w-full text-xs font-semibold text-ink-2">Appointments of the patient</legend>
      <div className="clear-both text-sm" aria-busy={isPending}>
        {isPending && (
          <p role="status" className="text-ink-2">
            Loading appointments…
          </p>
        )}
        {error && (
          <p role="alert" className="flex items-center gap-3 text-amber">
            Couldn’t load appointments: {failureOf(error).message}
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          </p>
        )}
        {data?.is_available === false && (
          <p role="status">This connection can’t look up appointments. Type their IDs in the field.</p>
        )}
        {data?.is_available === true && data.items.length === 0 && (
          <p role="status" className="text-ink-2">
            This patient has no appointments.
          </p>
        )}
        {data?.is_available === true && data.items.length > 0 && (
          <ul className="flex max-h-64 flex-col overflow-y-auto">
            {data.items.map((appointment) => (
              <li key={appointment.id}>
                <Checkbox
                  className="min-h-8"
                  checked={chosen.includes(appointment.id)}
                  onChange={() => toggle(appointment.id)}
                >
                  <AppointmentWords appointment={appointment} />
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
      </div>
    </fieldset>
  )
}

function AppointmentWords({
  appointment: { start_timestamp, services, minutes, status },
}: {
  appointment: AppointmentLine
}) {
  const rest = [
    services.map(wordOf).join(', '),
    minutes === null ? '' : `${minutes} min`,
    status && wordOf(status),
  ].filter(Boolean)
  return (
    <span className="flex min-w-0 flex-wrap gap-x-3">
      {/* An appointment is an instant of the partner's: it is shown with its zone, and no local date is made of it. */}
      <time dateTime={start_timestamp} className="tabular-nums">
        {start_timestamp.replace('T', ' ').replace(/(:\d\d)(:\d\d)?(\.\d+)?Z$/, '$1 UTC')}
      </time>
      <span className="text-ink-2">{rest.join(' · ')}</span>
    </span>
  )
}

// `CHECKED_OUT` is read as "Checked out", `MD_Visit` as it is written.
function wordOf(code: string): string {
  const text = code === code.toUpperCase() ? code.replaceAll('_', ' ').toLowerCase() : code.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
