import { type LocalDate, isLocalDate } from '#lib/core/local-date.ts'
import { valueAt, isGiven, listAt, textAt } from '#lib/rules/edit/json-path.ts'

/**
 * Lines of a capture that share days and certainty of place, so they are paid or denied together.
 */
export type CapturePart = {
  /** The first and the last day of the service; undefined if no day is given. */
  from?: LocalDate | undefined
  to?: LocalDate | undefined
  /** The charges of its lines in whole cents; undefined if no line has a charge. */
  cents?: number | undefined
  /**
   * False if the payer may count another place than the facility: the patient's home, or a place on
   * the way.
   */
  isAtFacility: boolean
  /** The patient was at home or spoke with the provider from afar: the patient's state may count. */
  isAtPatient?: boolean
  /** The service was in an emergency room. */
  isEmergency?: boolean
  /** The indexes of its lines; empty for a capture without lines. */
  lines: number[]
}

// Source: CMS's place of service codes. Telehealth (02, 10) and home.
const patientPlaces = new Set(['02', '10', '12'])
// School, shelter, assisted living, group home, mobile unit, lodging, work, outreach site and
// street, nursing and custodial facilities, ambulances, mass immunization and any other place.
const movingPlaces = new Set(
  '03 04 13 14 15 16 18 27 31 32 33 41 42 60 99'.split(' ').concat([...patientPlaces]),
)
const emergencyRoom = '23'

/**
 * The separately judged parts of a capture's data. `date` is the capture's date of service. A
 * line's own days come first, as on a claim. An end before its start is ignored here; other checks
 * report it.
 */
export function partsOf(data: unknown, date: LocalDate | undefined): CapturePart[] {
  const whole = { from: date, to: lastDay(date, dayAt(data, 'end_date_of_service')) }
  const code = textAt(data, 'place_of_service_code')
  const lines = listAt(data, 'service_lines')
  if (lines.length === 0) return [{ ...whole, ...placeOf(code), lines: [] }]
  const parts = new Map<string, CapturePart>()
  for (const [place, line] of lines.entries()) {
    const part: CapturePart = {
      ...daysOf(line, whole),
      ...placeOf(textAt(line, 'place_of_service_code') ?? code),
      lines: [],
    }
    const { from, to, isAtFacility, isAtPatient, isEmergency } = part
    const key = [from, to, isAtFacility, isAtPatient, isEmergency].join(' ')
    const same = parts.get(key) ?? part
    parts.set(key, same)
    same.lines.push(place)
    const cents = valueAt(line, 'charge_amount_cents')
    if (typeof cents === 'number' && Number.isSafeInteger(cents))
      same.cents = (same.cents ?? 0) + cents
  }
  return [...parts.values()]
}

type Days = Pick<CapturePart, 'from' | 'to'>

// The capture's end date belongs to its start date: a line that starts on another day uses its own
// end date, or that day.
function daysOf(line: unknown, whole: Days): Days {
  const own = valueAt(line, 'date_of_service')
  // Most lines repeat the capture's date, and parsing a date is the most expensive step here.
  const from = own === whole.from || !isGiven(own) ? whole.from : dayAt(line, 'date_of_service')
  const end = dayAt(line, 'end_date_of_service') ?? (from === whole.from ? whole.to : undefined)
  return { from, to: lastDay(from, end) }
}

function lastDay(from: LocalDate | undefined, to: LocalDate | undefined): LocalDate | undefined {
  return from !== undefined && to !== undefined && to > from ? to : from
}

// Without a place code the service may have been telehealth.
function placeOf(
  code: string | undefined,
): Pick<CapturePart, 'isAtFacility' | 'isAtPatient' | 'isEmergency'> {
  return {
    isAtFacility: code !== undefined && !movingPlaces.has(code),
    ...(code !== undefined && patientPlaces.has(code) ? { isAtPatient: true } : {}),
    ...(code === emergencyRoom ? { isEmergency: true } : {}),
  }
}

function dayAt(value: unknown, path: string): LocalDate | undefined {
  const text = textAt(value, path)
  return text !== undefined && isLocalDate(text) ? text : undefined
}
