'use client'
import { useMemo, useState } from 'react'
import type { JsonObject } from '#lib/core/json.ts'
import type { FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { hasEdits as holdsEdits } from '#lib/rules/edit/edit-changes.ts'
import { type DraftObject, draftOf } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { restoreEdits } from '#lib/rules/edit/draft-edits.ts'
import { useFilledForm } from '#components/form/use-filled-form.ts'

type CreateFormOptions = {
  /** What the form begins with, and the shape by which it is edited. */
  base: JsonObject
  shape: ObjectShape
  /** What an earlier visit left in the form. */
  found: FoundDraft | undefined
  /** Stands in the empty form besides, as a first line to fill in; nothing that would be sent. */
  besides?: DraftObject
}

/**
 * The form of a record that does not exist yet. `hasEdits` tells whether it holds something that a person typed, text
 * that cannot be sent yet included. `empty` takes all of it away, with the note about a restored draft; what `also`
 * changes is drawn with that. `restored` is the draft that the note is about; the rest is what the form was made of.
 */
export function useCreateForm({ base, shape, found, besides }: CreateFormOptions) {
  const [restored, setRestored] = useState(found)
  const blank = useMemo(() => ({ ...(draftOf(base, shape) as DraftObject), ...besides }), [base, shape, besides])
  const [kept] = useState(() => found && restoreEdits(base, shape, found.value))
  const { form, fill } = useFilledForm({ start: blank, draft: kept })
  const hasEdits = () => holdsEdits(base, shape, form.getValues())
  const empty = (also?: () => void) =>
    fill({ start: blank }, () => {
      also?.()
      setRestored(undefined)
    })
  return { form, restored, hasEdits, empty, base, shape, found }
}

/** What `useCreateForm` answers. */
export type CreateForm = ReturnType<typeof useCreateForm>
