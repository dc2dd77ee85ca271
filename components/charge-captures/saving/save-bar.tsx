'use client'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { needsLook, refusalWords } from '#components/form/writing/save-words.ts'
import { attentionWords, countOf, unsavedNoun } from '#lib/core/count-of.ts'
import type { SaveState } from './use-capture-save.ts'

type SaveBarProps = {
  state: SaveState
  changes: number
  hasNext: boolean
  /** The list that the capture was opened from, if one is known. */
  list: string | undefined
  readOnly: boolean
  /** How the draft of the unsaved changes stands. */
  draft: ReactNode
  onSave: () => void
  onSaveAndNext: () => void
  onDiscard: () => void
}

/** The foot of the editor: how things stand, in one polite live region, and the ways to save. Saving is never disabled. */
export function SaveBar({
  state,
  changes,
  hasNext,
  list,
  readOnly,
  draft,
  onSave,
  onSaveAndNext,
  onDiscard,
}: SaveBarProps) {
  const isBusy = state.kind === 'saving' || state.kind === 'checking'
  const isDone = state.kind === 'saved' && changes === 0
  const tone = !isDone ? 'bg-panel' : state.outcome.tone === 'green' ? 'bg-green-tint' : 'bg-amber-tint'
  return (
    <footer
      className={classNames(
        'stuck-bottom sticky bottom-0 z-20 -mx-5 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-5 py-2',
        tone,
      )}
    >
      <output aria-live="polite" className="min-w-0 grow basis-64 text-sm">
        <Standing state={state} changes={changes} readOnly={readOnly} />
      </output>
      {draft}
      {state.kind === 'refused' && needsLook(state.failure) && <Button onClick={onSave}>Check again</Button>}
      {!readOnly && (
        <>
          {changes > 0 && <Button onClick={onDiscard}>Discard</Button>}
          <Button tone={hasNext ? 'plain' : 'primary'} busy={isBusy} onClick={onSave} aria-keyshortcuts="Control+S">
            Save <Kbd keys="Ctrl+S" />
          </Button>
          {hasNext && (
            <Button tone="primary" busy={isBusy} onClick={onSaveAndNext} aria-keyshortcuts="Control+Enter">
              {isDone ? 'Next item' : 'Save and next'} <Kbd keys="Ctrl+↵" />
            </Button>
          )}
          {isDone && !hasNext && list !== undefined && <LinkButton href={list}>Back to the list</LinkButton>}
        </>
      )}
    </footer>
  )
}

function Standing({ state, changes, readOnly }: { state: SaveState; changes: number; readOnly: boolean }) {
  if (readOnly) return <span className="text-ink-2">Your role can view this capture but not change it.</span>
  const unsaved = changes === 0 ? undefined : countOf(changes, unsavedNoun)
  if (state.kind === 'saving') return <span className="text-ink-2">Saving…</span>
  if (state.kind === 'checking')
    return <span className="text-amber">No answer from the partner. Checking whether it was saved…</span>
  if (state.kind === 'unchanged' && changes === 0)
    return <span className="text-ink-2">Nothing to save. No fields changed.</span>
  if (state.kind === 'invalid')
    return <span className="text-red">Not saved. {attentionWords(state.issues.length)}.</span>
  if (state.kind === 'refused') return <span className="text-red">{refusalWords(state.failure)}</span>
  if (state.kind === 'saved' && changes === 0) {
    return (
      <span className={state.outcome.tone === 'green' ? 'text-green' : 'text-amber'}>
        <CircleCheck aria-hidden="true" className="-mt-0.5 mr-1.5 inline size-4" />
        <strong className="font-semibold">Saved.</strong> {state.outcome.lines.join(' ')}
      </span>
    )
  }
  return <span className="text-ink-2">{unsaved ?? 'No unsaved changes'}</span>
}
