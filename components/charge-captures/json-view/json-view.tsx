'use client'
import { useMemo, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useRecord } from '#components/form/record-context.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import type { JsonObject } from '#lib/core/json.ts'
import { type DraftObject, edited, patchOf } from '#lib/rules/edit/edit-data.ts'
import { JsonDiff } from './json-diff.tsx'
import { JsonEdit } from './json-edit.tsx'

/**
 * The whole record as JSON: what a save would send, line by line against what was loaded, and to be
 * edited by choice.
 */
export function JsonView({ onClose }: { onClose: () => void }) {
  const { base, shape, readOnly } = useRecord()
  const { getValues } = useFormContext()
  const [draft] = useState(() => structuredClone(getValues()) as DraftObject)
  const next = useMemo(() => edited(base, shape, draft) as JsonObject, [base, shape, draft])
  const sent = useMemo(
    () => JSON.stringify(patchOf(base, shape, draft), null, 2),
    [base, shape, draft],
  )
  const loaded = JSON.stringify(base, null, 2)
  const now = JSON.stringify(next, null, 2)
  const tabs = [
    { value: 'sent', label: 'Data sent', panel: <Sent text={sent} /> },
    { value: 'diff', label: 'Differences', panel: <JsonDiff before={loaded} after={now} /> },
    ...(readOnly
      ? []
      : [{ value: 'edit', label: 'Edit', panel: <JsonEdit text={now} onApplied={onClose} /> }]),
  ]
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => !open && onClose()}
      title="The record as JSON"
      description="Everything that Save sends, including fields that the form doesn’t show."
    >
      <Tabs label="Views of the JSON" tabs={tabs} />
    </Dialog>
  )
}

// A box rather than a block of text: it takes the focus, scrolls by keys, and is copied with
// Ctrl+A.
function Sent({ text }: { text: string }) {
  return (
    <Field label="JSON to be sent" hideLabel name="sent-json">
      {(control) => (
        <Textarea
          {...control}
          readOnly
          defaultValue={text}
          rows={22}
          className="max-h-[54dvh]! font-mono text-xs!"
        />
      )}
    </Field>
  )
}
