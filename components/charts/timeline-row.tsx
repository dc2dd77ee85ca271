'use client'
import { memo, type ReactNode } from 'react'
import { BarDrawing, type DrawnBar } from './bar-drawing.tsx'
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

/**
 * Where the cells of a row and of the head stand. Each has its place by itself: a grid would be worked out anew for every
 * row that comes into sight.
 */
export const cellStyles = {
  name: 'absolute inset-y-0 left-0 w-50 pl-3.5 narrow:w-38',
  code: 'absolute inset-y-0 left-50 w-26 px-2 narrow:left-38 narrow:w-25',
  standing: 'absolute inset-y-0 left-76 w-34 px-2 narrow:left-63',
  time: 'absolute inset-y-0 right-0 left-110 overflow-hidden narrow:left-97',
}

/** One row: its name, its standing, and its time as a drawing under real links. Listeners are the timeline's. */
export const TimelineRowView = memo(function TimelineRowView({
  row,
  index,
  height,
  top,
  scene,
  active,
  isOpen,
}: RowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      // The line at the bottom is one pixel of the height.
      style={{ height, lineHeight: `${height - 1}px`, transform: `translateY(${top}px)` }}
      className={`absolute inset-x-0 top-0 border-b border-line ${isOpen ? 'bg-accent-tint' : active === undefined ? '' : 'group-focus-within:bg-hover'}`}
    >
      <div role="rowheader" className={`${cellStyles.name} ${isOpen ? 'shadow-[inset_2px_0_0_var(--accent)]' : ''}`}>
        <button
          type="button"
          data-bar={-1}
          tabIndex={active === -1 ? 0 : -1}
          aria-expanded={isOpen}
          title={row.name}
          className="max-w-full truncate text-left align-top text-sm/[inherit] text-ink underline-offset-2 hover:underline"
        >
          {row.name}
        </button>
      </div>
      <div role="gridcell" className={`${cellStyles.code} truncate font-mono text-xs/[inherit] text-ink-2`}>
        {row.code}
      </div>
      <div role="gridcell" className={`${cellStyles.standing} flex items-center`}>
        {row.standing}
      </div>
      <div role="gridcell" data-time className={`${cellStyles.time} select-none`}>
        <BarDrawing bars={drawn(row.bars, scene)} width={scene.width} height={height} />
        <BarLinks bars={row.bars} scene={scene} active={active} />
      </div>
    </div>
  )
})

function drawn(bars: readonly TimelineBar[], scene: Scene): DrawnBar[] {
  return bars.map((bar) => {
    const [left, right] = edgesOf(bar, scene)
    return { left, right, look: bar.look, words: bar.words }
  })
}

function BarLinks({ bars, scene, active }: { bars: readonly TimelineBar[]; scene: Scene; active: number | undefined }) {
  // Links and buttons are counted by themselves, so that another row finds elements of both kinds to use again.
  let [links, buttons] = [0, 0]
  return bars.map((bar, place) => {
    const key = bar.href === undefined ? `button ${buttons++}` : `link ${links++}`
    if (!isSeen(bar, scene)) return null
    const [left, right] = edgesOf(bar, scene)
    const shared = {
      'data-bar': place,
      tabIndex: active === place ? 0 : -1,
      style: { left: Math.max(left, 0), width: Math.max(Math.min(right, scene.width) - Math.max(left, 0), 6) },
      className: 'absolute inset-y-1 rounded-sm focus-visible:outline-offset-0',
    }
    // The name is no text within: that would be set for the eye as well, at each row that comes into sight.
    return bar.href === undefined ? (
      <button key={key} type="button" aria-label={bar.name} {...shared} />
    ) : (
      <a key={key} href={bar.href} draggable={false} aria-label={bar.name} {...shared} />
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
