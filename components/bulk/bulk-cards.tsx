import { classNames } from '#components/ui/class-names.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { BulkJob, BulkProgress } from '#lib/actions/bulk/fix.ts'
import type { BulkOutcome } from '#lib/actions/bulk/outcome.ts'
import { claimNoun, countOf } from '#lib/core/count-of.ts'
import { formatCents } from '#lib/core/money.ts'
import type { BulkForecast, ChosenAmount } from '#lib/rules/bulk/chosen-amount.ts'

/** The captures that a card stands for. */
export type BulkPart =
  | 'all'
  | 'sent'
  | 'bills'
  | 'billed'
  | 'needs'
  | 'skipped'
  | 'claims-billed'
  | 'claims-in-error'
  | 'claims-open'
  | 'unsent'

type BulkCardsProps = {
  standing: BulkProgress
  part: BulkPart
  onPart: (part: BulkPart) => void
  counts: ChosenAmount
  forecast: BulkForecast
  /** What became of the claims; undefined until the job has ended and they are read. */
  outcome: BulkOutcome | undefined
}

/** Counts of a fix. Each card shows its captures alone; a second press shows all. */
export function BulkCards({ standing, part, onPart, counts, forecast, outcome }: BulkCardsProps) {
  const { tally, job, problems } = standing
  const isRefused = problems.length > 0
  const isRead = standing.is_read || isRefused
  const skipped: CardLine = {
    part: 'skipped',
    label: 'Skipped',
    count: tally.skipped,
    note: skipWords(standing),
  }
  const cards: CardLine[] = job
    ? [
        claimsCard('claims-billed', 'Billed', outcome?.billed, 'text-green'),
        claimsCard('claims-in-error', 'Still in error', outcome?.in_error, 'text-amber'),
        ...(outcome && outcome.other.claims > 0
          ? [claimsCard('claims-open', 'Not billed yet', outcome.other)]
          : []),
        {
          part: 'unsent',
          label: 'Not sent',
          count: unsentOf(job.items),
          note: unsentWords(job.items),
          tone: 'text-red',
        },
        skipped,
      ]
    : [
        isRefused
          ? { part: 'sent', label: 'Can be sent', count: 0, note: 'refused, see below' }
          : {
              part: 'sent',
              label: 'Will be sent',
              count: counts.captures,
              note: sentWords(standing, counts),
            },
        {
          part: 'bills',
          label: 'Should bill',
          count: isRefused ? 0 : forecast.claims,
          note: isRefused
            ? ''
            : `of ${countOf(forecast.of, claimNoun)}, ${formatCents(forecast.cents)}${unknownWords(forecast)}`,
          tone: 'text-green',
        },
        ...(tally.billed > 0
          ? [
              {
                part: 'billed' as const,
                label: 'Billed already',
                count: tally.billed,
                note: `${formatCents(tally.sums.billed.cents)}, left out unless chosen`,
              },
            ]
          : []),
        {
          part: 'needs',
          label: 'Need a decision',
          count: tally.needs,
          note: tally.needs > 0 ? 'the change doesn’t fit them' : '',
          tone: 'text-red',
        },
        skipped,
      ]
  return (
    <div
      role="group"
      aria-label="Show"
      className="grid auto-cols-fr grid-flow-col gap-3 max-lg:grid-flow-row max-lg:grid-cols-2"
    >
      {cards.map((card) => (
        <button
          key={card.part}
          type="button"
          aria-pressed={part === card.part}
          onClick={() => onPart(part === card.part ? 'all' : card.part)}
          className="flex flex-col gap-0.5 rounded-card border border-line bg-panel px-4 py-3 text-left hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-tint"
        >
          <span className="truncate text-xs text-ink-2">{card.label}</span>
          {card.count === undefined || (!job && !isRead) ? (
            <>
              <Skeleton className="my-1.5 h-5 w-12" />
              <span className="min-h-4.5 text-xs text-ink-2">not known yet</span>
            </>
          ) : (
            <>
              <span
                className={classNames(
                  'text-2xl leading-8 font-semibold tabular-nums',
                  card.count > 0 ? (card.tone ?? 'text-ink') : 'text-ink',
                )}
              >
                {card.count.toLocaleString('en-US')}
              </span>
              <span className="min-h-4.5 truncate text-xs text-ink-2 tabular-nums">
                {card.note}
              </span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}

type CardLine = {
  part: BulkPart
  label: string
  count: number | undefined
  note: string
  tone?: string
}

function sentWords({ tally }: BulkProgress, { cents }: ChosenAmount): string {
  const unknown = tally.sums.ready.unknown + tally.sums.keeps.unknown
  const worth = `Claims worth ${formatCents(cents)}`
  return unknown > 0 ? `${worth}, ${unknown.toLocaleString('en-US')} not known` : worth
}

function unknownWords({ unknown }: BulkForecast): string {
  return unknown > 0 ? `, ${unknown.toLocaleString('en-US')} not known` : ''
}

function skipWords({ tally: { skips }, change }: BulkProgress): string {
  const isTable = change?.kind === 'map' && change.is_table === true
  const parts = [
    [skips.file, isTable ? 'left empty' : 'not in the file'],
    [skips.same, 'nothing to change'],
    [skips.open, 'open by a colleague'],
  ] as const
  const there = parts.filter(([count]) => count > 0)
  if (there.length === 1) return there[0]![1]
  return there.map(([count, words]) => `${count.toLocaleString('en-US')} ${words}`).join(', ')
}

// Claims of captures that were changed.
function claimsCard(
  part: BulkPart,
  label: string,
  of: { claims: number; cents: number } | undefined,
  tone?: string,
): CardLine {
  return {
    part,
    label,
    count: of?.claims,
    note: of ? `${of.claims === 1 ? 'claim' : 'claims'}, ${formatCents(of.cents)}` : '',
    ...(tone !== undefined && { tone }),
  }
}

function unsentOf({
  conflict = 0,
  rejected = 0,
  unknown = 0,
  cancelled = 0,
}: BulkJob['items']): number {
  return conflict + rejected + unknown + cancelled
}

function unsentWords({
  conflict = 0,
  rejected = 0,
  unknown = 0,
  cancelled = 0,
}: BulkJob['items']): string {
  const parts = [
    [rejected, 'refused'],
    [conflict, 'in conflict'],
    [unknown, 'not known'],
    [cancelled, 'stopped'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count.toLocaleString('en-US')} ${words}`)
    .join(', ')
}
