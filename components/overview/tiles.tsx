import type { ReactNode } from 'react'
import { readingWords } from '#components/queue/queue-empty.tsx'
import { movedWords } from '#components/resolve/diff-words.ts'
import { Age } from '#components/ui/age.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { countOf } from '#lib/core/count-of.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'
import { formatCents } from '#lib/core/money.ts'
import {
  filingHref,
  heldHref,
  queueHref,
  unlinkedHref,
  type Movement,
  type Overview,
  type Unlinked,
} from '#lib/lists/overview.ts'
import { nobody, payerRulesHref } from '#lib/lists/queue.ts'
import type { UpdateDirection } from '#lib/lists/updates.ts'
import { sinceId } from './panels.tsx'

const claimNoun = { one: 'claim', many: 'claims' }
const payerNoun = { one: 'payer', many: 'payers' }
const captureNoun = { one: 'capture', many: 'captures' }
const tones = {
  ink: 'text-ink',
  violet: 'text-violet',
  blue: 'text-blue',
  red: 'text-red',
  amber: 'text-amber',
  quiet: 'text-ink-3',
} as const
type Tone = keyof typeof tones

function NoteLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <SoftLink
      href={href}
      className="underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-current"
    >
      {children}
    </SoftLink>
  )
}

/**
 * The sums of the coverage board's newest result; null before the first one, undefined for who may
 * not see it.
 */
export type Coverage = { finished_at: string; will: Amount; may: Amount } | null | undefined
type Amount = { captures: number; cents: number }

/**
 * The sums, each with its list: what to do now, and what can be lost. Before the queue was read
 * once, no sum is known, and a zero would look like good news.
 */
export function Tiles({ overview, coverage }: { overview: Overview; coverage: Coverage }) {
  const { errors, resolved, held, unlinked, updates, filing, since, today } = overview
  const { is_unlinked_read: isUnlinkedRead, is_unlinked_reading: isUnlinkedReading } = overview
  const toned = (tone: Tone, count: number): Tone => (count > 0 ? tone : 'quiet')
  const isRead = overview.state.read_at !== null
  const money = (cents: number) => (isRead ? formatCents(cents) : undefined)
  return (
    <div className="grid grid-cols-4 gap-3 max-lg:grid-cols-2 max-sm:grid-cols-1">
      <Tile
        label="In error"
        href="/queue"
        value={money(errors.cents)}
        tone={toned('ink', errors.claims)}
      >
        <NoteLink href="/queue">{countOf(errors.claims, claimNoun)}</NoteLink>
        {since && (
          <>
            {' · '}
            <NoteLink href={`#${sinceId}`}>{movementWords(since.kinds.error)}</NoteLink>
          </>
        )}
      </Tile>
      <Tile
        label="In error, every error resolved"
        href="/queue/resolved"
        value={money(resolved.cents)}
        tone={toned('amber', resolved.claims)}
      >
        <NoteLink href="/queue/resolved">{countOf(resolved.claims, claimNoun)}</NoteLink>
        <Oldest day={resolved.oldest} today={today} />
      </Tile>
      <Tile
        label="Billable without a claim"
        href={unlinkedHref}
        value={unlinked ? unlinkedWords(unlinked) : isUnlinkedRead ? 'Not known' : undefined}
        tone={toned('red', unlinked?.captures ?? 0)}
      >
        {!unlinked && 'The partner’s list couldn’t be read. It’s tried again by itself.'}
        {unlinked && (
          <>
            <NoteLink href={unlinkedHref}>{countOf(unlinked.captures, captureNoun)}</NoteLink>
            <Oldest day={unlinked.oldest} today={today} />
            <span className="block">
              as of <LocalTime at={unlinked.read_at} />
              {isUnlinkedReading && ', reading anew'}
              {unlinked.without_charge > 0 &&
                ` · ${unlinked.without_charge.toLocaleString('en-US')} have no charge`}
              {unlinked.unreadable > 0 &&
                ` · ${unlinked.unreadable.toLocaleString('en-US')} couldn’t be read`}
            </span>
          </>
        )}
      </Tile>
      <Tile
        label="On hold, visit was"
        href={heldHref('past', today)}
        value={money(held.past.cents)}
        tone={toned('violet', held.past.claims)}
      >
        <NoteLink href={heldHref('past', today)}>{countOf(held.past.claims, claimNoun)}</NoteLink>
        <span className="block">
          Visit to come:{' '}
          <NoteLink href={heldHref('to_come', today)}>
            {countOf(held.to_come.claims, claimNoun)}
          </NoteLink>
          , {formatCents(held.to_come.cents)}
        </span>
        {held.undated.claims > 0 && (
          <span className="block">
            No service date:{' '}
            <NoteLink href={heldHref('undated', today)}>
              {countOf(held.undated.claims, claimNoun)}
            </NoteLink>
            , {formatCents(held.undated.cents)}
          </span>
        )}
      </Tile>
      <Tile
        label="Changed after billing"
        href="/updates"
        value={
          isRead ? (updates.claims > 0 ? movedWords(updates.cents) : formatCents(0)) : undefined
        }
        tone={toned('blue', updates.claims)}
      >
        <NoteLink href="/updates">{countOf(updates.claims, claimNoun)}</NoteLink>
        {updates.unassigned > 0 && (
          <>
            {' · '}
            <NoteLink href={`/updates?owner=${nobody}`}>
              {updates.unassigned.toLocaleString('en-US')} unassigned
            </NoteLink>
          </>
        )}
        {updates.up !== 0 && updates.down !== 0 && (
          <span className="block">
            <NoteLink href={updatesHref('up')}>{movedWords(updates.up)} up</NoteLink> ·{' '}
            <NoteLink href={updatesHref('down')}>{movedWords(updates.down)} down</NoteLink>
          </span>
        )}
      </Tile>
      {coverage === undefined ? null : coverage === null ? (
        <Tile label="Coverage at risk" href="/credentialing" value="Not checked yet" tone="quiet">
          Check coverage to see what will be denied
        </Tile>
      ) : (
        <Tile
          label="Coverage at risk"
          href="/credentialing"
          value={formatCents(coverage.will.cents)}
          tone={toned('red', coverage.will.captures)}
        >
          <NoteLink href="/credentialing">
            {countOf(coverage.will.captures, captureNoun)} will deny
          </NoteLink>{' '}
          ·{' '}
          <NoteLink href="/credentialing">
            {coverage.may.captures.toLocaleString('en-US')} may
          </NoteLink>
          <span className="block">
            as of <LocalTime at={coverage.finished_at} />
          </span>
        </Tile>
      )}
      <Filing filing={filing} isRead={isRead} />
    </div>
  )
}

const unsetHref = queueHref('filing-soon', { filing_limit: 'unset' })

// Without a limit we cannot tell what is late: a sum of zero would be false comfort.
function Filing({ filing, isRead }: { filing: Overview['filing']; isRead: boolean }) {
  const {
    past,
    near,
    first,
    payers_without_limit: payers,
    claims_without_limit: claims,
    payers_on_default: defaults,
  } = filing
  const unset = `No limit for ${countOf(payers, payerNoun)}`
  if (isRead && past.claims + near.claims === 0 && payers > 0)
    return (
      <Tile label="Filing limits" href={unsetHref} value={unset} tone="amber">
        Nobody knows when {countOf(claims, claimNoun)} must be filed.{' '}
        <NoteLink href={payerRulesHref}>Enter limits</NoteLink>
      </Tile>
    )
  const tile = (label: string, which: 'past' | 'near', tone: Tone, more?: string) => (
    <Tile
      label={label}
      href={filingHref(which)}
      value={isRead ? formatCents(filing[which].cents) : undefined}
      tone={filing[which].claims > 0 ? tone : 'quiet'}
    >
      <NoteLink href={filingHref(which)}>{countOf(filing[which].claims, claimNoun)}</NoteLink>
      {more}
      {payers > 0 && (
        <span className="block">
          <NoteLink href={unsetHref}>{unset}</NoteLink>, {countOf(claims, claimNoun)}
        </span>
      )}
      {defaults > 0 && (
        <span className="block">
          <NoteLink href={payerRulesHref}>
            {countOf(defaults, payerNoun)} on a default limit
          </NoteLink>
        </span>
      )}
    </Tile>
  )
  return (
    <>
      {tile('Limit passed', 'past', 'red')}
      {tile(
        'Filing limit near',
        'near',
        'amber',
        first === undefined ? undefined : ` · first on ${formatLocalDate(first, { year: false })}`,
      )}
    </>
  )
}

function Oldest({ day, today }: { day: string | undefined; today: string }) {
  if (day === undefined) return null
  return (
    <>
      {' · oldest '}
      <Age since={day} today={today} />
    </>
  )
}

function unlinkedWords(unlinked: Unlinked): string {
  return `${isWhole(unlinked) ? '' : 'At least '}${formatCents(unlinked.cents)}`
}

function isWhole({ without_charge, unreadable }: Unlinked): boolean {
  return without_charge === 0 && unreadable === 0
}

function updatesHref(direction: UpdateDirection): string {
  return queueHref('updates', { direction })
}

/** `value` is undefined while it has not been read. */
type TileProps = {
  label: string
  href: string
  value: string | undefined
  tone: Tone
  children: ReactNode
}

function Tile({ label, href, value, tone, children }: TileProps) {
  return (
    <section
      aria-busy={value === undefined}
      className="flex flex-col rounded-card border border-line bg-panel px-4 py-3"
    >
      <h2 className="text-sm text-ink-2">{label}</h2>
      {value === undefined ? (
        <p className="text-lg leading-8 text-ink-3">{readingWords}</p>
      ) : (
        <>
          <SoftLink
            href={href}
            aria-label={`${label}: ${value}`}
            className={`w-fit leading-8 font-semibold tracking-[-0.01em] tabular-nums underline decoration-transparent underline-offset-4 hover:decoration-current ${/\d$/.test(value) && !value.startsWith('At') ? 'text-2xl' : 'text-lg'} ${tones[tone]}`}
          >
            {value}
          </SoftLink>
          <p className="text-xs text-ink-2">{children}</p>
        </>
      )}
    </section>
  )
}

/** "−23 since yesterday". */
function movementWords({ moved }: Movement): string {
  const sign = moved > 0 ? '+' : '−'
  return moved === 0
    ? 'as many as yesterday'
    : `${sign}${Math.abs(moved).toLocaleString('en-US')} since yesterday`
}
