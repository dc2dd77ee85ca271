'use client'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { Json } from '#lib/core/json.ts'
import { isUnreadable } from '#lib/rules/edit-data.ts'
import { useReveal } from './fold.tsx'
import { useRecord, useRecordField } from './record-context.tsx'
import { UnreadableValue } from './unreadable-value.tsx'
import { useMarkCount } from './use-marks.ts'

/** The fields of an object inside a section, under a small heading. While it holds nothing it is one button. */
export function SubFields({ at, title, note, children }: { at: string; title: string; note?: ReactNode; children: ReactNode }) {
  const { shape, base } = useRecordField(at)
  const { readOnly } = useRecord()
  const hasErrors = useMarkCount(at).errors > 0
  const [opened, setOpened] = useState(false)
  const fold = useReveal<HTMLFieldSetElement>(() => setOpened(true))
  if (!shape) return null
  // It stays open once its error is gone: it may be gone because the person is typing here.
  if (hasErrors && !opened) setOpened(true)
  const isOpen = opened || hasErrors || !isBlank(base)
  return (
    <>
      {!isOpen && !readOnly && (
        <Button tone="quiet" size="small" className="mt-2 mr-2 -ml-2" aria-expanded={false} onClick={() => setOpened(true)}>
          <Plus aria-hidden="true" className="size-3.5" /> {title}
        </Button>
      )}
      <fieldset hidden={!isOpen} ref={fold} data-fold="" className="mt-4 min-w-0 border-t border-line pt-3">
        <legend className="float-left mb-2 w-full text-xs font-semibold text-ink-2">
          <span className="flex gap-3">
            {title}
            {note && <span className="flex gap-3 font-normal">{note}</span>}
          </span>
        </legend>
        <div className="clear-both">{isUnreadable(base, shape) ? <UnreadableValue name={at} label={title} hideLabel value={base} /> : children}</div>
      </fieldset>
    </>
  )
}

function isBlank(value: Json | undefined): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.values(value).every((member) => isBlank(member as Json))
}
