import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parseExact, sameJson, toNumber, tooMuchIn } from './json.ts'
import {
  addDays,
  daysBetween,
  firstInstantAt,
  formatDateTime,
  formatInstant,
  formatLocalDate,
  formatTime,
  isLocalDate,
  localDateAt,
  startOfDay,
  weekdayOf,
  withWrittenDates,
} from './local-date.ts'
import { assumedTimeZone, isTimeZone } from './time-zone.ts'
import { formatCents, parseDollars } from './money.ts'

describe('parseExact', () => {
  test('keeps every number as written', () => {
    const text = '{"a":1.0,"b":12345678901234567890,"c":1e2,"d":-0,"e":0.1,"f":[100.00]}'
    expect(JSON.stringify(parseExact(text))).toBe(text)
  })

  test('keeps every spelling of a number, at any place', () => {
    const written = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,4})?([eE][+-]?\d{1,2})?$/)
    const places = fc.constantFrom(
      '#',
      '[#]',
      '["a:1.5",#]',
      '{"at":"10:05:33.1Z","a":#}',
      '[[7,#],"x"]',
      ' #',
      '[ #]',
      '["a",\n#]',
      '{"a":\t#}',
      '{"a" :#}',
    )
    fc.assert(
      fc.property(written, places, (number, place) => {
        expect(JSON.stringify(parseExact(place.replace('#', number)))).toBe(
          place.replaceAll(/\s/g, '').replace('#', number),
        )
      }),
    )
  })

  test('round-trips any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('__proto__'))
        expect(JSON.stringify(parseExact(text))).toBe(text)
      }),
    )
  })

  test('finds what a parser with a reviver finds, also in members that repeat or are numbers', () => {
    const sourceJson = JSON as unknown as { rawJSON: (text: string) => unknown }
    const revive = (_: string, value: unknown, context?: { source?: string }) =>
      typeof value !== 'number' || String(value) === context!.source
        ? value
        : sourceJson.rawJSON(context!.source!)
    const reference = (text: string): unknown =>
      JSON.parse(text, revive as (key: string, value: unknown) => unknown)
    const token = fc.constantFrom(
      '1.0',
      '-0',
      '1e2',
      '7',
      '"a\\"\\\\"',
      '"\\u00e9"',
      'true',
      'false',
      'null',
      '{}',
      '[]',
      '""',
    )
    const name = fc.constantFrom('"a"', '"2"', '"1"', '"b\\n"', '""')
    const { text } = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { maxDepth: 5 },
        token,
        fc.array(tie('text'), { maxLength: 4 }).map((items) => `[ ${items.join(' ,')}]`),
        fc
          .array(fc.tuple(name, tie('text')), { maxLength: 4 })
          .map((members) => `{${members.map((member) => member.join('\t:\n')).join(', ')} }`),
      ),
    }))
    fc.assert(
      fc.property(text, (each) => {
        const whole = `[1.0,${each}]`
        expect(JSON.stringify(parseExact(whole))).toBe(JSON.stringify(reference(whole)))
      }),
    )
  })

  test('reads two million nested lists', () => {
    const depth = 2_000_000
    let value = parseExact(`${'['.repeat(depth)}1.0${']'.repeat(depth)}`)
    let levels = 0
    for (; Array.isArray(value); levels += 1) value = value[0]!
    expect([levels, toNumber(value)]).toEqual([depth, 1])
  })

  test('refuses a member that would change the prototype', () => {
    expect(() => parseExact('{"a":{"__proto__":{}}}')).toThrow(SyntaxError)
    expect(() => parseExact(String.raw`{"a":{"\u005f_pr\u006fto__":{}}}`)).toThrow(SyntaxError)
  })

  test('toNumber reads numbers in their source text', () => {
    expect(toNumber(parseExact('2.50'))).toBe(2.5)
    expect(toNumber('2')).toBeUndefined()
  })
})

test('tooMuchIn counts values and depth without parsing', () => {
  const bounds = { values: 5, depth: 3 }
  const few = ['1', '[1,2,3]', '{"a":{"b":[]}}', '["[{,,,,,,,,", "\\"[[[[[,,,,"]', '[[],[', '"', '']
  expect(few.map((text) => tooMuchIn(text, bounds))).toEqual(few.map(() => undefined))
  expect(tooMuchIn('[1,2,3,4,5]', bounds)).toBe('values')
  expect(tooMuchIn('{}{}{}{}{}', bounds)).toBe('values')
  expect(tooMuchIn('[[[[', bounds)).toBe('depth')
})

test('sameJson ignores the order of members, but not null or missing', () => {
  expect(sameJson({ a: 1, b: [null] }, { b: [null], a: 1 })).toBe(true)
  expect(sameJson({ a: null }, {})).toBe(false)
  expect(sameJson([1, 2], [2, 1])).toBe(false)
  expect(sameJson({ a: undefined }, { b: 1 })).toBe(false)
})

describe('money', () => {
  test.each([
    [123450, '$1,234.50'],
    [5, '$0.05'],
    [0, '$0.00'],
    [-1099, '-$10.99'],
  ])('%i cents', (cents, text) => {
    expect(formatCents(cents)).toBe(text)
  })

  test.each([
    ['1,234.5', 123450],
    ['$12', 1200],
    ['.5', 50],
    ['0', 0],
    ['-3.10', -310],
  ])('%s is an amount', (text, cents) => {
    expect(parseDollars(text)).toBe(cents)
  })

  test.each(['', '1.234', '1,23', 'abc', '.', '12..5', '1 2'])(
    '"%s" is refused, never rounded',
    (text) => {
      expect(parseDollars(text)).toBeUndefined()
    },
  )

  test('a displayed amount parses to the same cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_00 }), (cents) => {
        expect(parseDollars(formatCents(cents))).toBe(cents)
      }),
    )
  })
})

describe('local dates', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('exist in the calendar or are refused', () => {
    expect(['2028-02-29', '2026-12-31'].every(isLocalDate)).toBe(true)
    expect(
      ['2026-02-29', '2026-13-01', '2026-1-1', '', '2026-01-01T00:00:00Z'].some(isLocalDate),
    ).toBe(false)
  })

  test('move and compare in whole days across daylight saving', () => {
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
    expect(daysBetween('2026-10-31', '2026-11-02')).toBe(2)
    fc.assert(
      fc.property(fc.integer({ min: -40_000, max: 40_000 }), (days) => {
        expect(daysBetween('2026-08-14', addDays('2026-08-14', days))).toBe(days)
      }),
    )
  })

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'are the same days where the machine is in %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      expect(new Date(2026, 7, 14).getTimezoneOffset()).not.toBe(0)
      expect(isLocalDate('2026-08-14')).toBe(true)
      expect(addDays('2026-08-14', 1)).toBe('2026-08-15')
      expect(formatLocalDate('2026-08-14')).toBe('Fri 08/14/2026')
    },
  )

  test('are displayed as written', () => {
    expect(formatLocalDate('2026-08-14')).toBe('Fri 08/14/2026')
    expect(formatLocalDate('2026-08-14', { weekday: false, year: false })).toBe('08/14')
    expect(formatLocalDate('soon')).toBe('soon')
    expect(withWrittenDates('from 2026-08-14 to 2026-13-40, at 2026-08-14T10:00:00Z')).toBe(
      'from 08/14/2026 to 2026-13-40, at 2026-08-14T10:00:00Z',
    )
    expect(weekdayOf('2026-08-14')).toBe('Friday')
  })

  test('instants are displayed with a clock of twelve hours', () => {
    const zone = 'America/Los_Angeles'
    const at = (hours: number) => Date.UTC(2026, 7, 14, hours + 7, 5)
    expect([0, 9, 12, 23].map((hours) => formatTime(at(hours), zone))).toEqual([
      '12:05 AM',
      '9:05 AM',
      '12:05 PM',
      '11:05 PM',
    ])
    expect(formatDateTime(at(14), zone)).toBe('08/14/2026, 2:05 PM')
    expect(formatInstant('2026-08-14T14:05:33.1Z')).toBe('08/14/2026, 2:05 PM UTC')
    expect(formatInstant('2026-08-14T14:05:33-07:00', { seconds: true })).toBe(
      '08/14/2026, 2:05:33 PM -07:00',
    )
    expect(formatInstant('soon')).toBe('soon')
  })

  test('today depends on the zone', () => {
    const instant = Date.UTC(2026, 7, 15, 3)
    expect(localDateAt(instant, 'America/Los_Angeles')).toBe('2026-08-14')
    expect(localDateAt(instant, 'Asia/Tokyo')).toBe('2026-08-15')
  })

  test.each([
    ['2026-11-27', 'America/Los_Angeles', '2026-11-27T08:00:00.000Z'],
    ['2026-11-28', 'Pacific/Auckland', '2026-11-27T11:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    // Clocks there skip midnight in spring, and show it twice in autumn.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ])('%s begins in %s at %s', (day, zone, instant) => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    expect(startOfDay(day, zone).toISOString()).toBe(instant)
    expect(localDateAt(Date.parse(instant), zone)).toBe(day)
    expect(localDateAt(Date.parse(instant) - 1, zone)).toBe(addDays(day, -1))
  })

  test('an hour that the clocks skip is the instant at which they skip it, and one that they show twice is the first', () => {
    const at = (day: string, hour: number) =>
      firstInstantAt(day, hour, 'America/New_York').toISOString()
    expect(at('2026-03-08', 2)).toBe('2026-03-08T07:00:00.000Z')
    expect(at('2026-11-01', 1)).toBe('2026-11-01T05:00:00.000Z')
    expect(at('2026-11-01', 2)).toBe('2026-11-01T07:00:00.000Z')
    expect(at('2026-11-27', 2)).toBe('2026-11-27T07:00:00.000Z')
  })

  test('a time zone has a name, and no offset', () => {
    const names = ['America/Los_Angeles', 'Pacific/Auckland', 'UTC', 'Etc/UTC']
    expect(names.every(isTimeZone)).toBe(true)
    expect(['', '+05:00', 'Mars/Olympus', 'Pacific', 'EST', 'utc/x'].some(isTimeZone)).toBe(false)
  })

  test.each([
    ['UTC', 'America/New_York'],
    ['Etc/UTC', 'America/New_York'],
    ['America/Chicago', 'America/Chicago'],
    ['Pacific/Auckland', 'Pacific/Auckland'],
  ])('on a machine in %s an organization begins with %s', (machine, zone) => {
    vi.stubEnv('TZ', machine)
    expect(assumedTimeZone()).toBe(zone)
  })
})
