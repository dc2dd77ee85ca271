'use client'
import { memo, type ReactNode } from 'react'
import { BarDrawing, type DrawnBar } from './bar-drawing.tsx'
import type { BarLook } from './bar-look.ts'

/**
 * A period of a row. Both days belong to it, in days since 1970-01-01; an open end is a day far
 * away.
 */
export type TimelineBar = {
  start: number
  end: number
  look: BarLook
  /** The text in the bar, if it fits. */
  words?: string
  /** The state and its dates, for assistive technology and the tooltip. */
  name: string
  /** The link of the bar; without one a press opens the row. */
  href?: string
}

export type TimelineRow = {
  id: string
  name: string
  /** A code beside the name. */
  code?: string | undefined
  /** The state of the row on the selected day. */
  standing: ReactNode
  bars: readonly TimelineBar[]
}

/** The scale of all rows. `left` is the day at the left edge; lengths are in pixels. */
export type Scene = { left: number; perDay: number; width: number }

type RowProps = {
  row: TimelineRow
  index: number
  height: number
  top: number
  scene: Scene
  /** The bar that takes the Tab key, -1 for the row's name; undefined when another row has it. */
  active: number | undefined
  isOpen: boolean
}

/**
 * The positions of the cells of a row and of the head. They are absolute, because the browser would
 * lay out a grid again for each row that comes into view.
 */
export const cellStyles = {
  name: 'absolute inset-y-0 left-0 w-50 pl-3.5 narrow:w-38',
  code: 'absolute inset-y-0 left-50 w-26 px-2 narrow:left-38 narrow:w-25',
  standing: 'absolute inset-y-0 left-76 w-34 px-2 narrow:left-63',
  time: 'absolute inset-y-0 right-0 left-110 overflow-hidden narrow:left-97',
}

/**
 * One row: its name, its state, and its bars as a drawing under real links. The timeline has the
 * listeners.
 */
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
      // The height includes the line at the bottom, one pixel.
      style={{ height, lineHeight: `${height - 1}px`, transform: `translateY(${top}px)` }}
      className={`absolute inset-x-0 top-0 border-b border-line ${isOpen ? 'bg-accent-tint' : active === undefined ? '' : 'group-focus-within:bg-hover'}`}
    >
      <div
        role="rowheader"
        className={`${cellStyles.name} ${isOpen ? 'shadow-[inset_2px_0_0_var(--accent)]' : ''}`}
      >
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
      <div
        role="gridcell"
        className={`${cellStyles.code} truncate font-mono text-xs/[inherit] text-ink-2`}
      >
        {row.code}
      </div>
      <div role="gridcell" className={`${cellStyles.standing} flex items-center`}>
        {row.standing}
      </div>
      <div role="gridcell" data-time className={`${cellStyles.time} select-none`}>
        <BarDrawing bars={drawnBars(row.bars, scene)} width={scene.width} height={height} />
        <BarLinks bars={row.bars} scene={scene} active={active} />
      </div>
    </div>
  )
})

function drawnBars(bars: readonly TimelineBar[], scene: Scene): DrawnBar[] {
  return bars.map((bar) => {
    const [left, right] = edgesOf(bar, scene)
    return { left, right, look: bar.look, words: bar.words }
  })
}

function BarLinks({
  bars,
  scene,
  active,
}: {
  bars: readonly TimelineBar[]
  scene: Scene
  active: number | undefined
}) {
  // Links and buttons have separate keys, so that the next row can reuse elements of both kinds.
  let [links, buttons] = [0, 0]
  return bars.map((bar, place) => {
    const key = bar.href === undefined ? `button ${buttons++}` : `link ${links++}`
    if (!isSeen(bar, scene)) return null
    const [left, right] = edgesOf(bar, scene)
    const shared = {
      'data-bar': place,
      tabIndex: active === place ? 0 : -1,
      style: {
        left: Math.max(left, 0),
        width: Math.max(Math.min(right, scene.width) - Math.max(left, 0), 6),
      },
      className: 'absolute inset-y-1 rounded-sm focus-visible:outline-offset-0',
    }
    // `aria-label` instead of hidden text: the browser would lay out the text of each row that
    // comes into view.
    return bar.href === undefined ? (
      <button key={key} type="button" aria-label={bar.name} {...shared} />
    ) : (
      <a key={key} href={bar.href} draggable={false} aria-label={bar.name} {...shared} />
    )
  })
}

/** True when part of the bar is in the window. */
export function isSeen(bar: TimelineBar, scene: Scene): boolean {
  const [left, right] = edgesOf(bar, scene)
  return right > 0 && left < scene.width
}

function edgesOf(
  { start, end }: TimelineBar,
  { left, perDay }: Scene,
): [left: number, right: number] {
  return [(start - left) * perDay, (end + 1 - left) * perDay]
}
