import { formatCents } from '#lib/core/money.ts'

/** An amount in a table: a dash if it is not stated, so that it is not read as zero. */
export function Amount({ cents, strong = false }: { cents: number | undefined; strong?: boolean }) {
  if (cents === undefined) return <span className="text-ink-3">–</span>
  const tone = cents < 0 ? 'text-red' : cents === 0 ? 'text-ink-3' : 'text-ink'
  return (
    <span className={strong && cents !== 0 ? `font-medium ${tone}` : tone}>
      {formatCents(cents)}
    </span>
  )
}
