'use client'
import { useRef, useState, type KeyboardEvent } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import {
  allTiles,
  columnStyle,
  mapTiles,
  placeName,
  rowStyle,
  tileTowards,
  type Arrow,
  type StateTile,
} from './state-tiles.ts'

type StatesGridProps = {
  /** The name of every square's control. */
  name: string
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/**
 * The states as a map of squares to tick, the other places below it. It is one stop for Tab; the
 * arrows move from square to square as the map lies, Space ticks. Codes that the interface does not
 * name are squares too, so that none is lost.
 */
export function StatesGrid({ name, chosen, onChange }: StatesGridProps) {
  // Codes that came with the contract keep their square when they are unticked.
  const [given] = useState(chosen)
  const tiles = allTiles([...new Set([...given, ...chosen])])
  const [entry, setEntry] = useState(
    () => mapTiles.find(({ code }) => chosen.includes(code))?.code ?? 'WA',
  )
  const grid = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent, from: StateTile) => {
    if (!event.key.startsWith('Arrow') || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const next = tileTowards(tiles, from, event.key as Arrow)
    grid.current
      ?.querySelector<HTMLElement>(`input[value="${CSS.escape(next?.code ?? from.code)}"]`)
      ?.focus()
  }
  const toggle = (code: string) =>
    onChange(
      chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code].toSorted(),
    )
  const split = mapTiles.length
  const square = (tile: StateTile, gap: number) => (
    <StateSquare
      key={tile.code}
      tile={tile}
      gap={gap}
      name={name}
      isChosen={chosen.includes(tile.code)}
      isEntry={tile.code === entry}
      onFocus={() => setEntry(tile.code)}
      onKeyDown={(event) => move(event, tile)}
      onToggle={() => toggle(tile.code)}
    />
  )
  return (
    <div ref={grid} role="group" aria-label="States" className="grid max-w-140 grid-cols-12 gap-1">
      {tiles.slice(0, split).map((tile) => square(tile, 1))}
      <p className="col-span-full row-start-9 pt-1 text-xs text-ink-3">
        Territories, military posts, foreign country
      </p>
      {tiles.slice(split).map((tile) => square(tile, 2))}
    </div>
  )
}

type SquareProps = {
  tile: StateTile
  gap: number
  name: string
  isChosen: boolean
  isEntry: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onToggle: () => void
}

function StateSquare({
  tile: { code, row, column },
  gap,
  name,
  isChosen,
  isEntry,
  onFocus,
  onKeyDown,
  onToggle,
}: SquareProps) {
  return (
    <span
      className={classNames(
        'relative flex h-8 min-w-0 items-stretch',
        columnStyle[column],
        rowStyle[row + gap - 1],
      )}
    >
      <input
        type="checkbox"
        name={name}
        value={code}
        checked={isChosen}
        aria-label={placeName(code)}
        title={placeName(code)}
        tabIndex={isEntry ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onChange={onToggle}
        className="peer w-full cursor-pointer appearance-none rounded-sm border border-line-strong bg-panel hover:bg-hover checked:border-accent checked:bg-accent checked:hover:bg-accent-strong disabled:cursor-not-allowed"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 flex items-center justify-center text-xs text-ink-2 peer-checked:font-semibold peer-checked:text-accent-ink"
      >
        {code}
      </span>
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        className="pointer-events-none absolute top-0.5 right-0.5 size-2.5 fill-none stroke-accent-ink stroke-2 opacity-0 peer-checked:opacity-100"
      >
        <path d="M2.5 6.2 5 8.7l4.6-5.2" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
  )
}
