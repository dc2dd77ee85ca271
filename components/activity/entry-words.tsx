import { CopyId } from '#components/ui/copy-id.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Tone } from '#components/ui/tone.ts'
import { formatInstant } from '#lib/core/local-date.ts'
import { countOf } from '#lib/core/count-of.ts'
import {
  outcomeClass,
  outcomeWords,
  recordKinds,
  type ActivityRow,
  type OutcomeClass,
} from '#lib/lists/activity.ts'
import { humanize } from '#lib/lists/filter-value.ts'

const tones: Record<OutcomeClass, Tone> = {
  done: 'green',
  refused: 'amber',
  failed: 'red',
  unknown: 'violet',
  sent: 'grey',
}

/** How an act ended, as a badge; the partner's or the console's own word is in the hover. */
export function OutcomeBadge({ outcome }: { outcome: string }) {
  const kind = outcomeClass(outcome)
  return (
    <StatusBadge tone={tones[kind]} title={outcome}>
      {outcomeWords[kind]}
    </StatusBadge>
  )
}

/** Who acted: the name, else the e-mail address, else that nobody had signed in. */
export function personWords({ person, email }: Pick<ActivityRow, 'person' | 'email'>): string {
  return person ?? email ?? 'Not signed in'
}

/** A role in words; nothing without one. */
export function roleWords(role: string | undefined): string | undefined {
  return role && humanize(role)
}

/** An instant in UTC, to the second: "11/22/2026, 10:19:46 PM UTC". */
export function utcWords(at: string): string {
  return formatInstant(at, { seconds: true })
}

/**
 * The records of an entry in short: the one that it is about by its name or id and how many others,
 * those of a list by their number.
 */
export function recordWords({
  operation,
  record_ids: [first],
  record_name: name,
  record_count: count,
}: ActivityRow): string | undefined {
  if (first === undefined) return undefined
  if (isListing(operation) && count > 1) return `${count.toLocaleString('en-US')} records`
  return (
    (name ?? middleTruncate(first, 13)) +
    (count > 1 ? ` +${(count - 1).toLocaleString('en-US')}` : '')
  )
}

// Of other operations the first id is the record that they are about; those after it may be of
// another kind.
function isListing(operation: string): boolean {
  return operation.startsWith('list')
}

const linkStyle =
  'text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current'

/**
 * The record that an entry is about as a link to its page; what has no page, and the records of a
 * list, as words.
 */
export function RecordLink({ row }: { row: ActivityRow }) {
  const words = recordWords(row)
  const href = recordHref(row)
  if (words === undefined || !href) return words
  return (
    <SoftLink href={href} className={`font-mono text-xs ${linkStyle}`}>
      {words}
    </SoftLink>
  )
}

/** Every named record of an entry, the one that it is about as a link where it has a page. */
export function RecordList({ row }: { row: ActivityRow }) {
  const more = row.record_count - row.record_ids.length
  return (
    <ul className="flex flex-col gap-0.5">
      {row.record_ids.map((id, place) => {
        const href = place === 0 && recordHref(row)
        return (
          <li key={id} className="flex items-center gap-2">
            {href && (
              <SoftLink href={href} className={linkStyle}>
                {capital(recordKinds[row.record_kind!].one)}
              </SoftLink>
            )}
            {place === 0 && row.record_name}
            <CopyId id={id} label="record ID" length={36} />
          </li>
        )
      })}
      {more > 0 && (
        <li className="text-ink-2">
          and {countOf(more, { one: 'more record', many: 'more records' })}
        </li>
      )}
    </ul>
  )
}

function recordHref({
  operation,
  record_kind: kind,
  record_ids: [first],
  record_count: count,
}: ActivityRow): string | undefined {
  if (!kind || first === undefined || (isListing(operation) && count > 1)) return undefined
  return `${recordKinds[kind].href}/${encodeURIComponent(first)}`
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
