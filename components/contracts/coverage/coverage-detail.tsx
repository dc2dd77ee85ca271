'use client'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useKeys } from '#components/frame/keys/keys.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { CopyId } from '#components/ui/copy-id.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import type { LocalDate as LocalDay } from '#lib/core/local-date.ts'
import type { RowSpan } from '#lib/lists/rows/coverage-rows.ts'
import { coverageBars, firstDay, lastDay } from '#lib/rules/coverage/bars.ts'
import { verdictOfReason } from '#lib/rules/coverage/at-risk.ts'
import { findCoverageGap } from '#lib/rules/coverage/coverage-gap.ts'
import { verdictWords } from '#lib/rules/coverage/why-words.ts'
import { uncovered, type CoverageView } from '#lib/rules/coverage/coverage.ts'
import type { JudgedRow } from './arrange.ts'
import { spanHref, type CoverageKind } from './coverage-kind.ts'
import { barName, short } from './state-words.ts'
import { nameOfRow, Standing } from './timeline-rows.tsx'

type DetailProps = {
  judged: JudgedRow
  kind: CoverageKind
  view: CoverageView
  /**
   * The address of the form for a new span of this row, with a first day if known; undefined
   * without permission.
   */
  addHref: ((firstDay?: LocalDay) => string) | undefined
  onClose: () => void
}

/**
 * The details of one provider or facility: its state, its spans with their dates, and each gap with
 * the way to close it.
 */
export function CoverageDetail({ judged, kind, view, addHref, onClose }: DetailProps) {
  const { row, until } = judged
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus({ preventScroll: true }), [])
  useKeys([{ keys: 'Escape', label: 'Close the spans', run: onClose, group: 'Timeline' }])
  // A span without a first day may still cover these days. A second span would be a second
  // enrolment.
  const isFirstDayAwaited = judged.awaits_first_day === true
  const missing = row.unreadable
    ? []
    : coverageBars(row.spans, view).filter(
        ({ state, from, to }) =>
          state !== 'before' && uncovered.has(state) && !(from === firstDay && to === lastDay),
      )
  return (
    <aside
      aria-label={`Spans of ${nameOfRow(judged, kind)}`}
      className="flex w-104 shrink-0 flex-col overflow-y-auto border-l border-line bg-panel narrow:w-92"
    >
      <header className="flex items-start gap-2 px-4 pt-3">
        <div className="min-w-0 grow">
          <h2
            ref={head}
            tabIndex={-1}
            className="text-base font-semibold break-words text-ink outline-none"
          >
            {nameOfRow(judged, kind)}
          </h2>
          <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
            {row.npi && <span className="font-mono text-xs">{row.npi}</span>}
            {row.id && <CopyId id={row.id} label={`${kind.noun.one} ID`} />}
          </div>
        </div>
        <IconButton
          size="small"
          label="Close"
          shortcut="Esc"
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={onClose}
        />
      </header>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 pt-2 text-sm text-ink-2">
        <Standing judged={judged} asOf={view.asOf} />
        <span>
          on {short(view.asOf)}
          {until
            ? `, without a break to ${short(until)}`
            : until === null
              ? ', without an end'
              : ''}
        </span>
      </div>
      <section className="px-4 pt-4">
        <h3 className="text-xs font-medium text-ink-2">
          Spans with this payer and contracting provider
        </h3>
        {row.spans.length === 0 ? (
          <p className="mt-1 text-sm text-ink">No spans.</p>
        ) : (
          <SpanTable spans={row.spans} kind={kind} />
        )}
      </section>
      {missing.length > 0 && (
        <section className="px-4 pt-4">
          <h3 className="text-xs font-medium text-ink-2">Not covered</h3>
          <ul className="mt-1 text-sm text-ink">
            {missing.map((bar) => (
              <li key={bar.from} className="flex flex-wrap items-baseline gap-x-2">
                {barName(bar)}
                <span className="text-ink-2">{verdictOn(row.spans, bar.from, view)}</span>
                {addHref &&
                  !isFirstDayAwaited &&
                  bar.state !== 'submitted' &&
                  bar.from !== firstDay && (
                    <SoftLink
                      href={addHref(bar.from)}
                      className="text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
                    >
                      Add a span<span className="sr-only"> from {short(bar.from)}</span>
                    </SoftLink>
                  )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {addHref !== undefined && !row.unreadable && (
        <p className="px-4 py-4">
          <LinkButton href={addHref()}>Add a span</LinkButton>
        </p>
      )}
    </aside>
  )
}

// What the spans make of a service on an uncovered day, as the coverage board says it.
function verdictOn(spans: readonly RowSpan[], day: LocalDay, view: CoverageView): string {
  const gap = findCoverageGap(spans, { from: day, to: day }, undefined, view)
  return gap ? verdictWords[verdictOfReason(gap)] : ''
}

const dates = [
  ['start_date', 'Effective date'],
  ['end_date', 'End date'],
  ['submitted_date', 'Submitted'],
  ['payer_loaded_date', 'Loaded'],
] as const

function SpanTable({ spans, kind }: { spans: readonly RowSpan[]; kind: CoverageKind }) {
  const sorted = spans.toSorted((a, b) =>
    (b.start_date ?? '9999').localeCompare(a.start_date ?? '9999'),
  )
  return (
    <table className="mt-1 w-full text-left text-xs">
      <thead>
        <tr className="border-b border-line text-ink-2">
          {dates.map(([name, label]) => (
            <th key={name} scope="col" className="py-1 pr-1.5 font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.map((span, index) => (
          <tr key={span.id || index} className="border-b border-line">
            {dates.map(([name]) => (
              <td key={name} className="py-1.5 pr-1.5 tabular-nums">
                {name === 'start_date' && span.id ? (
                  <SoftLink
                    href={spanHref(kind, span.id)}
                    aria-label={`Open the span from ${span.start_date ? short(span.start_date) : 'an unknown date'}`}
                    className="whitespace-nowrap text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
                  >
                    {span.start_date ? short(span.start_date) : absent.start_date}
                  </SoftLink>
                ) : span[name] ? (
                  <LocalDate date={span[name]} weekday={false} />
                ) : (
                  <span className="text-ink-3">{absent[name]}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const absent = {
  start_date: 'Not provided',
  end_date: 'No end',
  submitted_date: 'Not yet',
  payer_loaded_date: 'Not yet',
}
