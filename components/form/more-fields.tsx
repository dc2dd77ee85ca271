'use client'
import { ChevronRight } from 'lucide-react'
import { createContext, useState, type ReactNode } from 'react'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import { Button } from '#components/ui/button.tsx'
import { focusControl } from './focus-control.ts'
import { useReveal } from './fold.tsx'
import { countMarked } from './sections.ts'
import { useAllMarks } from './marks/use-marks.ts'
import { useFilled } from './use-filled.ts'

/** The wire paths of the fields that a form folds while they are empty; none by default. */
export const RareFields = createContext<ReadonlySet<string>>(new Set())

/**
 * The rare fields of a grid: one line that names them, until the person opens it, or one of them
 * has a value or an error. They are not drawn before, and links to them open it.
 */
export function MoreFields({ paths, children }: { paths: readonly string[]; children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  const fold = useReveal<HTMLDivElement>(() => setOpened(true))
  const isFilled = useFilled(paths)
  const hasErrors = countMarked(useAllMarks(), (name) => paths.includes(name)).errors > 0
  // It stays open once a field was emptied or put right: the person may be typing in it.
  if ((isFilled || hasErrors) && !opened) setOpened(true)
  if (opened || isFilled || hasErrors) return children
  const names = paths.map((path) => fieldLabel(path.split('.').at(-1) ?? path))
  return (
    <div ref={fold} data-fold="" data-covers={paths.join(' ')} className="mt-2 -ml-2">
      <Button
        tone="quiet"
        size="small"
        aria-expanded={false}
        className="max-w-full min-w-0"
        onClick={() => focusControl(paths[0]!)}
      >
        <ChevronRight aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="shrink-0">More</span>
        {/* Whole for a search in the page, even where it is cut. */}
        <span className="min-w-0 truncate font-normal text-ink-3">{names.join(', ')}</span>
      </Button>
    </div>
  )
}
