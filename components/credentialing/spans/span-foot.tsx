'use client'
import { useFormContext } from 'react-hook-form'
import { keptLines } from '#components/form/kept-words.ts'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import { needsLook, refusalWords } from '#components/form/writing/save-words.ts'
import { DraftWords } from '#components/form/drafts/draft-note.tsx'
import { useDraft } from '#components/form/drafts/use-draft.ts'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { useUnsavedGuard } from '#components/form/drafts/unsaved-guard.tsx'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import type { SpanSaved } from '#lib/actions/spans/save-span.ts'
import { attentionWords, countOf, unsavedNoun } from '#lib/core/count-of.ts'
import type { DraftPlace } from '#lib/rules/edit/draft-kinds.ts'
import { changesOf, hasEdits, problemsOf } from '#lib/rules/edit/edit-changes.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { LoadedSpan } from './loaded-span.ts'
import type { SaveState } from './use-span-save.ts'

type SpanFootProps = {
  /** Whose draft it is, and the draft that the page was opened with. */
  at: DraftPlace
  draft: OpenedDraft | undefined
  loaded: LoadedSpan
  shape: ObjectShape
  state: SaveState
  onSave: () => Promise<SaveState>
  onDiscard: () => void
}

/** The foot of a span's page: how saving and the draft stand, and the way to save. Saving is never disabled. */
export function SpanFoot({ at, draft: opened, loaded, shape, state, onSave, onDiscard }: SpanFootProps) {
  const { getValues } = useFormContext()
  // A text that cannot be read is no change yet, but it is not saved either.
  const draftNow = useSettledDraft()
  const changes = changesOf(loaded.terms, shape, draftNow).length + problemsOf(loaded.terms, shape, draftNow).length
  const isDirty = () => hasEdits(loaded.terms, shape, getValues())
  const draft = useDraft({ place: at, opened, base: loaded.terms, baseText: loaded.text, shape, isDirty })
  const discard = async () => {
    onDiscard()
    await draft.flush()
  }
  const save = async () => {
    const settled = await onSave()
    if (settled.kind === 'saved') await draft.flush()
  }
  const { dialog } = useUnsavedGuard(isDirty, { flush: draft.flush, discard })
  useKeys([{ keys: 'Mod+s', label: 'Save the span', run: () => void save() }])
  const isBusy = state.kind === 'saving' || state.kind === 'checking'
  const needsCheck = state.kind === 'refused' && needsLook(state.failure)
  return (
    <footer className="stuck-bottom sticky bottom-0 z-20 -mx-5 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-panel px-5 py-2">
      <output aria-live="polite" className="min-w-0 grow basis-64 text-sm">
        <span className={state.kind === 'invalid' || state.kind === 'refused' ? 'text-red' : undefined}>
          {standing(state, changes)}
        </span>
      </output>
      <DraftWords state={draft.state} />
      {needsCheck && <Button onClick={() => void save()}>Check again</Button>}
      {changes > 0 && !isBusy && <Button onClick={() => void discard()}>Discard</Button>}
      <Button tone="primary" busy={isBusy} onClick={() => void save()} aria-keyshortcuts="Control+S">
        Save <Kbd keys="Ctrl+S" />
      </Button>
      {dialog}
    </footer>
  )
}

function standing(state: SaveState, changes: number): string {
  if (state.kind === 'saving') return 'Saving…'
  if (state.kind === 'checking') return 'No answer from the partner. Checking whether it was saved…'
  if (state.kind === 'invalid') return `Not saved. ${attentionWords(state.issues.length)}.`
  if (state.kind === 'refused') return refusalWords(state.failure)
  if (changes > 0) return countOf(changes, unsavedNoun)
  if (state.kind === 'saved') return savedWords(state.reply)
  return state.kind === 'unchanged' ? 'Nothing to save. No fields changed.' : 'No unsaved changes'
}

function savedWords(reply: SpanSaved): string {
  const odd =
    reply.unverified.length > 0
      ? `The partner saved different values in: ${reply.unverified.map(fieldLabel).join(', ')}.`
      : ''
  return ['Saved.', odd, ...keptLines(reply)].filter(Boolean).join(' ')
}
