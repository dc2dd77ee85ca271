'use client'
import type { KeyboardEvent } from 'react'
import type { TimelineBar } from './timeline-row.tsx'

/** The position of the keyboard: a row and a bar in it, or -1 for the row's name. */
export type TimelinePlace = { row: number; bar: number }

type TimelineKeys = {
  count: number
  /** The rows that a page key moves by. */
  pageRows: number
  place: TimelinePlace
  /** The indexes of a row's visible bars. */
  seenBars: (row: number) => number[]
  barsOf: (row: number) => readonly TimelineBar[]
  go: (place: TimelinePlace) => void
  pan: (months: number) => void
  zoom: (steps: number) => void
}

/**
 * The keys of a timeline, for its `onKeyDown`: arrows for rows and bars, Home and End, page keys,
 * Shift with an arrow for the window, + and - for its length. The browser handles Enter on links
 * and buttons.
 */
export function timelineKeys(keys: TimelineKeys) {
  return (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return
    const move = event.shiftKey
      ? shifted(event.key, keys)
      : (event.ctrlKey ? jumps : moves)[event.key]
    if (!move) return
    event.preventDefault()
    move(keys)
  }
}

type Move = (keys: TimelineKeys) => void

const moves: Record<string, Move> = {
  ArrowDown: (keys) => toRow(keys, keys.place.row + 1),
  ArrowUp: (keys) => toRow(keys, keys.place.row - 1),
  PageDown: (keys) => toRow(keys, keys.place.row + keys.pageRows),
  PageUp: (keys) => toRow(keys, keys.place.row - keys.pageRows),
  ArrowRight: (keys) => beside(keys, 1),
  ArrowLeft: (keys) => beside(keys, -1),
  Home: ({ go, place }) => go({ ...place, bar: -1 }),
  End: ({ go, place, seenBars }) => go({ ...place, bar: seenBars(place.row).at(-1) ?? -1 }),
  '+': ({ zoom }) => zoom(-1),
  '=': ({ zoom }) => zoom(-1),
  '-': ({ zoom }) => zoom(1),
}

const jumps: Record<string, Move> = {
  Home: (keys) => toRow(keys, 0),
  End: (keys) => toRow(keys, keys.count - 1),
}

function shifted(key: string, { pan, zoom }: TimelineKeys): Move | undefined {
  if (key === 'ArrowLeft') return () => pan(-1)
  if (key === 'ArrowRight') return () => pan(1)
  return key === '+' ? () => zoom(-1) : undefined
}

function beside({ place, seenBars, go }: TimelineKeys, step: 1 | -1): void {
  const stops = [-1, ...seenBars(place.row)]
  const at = stops.indexOf(place.bar)
  go({ ...place, bar: stops[Math.max(0, Math.min(stops.length - 1, at + step))]! })
}

// Up and down stay at the same time: the other row's bar around the middle of this one, else the
// nearest bar.
function toRow({ place, count, seenBars, barsOf, go }: TimelineKeys, wanted: number): void {
  if (count === 0) return
  const row = Math.max(0, Math.min(count - 1, wanted))
  const from = barsOf(place.row)[place.bar]
  const others = seenBars(row)
  if (place.bar === -1 || !from || others.length === 0) return go({ row, bar: -1 })
  const middle = (from.start + from.end) / 2
  const distance = (bar: number) => {
    const { start, end } = barsOf(row)[bar]!
    return Math.max(start - middle, middle - end, 0)
  }
  go({ row, bar: others.reduce((best, bar) => (distance(bar) < distance(best) ? bar : best)) })
}
