'use client'
import { History } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { countOf, unsavedNoun } from '#lib/core/count-of.ts'
import type { DraftStatus } from './use-draft.ts'

type DraftNoteProps = {
  /** When the draft was stored, ISO text. */
  savedAt: string
  /** The number of changes, if the form can count them; 0 if all of them are half typed. */
  changes?: number
  /** True when the record is not the one any more that the changes were made on. */
  isBaseOld?: boolean
  onDiscard: () => void
}

/** Says that unsaved changes of an earlier visit are back in the form, and lets them go. */
export function DraftNote({ savedAt, changes, isBaseOld = false, onDiscard }: DraftNoteProps) {
  const what = !changes ? 'unsaved changes' : countOf(changes, unsavedNoun)
  return (
    <section
      aria-label="Restored draft"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-card border border-line bg-blue-tint px-3.5 py-2 text-sm text-ink"
    >
      <History aria-hidden="true" className="size-4 shrink-0 text-blue" />
      <p className="min-w-0 grow basis-72">
        Your {what} of <LocalTime at={savedAt} /> {changes === 1 ? 'is' : 'are'} back.
        {isBaseOld &&
          ' The record has changed since then. Saving combines both and asks you about conflicts.'}
      </p>
      <Button size="small" onClick={onDiscard}>
        {changes === 1 ? 'Discard it' : 'Discard them'}
      </Button>
    </section>
  )
}

/**
 * The state of a form's draft, for a save bar. Screen readers announce it only if the draft is not
 * stored.
 */
export function DraftWords({ state }: { state: DraftStatus }) {
  return (
    <>
      {state.kind === 'saved' && (
        <span className="text-xs text-ink-3">
          Draft saved <LocalTime at={state.at} />
          {state.isLarge && '. Large draft: wait a second before closing'}
        </span>
      )}
      <output aria-live="polite" className="text-xs text-amber empty:hidden">
        {state.kind === 'failing' && 'Draft not saved, trying again'}
        {state.kind === 'refused' && `Draft not saved. ${state.message}`}
        {state.kind === 'unread' && 'Couldn’t load your draft. Changes aren’t kept until it loads.'}
      </output>
      {state.kind === 'unread' && (
        <Button size="small" onClick={state.retry}>
          Try again
        </Button>
      )}
    </>
  )
}
