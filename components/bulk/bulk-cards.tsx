import { classNames } from '#components/ui/class-names.ts'
import type { BulkJob, BulkStanding } from '#lib/actions/replies.ts'
import { countOf } from '#lib/core/count-of.ts'
import { formatCents } from '#lib/core/money.ts'

/** The captures that a card stands for. */
export type BulkPart = 'all' | 'sent' | 'bills' | 'needs' | 'skipped' | 'done' | 'failed'

type BulkCardsProps = {
  standing: BulkStanding
  part: BulkPart
  onPart: (part: BulkPart) => void
  counts: { captures: number; cents: number }
}

/** Counts of a fix. Each card shows its captures alone; a second press shows all. */
export function BulkCards({ standing, part, onPart, counts }: BulkCardsProps) {
  const { tally, job } = standing
  const cards: CardLine[] = job
    ? [
        { part: 'sent', label: 'Sent', count: sentOf(job.items), note: '' },
        { part: 'done', label: 'Changed and read again', count: job.items.verified ?? 0, note: '', tone: 'text-green' },
        {
          part: 'failed',
          label: 'Refused or in conflict',
          count: (job.items.rejected ?? 0) + (job.items.conflict ?? 0) + (job.items.unknown ?? 0),
          note: 'nothing was overwritten',
          tone: 'text-red',
        },
        { part: 'skipped', label: 'Skipped', count: tally.skipped, note: '' },
      ]
    : [
        { part: 'sent', label: 'Will be sent', count: counts.captures, note: formatCents(counts.cents) },
        {
          part: 'bills',
          label: 'Will bill, as far as our checks tell',
          count: tally.bills,
          note:
            tally.keeps > 0
              ? countOf(tally.keeps, { one: 'other keeps an error', many: 'others keep an error' })
              : tally.bills > 0
                ? 'no errors left in them'
                : '',
          tone: 'text-green',
        },
        {
          part: 'needs',
          label: 'Need you',
          count: tally.needs,
          note: tally.needs > 0 ? 'the change doesn’t fit them' : '',
          tone: 'text-red',
        },
        {
          part: 'skipped',
          label: 'Skipped',
          count: tally.skipped,
          note: tally.skipped > 0 ? 'open by a colleague, or nothing to change' : '',
        },
      ]
  return (
    <div role="group" aria-label="Show" className="grid grid-cols-4 gap-3 max-lg:grid-cols-2">
      {cards.map((card) => (
        <button
          key={card.part}
          type="button"
          aria-pressed={part === card.part}
          onClick={() => onPart(part === card.part ? 'all' : card.part)}
          className="flex flex-col gap-0.5 rounded-card border border-line bg-panel px-4 py-3 text-left hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-tint"
        >
          <span className="truncate text-xs text-ink-2">{card.label}</span>
          <span
            className={classNames(
              'text-2xl leading-8 font-semibold tabular-nums',
              card.count > 0 ? (card.tone ?? 'text-ink') : 'text-ink',
            )}
          >
            {card.count.toLocaleString('en-US')}
          </span>
          <span className="min-h-4.5 truncate text-xs text-ink-2 tabular-nums">{card.note}</span>
        </button>
      ))}
    </div>
  )
}

type CardLine = { part: BulkPart; label: string; count: number; note: string; tone?: string }

function sentOf({ sent = 0, verified = 0, conflict = 0, rejected = 0, unknown = 0 }: BulkJob['items']): number {
  return sent + verified + conflict + rejected + unknown
}
