import { describe, expect, it, test } from 'vitest'
import {
  dateOfDay,
  dayNumber,
  lengthOf,
  movedByMonths,
  ticksOf,
  windowAround,
  windowWords,
  zooms,
  zoomed,
} from './time-scale.ts'

const asOf = '2026-11-21'

describe('a window', () => {
  it.each(zooms)(
    'of %d years begins with a month and holds the day with some time after it',
    (years) => {
      const window = windowAround(asOf, years)
      expect(dateOfDay(window.from)).toMatch(/-01$/)
      const place = (dayNumber(asOf) - window.from) / lengthOf(window)
      expect(place).toBeGreaterThan(0.6)
      expect(place).toBeLessThan(0.9)
    },
  )

  it('moves by months, over the end of a year and back', () => {
    const window = { from: dayNumber('2025-12-01'), years: 1 as const }
    expect(dateOfDay(movedByMonths(window, 1).from)).toBe('2026-01-01')
    expect(dateOfDay(movedByMonths(window, -12).from)).toBe('2024-12-01')
    expect(movedByMonths(movedByMonths(window, 7), -7)).toEqual(window)
  })

  it('that was dragged into a month comes back to its begin first', () => {
    const dragged = { from: dayNumber('2026-03-15') + 0.4, years: 1 as const }
    expect(dateOfDay(movedByMonths(dragged, -1).from)).toBe('2026-03-01')
    expect(dateOfDay(movedByMonths(dragged, 1).from)).toBe('2026-04-01')
  })

  it('keeps its middle when it is zoomed, to a month', () => {
    const window = windowAround(asOf, 1)
    const middle = (one: typeof window) => one.from + lengthOf(one) / 2
    for (const years of zooms)
      expect(Math.abs(middle(zoomed(window, years)) - middle(window))).toBeLessThan(32)
  })

  it('says what it shows', () => {
    expect(windowWords({ from: dayNumber('2025-12-01'), years: 1 })).toBe(
      '12/01/2025 to 11/30/2026',
    )
  })
})

test('a year has months, two years quarters, five years years', () => {
  const labels = (years: 1 | 2 | 5) =>
    ticksOf({ from: dayNumber('2025-12-01'), years })
      .map(({ label }) => label)
      .filter(Boolean)
  expect(labels(1)).toEqual(
    [
      'Dec',
      'Jan ’26',
      'Feb',
      'Mar',
      'Apr',
      'May',
      'Jun',
      'Jul',
      'Aug',
      'Sep',
      'Oct',
      'Nov',
      'Dec',
    ].slice(0, labels(1).length),
  )
  expect(labels(1).length).toBeGreaterThanOrEqual(12)
  expect(labels(2)).toEqual(['Q1 ’26', 'Q2', 'Q3', 'Q4', 'Q1 ’27', 'Q2', 'Q3', 'Q4'])
  expect(labels(5)).toEqual(['2026', '2027', '2028', '2029', '2030'])
})

test('in little room January shows the year', () => {
  expect(
    ticksOf({ from: dayNumber('2025-12-01'), years: 1 })
      .slice(0, 3)
      .map(({ brief }) => brief),
  ).toEqual(['D', '’26', 'F'])
})

test('days count the same through a clock change', () => {
  expect(dayNumber('2026-03-09') - dayNumber('2026-03-07')).toBe(2)
  expect(dateOfDay(dayNumber('2026-11-01') + 1)).toBe('2026-11-02')
})
