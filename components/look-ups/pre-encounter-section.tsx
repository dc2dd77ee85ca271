'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { formatInstant } from '#lib/core/local-date.ts'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import { RecordField } from '#components/form/record-field.tsx'
import { Section } from '#components/form/section.tsx'
import { useFormPulse } from '#components/form/use-form-pulse.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { textItems } from '#lib/rules/edit/list-text.ts'
import { appointmentsQuery, preEncounterQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { isUuid } from '#lib/core/uuid.ts'
import type { AppointmentLine } from '#lib/rules/pre-encounter-record.ts'
import { FindButton } from './find-button.tsx'

const patientName = 'pre_encounter_patient_id'
const appointmentsName = 'pre_encounter_appointment_ids'

/**
 * The patient and the appointments of a new record, and the values that the partner takes from
 * them.
 */
export function PreEncounterSection() {
  const { getValues, setValue } = useFormContext()
  const read = () => ({
    patient: String(getValues(patientName) ?? '').trim(),
    appointments: textItems(String(getValues(appointmentsName) ?? ''), false),
  })
  const [chosen, setChosen] = useState(read)
  useFormPulse(() =>
    setChosen((before) => (JSON.stringify(before) === JSON.stringify(read()) ? before : read())),
  )
  // A choice shows at once, typed text when typing pauses.
  const put = (name: string, text: string) => {
    setValue(name, text, { shouldDirty: true })
    setChosen(read())
  }
  const choose = (ids: string[]) => put(appointmentsName, ids.join('\n'))
  return (
    <Section
      at="pre_encounter"
      title="Pre-encounter records"
      actions={
        <FindButton
          kind="patient"
          what="the patient"
          byHand="Type the patient’s ID in its field."
          onChoose={(patient) => {
            if (patient.id === chosen.patient) return
            put(patientName, patient.id)
            choose([])
          }}
        />
      }
    >
      <div className="grid grid-cols-12 gap-3">
        <RecordField name={patientName} mono className="col-span-12 min-[900px]:col-span-6" />
        <RecordField
          name={appointmentsName}
          mono
          hint="One per line or separated by commas."
          className="col-span-12 min-[900px]:col-span-6"
        />
      </div>
      {isUuid(chosen.patient) && (
        <>
          <AppointmentPicker
            patientId={chosen.patient}
            chosen={chosen.appointments}
            onChoose={choose}
          />
          <RecordFills
            patient_id={chosen.patient}
            appointment_ids={chosen.appointments.filter(isUuid).slice(0, 20)}
          />
        </>
      )}
    </Section>
  )
}

type AppointmentPickerProps = {
  patientId: string
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
}

/**
 * The appointments of a pre-encounter patient to tick, the latest first. Ids that it does not list
 * stay chosen.
 */
function AppointmentPicker({ patientId, chosen, onChoose }: AppointmentPickerProps) {
  const { data, error, isPending, refetch } = useQuery(appointmentsQuery({ patient_id: patientId }))
  const toggle = (id: string) =>
    onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <fieldset className="mt-4 min-w-0 border-t border-line pt-3">
      <legend className="float-left mb-1 w-full text-xs font-semibold text-ink-2">
        Appointments of the patient
      </legend>
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
          <p role="status">
            This connection can’t look up appointments. Type their IDs in the field.
          </p>
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
                  <AppointmentText appointment={appointment} />
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
      </div>
    </fieldset>
  )
}

function AppointmentText({
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
      {/* The partner gives an instant: show it with its zone, and make no local date of it. */}
      <time dateTime={start_timestamp} className="tabular-nums">
        {formatInstant(start_timestamp)}
      </time>
      <span className="text-ink-2">{rest.join(' · ')}</span>
    </span>
  )
}

// `CHECKED_OUT` becomes "Checked out"; `MD_Visit` keeps its case.
function wordOf(code: string): string {
  const text =
    code === code.toUpperCase()
      ? code.replaceAll('_', ' ').toLowerCase()
      : code.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The values that the partner fills in from the records: shown, never entered. */
function RecordFills(records: { patient_id: string; appointment_ids: string[] }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...preEncounterQuery(records),
    placeholderData: (before) => (before?.patient.id === records.patient_id ? before : undefined),
  })
  return (
    <section
      aria-label="From the pre-encounter records"
      aria-busy={isFetching}
      className="mt-4 border-t border-line pt-3"
    >
      <h3 className="text-xs font-semibold text-ink-2">From the pre-encounter records</h3>
      <p className="mt-0.5 text-xs text-ink-2">
        The partner fills these in from the records and keeps them up to date, so you can’t enter
        them here.
      </p>
      {error && (
        <p role="alert" className="mt-2 flex items-center gap-3 text-sm text-amber">
          Couldn’t load the records: {failureOf(error).message}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data && data.missing.length > 0 && (
        <p role="alert" className="mt-2 text-sm text-red">
          No appointment has the ID {data.missing.join(', ')}.
        </p>
      )}
      {data && (
        <dl className="mt-2 grid grid-cols-[minmax(9rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          {data.fills.map(({ member, text }) => (
            <div key={member} className="contents">
              <dt className="text-ink-2">{fieldLabel(member)}</dt>
              <dd className={text === null ? 'text-ink-3' : 'break-words'}>
                {text ?? 'Not in the records'}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
