import type { KeyboardEvent } from 'react'
import { expect, it } from 'vitest'
import type { TimelineBar } from './timeline-row.tsx'
import { timelineKeys, type TimelinePlace } from './use-timeline-keys.ts'

const bar = (start: number, end: number): TimelineBar => ({
  start,
  end,
  look: { tone: 'accent', fill: 'solid' },
  name: `${start}`,
})
// The first bar of the second row lies before what is shown.
const rows = [[bar(0, 9), bar(10, 19), bar(20, 29)], [bar(-90, -50), bar(0, 12), bar(13, 29)], []]

function press(key: string, place: TimelinePlace, modifiers: Partial<KeyboardEvent> = {}): string {
  const calls: string[] = []
  const onKeyDown = timelineKeys({
    count: rows.length,
    pageRows: 2,
    place,
    barsOf: (row) => rows[row]!,
    seenBars: (row) => rows[row]!.flatMap(({ end }, index) => (end >= 0 ? [index] : [])),
    go: (next) => calls.push(`${next.row} ${next.bar}`),
    pan: (months) => calls.push(`pan ${months}`),
    zoom: (steps) => calls.push(`zoom ${steps}`),
  })
  onKeyDown({
    key,
    altKey: false,
    metaKey: false,
    shiftKey: false,
    ctrlKey: false,
    preventDefault: () => undefined,
    ...modifiers,
  } as KeyboardEvent)
  return calls.join()
}

it.each<[string, string, TimelinePlace, Partial<KeyboardEvent>, string]>([
  ['down the names', 'ArrowDown', { row: 0, bar: -1 }, {}, '1 -1'],
  ['no further than the last row', 'ArrowDown', { row: 2, bar: -1 }, {}, '2 -1'],
  ['down keeps the time', 'ArrowDown', { row: 0, bar: 2 }, {}, '1 2'],
  ['down to the bar that holds the middle', 'ArrowDown', { row: 0, bar: 0 }, {}, '1 1'],
  ['down to a row without bars: its name', 'ArrowDown', { row: 1, bar: 1 }, {}, '2 -1'],
  ['a page', 'PageDown', { row: 0, bar: -1 }, {}, '2 -1'],
  ['to the first bar that can be seen', 'ArrowRight', { row: 1, bar: -1 }, {}, '1 1'],
  ['back to the name', 'ArrowLeft', { row: 1, bar: 1 }, {}, '1 -1'],
  ['not beyond the last bar', 'ArrowRight', { row: 0, bar: 2 }, {}, '0 2'],
  ['from a bar that time has moved out of sight', 'ArrowRight', { row: 1, bar: 0 }, {}, '1 -1'],
  ['to the last bar', 'End', { row: 0, bar: -1 }, {}, '0 2'],
  ['to the last row', 'End', { row: 0, bar: -1 }, { ctrlKey: true }, '2 -1'],
  ['time back', 'ArrowLeft', { row: 0, bar: 0 }, { shiftKey: true }, 'pan -1'],
  ['more time', '-', { row: 0, bar: 0 }, {}, 'zoom 1'],
  ['less time, where + needs Shift', '+', { row: 0, bar: 0 }, { shiftKey: true }, 'zoom -1'],
  ['what belongs to the browser', 'ArrowLeft', { row: 0, bar: 0 }, { altKey: true }, ''],
])('%s', (_, key, place, modifiers, expected) => {
  expect(press(key, place, modifiers)).toBe(expected)
})
