'use client'
import { use, type ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { isUnreadable } from '#lib/rules/edit/edit-data.ts'
import { MarkList } from './marks/mark-list.tsx'
import { ReadOnlyRecord, useRecordField } from './record-context.tsx'
import { SectionNotes } from './section-notes.ts'
import { sectionId } from './sections.ts'
import { Replaceable } from './unreadable-value.tsx'

type SectionProps = {
  /** The wire path that the section edits, which also makes its anchor. */
  at: string
  title: string
  note?: ReactNode
  actions?: ReactNode
  flush?: boolean
  children: ReactNode
}

// A section out of view is not drawn, and one in view is a layer of its own: a key repaints neither
// the others nor what is out of sight (decision 0020).
const ownLayer =
  '[contain-intrinsic-block-size:auto_18rem] [content-visibility:auto] will-change-transform'

/** One section of the record: a card that the section list and error links lead to. */
export function Section({ at, title, note, actions, flush = false, children }: SectionProps) {
  const { shape, base, lock } = useRecordField(at)
  const told = use(SectionNotes)[at]
  const unreadable = shape !== undefined && isUnreadable(base, shape)
  return (
    <Card
      id={sectionId(at)}
      title={title}
      note={lock ?? note ?? told}
      actions={unreadable || lock !== undefined ? undefined : actions}
      flush={flush && !unreadable}
      className={ownLayer}
    >
      <MarkList name={at} className={flush ? 'px-4 pb-2 text-sm' : 'pb-3 text-sm'} />
      <Replaceable name={at} label={title} hideLabel isUnreadable={unreadable} value={base}>
        {lock === undefined ? children : <ReadOnlyRecord>{children}</ReadOnlyRecord>}
      </Replaceable>
    </Card>
  )
}
