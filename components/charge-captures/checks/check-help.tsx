'use client'
import { useRecordField } from '#components/form/record-context.tsx'
import { useApplyFix } from '#components/form/use-apply-fix.ts'
import { Button } from '#components/ui/button.tsx'
import type { PlacedFinding } from './capture-checks.ts'

/** What to do about a finding: the button that puts it right, where one certainly does, and why there is such a rule. */
export function CheckHelp({ finding: { name, mark, source } }: { finding: PlacedFinding }) {
  const { readOnly } = useRecordField(name)
  const apply = useApplyFix()
  return (
    <>
      {mark.fix && !readOnly && (
        <Button
          size="small"
          aria-label={`Fix: ${mark.fix.label}`}
          title={mark.fix.label}
          onClick={() => apply(mark.fix!)}
        >
          Fix
        </Button>
      )}
      <details className="group">
        <summary className="w-fit cursor-default py-1 text-ink-2 select-none hover:text-ink">Why</summary>
        <p className="break-words text-ink-2">{source}</p>
      </details>
    </>
  )
}
