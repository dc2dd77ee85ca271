'use client'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { insuranceWords } from './insurance-words.ts'

type TypeListProps = {
  /** The wire name of the chosen codes. */
  name: string
  /** The line of business, for the names of the controls: "Medicare". */
  label: string
  codes: readonly string[]
  chosen: readonly string[]
  onToggle: (code: string) => void
}

/**
 * A list of insurance types to tick. It is one Tab stop; arrows, Home and End move in it, Space
 * ticks. Typing in the box or on a row filters by code or words. Enter in the box ticks the first
 * match and clears the box; it never removes a tick.
 */
export function TypeList({ name, label, codes, chosen, onToggle }: TypeListProps) {
  const [query, setQuery] = useState('')
  const [entry, setEntry] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const finder = useRef<HTMLInputElement>(null)
  const shown = matchingTypes(codes, query)
  // The row of the Tab stop: the last focused row, else the first ticked row.
  const stop =
    [entry, ...chosen].find((code) => code !== undefined && shown.includes(code)) ?? shown[0]
  const focusRow = (code: string | undefined) =>
    list.current?.querySelector<HTMLElement>(`input[value="${CSS.escape(code ?? '')}"]`)?.focus()
  const onFinderKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const [first] = shown
    if (event.key === 'ArrowDown') focusRow(first)
    else if (event.key === 'Enter' && query.trim() !== '' && first !== undefined) {
      if (!chosen.includes(first)) onToggle(first)
      setQuery('')
    } else if (event.key === 'Escape' && query !== '') setQuery('')
    else if (event.key !== 'Enter') return
    event.preventDefault()
  }
  const onRowKey = (event: KeyboardEvent, at: number) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const to = nextRow(event.key, at, shown.length)
    if (to === -1) finder.current?.focus()
    else if (to !== undefined) focusRow(shown[to])
    else if (event.key.length === 1 && event.key !== ' ') {
      setQuery(event.key)
      finder.current?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <>
      <p className="mt-2 text-xs text-ink-3">
        {chosen.length === 0 ? 'None chosen' : `${chosen.length} chosen: ${chosen.join(', ')}`}
      </p>
      <div className="mt-1 overflow-hidden rounded-control border border-line">
        <TextInput
          ref={finder}
          type="search"
          aria-label={`Find a ${label} insurance type`}
          placeholder="Find by code or words"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onFinderKey}
          className="rounded-b-none border-x-0 border-t-0 border-b-line! text-sm!"
        />
        {shown.length === 0 && (
          <p role="status" className="px-2.5 py-2 text-sm text-ink-2">
            No insurance type matches “{query.trim()}”.
          </p>
        )}
        <ul
          ref={list}
          aria-label={`${label} insurance types`}
          className="flex max-h-52 flex-col overflow-y-auto px-2.5 py-1.5 empty:hidden"
        >
          {shown.map((code, place) => (
            <li key={code}>
              <Checkbox
                className="min-h-7 w-full"
                name={name}
                value={code}
                checked={chosen.includes(code)}
                tabIndex={code === stop ? 0 : -1}
                onFocus={() => setEntry(code)}
                onKeyDown={(event) => onRowKey(event, place)}
                onChange={() => onToggle(code)}
              >
                <span className="mr-2 font-mono text-xs">{code}</span>{' '}
                <span className="text-ink-2">
                  {Object.hasOwn(insuranceWords, code) && insuranceWords[code]}
                </span>
              </Checkbox>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/**
 * The codes that match a query: those that begin with it, then those with it in their words. All
 * codes for a blank query.
 */
export function matchingTypes(codes: readonly string[], query: string): string[] {
  const sought = query.trim().toLowerCase()
  if (sought === '') return [...codes]
  const byCode = codes.filter((code) => code.toLowerCase().startsWith(sought))
  const byWords = codes.filter(
    (code) =>
      !byCode.includes(code) &&
      Object.hasOwn(insuranceWords, code) &&
      insuranceWords[code]!.toLowerCase().includes(sought),
  )
  return [...byCode, ...byWords]
}

/**
 * The row that a key moves to: -1 for the search box above the list, undefined for a key that does
 * not move.
 */
export function nextRow(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return at - 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
