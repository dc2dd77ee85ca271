import { daysBetween, type LocalDate as LocalDay } from '#lib/core/local-date.ts'
import type { FileBy } from '#lib/rules/coverage/board.ts'
import { leftWords, noLimitWords } from '#lib/rules/filing/left-words.ts'
import { LocalDate } from '#components/ui/local-date.tsx'
import { Money } from '#components/ui/money.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'

type Listed = {
  id: string
  external_id?: string | undefined
  date?: string | undefined
  cents?: number | undefined
  lines?: number[]
  of_lines?: number
  file_by?: FileBy
  is_by_alias?: true
}

/**
 * Links to captures by their external ids, with day and amount, and the affected lines if not all
 * are, and the days left to file for those that wait.
 */
export function CaptureLinks({
  captures,
  asOf,
  label,
  more = 0,
}: {
  captures: readonly Listed[]
  /** The board's day, from which the days to file count. */
  asOf: LocalDay
  label: string
  more?: number
}) {
  return (
    <div className="relative mt-2 max-h-72 overflow-y-auto rounded-control border border-line">
      <table aria-label={label} className="w-full text-xs">
        <thead className="sr-only">
          <tr>
            <th scope="col">Charge capture</th>
            <th scope="col">Date of service</th>
            <th scope="col">Charges</th>
          </tr>
        </thead>
        <tbody>
          {captures.map(
            ({ id, external_id, date, cents, lines, of_lines, file_by, is_by_alias }) => (
              <tr key={id} className="border-t border-line first:border-t-0">
                <th scope="row" className="px-2 py-1 text-left font-mono font-normal">
                  <SoftLink
                    href={`/charge-captures/${encodeURIComponent(id)}`}
                    className="text-accent hover:underline"
                  >
                    {external_id ?? middleTruncate(id, 13)}
                  </SoftLink>
                  {lines && (
                    <span className="block font-sans text-ink-2">
                      {lines.length === 1 ? 'line' : 'lines'}{' '}
                      {lines.map((line) => line + 1).join(', ')} of {of_lines}
                    </span>
                  )}
                  {is_by_alias && (
                    <span className="block font-sans text-ink-2">
                      matched by Availity’s payer ID
                    </span>
                  )}
                </th>
                <td className="px-2 py-1 align-top">
                  <LocalDate date={date} />
                  {file_by && <FileByWords fileBy={file_by} asOf={asOf} />}
                </td>
                <td className="px-2 py-1 text-right align-top tabular-nums">
                  {cents === undefined ? (
                    <span className="text-ink-3">no amount</span>
                  ) : (
                    <Money cents={cents} />
                  )}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {more > 0 && (
        <p className="border-t border-line px-2 py-1 text-xs text-ink-2">
          {more.toLocaleString('en-US')} more not listed. These have the largest charges.
        </p>
      )}
    </div>
  )
}

function FileByWords({ fileBy, asOf }: { fileBy: FileBy; asOf: LocalDay }) {
  const { lastDay, lacks, isDefault } = fileBy
  if (lastDay === undefined)
    return (
      <span className="block text-ink-2">
        {lacks === 'limit' ? noLimitWords : 'Last day to file unknown'}
      </span>
    )
  const days = daysBetween(asOf, lastDay)
  return (
    <span className={`block ${days <= 14 ? 'font-medium text-red' : 'text-ink-2'}`}>
      {leftWords(days)}
      {isDefault && <span className="font-normal text-ink-2"> (limit not confirmed)</span>}
    </span>
  )
}
