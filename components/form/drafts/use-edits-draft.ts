'use client'
import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import type { JsonObject } from '#lib/core/json.ts'
import type { DraftPlace, FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { serializeEdits } from '#lib/rules/edit/draft-edits.ts'
import { withoutUnfinishedDates } from './unfinished-dates.ts'
import { useDraft, type FormDraft } from './use-draft.ts'

type EditsDraftOptions = {
  /** Which form of which record the draft belongs to, and the draft that was found for it. */
  at: DraftPlace
  found: FoundDraft | undefined
  /** What the edits are made on, and the text that the form will know it by. */
  base: JsonObject
  baseText?: string
  shape: ObjectShape
  /** True while the form holds something that a person typed. */
  isDirty: () => boolean
  isOn?: boolean
}

/** The draft of a form whose edits are told from its base by a shape. Inside the FormProvider. */
export function useEditsDraft({
  at,
  found,
  base,
  baseText: knownText,
  shape,
  isDirty,
  isOn = true,
}: EditsDraftOptions): FormDraft {
  const { getValues } = useFormContext()
  const baseText = useMemo(() => knownText ?? JSON.stringify(base), [knownText, base])
  const read = () => ({
    base: baseText,
    value: isDirty() ? serializeEdits(base, shape, withoutUnfinishedDates(getValues())) : undefined,
  })
  return useDraft({ ...at, found, read, baseSize: baseText.length, isOn })
}
