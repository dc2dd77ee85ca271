'use client'
import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import type { Json } from '#lib/core/json.ts'
import { isUnreadable } from '#lib/rules/edit-data.ts'
import { UnreadableValue } from './unreadable-value.tsx'
import { MarkLine } from './field-marks.tsx'
import { ReadOnlyRecord, useRecordField } from './record-context.tsx'
import { sectionId } from './sections.ts'
import { useMarks } from './use-marks.ts'

type SectionProps = {
  /** The wire path that the section edits, which also makes its anchor. */
  at: string
  title: string
  note?: ReactNode
  actions?: ReactNode
  flush?: boolean
  children: ReactNode
}

/** One section of the record: a card that the section list and error links lead to. */
export function Section({ at, title, note, actions, flush = false, children }: SectionProps) {
  const { shape, base, lock } = useRecordField(at)
  const marks = useMarks(at)
  const unreadable: Json | undefined = shape && isUnreadable(base, shape) ? base : undefined
  return (
    <Card id={sectionId(at)} title={title} note={lock ?? note} actions={unreadable === undefined && lock === undefined ? actions : undefined} flush={flush && unreadable === undefined}>
      {marks.length > 0 && (
        <ul className={flush ? 'px-4 pb-2 text-sm' : 'pb-3 text-sm'}>
          {marks.map((mark) => (
            <li key={mark.message}>
              <MarkLine mark={mark} />
            </li>
          ))}
        </ul>
      )}
      {unreadable === undefined ? lock === undefined ? children : <ReadOnlyRecord>{children}</ReadOnlyRecord> : <UnreadableValue name={at} label={title} hideLabel value={unreadable} />}
    </Card>
  )
}
