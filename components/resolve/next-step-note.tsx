import { Lightbulb } from 'lucide-react'
import type { BilledDiff } from '#lib/rules/billed-diff/billed-change.ts'
import { nextStep } from '#lib/rules/billed-diff/next-step.ts'

/** What a biller would usually do next, marked as no more than a suggestion. */
export function NextStepNote({ diff }: { diff: BilledDiff }) {
  return (
    <p className="flex items-start gap-2 text-sm text-ink-2">
      <Lightbulb aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        <span className="font-medium text-ink">Suggestion:</span> {nextStep(diff).words}
      </span>
    </p>
  )
}
