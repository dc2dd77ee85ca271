import { useEffect, useLayoutEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { wrongDates } from '#components/ui/date-input.tsx'
import type { FilterMode } from '#lib/lists/view.ts'

type FilterFrameProps = {
  /** Names the filter in the choice of its mode. */
  label: string
  mode: FilterMode
  /** Absent where the filter has one mode only. */
  onMode: ((mode: FilterMode) => void) | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onRemove: (() => void) | undefined
  children: ReactNode
}

/**
 * The form around a filter's controls: its mode above, "Apply" and "Remove" below. Ctrl or Cmd with
 * Enter applies it from every control.
 */
export function FilterFrame({
  label,
  mode,
  onMode,
  onSubmit,
  onRemove,
  children,
}: FilterFrameProps) {
  const form = useRef<HTMLFormElement>(null)
  // The finder is gone and had the focus: it moves to the value.
  useLayoutEffect(() => valueControl(form.current)?.focus(), [])
  useEffect(() => {
    const inside = form.current!
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      inside.requestSubmit()
    }
    inside.addEventListener('keydown', onKeyDown)
    return () => inside.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <form
      ref={form}
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        const [wrong] = wrongDates(event.currentTarget)
        if (wrong) wrong.reportValidity()
        else onSubmit(event)
      }}
      className="flex flex-col gap-2.5"
      noValidate
    >
      {onMode && (
        <fieldset className="flex gap-3 text-sm">
          <legend className="sr-only">How {label} is used</legend>
          {(['filters', 'first'] as const).map((each) => (
            <label key={each} className="flex items-center gap-1.5">
              <input
                type="radio"
                name="mode"
                value={each}
                checked={mode === each}
                onChange={() => onMode(each)}
                className="accent-accent"
              />
              {each === 'first' ? 'Show first' : 'Show only'}
            </label>
          ))}
        </fieldset>
      )}
      {children}
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

/** The first control inside that takes a value, after the choice of a parameter. */
export function valueControl(inside: HTMLElement | null): HTMLElement | null {
  return (
    inside?.querySelector<HTMLElement>(
      'textarea, select:not([name="by"]), input:not([type="radio"])',
    ) ?? null
  )
}
