'use client'
import { useState } from 'react'
import { DraftWords } from '#components/form/drafts/draft-note.tsx'
import { needsLook, refusalWords } from '#components/form/writing/save-words.ts'
import { useUnsavedGuard } from '#components/form/drafts/unsaved-guard.tsx'
import { useDraft } from '#components/form/drafts/use-draft.ts'
import { useFormPulse } from '#components/form/use-form-pulse.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import type { ContractSaved } from '#lib/actions/contracts/save-contract.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { attentionWords, countOf, unsavedNoun } from '#lib/core/count-of.ts'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { SaveState } from './use-contract-save.ts'

type EditFootProps = {
  id: string
  base: JsonObject
  shape: ObjectShape
  state: SaveState
  draft: OpenedDraft
  isDirty: () => boolean
  /** How many terms differ from what was loaded, or cannot be read. */
  countUnsaved: () => number
  onSave: () => Promise<SaveState>
  onDone: (saved?: ContractSaved) => void
}

/** The save bar of a contract's form: how it stands, the draft, and the ways to save and to leave. */
export function EditFoot({
  id,
  base,
  shape,
  state,
  draft: opened,
  isDirty,
  countUnsaved,
  onSave,
  onDone,
}: EditFootProps) {
  const [changes, setChanges] = useState(countUnsaved)
  useFormPulse(() => setChanges(countUnsaved()))
  const draft = useDraft({ place: { kind: 'contract', record: id }, opened, base, shape, isDirty })
  const close = async (saved?: ContractSaved) => {
    await draft.drop()
    onDone(saved)
  }
  const { dialog } = useUnsavedGuard(isDirty, { flush: draft.flush, discard: draft.drop })
  const save = async () => {
    const settled = await onSave()
    if (settled.kind === 'saved') await close(settled.reply)
  }
  useKeys([
    { keys: 'Mod+s', label: 'Save the contract', run: () => void save() },
    { keys: 'Mod+Enter', label: 'Save the contract', run: () => void save() },
  ])
  const isBusy = state.kind === 'saving' || state.kind === 'checking' || state.kind === 'saved'
  return (
    <footer className="stuck-bottom sticky bottom-0 z-20 -mx-5 -mb-4 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-panel px-5 py-2">
      <output aria-live="polite" className="min-w-0 grow basis-64 text-sm">
        <Standing state={state} changes={changes} />
      </output>
      <DraftWords state={draft.state} />
      {!isBusy && <Button onClick={() => void close()}>{changes > 0 ? 'Discard' : 'Cancel'}</Button>}
      <Button tone="primary" busy={isBusy} onClick={() => void save()} aria-keyshortcuts="Control+S">
        {state.kind === 'refused' && needsLook(state.failure) ? 'Check again' : 'Save'} <Kbd keys="Ctrl+S" />
      </Button>
      {dialog}
    </footer>
  )
}

function Standing({ state, changes }: { state: SaveState; changes: number }) {
  if (state.kind === 'saving' || state.kind === 'saved') return <span className="text-ink-2">Saving…</span>
  if (state.kind === 'checking')
    return <span className="text-amber">No answer from the partner. Checking whether it was saved…</span>
  if (state.kind === 'invalid')
    return <span className="text-red">Not saved. {attentionWords(state.issues.length)}.</span>
  if (state.kind === 'refused') return <span className="text-red">{refusalWords(state.failure)}</span>
  if (changes > 0) return <span className="text-ink-2">{countOf(changes, unsavedNoun)}. Only changes are sent.</span>
  return (
    <span className="text-ink-2">
      {state.kind === 'unchanged' ? 'Nothing to save. No fields changed.' : 'No unsaved changes'}
    </span>
  )
}
