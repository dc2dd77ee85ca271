import type { Look } from '#components/table/columns.tsx'
import { countOf } from '#lib/core/count-of.ts'
import type { CauseRow, ItemRow } from '#lib/lists/columns/queue.ts'
import { shortLeftWords } from '#lib/rules/filing/left-words.ts'

// The looks of the days that are left to file. A limit that passed is never among those that are
// near, and a payer without one is never a number.

// Two weeks: a correction, its answer and one more try.
const urgentDays = 14
// As far as the list of what is to be filed soon reaches.
const nearDays = 30

/** Red and bold once it has passed, red for two weeks, amber for a month. */
function toneOf(daysLeft: number | undefined): string {
  if (daysLeft === undefined) return 'text-ink-3'
  if (daysLeft < 0) return 'font-semibold text-red'
  if (daysLeft <= urgentDays) return 'text-red'
  return daysLeft <= nearDays ? 'text-amber' : ''
}

/** The days of a claim: "14 d", "12 d past"; the hover says the whole clock. */
export const daysLook: Look<ItemRow> = {
  width: { least: 64, most: 90 },
  align: 'end',
  isNeverCut: true,
  className: 'tabular-nums',
  text: itemWords,
  title: ({ filing_words: words }) => words,
  render: (row) => <span className={toneOf(row.filing_days_left)}>{itemWords(row)}</span>,
}

/** The same in the list of what is to be filed soon, which says where nobody confirmed the limit. */
export const soonLook: Look<ItemRow> = {
  ...daysLook,
  width: { least: 64, most: 150 },
  text: (row) => [itemWords(row), row.is_filing_default && 'default'].filter(Boolean).join(' · '),
  render: (row) => (
    <>
      <span className={toneOf(row.filing_days_left)}>{itemWords(row)}</span>
      {row.is_filing_default && <span className="text-ink-3"> · default</span>}
    </>
  ),
}

function itemWords({ filing, filing_days_left: left, filing_words: words }: ItemRow) {
  if (left !== undefined) return left < 0 ? `${dayWords(-left)} past` : dayWords(left)
  // A claim without a payer has no clock, so nothing is unknown.
  if (words === undefined) return undefined
  return filing === 'not-set' ? 'No limit' : 'Unknown'
}

function dayWords(days: number): string {
  return days === 0 ? 'Today' : `${days.toLocaleString('en-US')} d`
}

/** A cause's claims whose limit passed, and the least days of the others: "3 past · 8 d". */
export const causeFilingLook: Look<CauseRow> = {
  width: { least: 64, most: 120 },
  align: 'end',
  isNeverCut: true,
  className: 'tabular-nums',
  text: (row) => causeParts(row).join(' · '),
  title: causeTitle,
  render: (row) => {
    const { passed, next_days: next } = row.filing
    const [first, second] = causeParts(row)
    return (
      <>
        <span className={toneOf(passed > 0 ? -1 : next)}>{first}</span>
        {second !== undefined && (
          <>
            <span className="text-ink-3"> · </span>
            <span className={toneOf(next)}>{second}</span>
          </>
        )}
      </>
    )
  },
}

function causeParts({ filing: { passed, next_days: next, not_set: unset } }: CauseRow): string[] {
  const parts = [
    ...(passed > 0 ? [`${passed.toLocaleString('en-US')} past`] : []),
    ...(next === undefined ? [] : [dayWords(next)]),
  ]
  return parts.length === 0 && unset > 0 ? ['No limit'] : parts
}

const claimNoun = { one: 'claim', many: 'claims' }

function causeTitle({ filing: { passed, next_days: next, not_set: unset } }: CauseRow) {
  const lines = [
    passed > 0 && `${countOf(passed, claimNoun)} past the filing limit`,
    next !== undefined && `Next limit: ${shortLeftWords(next)}`,
    unset > 0 && `${countOf(unset, claimNoun)} without an entered limit`,
  ]
  return lines.filter(Boolean).join('\n') || undefined
}
