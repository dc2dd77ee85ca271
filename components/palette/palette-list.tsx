'use client'
import { Search, X } from 'lucide-react'
import {
  useEffect,
  useId,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { Money } from '#components/ui/money.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Line, LineGroup } from './lines.ts'
import { matchedPieces } from './match.ts'

/** A group as it is shown: some of its lines, and how many there are. */
export type ShownGroup = LineGroup & { shown: readonly Line[] }

/** How a line is chosen: here, in a new tab, or as the list of all matches of its kind. */
export type Choice = 'here' | 'tab' | 'all'

type PaletteListProps = {
  input: RefObject<HTMLInputElement | null>
  typed: string
  onTyped: (text: string) => void
  /** The words of the kind that the list is narrowed to. */
  narrowedTo: string | undefined
  /** Narrows the list to the kind of the active line, or shows every kind again. */
  onNarrow: (isNarrow: boolean) => void
  groups: readonly ShownGroup[]
  /** The line that Enter chooses; its id moves with it when other lines come. */
  active: Line | undefined
  onActive: (line: Line) => void
  onChoose: (line: Line, choice: Choice) => void
  /** Shown at the end of the box. */
  end: ReactNode
  /** Shown instead of the list. */
  empty: ReactNode
  /** Announced after each change, and shown in the foot. */
  status: string
}

/**
 * The palette's box with its groups of lines. The library's list keeps the place of the active
 * line and not the line, stops at grey lines and leaves Tab, so here it is by hand (ARIA's
 * pattern of a combobox with a list of groups).
 */
export function PaletteList(props: PaletteListProps) {
  const { input, typed, onTyped, narrowedTo, onNarrow, groups, active, onActive, onChoose } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const lines = groups.flatMap(({ shown }) => shown).filter(({ whyNot }) => whyNot === undefined)
  const place = lines.findIndex((line) => line.id === active?.id)
  const optionId = (line: Line) => `${id} ${line.id}`.replaceAll(/\s/g, '-')
  const activeId = active && optionId(active)
  // The first line shows its heading, too.
  useEffect(() => {
    if (place <= 0) list.current?.scrollTo({ top: 0 })
    else if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [place, activeId])
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, altKey } = event
    const isHeld = event.ctrlKey || event.metaKey
    if (key === 'Enter') {
      // A page has its own Ctrl+Enter.
      event.preventDefault()
      if (active) onChoose(active, isHeld ? 'tab' : altKey ? 'all' : 'here')
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && !isHeld && !altKey) {
      event.preventDefault()
      const next = lines[(place + (key === 'ArrowDown' ? 1 : -1) + lines.length) % lines.length]
      if (next) onActive(next)
    } else if (key === 'Tab' && !shiftKey && narrowedTo === undefined && active) {
      event.preventDefault()
      onNarrow(true)
    } else if (
      narrowedTo !== undefined &&
      ((key === 'Tab' && shiftKey) || (key === 'Backspace' && typed === ''))
    ) {
      event.preventDefault()
      onNarrow(false)
    }
  }
  return (
    <>
      <div className="flex h-13 shrink-0 items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        {narrowedTo !== undefined && (
          <button
            type="button"
            aria-label={`Only ${narrowedTo}: search every kind`}
            onClick={() => {
              onNarrow(false)
              input.current?.focus()
            }}
            className="inline-flex h-6 shrink-0 items-center gap-1 rounded-sm bg-accent-tint px-1.5 text-xs font-medium text-accent"
          >
            {narrowedTo} <X aria-hidden="true" className="size-3" />
          </button>
        )}
        <input
          ref={input}
          role="combobox"
          aria-label="Search and go to"
          aria-autocomplete="list"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          autoComplete="off"
          spellCheck={false}
          placeholder="Find a patient, record, provider, cause, page or action"
          value={typed}
          onChange={(event) => onTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 grow bg-transparent text-lg outline-none"
        />
        {props.end}
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Commands"
        tabIndex={-1}
        className="min-h-0 grow overflow-y-auto px-1.5 pb-1.5 outline-none empty:hidden"
      >
        {groups.map((group) => (
          <div
            key={group.key}
            role="group"
            aria-labelledby={`${id}-${group.key}`.replaceAll(/\s/g, '-')}
          >
            <div className="flex items-baseline justify-between gap-3 px-2.5 pt-2.5 pb-1 text-xs text-ink-3">
              <span
                id={`${id}-${group.key}`.replaceAll(/\s/g, '-')}
                className="min-w-0 truncate font-medium"
              >
                {group.label}
              </span>
              {group.shown.length < group.lines.length && (
                <span className="shrink-0 tabular-nums">
                  {group.shown.length} of {group.lines.length}
                  {group.hasMore && '+'}
                </span>
              )}
            </div>
            {group.shown.map((line) => (
              <Option
                key={line.id}
                id={optionId(line)}
                line={line}
                typed={typed}
                isActive={line.id === active?.id}
                onActive={() => onActive(line)}
                onChoose={(choice) => onChoose(line, choice)}
              />
            ))}
            <GroupState group={group} />
          </div>
        ))}
      </div>
      {props.empty}
      <div className="flex h-10 shrink-0 items-center gap-4 border-t border-line bg-sunk px-4 text-xs text-ink-2">
        <span className="flex items-center gap-3 max-sm:hidden">
          <Hint keys="↑ ↓">choose</Hint>
          <Hint keys="↵">open</Hint>
          <Hint keys="Ctrl+↵">new tab</Hint>
          <Hint keys="Alt+↵">all matches</Hint>
          <Hint keys="Tab">only this kind</Hint>
        </span>
        <span role="status" className="ml-auto truncate tabular-nums">
          {props.status}
        </span>
      </div>
    </>
  )
}

// A group keeps the height of one line while it loads, if it failed, and if nothing was found.
function GroupState({ group: { lines, isLoading, failure, none } }: { group: LineGroup }) {
  const isBare = lines.length === 0
  if (isLoading && isBare && failure === undefined)
    return (
      <div aria-hidden="true" className="flex min-h-9 items-center gap-2.5 px-2.5 max-sm:min-h-11">
        <Skeleton className="size-4 shrink-0" />
        <Skeleton className="h-3.5 w-64 max-w-full" />
      </div>
    )
  const words = failure ?? (isBare ? none : undefined)
  if (words === undefined) return null
  return (
    <div
      role="option"
      aria-selected="false"
      aria-disabled="true"
      className="flex min-h-9 items-center px-2.5 text-sm text-ink-3 max-sm:min-h-11"
    >
      {words}
    </div>
  )
}

function Hint({ keys, children }: { keys: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Kbd keys={keys} /> {children}
    </span>
  )
}

type OptionProps = {
  id: string
  line: Line
  typed: string
  isActive: boolean
  onActive: () => void
  onChoose: (choice: Choice) => void
}

function Option({ id, line, typed, isActive, onActive, onChoose }: OptionProps) {
  const { icon: Icon, title, isCode, details = [], status, cents, end, keys, whyNot } = line
  const isOff = whyNot !== undefined
  const grey = details.filter(Boolean).join(' · ')
  const pointer = {
    // The box keeps the focus.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    ...(!isOff && {
      // The pointer that rests where a line comes chooses nothing.
      onMouseMove: () => !isActive && onActive(),
      onClick: ({ ctrlKey, metaKey }: MouseEvent) => onChoose(ctrlKey || metaKey ? 'tab' : 'here'),
    }),
  }
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={isOff || undefined}
      {...pointer}
      className={classNames(
        'flex min-h-9 cursor-default items-center gap-2.5 rounded-control px-2.5 py-1.5 text-sm select-none max-sm:min-h-11',
        isActive && 'bg-accent-tint',
        isOff && 'text-ink-3',
      )}
    >
      <Icon
        aria-hidden="true"
        className={classNames('size-4 shrink-0', isActive ? 'text-accent' : 'text-ink-3')}
        strokeWidth={1.75}
      />
      <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-2.5 sm:flex-nowrap">
        <span className={classNames('max-w-full shrink-0 truncate', isCode && 'font-mono text-xs')}>
          <Matched text={title} typed={typed} />
        </span>{' '}
        {(whyNot ?? grey) !== '' && (
          <span
            className={classNames('min-w-0 truncate text-xs', isOff ? 'text-ink-3' : 'text-ink-2')}
          >
            {whyNot ?? <Matched text={grey} typed={typed} />}
          </span>
        )}
      </span>{' '}
      <span className="flex shrink-0 items-center gap-2.5 text-xs text-ink-2 tabular-nums">
        {status && <StatusBadge tone={status.tone}>{status.word}</StatusBadge>}{' '}
        {cents !== undefined && (
          <span className="font-medium text-ink">
            <Money cents={cents} />
          </span>
        )}{' '}
        {end}
        {keys !== undefined && (
          <span className="max-sm:hidden">
            <Kbd keys={keys} />
          </span>
        )}
      </span>
    </div>
  )
}

function Matched({ text, typed }: { text: string; typed: string }) {
  return matchedPieces(text, typed).map(({ text: piece, isMatch }, place) =>
    isMatch ? (
      <b key={`${place} ${piece}`} className="font-semibold text-ink">
        {piece}
      </b>
    ) : (
      piece
    ),
  )
}
