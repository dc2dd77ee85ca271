import { formatCents } from '#lib/core/money.ts'

/** An amount in whole cents as $1,234.50; empty without an amount. */
export function Money({ cents }: { cents: number | null | undefined }) {
  if (cents === null || cents === undefined) return null
  return (
    <span className={cents < 0 ? 'text-red tabular-nums' : 'tabular-nums'}>
      {formatCents(cents)}
    </span>
  )
}
