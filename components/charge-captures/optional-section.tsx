'use client'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { focusControl } from '#components/form/focus-control.ts'
import { useReveal } from '#components/form/fold.tsx'
import { useRecordField } from '#components/form/record-context.tsx'
import { countMarked } from '#components/form/sections.ts'
import { useFilled } from '#components/form/use-filled.ts'
import { useAllMarks } from '#components/form/marks/use-marks.ts'
import { Button } from '#components/ui/button.tsx'
import type { SectionEntry } from './section-list.ts'

/** Sections that the person asked for, and how one is opened or put away. */
export type OpenSections = {
  opened: ReadonlySet<string>
  open: (at: string) => void
  close: (at: string) => void
}

/** A section that is on the page once it holds something, has an error, or was asked for. */
export function OptionalSection({
  entry,
  sections,
  children,
}: {
  entry: SectionEntry
  sections: OpenSections
  children: ReactNode
}) {
  return useIsShown(entry, sections) ? children : null
}

/** The button that adds such a section; until then, links to the section's fields lead to it. */
export function AddSection({ entry, sections }: { entry: SectionEntry; sections: OpenSections }) {
  const { readOnly } = useRecordField(entry.paths[0] ?? '')
  const isShown = useIsShown(entry, sections)
  const fold = useReveal<HTMLSpanElement>(() => sections.open(entry.at))
  return (
    <span ref={fold} data-fold="" className="contents">
      {!isShown && !readOnly && (
        <Button
          tone="quiet"
          size="small"
          id={entry.id}
          data-covers={entry.paths.join(' ')}
          aria-expanded={false}
          onClick={() => focusControl(entry.at)}
        >
          <Plus aria-hidden="true" className="size-3.5" /> {entry.title}
        </Button>
      )}
    </span>
  )
}

function useIsShown(entry: SectionEntry, { opened }: OpenSections): boolean {
  const marks = useAllMarks()
  const isFilled = useFilled(entry.paths)
  return isFilled || opened.has(entry.at) || countMarked(marks, entry.covers).errors > 0
}
