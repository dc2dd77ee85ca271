'use client'
import { useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { parseFilterValue, typedValues } from '#lib/lists/filter-value.ts'
import { rankedSuffix, type FilterSpec, type FilterValue } from '#lib/lists/list-spec.ts'
import type { FilterMode, FilterTarget } from '#lib/lists/view.ts'
import { FilterControl } from './filter-control.tsx'
import { listProblem } from '#lib/lists/long-lists.ts'
import type { FilterFinding } from './filter-finding.ts'

type FilterEditorProps = {
  spec: FilterSpec
  target: FilterTarget
  value: FilterValue | undefined
  choices: readonly string[]
  finding: FilterFinding | undefined
  onApply: (mode: FilterMode, value: FilterValue) => void
  /** Takes the filter off; absent while it is being added. */
  onRemove?: (() => void) | undefined
}

/** The control that holds a filter's value, in the popover or form that shows it. */
export function valueControl(inside: HTMLElement | null): HTMLElement | null {
  return inside?.querySelector<HTMLElement>('textarea, select, input:not([type="radio"])') ?? null
}

/** The form of one filter: how it is used, its value, and a way off. */
export function FilterEditor({ spec, target, value, choices, finding, onApply, onRemove }: FilterEditorProps) {
  const [mode, setMode] = useState<FilterMode>(target.mode)
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  // After a filter was found by name, the box that had the focus is gone: it goes on to the value.
  useLayoutEffect(() => valueControl(form.current)?.focus(), [])
  // A ranked sort is a parameter of its own, and may be set beside the filter of the same name.
  const name = mode === 'first' ? target.name + rankedSuffix : target.name
  const apply = (texts: string[]) => {
    const next = parseFilterValue(spec, texts)
    if (next === undefined)
      setError(spec.kind === 'date' ? 'Enter a full date.' : 'Enter a value, or remove the filter.')
    else if (listProblem(spec, name, next) !== undefined) setError(listProblem(spec, name, next))
    else onApply(mode, next)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    apply(typedValues(spec, String(new FormData(event.currentTarget).get(name) ?? '')))
  }
  return (
    <form ref={form} method="post" onSubmit={submit} className="flex flex-col gap-2.5" noValidate>
      {spec.first && (
        <fieldset className="flex gap-3 text-sm">
          <legend className="sr-only">How {spec.label} is used</legend>
          {(['filters', 'first'] as const).map((each) => (
            <label key={each} className="flex items-center gap-1.5">
              <input
                type="radio"
                name="mode"
                value={each}
                checked={mode === each}
                onChange={() => setMode(each)}
                className="accent-accent"
              />
              {each === 'first' ? 'Show first' : 'Show only'}
            </label>
          ))}
        </fieldset>
      )}
      <FilterControl
        spec={spec}
        name={name}
        value={value}
        choices={choices}
        finding={finding}
        onPick={(choice) => apply([choice])}
        error={error}
      />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" size="small">
          Apply
        </Button>
        {onRemove && (
          <Button tone="quiet" size="small" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </form>
  )
}
