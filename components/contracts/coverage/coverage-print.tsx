import { PrintBars, PrintPatterns, PrintSample } from '#components/charts/print-bars.tsx'
import { ticksOf, windowWords, type TimeWindow } from '#components/charts/time-scale.ts'
import type { CoverageView } from '#lib/rules/coverage/coverage.ts'
import type { CoverageShow, JudgedRow } from './arrange.ts'
import { shows } from './coverage-controls.tsx'
import type { CoverageKind } from './coverage-kind.ts'
import { legendOrder, short, standingWords, stateLooks } from './state-words.ts'
import { nameOfRow, timelineRows } from './timeline-rows.tsx'

/** The most rows in a print, about 75 sheets. The CSV file has all of them. */
const maxRows = 2_000

type PrintProps = {
  rows: readonly JudgedRow[]
  kind: CoverageKind
  view: CoverageView
  window: TimeWindow
  /** The name of the contract. */
  title: string
  show: CoverageShow
  /** All rows of the contract were read. */
  isComplete: boolean
}

/**
 * The visible rows as a table for print: black on white, each state with its pattern and its words.
 */
export function CoveragePrint({
  rows,
  kind,
  view,
  window: shown,
  title,
  show,
  isComplete,
}: PrintProps) {
  const rowOf = timelineRows(kind, view)
  const printed = rows.slice(0, maxRows)
  const ticks = ticksOf(shown)
  const left = rows.length - printed.length
  return (
    <section aria-label="To print" className="print-sheet hidden text-2xs print:block">
      <p className="text-sm">
        Coverage of {kind.noun.many}, {title}, as the payer had loaded it on {short(view.asOf)}.{' '}
        {rows.length.toLocaleString('en-US')} shown
        {show === 'all' ? '' : `: ${shows[show].toLowerCase()}`}.
        {left > 0 &&
          ` The first ${maxRows.toLocaleString('en-US')} are printed; ${left.toLocaleString('en-US')} more are in the CSV file.`}
        {!isComplete && ' The contract was only partly loaded.'} Time: {windowWords(shown)}.
      </p>
      <PrintPatterns />
      <ul className="my-2 flex flex-wrap gap-x-3 gap-y-1">
        {legendOrder.map((state) => (
          <li key={state} className="flex items-center gap-1">
            <PrintSample look={stateLooks[state].look} /> {stateLooks[state].word}
          </li>
        ))}
      </ul>
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-ink">
            {[kind.head, 'NPI', `On ${short(view.asOf)}`, windowWords(shown)].map((head) => (
              <th key={head} scope="col" className="py-1 pr-2 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {printed.map((judged, index) => (
            <tr
              key={judged.row.id || index}
              className="break-inside-avoid border-b border-line-strong"
            >
              <td className="py-0.5 pr-2 whitespace-nowrap">{nameOfRow(judged, kind)}</td>
              <td className="py-0.5 pr-2 tabular-nums">{judged.row.npi}</td>
              <td className="py-0.5 pr-2 whitespace-nowrap">{standingWords(judged, view.asOf)}</td>
              <td className="w-1/2 py-0.5">
                <PrintBars bars={rowOf(judged).bars} window={shown} ticks={ticks} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
