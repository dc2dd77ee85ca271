'use client'
import { useEffect, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { countMarked } from '#components/form/sections.ts'
import { useAllMarks } from '#components/form/use-marks.ts'
import type { SectionEntry } from './section-list.ts'

/** The sections of the capture with the number of fields in error; a press goes to the section. */
export function SectionNav({ entries }: { entries: readonly SectionEntry[] }) {
  const marks = useAllMarks()
  const inView = useSectionInView(entries)
  const current = useFocusedSection(entries) ?? inView
  return (
    <nav aria-label="Sections" className="flex flex-wrap gap-0.5 min-[1420px]:flex-col">
      {entries.map((entry) => {
        const count = countMarked(marks, entry.covers).errors
        return (
          <a
            key={entry.id}
            href={`#${entry.id}`}
            aria-current={current === entry.id ? 'true' : undefined}
            className={classNames('flex h-7 items-center gap-1.5 rounded-control px-2.5 text-sm hover:bg-hover', current === entry.id ? 'bg-hover font-semibold text-ink' : 'text-ink-2')}
          >
            <span className="truncate">{entry.title}</span>
            {count > 0 && (
              <span className="ml-auto inline-flex h-4.5 items-center gap-1 rounded-full bg-red-tint px-1.5 text-2xs font-semibold text-red tabular-nums">
                <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
                {count}
                <span className="sr-only">{count === 1 ? ' field in error' : ' fields in error'}</span>
              </span>
            )}
          </a>
        )
      })}
    </nav>
  )
}

/** The section that holds the focus: where the person works, wherever the page is scrolled to. */
function useFocusedSection(entries: readonly SectionEntry[]): string | undefined {
  const [focused, setFocused] = useState<string>()
  useEffect(() => {
    const look = () => setFocused(entries.find(({ id }) => document.getElementById(id)?.contains(document.activeElement))?.id)
    // While the focus moves nothing has it; the next frame knows where it went.
    const later = () => requestAnimationFrame(look)
    look()
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', later)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', later)
    }
  }, [entries])
  return focused
}

/** The uppermost section that is in view. */
function useSectionInView(entries: readonly SectionEntry[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const inView = new Set<string>()
    const observer = new IntersectionObserver(
      (changes) => {
        for (const change of changes) {
          if (change.isIntersecting) inView.add(change.target.id)
          else inView.delete(change.target.id)
        }
        setCurrent(entries.find((entry) => inView.has(entry.id))?.id)
      },
      { rootMargin: '-100px 0px -45% 0px' },
    )
    for (const entry of entries) {
      const section = document.getElementById(entry.id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [entries])
  return current
}
