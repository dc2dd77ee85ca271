'use client'
import { CircleCheck } from 'lucide-react'
import { useImperativeHandle, type ReactNode } from 'react'
import { DraftWords } from '#components/form/drafts/draft-note.tsx'
import { useDraft } from '#components/form/drafts/use-draft.ts'
import { useUnsavedGuard } from '#components/form/drafts/unsaved-guard.tsx'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import type { RecordForm } from './use-record-form.tsx'
import {
  createWords,
  failureIn,
  isSending,
  isUnderWay,
  needsLook,
  saveWords,
} from './write-state.ts'

type SaveBarProps = {
  form: RecordForm
  /** The key's action, for the list of keys: "Save the span". */
  keyLabel: string
  /** The button's label. */
  label?: string
  /** Says in one line that a new record already exists. */
  taken?: string
  /** Follows the number of unsaved changes. */
  hint?: string
  /** For a form that closes when it is discarded: the button's label without unsaved changes. */
  cancel?: string
  onSave?: () => Promise<unknown>
  /** More ways to go on, after the others. With `hasMainAction` one of them is the main one. */
  renderActions?: (bar: { isBusy: boolean; isSaved: boolean }) => ReactNode
  hasMainAction?: boolean
  /** The bar is part of a row, not the foot of a page. */
  isInline?: boolean
  className?: string
}

/**
 * The foot of a form: the state of the write in a polite live region, the state of the draft, and
 * the buttons to discard and save. Saving is never disabled. It renders while a person types, so
 * that the form does not have to.
 */
export function SaveBar({
  form,
  keyLabel,
  label = 'Save',
  taken = '',
  hint,
  cancel,
  onSave = form.save,
  renderActions,
  hasMainAction = false,
  isInline = false,
  className,
}: SaveBarProps) {
  const { state, isNew, canWrite } = form
  const { base, text, shape } = form.loaded
  const changes = form.countUnsaved(useSettledDraft())
  const draft = useDraft({
    place: form.place,
    opened: form.opened,
    base,
    baseText: text,
    shape,
    isDirty: form.isDirty,
    isOn: canWrite,
  })
  useImperativeHandle(form.draft, () => draft)
  const { dialog } = useUnsavedGuard(form.isDirty, { flush: draft.flush, discard: form.discard })
  useKeys(canWrite ? [{ keys: 'Mod+s', label: keyLabel, run: () => void onSave() }] : [])
  const isBusy = isSending(state)
  const failure = failureIn(state)
  const isSaved = state.kind === 'done' && !isNew && changes === 0
  const mayDiscard = isNew
    ? changes > 0 && !isUnderWay(state)
    : !isBusy && (changes > 0 || cancel !== undefined)
  const isUnknown = isNew && state.kind === 'unknown'
  const words = isNew ? createWords(state, taken, form.firstBad) : saveWords(state, changes, hint)
  return (
    <footer
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-2',
        !isInline &&
          'stuck-bottom sticky bottom-0 z-20 -mx-5 min-h-14 border-t border-line px-5 py-2',
        isInline
          ? ''
          : !isSaved || !state.words
            ? 'bg-panel'
            : state.words.tone === 'green'
              ? 'bg-green-tint'
              : 'bg-amber-tint',
        className,
      )}
    >
      <output
        aria-live="polite"
        className={classNames('min-w-0 grow text-sm', isInline ? 'basis-28' : 'basis-64')}
      >
        {!canWrite ? (
          <span className="text-ink-2">{`Your role can view this ${form.noun} but not change it.`}</span>
        ) : isSaved && state.words ? (
          <span className={state.words.tone === 'green' ? 'text-green' : 'text-amber'}>
            <CircleCheck aria-hidden="true" className="-mt-0.5 mr-1.5 inline size-4" />
            <strong className="font-semibold">Saved.</strong> {state.words.lines.join(' ')}
          </span>
        ) : (
          <span className={words.color}>{words.text}</span>
        )}
      </output>
      <DraftWords state={draft.state} />
      {canWrite && (
        <>
          {!isNew && failure && needsLook(failure) && (
            <Button onClick={() => void onSave()}>Check again</Button>
          )}
          {mayDiscard && (
            <Button onClick={form.askDiscard}>{changes > 0 || !cancel ? 'Discard' : cancel}</Button>
          )}
          <Button
            tone={hasMainAction ? 'plain' : 'primary'}
            busy={isBusy}
            onClick={() => void onSave()}
            aria-keyshortcuts="Control+S"
          >
            {isUnknown ? 'Check again' : label} <Kbd keys="Ctrl+S" />
          </Button>
          {renderActions?.({ isBusy, isSaved })}
        </>
      )}
      {dialog}
    </footer>
  )
}
