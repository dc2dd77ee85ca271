import type { ReactNode } from 'react'
import { PageHeader } from '#components/frame/page-header.tsx'
import { useWindowTitle } from '#components/frame/window-title.ts'
import { LocalDate } from '#components/ui/local-date.tsx'
import { Money } from '#components/ui/money.tsx'
import { codeWord } from '#lib/contract/codes/code-words.ts'
import { formatCents } from '#lib/core/money.ts'
import type { VisitFacts } from './visit-facts.ts'

/** One more fact of a record, for the strip under its title. */
export type RecordFact = { label: string; value: ReactNode }

type RecordHeadProps = {
  /** What others call the record; it is the title where no patient has a name. */
  name: string
  /** How the strip names it: "Charge capture". */
  first: RecordFact
  facts: VisitFacts
  /** What the money is: "Charges". */
  moneyLabel: string
  more?: readonly RecordFact[]
  trail: ReactNode
  badges: ReactNode
  actions: ReactNode
  /** Classes of the row with the title. */
  className?: string | undefined
}

/**
 * The head of a record with patient data: the patient as the title, and a strip of the facts by
 * which a person recognizes the visit. The window's title has the record's name instead of the
 * patient's and no date: browsers keep titles in their history. Facts that are not known are left out.
 */
export function RecordHead({
  name,
  first,
  facts,
  moneyLabel,
  more = [],
  className,
  ...head
}: RecordHeadProps) {
  const { patient, payer, date, facility, cents } = facts
  useWindowTitle([name, payer, cents === undefined ? undefined : formatCents(cents)])
  const strip: (RecordFact | false)[] = [
    first,
    { label: 'Patient', value: personWords(facts) },
    { label: 'Payer', value: payer ?? 'No payer' },
    date !== undefined && { label: 'Date of service', value: <LocalDate date={date} /> },
    facility !== undefined && { label: 'Facility', value: facility },
    cents !== undefined && { label: moneyLabel, value: <Money cents={cents} /> },
    ...more,
  ]
  return (
    <>
      <div className={className}>
        <PageHeader title={patient ?? <span className="font-mono">{name}</span>} {...head} />
      </div>
      <section aria-label="At a glance" className="mt-2.5 rounded-card border border-line bg-panel">
        <dl className="flex flex-wrap gap-y-2 py-2 text-sm">
          {strip
            .filter((fact) => fact !== false)
            .map(({ label, value }) => (
              <div
                key={label}
                className="min-w-0 border-l border-line px-3 first:border-l-0 max-sm:w-1/2 max-sm:odd:border-l-0"
              >
                <dt className="text-xs text-ink-2">{label}</dt>
                <dd className="font-medium break-words text-ink">{value}</dd>
              </div>
            ))}
        </dl>
      </section>
    </>
  )
}

function personWords({ birthDate, gender, patientId }: VisitFacts): ReactNode {
  const words = [gender && codeWord('gender', gender), patientId].filter(Boolean).join(' · ')
  if (birthDate === undefined) return words || 'No birth date'
  return (
    <>
      <LocalDate date={birthDate} />
      {words && ` · ${words}`}
    </>
  )
}
