'use client'
import type { ReactNode } from 'react'
import { LocalDate } from '#components/ui/local-date.tsx'
import { CredentialingStatus } from '#components/ui/record-status.tsx'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { spanWays } from './span-kinds.ts'

/** One line: a span with a badge and actions. */
export type SpanLine = { row: SpanRow; badge: ReactNode; action?: ReactNode }

const head = 'px-2 pb-1.5 text-left text-xs font-medium text-ink-2 first:pl-4 last:pr-4'
const cell = 'border-t border-line px-2 py-1.5 text-sm first:pl-4 last:pr-4'

/** A few spans by date. Each opens in a new tab, so that the form's text stays. */
export function SpanTable({ kind, lines }: { kind: SpanKind; lines: readonly SpanLine[] }) {
  return (
    <div className="overflow-x-auto pb-2">
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            {['Effective date', 'End date', 'Submitted', 'Payer loaded', 'Status', 'Coverage'].map(
              (word) => (
                <th key={word} scope="col" className={head}>
                  {word}
                </th>
              ),
            )}
            <th scope="col" className={head}>
              <span className="sr-only">Open</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ row, badge, action }) => (
            <tr key={row.id}>
              <td className={cell}>
                {row.start_date ? <LocalDate date={row.start_date} /> : <None>Not known</None>}
              </td>
              <td className={cell}>
                {row.end_date ? <LocalDate date={row.end_date} /> : <None>No end</None>}
              </td>
              <td className={cell}>
                {row.submitted_date ? <LocalDate date={row.submitted_date} /> : <None>No</None>}
              </td>
              <td className={cell}>
                {row.payer_loaded_date ? (
                  <LocalDate date={row.payer_loaded_date} />
                ) : (
                  <None>No</None>
                )}
              </td>
              <td className={cell}>{row.status && <CredentialingStatus status={row.status} />}</td>
              <td className={cell}>{badge}</td>
              <td className={`${cell} text-right whitespace-nowrap`}>
                {action}
                <a
                  href={`${spanWays[kind].list.href}/${encodeURIComponent(row.id)}`}
                  target="_blank"
                  rel="noreferrer"
                  className="font-medium text-accent underline underline-offset-3"
                >
                  Open
                  <span className="sr-only">
                    {' '}
                    the span that begins {row.start_date ?? 'on an unknown date'} in a new tab
                  </span>
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function None({ children }: { children: ReactNode }) {
  return <span className="text-ink-3">{children}</span>
}
