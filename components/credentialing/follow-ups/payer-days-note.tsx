'use client'
import { useQuery } from '@tanstack/react-query'
import { countOf } from '#lib/core/count-of.ts'
import { payerDaysQuery } from '#lib/queries/follow-ups.ts'

const dayNoun = { one: 'day', many: 'days' }
const spanNoun = { one: 'span', many: 'spans' }

/** How long a payer usually takes from submission to load; undefined while that is being read. */
export function usePayerDays(payer: string | undefined) {
  return useQuery({ ...payerDaysQuery({ payer_uuid: payer ?? '' }), enabled: payer !== undefined })
}

/** The payer's own days in words: "usually 34 days (12 spans)". */
export function PayerDaysNote({ payer }: { payer: string | undefined }) {
  const { data: days, isPending, error } = usePayerDays(payer)
  if (payer === undefined) return null
  return (
    <p role="status" className="text-xs text-ink-2">
      {days
        ? `This payer usually takes ${countOf(days.median, dayNoun)} from submission to load (${countOf(days.spans, spanNoun)}).`
        : error
          ? 'How long this payer takes from submission to load couldn’t be read.'
          : isPending
            ? 'Reading how long this payer takes…'
            : 'How long this payer takes from submission to load is not known yet: none of its spans has both dates.'}
    </p>
  )
}
