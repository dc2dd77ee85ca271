'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import { SoftLink } from '#components/ui/soft-link.tsx'
import type { OtherCapture } from '#lib/actions/charge-captures/same-day-captures.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { countOf } from '#lib/core/count-of.ts'
import { sameDayQuery } from '#lib/queries/options.ts'
import { listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { dateAt } from '#lib/rules/scrub/date-fields.ts'

/** The captures that a capture is compared with, and a note about them. */
export type SameDay = { others: readonly OtherCapture[] | undefined; note: ReactNode }

type Ask = { patient_external_id: string; first_day: string; last_day: string }

const compared = new Set(['planned', 'billable'])
const mostNamed = 3
/**
 * Milliseconds for which patient and dates must be unchanged before the request, so that half-typed
 * ids are not sent.
 */
const restMs = 700

/**
 * The other captures of a capture's patient on the days of its service, which the rule about double
 * billing compares it with; asked for once while it is open. `note` says what was compared, or what
 * could not be asked.
 */
export function useSameDay(id: string, base: JsonObject): SameDay {
  return useAnswer(
    id,
    useMemo(() => askOf(base), [base]),
  )
}

/**
 * The same for a capture that does not exist yet, by the patient and the days that its form holds.
 * Of a patient who is named by pre-encounter records alone nothing can be asked.
 */
export function useSameDayOfForm(isFromRecords: boolean): SameDay {
  const draft = useSettledDraft()
  const now = JSON.stringify(askOf(draft) ?? null)
  const [rested, setRested] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setRested(now), restMs)
    return () => clearTimeout(timer)
  }, [now])
  const ask = useMemo(() => (JSON.parse(rested) ?? undefined) as ReturnType<typeof askOf>, [rested])
  const isBlank = ask === noPatient && daysOf(draft).length === 0
  return useAnswer(
    undefined,
    isBlank ? undefined : ask === noPatient && isFromRecords ? recordsPatient : ask,
  )
}

function useAnswer(id: string | undefined, ask: Ask | string | undefined): SameDay {
  const query = useQuery({
    ...sameDayQuery({
      id,
      ...(typeof ask === 'object' ? ask : { patient_external_id: '', first_day: '', last_day: '' }),
    }),
    enabled: typeof ask === 'object',
  })
  if (ask === undefined) return { others: undefined, note: undefined }
  if (typeof ask === 'string')
    return {
      others: undefined,
      note: `Not compared with the patient’s other captures that day: ${ask}.`,
    }
  if (query.isError)
    return {
      others: undefined,
      note: `Couldn’t load the patient’s other captures that day, so double billing wasn’t checked. ${failureOf(query.error).message}`,
    }
  return {
    others: query.data?.others,
    note: query.data && query.data.others.length > 0 ? <Compared {...query.data} /> : undefined,
  }
}

function Compared({
  others,
  is_complete,
}: {
  others: readonly OtherCapture[]
  is_complete: boolean
}) {
  const rest = others.length - mostNamed
  return (
    <>
      Compared with {countOf(others.length, { one: 'more capture', many: 'more captures' })} of this
      patient and day:{' '}
      {others.slice(0, mostNamed).map(({ id, charge_external_id }, place) => (
        <span key={id}>
          {place > 0 && ', '}
          <SoftLink
            href={`/charge-captures/${encodeURIComponent(id)}`}
            className="font-mono break-all underline decoration-line-strong underline-offset-2 hover:text-accent hover:decoration-current"
          >
            {charge_external_id ?? id}
          </SoftLink>
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}.
      {!is_complete && ' The partner has more, which weren’t checked.'}
    </>
  )
}

const noPatient = 'it has no patient external ID'
const recordsPatient =
  'the patient’s external ID isn’t known until it is created. It is compared when you open it'

/**
 * The request, or the reason why there is none; undefined for a capture that will not be billed.
 */
function askOf(record: { [name: string]: unknown }): Ask | string | undefined {
  const { data, status, patient_external_id } = record
  if (typeof status === 'string' && !compared.has(status)) return undefined
  const patient =
    textAt({ patient_external_id }, 'patient_external_id') ?? textAt(data, 'patient.external_id')
  const days = daysOf(record)
  if (patient === undefined) return noPatient
  return days.length === 0
    ? 'it has no date of service'
    : { patient_external_id: patient, first_day: days[0]!, last_day: days.at(-1)! }
}

function daysOf({ data }: { [name: string]: unknown }): string[] {
  return [
    dateAt(data, 'date_of_service'),
    ...listAt(data, 'service_lines').map((line) => dateAt(line, 'date_of_service')),
  ]
    .filter((day) => day !== undefined)
    .toSorted()
}
