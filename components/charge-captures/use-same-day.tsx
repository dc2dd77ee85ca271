'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { SoftLink } from '#components/ui/soft-link.tsx'
import type { OtherCapture } from '#lib/actions/replies.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { sameDayQuery } from '#lib/queries/options.ts'
import { listAt, textAt } from '#lib/rules/edit/read-json.ts'
import { dateAt } from '#lib/rules/scrub/date-fields.ts'

type Ask = { patient_external_id: string; first_day: string; last_day: string }

const compared = new Set(['planned', 'billable'])
const mostNamed = 3

/**
 * The other captures of a capture's patient on the days of its service, which the rule about double billing compares
 * it with; asked for once while it is open. `note` says what was compared, or what could not be asked.
 */
export function useSameDay(id: string, base: JsonObject): { others: readonly OtherCapture[] | undefined; note: ReactNode } {
  const ask = useMemo(() => askOf(base), [base])
  const query = useQuery({ ...sameDayQuery({ id, ...(typeof ask === 'object' ? ask : { patient_external_id: '', first_day: '', last_day: '' }) }), enabled: typeof ask === 'object' })
  if (ask === undefined) return { others: undefined, note: undefined }
  if (typeof ask === 'string') return { others: undefined, note: `Not compared with the patient’s other captures of the day: ${ask}.` }
  if (query.isError) return { others: undefined, note: `The patient’s other captures of the day could not be asked for, so nobody looked for double billing. ${failureOf(query.error).message}` }
  return { others: query.data?.others, note: query.data && query.data.others.length > 0 ? <Compared {...query.data} /> : undefined }
}

function Compared({ others, is_complete }: { others: readonly OtherCapture[]; is_complete: boolean }) {
  const rest = others.length - mostNamed
  return (
    <>
      Compared with {others.length === 1 ? 'one more capture' : `${others.length} more captures`} of this patient and day:{' '}
      {others.slice(0, mostNamed).map(({ id, charge_external_id }, place) => (
        <span key={id}>
          {place > 0 && ', '}
          <SoftLink href={`/charge-captures/${encodeURIComponent(id)}`} className="font-mono break-all underline decoration-line-strong underline-offset-2 hover:text-accent hover:decoration-current">
            {charge_external_id ?? id}
          </SoftLink>
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}.{!is_complete && ' The partner has even more, which were not looked at.'}
    </>
  )
}

/** What to ask; the reason why nothing can be asked; undefined for a capture that nobody will bill. */
function askOf({ data, status, patient_external_id }: JsonObject): Ask | string | undefined {
  if (typeof status === 'string' && !compared.has(status)) return undefined
  const patient = textAt({ patient_external_id }, 'patient_external_id') ?? textAt(data, 'patient.external_id')
  const days = [dateAt(data, 'date_of_service'), ...listAt(data, 'service_lines').map((line) => dateAt(line, 'date_of_service'))].filter((day) => day !== undefined).toSorted()
  if (patient === undefined) return 'it has no patient external id'
  return days.length === 0 ? 'it has no date of service' : { patient_external_id: patient, first_day: days[0]!, last_day: days.at(-1)! }
}
