import type { ReactNode } from 'react'
import { movedWords } from '#components/resolve/diff-words.ts'
import { LocalTime } from '#components/ui/local-time.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { countOf } from '#lib/core/count-of.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'
import { formatCents } from '#lib/core/money.ts'
import { queueHref, type Movement, type Overview } from '#lib/lists/overview.ts'
import { nobody } from '#lib/lists/queue.ts'
import { sinceId } from './panels.tsx'

const claimNoun = { one: 'claim', many: 'claims' }
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

/** The sums of the coverage board's newest result; null before the first one, undefined for who may not see it. */
export type Coverage = { finished_at: string; will: Amount; may: Amount } | null | undefined
type Amount = { captures: number; cents: number }

/** The five sums. Each leads to the list that it counts. */
export function Tiles({ overview, coverage }: { overview: Overview; coverage: Coverage }) {
  const { errors, held, updates, filing, since, holds } = overview
  const toned = (tone: Tone, count: number): Tone => (count > 0 ? tone : 'quiet')
  return (
    <div className="grid grid-cols-5 gap-3 max-[1200px]:grid-cols-6 max-sm:grid-cols-1">
      <Tile label="In error" href="/queue" value={formatCents(errors.cents)} tone={toned('ink', errors.claims)}>
        <NoteLink href="/queue">{countOf(errors.claims, claimNoun)}</NoteLink>
        {since && (
          <>
            {' · '}
            <NoteLink href={`#${sinceId}`}>{movementWords(since.kinds.error)}</NoteLink>
          </>
        )}
      </Tile>
      <Tile label="On hold" href="/queue/held" value={formatCents(held.cents)} tone={toned('violet', held.claims)}>
        <NoteLink href="/queue/held">{countOf(held.claims, claimNoun)}</NoteLink>
        {holds[0] && (
          <>
            {' · '}
            <NoteLink href={queueHref('held', { cause: holds[0].key })}>
              {holds[0].claims === held.claims ? 'all' : holds[0].claims.toLocaleString('en-US')} held{' '}
              {holdWords(holds[0].words)}
            </NoteLink>
          </>
        )}
      </Tile>
      <Tile
        label="Changed after billing"
        href="/updates"
        value={updates.claims > 0 ? movedWords(updates.cents) : formatCents(0)}
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
          <NoteLink href="/credentialing">{countOf(coverage.will.captures, captureNoun)} will deny</NoteLink> ·{' '}
          <NoteLink href="/credentialing">{coverage.may.captures.toLocaleString('en-US')} may</NoteLink>
          <span className="block">
            as of <LocalTime at={coverage.finished_at} />
          </span>
        </Tile>
      )}
      <Tile
        label="Filing limit near"
        href="/queue/filing-soon"
        value={formatCents(filing.cents)}
        tone={toned('amber', filing.claims)}
      >
        <NoteLink href="/queue/filing-soon">{countOf(filing.claims, claimNoun)}</NoteLink>
        {filing.first !== undefined && ` · first on ${formatLocalDate(filing.first, { year: false })}`}
      </Tile>
    </div>
  )
}

type TileProps = { label: string; href: string; value: string; tone: Tone; children: ReactNode }

function Tile({ label, href, value, tone, children }: TileProps) {
  return (
    <section className="max-[1200px]:col-span-2 max-[1200px]:nth-[n+4]:col-span-3 max-sm:nth-[n]:col-span-full flex flex-col rounded-card border border-line bg-panel px-4 py-3">
      <h2 className="text-sm text-ink-2">{label}</h2>
      <SoftLink
        href={href}
        aria-label={`${label}: ${value}`}
        className={`w-fit leading-8 font-semibold tracking-[-0.01em] tabular-nums underline decoration-transparent underline-offset-4 hover:decoration-current ${value.startsWith('$') || /^[+−]/.test(value) ? 'text-2xl' : 'text-lg'} ${tones[tone]}`}
      >
        {value}
      </SoftLink>
      <p className="text-xs text-ink-2">{children}</p>
    </section>
  )
}

/** "−23 since yesterday". */
function movementWords({ moved }: Movement): string {
  const sign = moved > 0 ? '+' : '−'
  return moved === 0 ? 'as many as yesterday' : `${sign}${Math.abs(moved).toLocaleString('en-US')} since yesterday`
}

function holdWords(words: string): string {
  return words.replace(/^Held /, '')
}
