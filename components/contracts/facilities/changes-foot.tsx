'use client'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { countOf } from '#lib/core/count-of.ts'
import type { FacilityChange } from './use-assignments.ts'

/** What is not saved yet, and the way to look at it and save it. */
export function ChangesFoot({
  changes,
  onReview,
  onDiscard,
}: {
  changes: readonly FacilityChange[]
  onReview: () => void
  onDiscard: () => void
}) {
  useKeys([{ keys: 'Mod+s', label: 'Review and save', run: onReview }])
  return (
    <footer className="stuck-bottom sticky bottom-0 z-20 -mx-5 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-panel px-5 py-2">
      <output aria-live="polite" className="min-w-0 grow basis-64 text-sm">
        {wordsOf(changes)} Nothing is sent until you save.
      </output>
      <Button onClick={onDiscard}>Discard</Button>
      <Button tone="primary" aria-haspopup="dialog" aria-keyshortcuts="Control+S" onClick={onReview}>
        Review and save <Kbd keys="Ctrl+S" />
      </Button>
    </footer>
  )
}

function wordsOf(changes: readonly FacilityChange[]): string {
  const sum = (of: (one: FacilityChange) => number) => changes.reduce((total, one) => total + of(one), 0)
  const [added, removed] = [sum(({ change }) => change.add.size), sum(({ change }) => change.remove.size)]
  const where = `at ${countOf(changes.length, { one: 'facility', many: 'facilities' })}`
  return `${[added > 0 && `${added.toLocaleString('en-US')} to be added`, removed > 0 && `${removed.toLocaleString('en-US')} to be removed`].filter(Boolean).join(', ')} ${where}.`
}
