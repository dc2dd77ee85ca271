'use client'
import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useRecord } from '#components/form/record-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { changeNoun, countOf } from '#lib/core/count-of.ts'
import { changesOf } from '#lib/rules/edit/edit-changes.ts'
import { draftFromJson } from '#lib/rules/edit/draft-from-json.ts'
import { editedText } from './edited-text.ts'

/**
 * The record as text. Applying it makes edits of the form out of it; nothing is sent until the form
 * is saved.
 */
export function JsonEdit({ text, onApplied }: { text: string; onApplied: () => void }) {
  const { base, shape, locks } = useRecord()
  const { reset } = useFormContext()
  const box = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string>()
  const apply = () => {
    const result = editedText(box.current?.value ?? '', base, shape, locks)
    if (!result.ok) {
      setProblem(result.error.message)
      if (box.current) showPlace(box.current, result.error.at)
      return
    }
    const draft = draftFromJson(base, shape, result.value)
    reset(draft, { keepDefaultValues: true })
    const count = changesOf(base, shape, draft).length
    showToast({
      message:
        count === 0
          ? 'The form has no changes.'
          : `Your JSON is in the form: ${countOf(count, changeNoun)}. Save to send it.`,
    })
    onApplied()
  }
  return (
    <div className="flex flex-col gap-3">
      <Field
        label="The record"
        name="record-as-json"
        hint="Omitted fields aren’t sent. Omitted header fields stay as they are."
        error={problem}
      >
        {(control) => (
          <Textarea
            {...control}
            ref={box}
            defaultValue={text}
            spellCheck={false}
            rows={20}
            className="max-h-[44dvh]! min-h-60! font-mono text-xs!"
          />
        )}
      </Field>
      <Button tone="primary" className="self-end" onClick={apply}>
        Apply to the form
      </Button>
    </div>
  )
}

// A box does not scroll to what is selected in it.
function showPlace(box: HTMLTextAreaElement, at: number): void {
  const [above, all] = [box.value.slice(0, at), box.value].map(
    (text) => text.split('\n').length,
  ) as [number, number]
  box.setSelectionRange(at, at + 1)
  box.focus()
  box.scrollTop = (above / all) * box.scrollHeight - box.clientHeight / 2
}
