import { History } from 'lucide-react'
import { dayNumber } from '#components/charts/time-scale.ts'
import type { TimelineBar, TimelineRow } from '#components/charts/timeline-row.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { LocalDate } from '#lib/core/local-date.ts'
import { coverageBars } from '#lib/rules/coverage/bars.ts'
import type { CoverageView } from '#lib/rules/coverage/coverage.ts'
import type { JudgedRow } from './arrange.ts'
import { barHref, type CoverageKind } from './coverage-kind.ts'
import { barName, barWords, standingWords, stateLooks } from './state-words.ts'

/** The name of a row for a person. */
export function nameOfRow({ row }: JudgedRow, kind: CoverageKind): string {
  if (row.unreadable) return `Unreadable ${kind.noun.one}`
  return row.name ?? row.npi ?? row.id
}

/** Makes the rows of a timeline, each once and only when it comes near the viewport. */
export function timelineRows(
  kind: CoverageKind,
  view: CoverageView,
): (judged: JudgedRow) => TimelineRow {
  const made = new WeakMap<JudgedRow, TimelineRow>()
  return (judged) => {
    const known = made.get(judged)
    if (known) return known
    const row = {
      id: judged.row.id,
      name: nameOfRow(judged, kind),
      code: judged.row.npi,
      standing: <Standing judged={judged} asOf={view.asOf} />,
      bars: judged.row.unreadable ? [] : barsOf(judged, kind, view),
    }
    made.set(judged, row)
    return row
  }
}

function barsOf({ row }: JudgedRow, kind: CoverageKind, view: CoverageView): TimelineBar[] {
  return coverageBars(row.spans, view).flatMap((bar) => {
    // The time before the first span is blank.
    if (bar.state === 'before') return []
    const [words, href] = [barWords(bar, view.asOf), barHref(kind, bar)]
    return [
      {
        start: dayNumber(bar.from),
        end: dayNumber(bar.to),
        look: stateLooks[bar.state].look,
        name: barName(bar),
        ...(words === undefined ? {} : { words }),
        ...(href === undefined ? {} : { href }),
      },
    ]
  })
}

/** The state of a row on the day, and problems of the year before that the day no longer has. */
export function Standing({ judged, asOf }: { judged: JudgedRow; asOf: LocalDate }) {
  const { state, earlier } = judged
  const { tone } = stateLooks[state]
  const brief = judged.awaits_first_day ? 'No effective date' : stateLooks[state].brief
  if (judged.row.unreadable) return null
  const troubles = earlier
    .filter((trouble) => trouble !== state)
    .map((trouble) => stateLooks[trouble].word)
  const before =
    troubles.length > 0 ? `In the year before: ${troubles.join(', ').toLowerCase()}` : undefined
  return (
    <>
      <StatusBadge tone={tone} title={standingWords(judged, asOf)}>
        {brief ? (
          <>
            <span aria-hidden="true">{brief}</span>
            <span className="sr-only">{standingWords(judged, asOf)}</span>
          </>
        ) : (
          standingWords(judged, asOf)
        )}
      </StatusBadge>
      {before && (
        <span title={before} className="ml-1 shrink-0 text-ink-3">
          <History aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{before}</span>
        </span>
      )}
    </>
  )
}
