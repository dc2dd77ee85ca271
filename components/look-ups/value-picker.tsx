'use client'
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { FilterLookUp } from '#lib/lists/list-spec.ts'
import { FindPanel } from './find-panel.tsx'
import { recordQuery, useNamesOf, valueOfRecord, type NamedRecord } from './named-values.ts'

type ValuePickerProps = {
  lookUp: FilterLookUp
  chosen: readonly string[]
  /** Choosing another takes the place of the chosen one. */ isSingle?: boolean
  onToggle: (value: string) => void
}

// More are counted: a pasted list of a thousand ids is not looked up one by one.
const shown = 5

/** Finds the values of a filter by name; what is chosen stands below with its name, to be taken off. */
export function ValuePicker({ lookUp, chosen, isSingle = false, onToggle }: ValuePickerProps) {
  const client = useQueryClient()
  const names = useNamesOf(lookUp, chosen.slice(0, shown))
  const choose = (item: NamedRecord) => {
    const value = valueOfRecord(lookUp, item)
    if (value === undefined) return
    client.setQueryData(recordQuery(lookUp, value).queryKey, { is_available: true, items: [item] })
    onToggle(value)
  }
  const more = chosen.length - shown
  return (
    <div className="flex flex-col gap-1">
      <FindPanel
        kind={lookUp.kind}
        among={lookUp.kind === 'provider' ? lookUp.among : undefined}
        byHand="Type or paste it in the field below."
        isSmall
        isChosen={(item) => chosen.includes(valueOfRecord(lookUp, item) ?? '')}
        onChoose={choose}
      />
      {chosen.length > 0 && (
        <ul aria-label="Chosen" className="flex flex-wrap gap-1.5">
          {chosen.slice(0, shown).map((value, index) => {
            const name = names?.[index] ?? value
            return (
              <li
                key={value}
                className="inline-flex h-6 max-w-full items-center rounded-control border border-line-strong text-xs"
              >
                <span className="truncate px-2">{name}</span>
                {!isSingle && (
                  <button
                    type="button"
                    aria-label={`Remove ${name}`}
                    onClick={() => onToggle(value)}
                    className="flex h-full w-6 shrink-0 items-center justify-center rounded-r-control border-l border-line text-ink-3 hover:bg-hover hover:text-ink"
                  >
                    <X aria-hidden="true" className="size-3" />
                  </button>
                )}
              </li>
            )
          })}
          {more > 0 && (
            <li className="flex h-6 items-center text-xs text-ink-2">and {more.toLocaleString('en-US')} more</li>
          )}
        </ul>
      )}
    </div>
  )
}
