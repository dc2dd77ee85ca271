import { formatCents } from '#lib/core/money.ts'

/** An amount from whole cents as $1,234.50; nothing at all where there is no amount. */
export function Money({ cents }: { cents: number | null | undefined }) {
  if (cents === null || cents === undefined) return null
  return <span className={cents < 0 ? 'text-red tabular-nums' : 'tabular-nums'}>{formatCents(cents)}</span>
}
