'use client'
import { useLayoutEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { FacilityNames } from './use-facility-names.ts'

/** Says that names could not be read, and reads them again. Once they are read it goes, and its focus goes to the page. */
export function NamesFailed({ names }: { names: FacilityNames }) {
  const note = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const shown = note.current!
    return () => void (shown.contains(document.activeElement) && document.getElementById('main')?.focus())
  }, [])
  return (
    <p ref={note} className="flex flex-wrap items-center gap-2 text-sm text-amber">
      Some facility names couldn’t be loaded, so their IDs are shown.
      <Button size="small" busy={names.isReading} onClick={names.again}>
        Try again
      </Button>
    </p>
  )
}
