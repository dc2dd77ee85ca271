'use client'
import { classNames } from '#components/ui/class-names.ts'
import type { BarLook } from './bar-look.ts'

/**
 * A kind of row: its label, a shorter label for little room, the look of its bars and the number of
 * its rows (undefined while they are counted).
 */
export type LegendItem = {
  id: string
  label: string
  brief?: string | undefined
  look: BarLook
  count: number | undefined
}

type LegendProps = {
  /** The name of the group: "Standing on 11/21/2026". */
  label: string
  items: readonly LegendItem[]
  chosen: ReadonlySet<string>
  onToggle: (id: string) => void
}

/**
 * The kinds of rows with their counts. Each is a toggle: the timeline shows only the rows of
 * pressed kinds.
 */
export function TimelineLegend({ label, items, chosen, onToggle }: LegendProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-1">
      {items.map(({ id, label: word, brief, look, count }) => (
        <button
          key={id}
          type="button"
          aria-pressed={chosen.has(id)}
          title={brief && word}
          onClick={() => onToggle(id)}
          className={classNames(
            'inline-flex h-6.5 items-center gap-1.5 rounded-full border px-1.5 text-xs',
            chosen.has(id)
              ? 'border-ink-2 bg-hover text-ink'
              : 'border-transparent text-ink-2 hover:bg-hover hover:text-ink',
          )}
        >
          <LookSample look={look} />
          <span
            className={classNames(
              'min-w-3 text-right tabular-nums',
              count ? 'font-semibold text-ink' : '',
            )}
          >
            {count?.toLocaleString('en-US') ?? '–'}
          </span>
          {brief === undefined ? (
            word
          ) : (
            <>
              <span className="narrow:hidden">{word}</span>
              <span className="hidden narrow:inline">{brief}</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}

/** A small sample of a bar. */
function LookSample({ look: { tone, fill } }: { look: BarLook }) {
  const strong = tone === 'grey' ? 'var(--line-strong)' : `var(--${tone})`
  const isFilled = fill === 'solid' || fill === 'striped'
  return (
    <svg aria-hidden="true" width="18" height="11" className="shrink-0">
      <rect
        x="0.5"
        y="0.5"
        width="17"
        height="10"
        rx="2.5"
        fill={isFilled ? strong : fill === 'hollow' ? 'var(--panel)' : `var(--${tone}-tint)`}
        stroke={strong}
        strokeDasharray={fill === 'dashed' || fill === 'hollow' ? '3 2' : undefined}
      />
      {fill === 'striped' && (
        <path d="M4 11 14 0M11 11 18 3" stroke="var(--panel)" strokeWidth="1.6" opacity="0.75" />
      )}
      {fill === 'hatched' && (
        <path d="M1 8 8 0M4 11 14 0M10 11 17 3" stroke={strong} strokeWidth="0.9" />
      )}
    </svg>
  )
}
