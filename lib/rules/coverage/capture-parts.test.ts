import { expect, it, test } from 'vitest'
import { partsOf } from './capture-parts.ts'

const line = (more: object = {}) => ({ charge_amount_cents: 100, ...more })
const data = (lines: object[], more: object = {}) => ({
  place_of_service_code: '11',
  service_lines: lines,
  ...more,
})
const day = '2026-11-01'

it.each([
  [
    'a capture without lines is one part of its own days',
    data([], { end_date_of_service: '2026-11-03' }),
    [{ from: day, to: '2026-11-03', isAtFacility: true, lines: [] }],
  ],
  [
    'lines without days have the capture’s',
    data([line(), line()]),
    [{ from: day, to: day, cents: 200, isAtFacility: true, lines: [0, 1] }],
  ],
  [
    'a line with its own date is a separate part',
    data([line({ date_of_service: day }), line({ date_of_service: '2026-11-02' }), line()]),
    [
      { from: day, to: day, cents: 200, isAtFacility: true, lines: [0, 2] },
      { from: '2026-11-02', to: '2026-11-02', cents: 100, isAtFacility: true, lines: [1] },
    ],
  ],
  [
    'a line keeps its own last day',
    data([line({ date_of_service: '2026-11-02', end_date_of_service: '2026-11-04' })]),
    [{ from: '2026-11-02', to: '2026-11-04', cents: 100, isAtFacility: true, lines: [0] }],
  ],
  [
    'the capture’s end date does not apply to a line of another date',
    data([line({ date_of_service: '2026-11-02' })], { end_date_of_service: '2026-11-09' }),
    [{ from: '2026-11-02', to: '2026-11-02', cents: 100, isAtFacility: true, lines: [0] }],
  ],
  [
    'an end before its start is ignored',
    data([line({ end_date_of_service: '2026-10-01' })]),
    [{ from: day, to: day, cents: 100, isAtFacility: true, lines: [0] }],
  ],
  [
    'an unreadable date counts as missing',
    data([line({ date_of_service: 'soon' })]),
    [{ from: undefined, to: undefined, cents: 100, isAtFacility: true, lines: [0] }],
  ],
  [
    'a telehealth line is a separate part',
    data([line(), line({ place_of_service_code: '10' })]),
    [
      { from: day, to: day, cents: 100, isAtFacility: true, lines: [0] },
      { from: day, to: day, cents: 100, isAtFacility: false, isAtPatient: true, lines: [1] },
    ],
  ],
  [
    'a line in an emergency room is a separate part',
    data([line(), line({ place_of_service_code: '23' })]),
    [
      { from: day, to: day, cents: 100, isAtFacility: true, lines: [0] },
      { from: day, to: day, cents: 100, isAtFacility: true, isEmergency: true, lines: [1] },
    ],
  ],
  [
    'without a place of service the place is uncertain',
    { service_lines: [line()] },
    [{ from: day, to: day, cents: 100, isAtFacility: false, lines: [0] }],
  ],
  [
    'a charge that is no whole number of cents is not counted',
    data([line({ charge_amount_cents: '100' })]),
    [{ from: day, to: day, isAtFacility: true, lines: [0] }],
  ],
])('%s', (_, given, expected) => {
  expect(partsOf(given, day)).toEqual(expected)
})

test('accepts any input', () => {
  for (const odd of [
    null,
    undefined,
    7,
    [],
    { service_lines: 'none' },
    { service_lines: [null, 3] },
  ])
    expect(partsOf(odd, undefined).length).toBeGreaterThan(0)
})
