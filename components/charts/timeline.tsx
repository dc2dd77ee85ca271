'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRouter } from 'next/navigation'
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { useRowHeight } from '#components/ui/use-row-height.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { BarPatterns } from './bar-drawing.tsx'
import { RowPool } from './row-pool.ts'
import {
  lengthOf,
  movedByMonths,
  ticksOf,
  windowWords,
  zoomed,
  zooms,
  type TimeWindow,
} from './time-scale.ts'
import { DayLine, headHeight, TimelineHead } from './timeline-head.tsx'
import { isSeen, TimelineRowView, type TimelineRow } from './timeline-row.tsx'
import { useTimeDrag } from './use-time-drag.ts'
import { timelineKeys, type TimelinePlace } from './use-timeline-keys.ts'

/** Commands of a page to its timeline. */
export type TimelineHandle = {
  moveBy: (rows: number) => void
  focusRow: (row: number) => void
  scrollToTop: () => void
}

type TimelineProps = {
  /** The accessible name of the rows. */
  label: string
  columns: { name: string; code: string; standing: string }
  count: number
  /** A row by its index. The same row must be the same object each time, or it renders again. */
  rowAt: (index: number) => TimelineRow
  window: TimeWindow
  /** Changes the window by an update function, because the last change may not be rendered yet. */
  onWindow: (change: (window: TimeWindow) => TimeWindow) => void
  /** The selected day, and today. */
  asOf: LocalDate
  today: LocalDate
  /** The id of the row with open details. */
  open: string | undefined
  onOpen: (index: number) => void
  isBusy?: boolean
  handle?: Ref<TimelineHandle>
  /** Replaces the rows when there are none. */
  children?: ReactNode
}

// The number of rows before the browser has measured the viewport.
const firstRect = { width: 1_100, height: 560 }

/**
 * Rows down, time across. Only rows near the viewport are in the document. Each row draws its bars
 * in one SVG under links and buttons that name the bars. The timeline is one Tab stop with arrow
 * keys inside. Dragging, a horizontal wheel and Shift with an arrow move the window, which has
 * three lengths.
 */
export function Timeline(props: TimelineProps) {
  const { count, rowAt, window: shown, onWindow, onOpen } = props
  const router = useRouter()
  const scroller = useRef<HTMLDivElement>(null)
  const timeCell = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight()
  const [width, setWidth] = useState(0)
  const [pointed, setPointed] = useState<Pointed>()
  const [place, setPlace] = useState<TimelinePlace>({ row: 0, bar: -1 })
  const active = { row: Math.min(place.row, Math.max(count - 1, 0)), bar: place.bar }
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)))
    observer.observe(timeCell.current!)
    return () => observer.disconnect()
  }, [])
  const ticks = useMemo(() => ticksOf(shown), [shown])
  const shows = useMemo(() => windowWords(shown), [shown])
  const scene = useMemo(() => {
    return { left: shown.from, perDay: width / lengthOf(shown), width }
  }, [shown, width])
  const [pool] = useState(() => new RowPool())
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    initialRect: firstRect,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    // The focused row stays in the document while the person scrolls, so that the focus is not
    // lost.
    rangeExtractor: (range): number[] => pool.rangeOf(range, active.row, virtual.isScrolling),
  })
  useEffect(() => virtual.measure(), [virtual, rowHeight])

  const go = (next: TimelinePlace) => {
    setPlace(next)
    virtual.scrollToIndex(next.row)
    focusSoon(scroller.current, next)
  }
  const seenBars = (row: number) =>
    rowAt(row).bars.flatMap((bar, at) => (isSeen(bar, scene) ? [at] : []))
  const zoom = (steps: number) =>
    onWindow((now) => {
      const at = Math.max(0, Math.min(zooms.length - 1, zooms.indexOf(now.years) + steps))
      return zooms[at] === now.years ? now : zoomed(now, zooms[at]!)
    })
  const pageRows = Math.max(
    1,
    Math.floor(((virtual.scrollRect?.height ?? rowHeight) - headHeight) / rowHeight) - 1,
  )
  const onKeyDown = timelineKeys({
    count,
    pageRows,
    place: active,
    seenBars,
    barsOf: (row) => rowAt(row).bars,
    go,
    pan: (months) => onWindow((now) => movedByMonths(now, months)),
    zoom,
  })
  const drag = useTimeDrag(
    scroller,
    (pixels) =>
      scene.perDay > 0 && onWindow((now) => ({ ...now, from: now.from - pixels / scene.perDay })),
  )
  useImperativeHandle(props.handle, () => ({
    moveBy: (rows) =>
      count > 0 && go({ row: Math.max(0, Math.min(count - 1, active.row + rows)), bar: -1 }),
    focusRow: (row) => go({ row, bar: -1 }),
    scrollToTop: () => {
      setPlace({ row: 0, bar: -1 })
      scroller.current?.scrollTo({ top: 0 })
    },
  }))

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const found = placeOf(event.target)
    if (!found) return
    setPlace(found)
    const bar = rowAt(found.row).bars[found.bar]
    if (bar?.href === undefined) return onOpen(found.row)
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain) return
    event.preventDefault()
    router.push(bar.href)
  }
  const point = (event: { target: EventTarget }) =>
    setPointed(pointedAt(event.target, scroller.current))
  const onFocus = (event: FocusEvent) => {
    const found = placeOf(event.target)
    if (found && (found.row !== active.row || found.bar !== active.bar)) setPlace(found)
    point(event)
  }
  const items = virtual.getVirtualItems()
  const elements = pool.elementsOf(
    items.map(({ index }) => keyOf(rowAt(index), index)),
    count > 0 ? keyOf(rowAt(active.row), active.row) : undefined,
  )
  const pointedBar =
    pointed && pointed.row < count ? rowAt(pointed.row).bars[pointed.bar] : undefined
  return (
    <div className="relative flex min-h-0 min-w-0 grow flex-col">
      <div
        ref={scroller}
        role="grid"
        tabIndex={-1}
        aria-label={props.label}
        aria-rowcount={count + 1}
        aria-busy={props.isBusy || undefined}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={onFocus}
        onBlur={() => setPointed(undefined)}
        onPointerOver={point}
        onPointerLeave={() => setPointed(undefined)}
        onScroll={() => pointed && setPointed(undefined)}
        {...drag}
        className="group relative min-h-0 grow overflow-x-hidden overflow-y-auto overscroll-contain bg-panel"
      >
        <div role="rowgroup" className="sticky top-0 z-20">
          <TimelineHead
            columns={props.columns}
            ticks={ticks}
            scene={scene}
            shows={shows}
            timeRef={timeCell}
          />
        </div>
        <div
          role="rowgroup"
          style={{ height: virtual.getTotalSize() - headHeight }}
          className={`relative transition-opacity ${props.isBusy ? 'opacity-60' : ''}`}
        >
          <div
            aria-hidden="true"
            style={{ width }}
            className="pointer-events-none absolute inset-y-0 right-0 overflow-hidden"
          >
            {count > 0 &&
              ticks.map(({ day }) => (
                <span
                  key={day}
                  style={{ left: (day - scene.left) * scene.perDay }}
                  className="absolute inset-y-0 border-l border-line"
                />
              ))}
          </div>
          {items.map(({ index, start }, place) => (
            <TimelineRowView
              key={elements[place]}
              row={rowAt(index)}
              index={index}
              height={rowHeight}
              top={start - headHeight}
              scene={scene}
              active={index === active.row ? active.bar : undefined}
              isOpen={rowAt(index).id === props.open}
            />
          ))}
          <div
            aria-hidden="true"
            style={{ width }}
            className="pointer-events-none absolute inset-y-0 right-0 overflow-hidden"
          >
            {count > 0 && props.today !== props.asOf && (
              <DayLine date={props.today} scene={scene} isQuiet />
            )}
            {count > 0 && <DayLine date={props.asOf} scene={scene} />}
          </div>
        </div>
        {count === 0 && props.children}
      </div>
      <BarPatterns />
      {pointed && pointedBar && (
        <TimeTip
          pointed={pointed}
          words={pointedBar.name}
          leads={
            pointedBar.href === undefined ? 'Press to see the spans' : 'Press to open the span'
          }
        />
      )}
    </div>
  )
}

// An unreadable row has no id.
function keyOf({ id }: TimelineRow, index: number): string {
  return id || `unreadable-${index}`
}

function placeOf(target: EventTarget): TimelinePlace | undefined {
  const bar = (target as Element).closest<HTMLElement>('[data-bar]')
  const row = bar?.closest<HTMLElement>('[data-row]')
  return bar && row ? { row: Number(row.dataset.row), bar: Number(bar.dataset.bar) } : undefined
}

function pointedAt(target: EventTarget, scroller: HTMLElement | null): Pointed | undefined {
  const place = placeOf(target)
  if (!place || place.bar === -1 || !scroller) return undefined
  const box = (target as Element).closest('[data-bar]')!.getBoundingClientRect()
  const around = scroller.getBoundingClientRect()
  return {
    ...place,
    x: box.left - around.left + box.width / 2,
    top: box.top - around.top,
    bottom: box.bottom - around.top,
    width: around.width,
  }
}

// A distant row renders a moment after the scroll.
function focusSoon(scroller: HTMLElement | null, place: TimelinePlace, tries = 6): void {
  const target = scroller?.querySelector<HTMLElement>(
    `[data-row="${place.row}"] [data-bar="${place.bar}"]`,
  )
  if (target) target.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusSoon(scroller, place, tries - 1))
}

type Pointed = { row: number; bar: number; x: number; top: number; bottom: number; width: number }

const wide = 264

// Describes the bar under the pointer. Screen readers get the same from the bar's name.
function TimeTip({ pointed, words, leads }: { pointed: Pointed; words: string; leads: string }) {
  const left = Math.max(8, Math.min(pointed.x - wide / 2, pointed.width - wide - 8))
  const isBelow = pointed.top < 120
  return (
    <div
      aria-hidden="true"
      style={{ left, width: wide, top: isBelow ? pointed.bottom + 4 : pointed.top - 4 }}
      className={`pointer-events-none absolute z-30 rounded-control bg-raised px-2.5 py-1.5 text-xs text-ink shadow-float ${isBelow ? '' : '-translate-y-full'}`}
    >
      <p className="font-medium">{words}</p>
      <p className="text-ink-2">{leads}</p>
    </div>
  )
}
