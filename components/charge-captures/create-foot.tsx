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
import type { JsonObject } from '#lib/core/json.ts'
import type { FoundDraft } from '#lib/rules/draft-kinds.ts'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import { keptEdits } from '#lib/rules/kept-edits.ts'
import type { CreateKind, CreateState } from './use-create-capture.ts'

type CreateFootProps = {
  kind: CreateKind
  state: CreateState
  draftRecord: string
  found: FoundDraft | undefined
  base: JsonObject
  shape: ObjectShape
  /** The first control with a complaint. */
  firstBad: string | undefined
  isDirty: () => boolean
  onCreate: () => Promise<CreateState>
  /** Where to go once it was created, and what to say there. */
  onCreated: (href: string, message: string, tone: 'green' | 'amber') => void
  onDiscard: () => void
}

/** The foot of the page that creates a capture: how it stands, the draft, and the way to create. */
export function CreateFoot({ kind, state, draftRecord, found, base, shape, firstBad, isDirty, onCreate, onCreated, onDiscard }: CreateFootProps) {
  const { getValues } = useFormContext()
  const [isFilled, setFilled] = useState(found !== undefined)
  useFormPulse(() => setFilled(isDirty()))
  const read = () => ({ base: JSON.stringify(base), value: isDirty() ? keptEdits(base, shape, getValues()) : undefined })
  const draft = useDraft({ kind: kind === 'plain' ? 'new-charge-capture' : 'new-from-pre-encounter', record: draftRecord, found, read })
  const discard = async () => {
    onDiscard()
    await draft.drop()
  }
  const { dialog } = useUnsavedGuard(isDirty, { flush: draft.flush, discard })
  const create = async () => {
    const settled = await onCreate()
    if (settled.kind !== 'created') return
    const { id, charge_external_id, is_found, unverified } = settled.created
    await draft.drop()
    const found = is_found ? ' The partner’s answer was lost; it was found by its id.' : ''
    const kept = unverified.length > 0 ? ` The partner keeps ${unverified.length === 1 ? 'one field' : `${unverified.length} fields`} otherwise than sent.` : ''
    onCreated(`/charge-captures/${encodeURIComponent(id)}`, `${charge_external_id} was created.${found}${kept}`, kept ? 'amber' : 'green')
  }
  useKeys([{ keys: 'Mod+s', label: 'Create', run: () => void create() }])
  const isBusy = state.kind === 'sending' || state.kind === 'checking' || state.kind === 'created'
  return (
    <footer className="sticky bottom-0 z-20 -mx-5 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-panel px-5 py-2">
      <output aria-live="polite" className="min-w-0 grow basis-64 text-sm">
        {standing(state, firstBad)}
      </output>
      <DraftStanding state={draft.state} />
      {isFilled && !isBusy && <Button onClick={() => void discard()}>Discard</Button>}
      <Button tone="primary" busy={isBusy} onClick={() => void create()} aria-keyshortcuts="Control+S">
        {state.kind === 'unknown' ? 'Check again' : 'Create'} <Kbd keys="Ctrl+S" />
      </Button>
      {dialog}
    </footer>
  )
}

function standing(state: CreateState, firstBad: string | undefined): string {
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
      return `Not created. ${state.issues.length === 1 ? 'One field needs' : `${state.issues.length} fields need`} your attention${firstBad === undefined ? '.' : ', the first has the focus.'}`
    case 'refused':
      return `Not created. ${state.failure.message}`
    case 'taken':
      return 'Not created: the charge external id is used already.'
    case 'created':
      return 'Created. Opening it …'
  }
}
