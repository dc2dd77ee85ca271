'use client'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { BarDrawing } from './bar-drawing.tsx'
import type { DrawnBar } from './bar-drawing.tsx'
import type { BarLook } from './bar-look.ts'

/** A stretch of a row's time. Both ends belong to it, as days since 1970-01-01; one without an edge ends far away. */
export type TimelineBar = {
  start: number
  end: number
  look: BarLook
  /** What is written in the bar, where it fits. */
  words?: string
  /** What it is and from when to when: for assistive technology, and what a hover shows. */
  name: string
  /** Where pressing it leads; without one it opens the row. */
  href?: string
}

export type TimelineRow = {
  id: string
  name: string
  /** A code beside the name. */
  code?: string | undefined
  /** How the row stands on the day that is looked at. */
  standing: ReactNode
  bars: readonly TimelineBar[]
}

/** What all rows of a drawing share: where a day is. `left` is the day at the left edge; lengths are pixels. */
export type Scene = { left: number; perDay: number; width: number }

type RowProps = {
  row: TimelineRow
  index: number
  height: number
  top: number
  scene: Scene
  /** The bar that the keyboard stands on, -1 for the row's name; undefined when it is in another row. */
  active: number | undefined
  isOpen: boolean
}

/** Where the columns of a row and of the head begin and end. */
export const columnsStyle = 'grid grid-cols-[12.5rem_6.5rem_8.5rem_minmax(0,1fr)] narrow:grid-cols-[9.5rem_6.25rem_8.5rem_minmax(0,1fr)]'

/** One row: its name, its standing, and its time as a drawing under real links. Listeners are the timeline's. */
export const TimelineRowView = memo(function TimelineRowView({ row, index, height, top, scene, active, isOpen }: RowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      style={{ height, transform: `translateY(${top}px)` }}
      className={`absolute inset-x-0 top-0 border-b border-line ${columnsStyle} ${isOpen ? 'bg-accent-tint' : active === undefined ? '' : 'group-focus-within:bg-hover'}`}
    >
      <div role="rowheader" className={`flex min-w-0 items-center pl-3.5 ${isOpen ? 'shadow-[inset_2px_0_0_var(--accent)]' : ''}`}>
        <button type="button" data-bar={-1} tabIndex={active === -1 ? 0 : -1} aria-expanded={isOpen} title={row.name} className="truncate text-left text-sm text-ink underline-offset-2 hover:underline">
          {row.name}
        </button>
      </div>
      <div role="gridcell" className="flex items-center truncate px-2 font-mono text-xs text-ink-2">
        {row.code}
      </div>
      <div role="gridcell" className="flex min-w-0 items-center px-2">
        {row.standing}
      </div>
      <div role="gridcell" data-time className="relative overflow-hidden select-none">
        <BarDrawing bars={drawn(row.bars, scene)} width={scene.width} height={height} />
        <BarLinks bars={row.bars} scene={scene} active={active} />
      </div>
    </div>
  )
})

function drawn(bars: readonly TimelineBar[], scene: Scene): DrawnBar[] {
  return bars.map((bar) => {
    const [left, right] = edgesOf(bar, scene)
    return { key: bar.start, left, right, look: bar.look, words: bar.words }
  })
}

function BarLinks({ bars, scene, active }: { bars: readonly TimelineBar[]; scene: Scene; active: number | undefined }) {
  return bars.map((bar, place) => {
    const [left, right] = edgesOf(bar, scene)
    if (!isSeen(bar, scene)) return null
    const shared = {
      'data-bar': place,
      tabIndex: active === place ? 0 : -1,
      style: { left: Math.max(left, 0), width: Math.max(Math.min(right, scene.width) - Math.max(left, 0), 6) },
      className: 'absolute inset-y-1 rounded-sm focus-visible:outline-offset-0',
    }
    const name = <span className="sr-only">{bar.name}</span>
    return bar.href === undefined ? (
      <button key={bar.start} type="button" {...shared}>
        {name}
      </button>
    ) : (
      <a key={bar.start} href={bar.href} draggable={false} {...shared}>
        {name}
      </a>
    )
  })
}

/** True when some of the bar lies in the window. */
export function isSeen(bar: TimelineBar, scene: Scene): boolean {
  const [left, right] = edgesOf(bar, scene)
  return right > 0 && left < scene.width
}

function edgesOf({ start, end }: TimelineBar, { left, perDay }: Scene): [left: number, right: number] {
  return [(start - left) * perDay, (end + 1 - left) * perDay]
}
