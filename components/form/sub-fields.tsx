'use client'
import type { ReactNode } from 'react'
import { isUnreadable } from '#lib/rules/edit-data.ts'
import { useRecordField } from './record-context.tsx'
import { UnreadableValue } from './unreadable-value.tsx'

/** The fields of an object inside a section, under a small heading. */
export function SubFields({ at, title, note, children }: { at: string; title: string; note?: ReactNode; children: ReactNode }) {
  const { shape, base } = useRecordField(at)
  if (!shape) return null
  return (
    <fieldset className="mt-4 min-w-0 border-t border-line pt-3">
      <legend className="float-left mb-2 w-full text-xs font-semibold text-ink-2">
        <span className="flex gap-3">
          {title}
          {note && <span className="flex gap-3 font-normal">{note}</span>}
        </span>
      </legend>
      <div className="clear-both">{isUnreadable(base, shape) ? <UnreadableValue name={at} label={title} hideLabel value={base} /> : children}</div>
    </fieldset>
  )
}
