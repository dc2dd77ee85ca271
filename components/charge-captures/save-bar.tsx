'use client'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { needsReread, refusalTitle } from './save-words.ts'
import type { SaveState } from './use-capture-save.ts'

type SaveBarProps = {
  state: SaveState
  changes: number
  hasNext: boolean
  readOnly: boolean
  onSave: () => void
  onSaveAndNext: () => void
  onDiscard: () => void
  onReload: () => void
}

/** The foot of the editor: how things stand, in one polite live region, and the ways to save. Saving is never disabled. */
export function SaveBar({ state, changes, hasNext, readOnly, onSave, onSaveAndNext, onDiscard, onReload }: SaveBarProps) {
  return (
    <footer className="sticky bottom-0 z-20 -mx-5 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-panel px-5 py-2">
      <output aria-live="polite" className="min-w-0 grow basis-80 text-sm">
        <Standing state={state} changes={changes} readOnly={readOnly} />
      </output>
      {state.kind === 'refused' && needsReread(state.failure) && <Button onClick={onReload}>Read it again</Button>}
      {!readOnly && (
        <>
          {changes > 0 && <Button onClick={onDiscard}>Discard</Button>}
          <Button tone={hasNext ? 'plain' : 'primary'} busy={state.kind === 'saving'} onClick={onSave} aria-keyshortcuts="Control+S">
            Save <Kbd keys="Ctrl+S" />
          </Button>
          {hasNext && (
            <Button tone="primary" busy={state.kind === 'saving'} onClick={onSaveAndNext} aria-keyshortcuts="Control+Enter">
              Save and next <Kbd keys="Ctrl+↵" />
            </Button>
          )}
        </>
      )}
    </footer>
  )
}

function Standing({ state, changes, readOnly }: { state: SaveState; changes: number; readOnly: boolean }) {
  if (readOnly) return <span className="text-ink-2">Your role may read this capture, not change it.</span>
  const unsaved = changes === 0 ? undefined : `${changes} unsaved ${changes === 1 ? 'change' : 'changes'}`
  if (state.kind === 'saving') return <span className="text-ink-2">Saving…</span>
  if (state.kind === 'unchanged' && changes === 0) return <span className="text-ink-2">Nothing to save: no field was changed.</span>
  if (state.kind === 'invalid') return <span className="text-red">Not saved. {state.issues.length === 1 ? 'One field needs' : `${state.issues.length} fields need`} attention.</span>
  if (state.kind === 'refused') return <span className="text-red">{refusalTitle(state.failure)}.</span>
  if (state.kind === 'saved' && changes === 0) {
    return (
      <span className={state.outcome.tone === 'green' ? 'text-green' : 'text-ink'}>
        <strong className="font-semibold">Saved.</strong> {state.outcome.lines.join(' ')}
      </span>
    )
  }
  return <span className="text-ink-2">{unsaved ?? 'No unsaved changes'}</span>
}
