'use client'
import { useImperativeHandle, useState, type Ref } from 'react'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import type { JsonObject } from '#lib/core/json.ts'
import type { DraftPlace } from '#lib/rules/edit/draft-kinds.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { type CreateState, isUnderWay, standingOf } from './create-state.ts'
import { DraftWords } from '#components/form/drafts/draft-note.tsx'
import { useUnsavedGuard } from '#components/form/drafts/unsaved-guard.tsx'
import { useDraft } from '#components/form/drafts/use-draft.ts'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { useFormPulse } from '#components/form/use-form-pulse.ts'

/** What the rest of the page may ask of the foot: to create, or to check, just as its own button does. */
export type CreateFootHandle = { create: () => Promise<void> }

type CreateFootProps<Created, Taken> = {
  ref: Ref<CreateFootHandle>
  state: CreateState<Created, Taken>
  /** What the button says. */
  label: string
  /** What it means that such a record exists already, in one line. */
  taken: string
  /** The first control with a complaint, where that one takes the focus. */
  firstBad?: string | undefined
  /** Which form the draft belongs to, and the draft that the form was opened with. */
  draftOf: DraftPlace
  draft: OpenedDraft | undefined
  /** What the form began with, and the shape by which it is edited. */
  base: JsonObject
  shape: ObjectShape
  isDirty: () => boolean
  onCreate: () => Promise<CreateState<Created, Taken>>
  /** Called once it was created and its draft is gone. */
  onCreated: (created: Created) => void
  onDiscard: () => void
}

/** The foot of a page that creates a record: how it stands, the draft, and the way to create. Inside the FormProvider. */
export function CreateFoot<Created, Taken>({
  ref,
  state,
  label,
  taken,
  firstBad,
  draftOf,
  draft: opened,
  base,
  shape,
  isDirty,
  onCreate,
  onCreated,
  onDiscard,
}: CreateFootProps<Created, Taken>) {
  const [isFilled, setFilled] = useState(opened?.found !== undefined)
  useFormPulse(() => setFilled(isDirty()))
  const draft = useDraft({ place: draftOf, opened, base, shape, isDirty })
  const discard = async () => {
    onDiscard()
    await draft.flush()
  }
  const { dialog } = useUnsavedGuard(isDirty, { flush: draft.flush, discard })
  const isBusy = state.kind === 'sending' || state.kind === 'checking' || state.kind === 'created'
  const create = async () => {
    // The key too: while what was created is being opened, it would create a second.
    if (isBusy) return
    const settled = await onCreate()
    if (settled.kind !== 'created') return
    await draft.drop()
    onCreated(settled.created)
  }
  useKeys([{ keys: 'Mod+s', label, run: () => void create() }])
  useImperativeHandle(ref, () => ({ create }))
  return (
    <footer className="stuck-bottom sticky bottom-0 z-20 -mx-5 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-panel px-5 py-2">
      <output aria-live="polite" className="min-w-0 grow basis-64 text-sm">
        <span className={state.kind === 'invalid' || state.kind === 'refused' ? 'text-red' : undefined}>
          {standingOf(state, taken, firstBad)}
        </span>
      </output>
      <DraftWords state={draft.state} />
      {isFilled && !isUnderWay(state) && <Button onClick={() => void discard()}>Discard</Button>}
      <Button tone="primary" busy={isBusy} onClick={() => void create()} aria-keyshortcuts="Control+S">
        {state.kind === 'unknown' ? 'Check again' : label} <Kbd keys="Ctrl+S" />
      </Button>
      {dialog}
    </footer>
  )
}
