'use client'
import type { ReactNode } from 'react'
import { RemovedNote } from '#components/form/removed-note.tsx'
import { Section } from '#components/form/section.tsx'
import { ShapeFields, ShapeRows } from '#components/form/shape-fields.tsx'
import { useRecord } from '#components/form/record-context.tsx'
import { useRemoval } from '#components/form/use-removal.ts'
import { Button } from '#components/ui/button.tsx'

type ObjectSectionProps = {
  at: string
  title: string
  first?: readonly string[]
  notes?: { [name: string]: ReactNode }
  actions?: ReactNode
  /** False for what every claim needs. */
  canRemove?: boolean
  /** The section had only typed values, and they were removed: the section can go. */
  onTaken?: () => void
}

/** A section that is one object: every field of it, and a way to take the whole of it away. */
export function ObjectSection({
  at,
  title,
  first,
  notes,
  actions,
  canRemove = true,
  onTaken,
}: ObjectSectionProps) {
  const { readOnly } = useRecord()
  const { isRemoved, remove, restore } = useRemoval(at, onTaken)
  const buttons = (
    <>
      {!isRemoved && actions}
      {canRemove && !readOnly && !isRemoved && (
        <Button tone="quiet" size="small" aria-label={`Remove ${title}`} onClick={remove}>
          Remove
        </Button>
      )}
    </>
  )
  return (
    <Section at={at} title={title} actions={buttons}>
      {isRemoved ? (
        <RemovedNote at={at} title={title} onUndo={restore} />
      ) : (
        <ShapeFields at={at} first={first} notes={notes} />
      )}
    </Section>
  )
}

/** A section that is a list of objects. */
export function RowsSection({
  at,
  title,
  startsWithRow,
}: {
  at: string
  title: string
  startsWithRow?: boolean
}) {
  return (
    <Section at={at} title={title}>
      <ShapeRows at={at} startsWithRow={startsWithRow} />
    </Section>
  )
}
