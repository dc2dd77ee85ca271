'use client'
import { startTransition, useEffect, useRef, useState } from 'react'
import { Popover } from '#components/ui/popover.tsx'
import type { FilterChoices, ListSpec } from '#lib/lists/list-spec.ts'
import { type ListView, type ViewChange, replaceFilter, setFilter, type FilterTarget } from '#lib/lists/view.ts'
import { FilterEditor, valueControl } from './filter-editor.tsx'
import type { FilterFinding } from './filter-finding.ts'
import { FilterFinder } from './filter-finder.tsx'

type FilterPopoverProps = {
  anchor: HTMLElement
  spec: ListSpec
  view: ListView
  choices: FilterChoices
  finding: FilterFinding | undefined
  /** Filters that the page sets itself and that cannot be chosen. */
  hidden: readonly string[]
  /** The chip to edit; none to add a filter. */
  target: FilterTarget | undefined
  onView: (change: ViewChange) => void
  onClose: () => void
}

/** Where a filter is found, given its value, changed or removed. Loaded on first use. */
export function FilterPopover({
  anchor,
  spec,
  view,
  choices,
  finding,
  hidden,
  target,
  onView,
  onClose,
}: FilterPopoverProps) {
  const [chosen, setChosen] = useState(target)
  const content = useRef<HTMLDivElement>(null)
  const value = chosen && view[chosen.mode][chosen.name]
  const apply = (change: ViewChange) => {
    onView(change)
    onClose()
  }
  useEffect(() => finding?.load(), [finding])
  const choose = (name: string) => {
    const show = () => setChosen({ name, mode: 'filters' })
    // The list of filters stays until the search by name is there; what needs none follows the key at once.
    if (finding && spec.filters[name]!.lookUp) startTransition(show)
    else show()
  }
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      label={chosen ? `Filter by ${spec.filters[chosen.name]!.label}` : 'Add filter'}
      initialFocus={() => valueControl(content.current)}
      className={chosen && spec.filters[chosen.name]!.lookUp ? 'w-96 p-3' : 'w-72 p-3'}
    >
      <div ref={content}>
        {chosen ? (
          <FilterEditor
            key={chosen.name}
            spec={spec.filters[chosen.name]!}
            target={chosen}
            value={value}
            choices={choices[chosen.name] ?? []}
            finding={finding}
            onApply={(mode, next) => apply((now) => replaceFilter(now, chosen, { name: chosen.name, mode }, next))}
            onRemove={value === undefined ? undefined : () => apply((now) => setFilter(now, chosen, undefined))}
          />
        ) : (
          <FilterFinder spec={spec} hidden={hidden} onChoose={choose} />
        )}
      </div>
    </Popover>
  )
}
