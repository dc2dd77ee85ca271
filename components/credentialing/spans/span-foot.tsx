'use client'
import { useFormContext } from 'react-hook-form'
import { keptLines } from '#components/form/kept-words.ts'
import { fieldLabel } from '#components/form/field-label.ts'
import { needsLook, refusalWords } from '#components/form/writing/save-words.ts'
import { useUnsavedGuard } from '#components/form/drafts/unsaved-guard.tsx'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import { useKeys } from '#components/frame/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import type { SpanSaved } from '#lib/actions/spans/span-replies.ts'
import type { DraftObject } from '#lib/rules/edit/edit-data.ts'
import type { SaveState } from './use-span-save.ts'

type SpanFootProps = { state: SaveState; countChanges: (draft: DraftObject) => number; onSave: () => Promise<SaveState>; onDiscard: () => void }

/** The foot of a span's page: how saving stands, in one polite live region, and the way to save. Saving is never disabled. */
export function SpanFoot({ state, countChanges, onSave, onDiscard }: SpanFootProps) {
  const { getValues } = useFormContext()
  const changes = countChanges(useSettledDraft())
  const { dialog } = useUnsavedGuard(() => countChanges(getValues()) > 0)
  useKeys([{ keys: 'Mod+s', label: 'Save the span', run: () => void onSave() }])
  const isBusy = state.kind === 'saving' || state.kind === 'checking'
  const needsCheck = state.kind === 'refused' && needsLook(state.failure)
  return (
    <footer className="sticky bottom-0 z-20 -mx-5 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-panel px-5 py-2">
      <output aria-live="polite" className="min-w-0 grow basis-64 text-sm">
        {standing(state, changes)}
      </output>
      {needsCheck && <Button onClick={() => void onSave()}>Check again</Button>}
      {changes > 0 && !isBusy && <Button onClick={onDiscard}>Discard</Button>}
      <Button tone="primary" busy={isBusy} onClick={() => void onSave()} aria-keyshortcuts="Control+S">
        Save <Kbd keys="Ctrl+S" />
      </Button>
      {dialog}
    </footer>
  )
}

function standing(state: SaveState, changes: number): string {
  if (state.kind === 'saving') return 'Saving …'
  if (state.kind === 'checking') return 'The answer was lost. Checking whether it was saved …'
  if (state.kind === 'invalid') return `Not saved. ${state.issues.length === 1 ? 'One field needs' : `${state.issues.length} fields need`} your attention.`
  if (state.kind === 'refused') return refusalWords(state.failure)
  if (changes > 0) return `${changes} unsaved ${changes === 1 ? 'change' : 'changes'}`
  if (state.kind === 'saved') return savedWords(state.reply)
  return state.kind === 'unchanged' ? 'Nothing to save: no field was changed.' : 'No unsaved changes'
}

function savedWords(reply: SpanSaved): string {
  const odd = reply.unverified.length > 0 ? `The partner keeps something else than was sent in: ${reply.unverified.map(fieldLabel).join(', ')}.` : ''
  return ['Saved.', odd, ...keptLines(reply)].filter(Boolean).join(' ')
}
