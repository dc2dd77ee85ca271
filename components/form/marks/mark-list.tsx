'use client'
import { MarkLine } from './field-marks.tsx'
import { useMarks } from './use-marks.ts'

/** The marks of a section or a row as a whole. */
export function MarkList({ name, className }: { name: string; className?: string }) {
  const marks = useMarks(name)
  if (marks.length === 0) return null
  return (
    <ul className={className ?? 'pb-2 text-sm'}>
      {marks.map((mark) => (
        <li key={mark.message}>
          <MarkLine mark={mark} />
        </li>
      ))}
    </ul>
  )
}
