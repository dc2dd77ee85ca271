import { memo, type Ref } from 'react'
import type { LocalDate } from '#lib/core/local-date.ts'
import { dayNumber, type Tick } from './time-scale.ts'
import { cellStyles, type Scene } from './timeline-row.tsx'

export const headHeight = 31

// Below these widths a label is shortened, then one letter, then left out.
const letterRoom = 6
const edgesRoom = 12
const briefRoom = 23
const oneRoom = 15

type HeadProps = {
  columns: { name: string; code: string; standing: string }
  ticks: readonly Tick[]
  scene: Scene
  /** The window in words. */
  shows: string
  timeRef: Ref<HTMLDivElement>
}

/** The head of a timeline: the columns' names, and the months, quarters or years. */
export const TimelineHead = memo(function TimelineHead({
  columns,
  ticks,
  scene,
  shows,
  timeRef,
}: HeadProps) {
  const heads = 'flex items-center text-xs font-medium text-ink-2'
  return (
    <div
      role="row"
      aria-rowindex={1}
      style={{ height: headHeight }}
      className="relative border-b border-line-strong bg-panel"
    >
      <div role="columnheader" className={`${cellStyles.name} ${heads}`}>
        {columns.name}
      </div>
      <div role="columnheader" className={`${cellStyles.code} ${heads}`}>
        {columns.code}
      </div>
      <div role="columnheader" className={`${cellStyles.standing} ${heads} truncate`}>
        {columns.standing}
      </div>
      <div ref={timeRef} role="columnheader" className={cellStyles.time}>
        <span className="sr-only">Time, {shows}</span>
        {ticks.map(({ day, label, brief, letter, isMajor }, place) => {
          const x = (day - scene.left) * scene.perDay
          const next = ticks.slice(place + 1).find((tick) => tick.label)
          const room = (next ? (next.day - scene.left) * scene.perDay : scene.width) - x
          return (
            <span
              key={day}
              aria-hidden="true"
              style={{ left: x, width: Math.max(room, 0) }}
              className={`absolute inset-y-0 flex items-center overflow-hidden border-l pl-1.5 text-xs whitespace-nowrap ${isMajor ? 'border-line-strong font-medium text-ink' : 'border-line text-ink-2'}`}
            >
              {label && room < label.length * letterRoom + edgesRoom
                ? room > briefRoom
                  ? brief
                  : room > oneRoom && letter
                : label}
            </span>
          )
        })}
      </div>
    </div>
  )
})

/** A line that marks a day through all rows; `isQuiet` is the fainter one. */
export function DayLine({
  date,
  scene,
  isQuiet = false,
}: {
  date: LocalDate
  scene: Scene
  isQuiet?: boolean
}) {
  const x = (dayNumber(date) + 0.5 - scene.left) * scene.perDay
  if (x < 0 || x > scene.width) return null
  return (
    <span
      style={{ left: x }}
      className={`absolute inset-y-0 ${isQuiet ? 'border-l border-dashed border-ink-3' : 'w-px bg-ink'}`}
    />
  )
}
