'use client'
import { Lightbulb } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { CaptureUpdate } from '#lib/actions/charge-captures/billed-captures.ts'
import type { ChangeAdvice } from '#lib/actions/claim-creations/advise.ts'
import { stepWords } from '#lib/lists/updates.ts'
import type { BilledDiff } from '#lib/rules/billed-diff/billed-change.ts'
import { isWithoutCharges, mayIgnore } from '#lib/rules/billed-diff/without-charges.ts'

type AdviceNoteProps = ChangeAdvice & {
  diff: BilledDiff
  updates: readonly CaptureUpdate[]
  /** Reads again what could not be read. */
  onRetry: () => Promise<unknown>
}

/**
 * What to do with the claim, with the reason, the last day and what is missing. Where every
 * unresolved change came by a message without charges, and nothing differs that a payer decides on,
 * it is to ignore them. A suggestion only: nothing is stated or done by it.
 */
export function AdviceNote({ advice, encounter_failure, diff, updates, onRetry }: AdviceNoteProps) {
  const [isReading, setIsReading] = useState(false)
  const isOnlyNoise =
    diff.moved_cents === 0 &&
    mayIgnore(diff) &&
    updates.some((update) => !update.resolved) &&
    updates.every(isResolvedOrNoise)
  if (!advice) return null
  const retry = async () => {
    setIsReading(true)
    await onRetry()
    setIsReading(false)
  }
  return (
    <div role="group" aria-label="Suggestion" className="flex items-start gap-2 text-sm text-ink-2">
      <Lightbulb aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {isOnlyNoise ? (
        <p>
          <span className="font-medium text-ink">Suggestion: Ignore it.</span> It came from an ADT
          message, which carries no charges, and nothing that the payer decides on has changed.
        </p>
      ) : (
        <div className="flex min-w-0 flex-col gap-1">
          <p className="break-words">
            <span className="font-medium text-ink">
              Suggestion: {stepWords(advice.kind, advice.frequency)}.
            </span>{' '}
            {advice.reason}
          </p>
          {advice.deadline !== undefined && (
            <p className="font-medium text-ink">{advice.deadline}.</p>
          )}
          {[...advice.missing, advice.overpayment ?? []].flat().map((words) => (
            <p key={words} className="text-amber">
              {words}
            </p>
          ))}
          {encounter_failure && (
            <Button
              size="small"
              className="self-start"
              busy={isReading}
              onClick={() => void retry()}
            >
              Try again
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function isResolvedOrNoise(update: CaptureUpdate): boolean {
  return update.resolved || isWithoutCharges(update)
}
