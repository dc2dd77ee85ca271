import type { ReactNode } from 'react'
import { LocalTime } from '#components/ui/local-time.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { withWrittenDates } from '#lib/core/local-date.ts'
import type { CheckRow, ChecksReply } from '#lib/actions/catalogue/read-checks.ts'
import { codeSetsHref } from '#lib/lists/checks.ts'
import { listWords } from './list-words.ts'
import { fieldWords, foundWords, needWords, outcomeWords, severityWords } from './check-words.ts'

/** Everything that is known of one check. */
export function OpenCheck({ row, reply }: { row: CheckRow; reply: ChecksReply }) {
  const { counted, since, years } = reply
  const isOfList = row.needs !== undefined && row.needs in listWords
  const isOfYear = row.needs === 'icd10' || row.needs === 'icd10-headers'
  return (
    <section
      aria-label={row.title}
      className="border-l-2 border-accent bg-panel px-4 py-3 text-sm text-ink"
    >
      <dl className="grid max-w-4xl grid-cols-[8rem_1fr] gap-x-4 gap-y-1.5 max-sm:grid-cols-1">
        <Fact name="Looks at">{fieldWords(row).join('; ')}</Fact>
        <Fact name="Severity">{severityWords(row)}</Fact>
        <Fact name="What to do">{row.how}</Fact>
        <Fact name="Offers">
          {row.offers
            ? `${row.offers}, where that is certain. Nothing is written by itself.`
            : 'No fix: a person decides.'}
        </Fact>
        <Fact name="Needs">
          {row.needs ? needWords[row.needs] : 'Nothing else. It is always on.'}
          {(isOfYear || isOfList) && (
            <>
              {isOfYear && years.length > 0 && ` Loaded: ${years.join(', ')}.`}{' '}
              <SoftLink
                href={codeSetsHref}
                className="font-medium text-accent underline underline-offset-2"
              >
                Code sets
              </SoftLink>
            </>
          )}
        </Fact>
        <Fact name="Source">{withWrittenDates(row.source)}</Fact>
        <Fact name="Found now">
          {foundWords(row)}
          {row.found && counted && (
            <>
              {isOfYear && ' whose year’s list was loaded'}, of claims in error or on hold, read{' '}
              <LocalTime at={counted.at} />
            </>
          )}
        </Fact>
        <Fact name="Then billed">
          {outcomeWords(row)}
          {row.outcome ? (
            <>
              {' '}
              that ended it in a field with an error of the partner, in the last 90 days
              {since !== undefined && (
                <>
                  ; known since <LocalTime at={since} />
                </>
              )}
            </>
          ) : (
            ': no save of the last 90 days ended it in a field with an error of the partner.'
          )}
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 break-words max-sm:mb-1.5">{children}</dd>
    </>
  )
}
