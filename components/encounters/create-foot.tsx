'use client'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { DraftStanding } from '#components/form/draft-standing.tsx'
import { useDraft } from '#components/form/use-draft.ts'
import { useFormPulse } from '#components/form/use-form-pulse.ts'
import { useUnsavedGuard } from '#components/form/unsaved-guard.tsx'
import { useKeys } from '#components/frame/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import type { FoundDraft } from '#lib/rules/draft-kinds.ts'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import { keptEdits } from '#lib/rules/kept-edits.ts'
import { emptyEncounter } from '#lib/rules/new-encounter.ts'
import type { CreateState } from './use-create-encounter.ts'

type CreateFootProps = {
  state: CreateState
  found: FoundDraft | undefined
  shape: ObjectShape
  isDirty: () => boolean
  onCreate: () => Promise<CreateState>
  /** Called once it was created and its draft is gone. */
  onCreated: (state: Extract<CreateState, { kind: 'created' }>) => void
  onDiscard: () => void
}

/** The foot of the page that creates an encounter: how it stands, the draft, and the way to create. */
export function CreateFoot({ state, found, shape, isDirty, onCreate, onCreated, onDiscard }: CreateFootProps) {
  const { getValues } = useFormContext()
  const [isFilled, setFilled] = useState(found !== undefined)
  useFormPulse(() => setFilled(isDirty()))
  const read = () => ({ base: JSON.stringify(emptyEncounter), value: isDirty() ? keptEdits(emptyEncounter, shape, getValues()) : undefined })
  const draft = useDraft({ kind: 'new-encounter', record: 'new', found, read })
  const discard = async () => {
    onDiscard()
    await draft.drop()
  }
  const { dialog } = useUnsavedGuard(isDirty, { flush: draft.flush, discard })
  const create = async () => {
    const settled = await onCreate()
    if (settled.kind !== 'created') return
    await draft.drop()
    onCreated(settled)
  }
  useKeys([{ keys: 'Mod+s', label: 'Create the encounter', run: () => void create() }])
  const isBusy = state.kind === 'sending' || state.kind === 'checking' || state.kind === 'created'
  return (
    <footer className="sticky bottom-0 z-20 -mx-5 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-panel px-5 py-2">
      <output aria-live="polite" className="min-w-0 grow basis-64 text-sm text-ink-2">
        {standing(state)}
      </output>
      <DraftStanding state={draft.state} />
      {isFilled && !isBusy && <Button onClick={() => void discard()}>Discard</Button>}
      <Button tone="primary" busy={isBusy} onClick={() => void create()} aria-keyshortcuts="Control+S">
        {state.kind === 'unknown' ? 'Check again' : 'Create encounter'} <Kbd keys="Ctrl+S" />
      </Button>
      {dialog}
    </footer>
  )
}

function standing(state: CreateState): string {
  switch (state.kind) {
    case 'idle':
      return 'Nothing is sent to the partner before you create it.'
    case 'sending':
      return 'Creating …'
    case 'checking':
      return 'The answer was lost. Checking whether it was created …'
    case 'unknown':
      return 'It is not known whether it was created.'
    case 'invalid':
      return `Not created. ${state.issues.length === 1 ? 'One field needs' : `${state.issues.length} fields need`} your attention.`
    case 'refused':
      return `Not created. ${state.failure.message}`
    case 'taken':
      return 'Not created: the external id is used already.'
    case 'created':
      return 'Created. Opening it …'
  }
}
