'use client'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Check, Search } from 'lucide-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { classNames } from './class-names.ts'
import { controlStyle } from './control-style.ts'
import { Field } from './field.tsx'
import { Spinner } from './spinner.tsx'

type SearchListProps<Line> = {
  /** Names the search box: above a field, inside every other box unless `placeholder` says more. */
  label: string
  placeholder?: string
  /** Names the list. */
  listLabel: string
  /**
   * `field` is a control with its label above, `small` a box with a magnifier, `bar` the head of a
   * dialog.
   */
  look: 'field' | 'small' | 'bar'
  /**
   * The lines for the typed text. Keep the same array until they change: a new array moves the
   * highlight to its first line.
   */
  lines: readonly Line[]
  typed: string
  onTyped: (text: string) => void
  keyOf: (line: Line) => string
  onPick: (line: Line) => void
  /** Draws a line. */
  children: (line: Line) => ReactNode
  /** Marks the chosen lines. */
  isChosen?: ((line: Line) => boolean) | undefined
  /** Several lines can be chosen; a second press deselects one. */
  isMultiple?: boolean
  /** The lines on screen are results of an earlier text. */
  isBusy?: boolean
  /**
   * The wire name of a field whose text is a value too: Enter submits the form unless a line is
   * highlighted by arrow keys.
   */
  name?: string
  hint?: string | undefined
  error?: string | undefined
  input?: RefObject<HTMLInputElement | null> | undefined
  /** Shown at the end of the box. */
  end?: ReactNode
  /** Shown instead of the list: why it is empty. */
  notice?: ReactNode
  /** Announced after each change: the number of lines, or why there are none. */
  status?: ReactNode
}

const boxStyle = {
  small:
    'h-8 gap-2.5 rounded-control border border-control px-2 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent',
  bar: 'h-12 shrink-0 gap-2.5 border-b border-line px-4',
}
const listStyle = { field: '-mx-1.5', small: '-mx-1.5 max-h-44 py-1', bar: 'p-1.5' }
const statusStyle = {
  field: 'text-sm text-ink-2',
  small: 'pb-1 text-xs text-ink-2',
  bar: 'border-t border-line px-4 py-2 text-xs text-ink-2',
}

/**
 * A list under its search box: type to narrow, arrows to move, Enter to choose. The caller filters
 * the lines.
 */
export function SearchList<Line>({
  label,
  placeholder = label,
  listLabel,
  look,
  lines,
  typed,
  onTyped,
  keyOf,
  onPick,
  children,
  isChosen,
  isMultiple = false,
  isBusy = false,
  name,
  hint,
  error,
  input,
  end,
  notice,
  status,
}: SearchListProps<Line>) {
  const boxProps = {
    ref: input,
    autoComplete: 'off',
    spellCheck: false,
    // Enter chooses a line. Without a line it must not submit the surrounding form either.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && lines.length === 0 && name === undefined) event.preventDefault()
    },
  }
  return (
    // A list with several choices stays open after a choice and keeps its text.
    <Autocomplete.Root
      open
      inline
      items={lines}
      filter={null}
      autoHighlight={name === undefined ? 'always' : false}
      keepHighlight
      value={typed}
      onValueChange={(next, { reason }) => reason !== 'item-press' && onTyped(next)}
      itemToStringValue={keyOf}
    >
      <div className={look === 'field' ? 'flex flex-col gap-1.5' : 'contents'}>
        {look === 'field' ? (
          <Field label={label} name={name ?? 'search'} hint={hint} error={error}>
            {(control) => (
              <Autocomplete.Input {...control} {...boxProps} className={controlStyle()} />
            )}
          </Field>
        ) : (
          <div className={classNames('flex items-center', boxStyle[look])}>
            <Search
              aria-hidden="true"
              className={classNames(
                'shrink-0 text-ink-3',
                look === 'small' ? 'size-3.5' : 'size-4',
              )}
            />
            <Autocomplete.Input
              {...boxProps}
              aria-label={label}
              placeholder={placeholder}
              className={classNames(
                'h-full w-full bg-transparent outline-none',
                look === 'small' ? 'text-sm' : 'text-base',
              )}
            />
            {isBusy && <Spinner />}
            {end}
          </div>
        )}
        {notice ?? (
          <Autocomplete.List
            aria-label={listLabel}
            aria-multiselectable={isMultiple || undefined}
            aria-busy={isBusy}
            className={classNames(
              'min-h-0 overflow-y-auto',
              // Reserve room for the first lines, so that the content below does not move.
              look === 'small' && isBusy && lines.length === 0 ? 'h-44' : 'empty:hidden',
              listStyle[look],
              look === 'field' && (isMultiple ? 'max-h-48' : 'max-h-80'),
            )}
          >
            {(line: Line) => {
              const chosen = isChosen?.(line)
              return (
                <Autocomplete.Item
                  key={keyOf(line)}
                  value={line}
                  aria-selected={chosen}
                  onClick={() => onPick(line)}
                  className={classNames(
                    'flex cursor-default gap-2 rounded-control text-sm select-none data-highlighted:bg-hover',
                    look === 'field'
                      ? 'h-8 items-center px-1.5'
                      : 'min-h-9 items-center px-2.5 py-1.5',
                  )}
                >
                  {isChosen && (
                    <Check
                      aria-hidden="true"
                      className={classNames(
                        'size-3.5 shrink-0 text-accent',
                        !chosen && 'opacity-0',
                      )}
                    />
                  )}
                  {children(line)}
                </Autocomplete.Item>
              )
            }}
          </Autocomplete.List>
        )}
        <Autocomplete.Status className={classNames('empty:hidden', statusStyle[look])}>
          {status}
        </Autocomplete.Status>
      </div>
    </Autocomplete.Root>
  )
}
