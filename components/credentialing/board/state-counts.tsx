import { CoverIcon } from '#components/coverage/cover-icon.tsx'
import { countState, problemOrder, stateWords } from '#components/coverage/state-words.ts'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { StateCounts } from '#lib/rules/coverage/board.ts'

/** How many stand in which state today: those that are well first, then every trouble by its word, and that there may be more. */
export function StateCountsCell({ counts, isWhole }: { counts: StateCounts; isWhole: boolean }) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total === 0)
    return isWhole ? <span className="text-ink-3">None</span> : <span className="text-amber">Not read</span>
  // Whoever is loaded late or near the end is covered today all the same, and so is an overlap.
  const covered = (['covered', 'expiring', 'late', 'overlap'] as const).reduce(
    (sum, state) => sum + (counts[state] ?? 0),
    0,
  )
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      <span className="mr-1 inline-flex items-center gap-1 whitespace-nowrap text-ink-2 tabular-nums">
        <CoverIcon state={covered > 0 ? 'covered' : 'none'} />
        {covered.toLocaleString('en-US')} of {total.toLocaleString('en-US')} covered
      </span>
      {problemOrder.map((state) => {
        const { word, tone } = stateWords[state]
        const count = counts[state]
        if (!count) return null
        return (
          <StatusBadge
            key={state}
            tone={tone}
            icon={<CoverIcon state={state} />}
            title={state === 'expiring' ? `${word} within 30 days` : word}
          >
            {countState(count, state)}
          </StatusBadge>
        )
      })}
      {!isWhole && <span className="text-amber">not all read</span>}
    </span>
  )
}
