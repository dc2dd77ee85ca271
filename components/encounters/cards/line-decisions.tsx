import { StatusBadge } from '#components/ui/status-badge.tsx'
import { formatCents } from '#lib/core/money.ts'
import { type Adjustment, type Line, textOf } from '#components/encounters/loaded-encounter.ts'

const groups: Record<string, string> = {
  CO: 'the contract takes it off',
  PR: 'the patient’s share',
  OA: 'another adjustment',
  PI: 'the payer takes it off',
  CR: 'a correction',
}

/** What became of a line and why: a denial, each adjustment with its group and reason code, remark codes. */
export function LineDecisions({ line }: { line: Line }) {
  const description = textOf(line.record.description)
  if (description === undefined && line.denial === undefined && line.adjustments.length + line.remarks.length === 0)
    return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
      {description !== undefined && <span>{description}</span>}
      {line.denial !== undefined && <StatusBadge tone="red">Denied: {line.denial}</StatusBadge>}
      {line.adjustments.map((adjustment, place) => (
        // Two adjustments may be alike in every word.
        <AdjustmentText key={place} adjustment={adjustment} />
      ))}
      {line.remarks.length > 0 && (
        <span title="Remittance advice remark codes">
          Remarks <span className="font-mono">{line.remarks.join(' ')}</span>
        </span>
      )}
    </div>
  )
}

function AdjustmentText({ adjustment: { group, reason, cents, note, isByHand } }: { adjustment: Adjustment }) {
  const code = [group, reason].filter(Boolean).join('-') || 'Adjustment'
  return (
    <span title={groups[group]}>
      <span className="font-mono font-medium text-ink">{code}</span>{' '}
      {cents === undefined ? 'without an amount' : formatCents(cents)}
      {isByHand && ' by hand'}
      {note !== undefined && ` (${note})`}
    </span>
  )
}
