import { Lightbulb } from 'lucide-react'
import type { CaptureUpdate } from '#lib/actions/replies.ts'
import type { BilledDiff } from '#lib/rules/billed-diff/billed-change.ts'
import { nextStep } from '#lib/rules/billed-diff/next-step.ts'
import { isWithoutCharges } from '#lib/rules/billed-diff/without-charges.ts'

/**
 * A suggestion for the next step. Where every unresolved change came by a message without charges,
 * and the charges are the same, it is to ignore them.
 */
export function NextStepNote({
  diff,
  updates,
}: {
  diff: BilledDiff
  updates: readonly CaptureUpdate[]
}) {
  const isOnlyNoise =
    diff.moved_cents === 0 &&
    updates.some((update) => !update.resolved) &&
    updates.every(isResolvedOrNoise)
  const words = isOnlyNoise
    ? 'Ignore it. It came from an ADT message, which carries no charges, and the charges haven’t changed.'
    : nextStep(diff).words
  return (
    <p className="flex items-start gap-2 text-sm text-ink-2">
      <Lightbulb aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        <span className="font-medium text-ink">Suggestion:</span> {words}
      </span>
    </p>
  )
}

function isResolvedOrNoise(update: CaptureUpdate): boolean {
  return update.resolved || isWithoutCharges(update)
}
