'use client'
import { Braces, CircleAlert, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { countMarked } from '#components/form/sections.ts'
import { focusControl } from '#components/form/focus-control.ts'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import { useAllMarks } from '#components/form/marks/use-marks.ts'
import { type Draft, type DraftObject, isBlankDraft } from '#lib/rules/edit/edit-data.ts'
import type { SectionEntry } from './section-list.ts'
import { Button } from '#components/ui/button.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'

/**
 * The sections of the capture: how many rows each holds, and how many of its fields have errors or
 * warnings. A press goes to the section; one that holds nothing is dim, and a press brings it.
 */
export function SectionNav({ entries }: { entries: readonly SectionEntry[] }) {
  const marks = useAllMarks()
  const draft = useSettledDraft()
  const inView = useSectionInView(entries)
  const current = useFocusedSection(entries) ?? inView
  return (
    <div className="flex flex-wrap items-start gap-0.5 min-[1420px]:flex-col">
      <nav
        aria-label="Sections"
        className="flex flex-wrap gap-0.5 min-[1420px]:max-h-[calc(100dvh-var(--strip-h)-11rem)] min-[1420px]:w-full min-[1420px]:flex-col min-[1420px]:flex-nowrap min-[1420px]:overflow-y-auto"
      >
        {entries.map((entry) => {
          const { errors, warnings } = countMarked(marks, entry.covers)
          const rows = rowsOf(draft, entry)
          const isDim = entry.isOptional && errors === 0 && isEmpty(draft, entry)
          return (
            <a
              key={entry.id}
              href={`#${entry.id}`}
              aria-current={current === entry.id ? 'true' : undefined}
              onClick={(event) => {
                if (!isDim) return
                event.preventDefault()
                focusControl(entry.at)
              }}
              className={classNames(
                'flex shrink-0 items-center gap-1.5 rounded-control px-2.5 hover:bg-hover',
                isDim ? 'hidden h-6 text-xs text-ink-3 min-[1420px]:flex' : 'h-7 text-sm',
                current === entry.id ? 'bg-hover font-semibold text-ink' : !isDim && 'text-ink-2',
              )}
            >
              <span className="truncate" title={entry.title}>
                {entry.title}
              </span>
              {isDim && <span className="sr-only"> (empty)</span>}
              <span className="ml-auto flex items-center gap-1 tabular-nums">
                {rows > 0 && (
                  <span className="text-xs font-normal text-ink-3">
                    {rows}
                    <span className="sr-only">{rows === 1 ? ' row' : ' rows'}</span>
                  </span>
                )}
                {errors > 0 && <Count count={errors} word="error" tint="bg-red-tint text-red" />}
                {warnings > 0 && (
                  <Count count={warnings} word="warning" tint="bg-amber-tint text-amber" />
                )}
              </span>
            </a>
          )
        })}
      </nav>
      <JsonButton />
    </div>
  )
}

function Count({ count, word, tint }: { count: number; word: 'error' | 'warning'; tint: string }) {
  const Sign = word === 'error' ? CircleAlert : TriangleAlert
  return (
    <span
      className={classNames(
        'inline-flex h-4.5 items-center gap-0.5 rounded-full px-1.5 text-2xs font-semibold',
        tint,
      )}
    >
      <Sign aria-hidden="true" className="size-2.5" />
      {count}
      <span className="sr-only">
        {count === 1
          ? ` field with ${word === 'error' ? 'an error' : 'a warning'}`
          : ` fields with ${word}s`}
      </span>
    </span>
  )
}

function rowsOf(draft: DraftObject, entry: SectionEntry): number {
  const held = draftAt(draft, entry.at)
  return Array.isArray(held) ? held.length : 0
}

function isEmpty(draft: DraftObject, entry: SectionEntry): boolean {
  return entry.paths.every((path) => isBlankDraft(draftAt(draft, path)))
}

function draftAt(draft: DraftObject, path: string): Draft | undefined {
  return path
    .split('.')
    .reduce<Draft | undefined>(
      (at, part) =>
        typeof at === 'object' && !Array.isArray(at) ? (at[part] as Draft | undefined) : undefined,
      draft,
    )
}

/** The section that holds the focus: where the person works, wherever the page is scrolled to. */
function useFocusedSection(entries: readonly SectionEntry[]): string | undefined {
  const [focused, setFocused] = useState<string>()
  useEffect(() => {
    const look = () =>
      setFocused(
        entries.find(({ id }) => document.getElementById(id)?.contains(document.activeElement))?.id,
      )
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

const JsonView = onDemand(() =>
  import('./json-view/json-view.tsx').then((module) => module.JsonView),
)

/** Opens the whole record as JSON: what would be sent, what that changes, and a way to edit it. */
function JsonButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" size="small" onClick={() => setOpen(true)}>
        <Braces aria-hidden="true" className="size-3.5" /> Record as JSON
      </Button>
      {isOpen && <JsonView onClose={() => setOpen(false)} />}
    </>
  )
}
