'use client'
import { useMemo, useState } from 'react'
import type { JsonObject } from '#lib/core/json.ts'
import { hasEdits as holdsEdits } from '#lib/rules/edit/edit-changes.ts'
import { type DraftObject, draftOf } from '#lib/rules/edit/edit-data.ts'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { restoreEdits } from '#lib/rules/edit/draft-edits.ts'
import { useFilledForm } from '#components/form/use-filled-form.ts'

type CreateFormOptions = {
  /** What the form begins with, and the shape by which it is edited. */
  base: JsonObject
  shape: ObjectShape
  /** The draft that the form is opened with; undefined while it is being read. */
  draft: OpenedDraft | undefined
  /** Stands in the empty form besides, as a first line to fill in; nothing that would be sent. */
  besides?: DraftObject
}

/**
 * The form of a record that does not exist yet. `hasEdits` tells whether it holds something that a person typed, text
 * that cannot be sent yet included. `empty` takes all of it away, with the note about a restored draft; what `also`
 * changes is drawn with that. `restored` is the draft that the note is about; the rest is what the form was made of.
 */
export function useCreateForm({ base, shape, draft, besides }: CreateFormOptions) {
  const [restored, setRestored] = useState(draft?.found)
  const blank = useMemo(() => ({ ...(draftOf(base, shape) as DraftObject), ...besides }), [base, shape, besides])
  const [kept] = useState(() => draft?.found && restoreEdits(base, shape, draft.found.edits))
  const { form, fill } = useFilledForm({ start: blank, draft: kept })
  const hasEdits = () => holdsEdits(base, shape, form.getValues())
  const empty = (also?: () => void) =>
    fill({ start: blank }, () => {
      also?.()
      setRestored(undefined)
    })
  return { form, restored, hasEdits, empty, base, shape, draft }
}

/** What `useCreateForm` answers. */
export type CreateForm = ReturnType<typeof useCreateForm>
