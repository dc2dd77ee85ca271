'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { fieldLabel } from '#components/form/field-label.ts'
import { RecordField } from '#components/form/record-field.tsx'
import { Section } from '#components/form/section.tsx'
import { useFormPulse } from '#components/form/use-form-pulse.ts'
import { Button } from '#components/ui/button.tsx'
import { textItems } from '#lib/rules/edit/list-text.ts'
import { preEncounterQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { AppointmentPicker } from './appointment-picker.tsx'
import { FindButton } from './find-button.tsx'

const patientName = 'pre_encounter_patient_id'
const appointmentsName = 'pre_encounter_appointment_ids'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The patient and the appointments that a new record is made from, and what the partner takes from them. */
export function PreEncounterSection() {
  const { getValues, setValue } = useFormContext()
  const read = () => ({
    patient: String(getValues(patientName) ?? '').trim(),
    appointments: textItems(String(getValues(appointmentsName) ?? ''), false),
  })
  const [chosen, setChosen] = useState(read)
  useFormPulse(() => setChosen((before) => (JSON.stringify(before) === JSON.stringify(read()) ? before : read())))
  // What is chosen shows at once; what is typed, when typing pauses.
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
      {uuid.test(chosen.patient) && (
        <>
          <AppointmentPicker patientId={chosen.patient} chosen={chosen.appointments} onChoose={choose} />
          <RecordFills
            patient_id={chosen.patient}
            appointment_ids={chosen.appointments.filter((id) => uuid.test(id)).slice(0, 20)}
          />
        </>
      )}
    </Section>
  )
}

/** What the records hold for the members that the partner fills from them: shown, never entered. */
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
        The partner fills these in from the records and keeps them up to date, so you can’t enter them here.
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
              <dd className={text === null ? 'text-ink-3' : 'break-words'}>{text ?? 'Not in the records'}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
