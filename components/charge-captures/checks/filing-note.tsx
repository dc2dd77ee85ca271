'use client'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { clockWords, filingClock, filingFacts } from '#lib/rules/filing/filing-clock.ts'
import { rulebookOf } from '#lib/rules/filing/rulebook.ts'
import { filingRulesQuery } from './filing-rules.ts'

const names = { primary: 'Filing', secondary: 'Secondary payer', tertiary: 'Tertiary payer' }

/**
 * The last day to file with each payer of the form, where no check says it: a limit that is far
 * away, one that cannot be known, or limits that could not be read. Load it with `onDemand`.
 */
export function FilingNote() {
  const { data } = useSettledDraft()
  const { data: read, error } = useQuery(filingRulesQuery(data))
  if (error)
    return (
      <p>Couldn’t load the filing limits, so they weren’t checked. {failureOf(error).message}</p>
    )
  if (!read) return null
  const [facts, book] = [filingFacts(data), rulebookOf(read.rules)]
  return facts.insurances.map((insurance) => {
    const clock = filingClock(facts, insurance, book, read.today)
    const isChecked = clock.state === 'passed' || clock.state === 'near'
    return (
      !isChecked && (
        <p key={insurance.rank} className={clock.lacks === 'limit' ? 'text-amber' : undefined}>
          {clock.lacks === 'limit' && (
            <TriangleAlert aria-hidden="true" className="mr-1 -mt-px inline size-3.5" />
          )}
          {names[insurance.rank]}: {clockWords(clock)}.
        </p>
      )
    )
  })
}
