import { toNumber } from '#lib/core/json.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { isDayOfStay } from '#lib/rules/codes/codes.ts'
import {
  firstDayOfPlace,
  isPlaceOfService,
  namedPlace,
  placesOfService,
} from '#lib/rules/codes/place-of-service.ts'
import { asText, valueAt, isGiven, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { eachLine, inpatientPlaceOf } from './places.ts'
import { fixTo } from './fixes.ts'
import { dayOfLine } from './placed-lists.ts'
import { isInstitutional, isSelfPay } from './payment.ts'
import type { Rule } from './rule.ts'

/** Visits the place of service of the visit and of each line, with the day that it is of. */
function eachPlace(
  data: unknown,
  visit: (place: unknown, path: string, label: string, day: LocalDate | undefined) => void,
): void {
  const at = 'place_of_service_code'
  visit(valueAt(data, at), at, 'Visit', dayOfLine(data, data))
  eachLine(data, (line, i, label) =>
    visit(valueAt(line, at), `service_lines.${i}.${at}`, label, dayOfLine(data, line)),
  )
}

const isTwoDigits = (place: unknown): place is string =>
  typeof place === 'string' && /^\d{2}$/.test(place)

function withZero(place: unknown): string | undefined {
  const text = asText(place) ?? String(toNumber(place))
  return /^\d$/.test(text) && isPlaceOfService(`0${text}`) ? `0${text}` : undefined
}

// The codes that one typed digit may mean: a code without its zero, or a half-typed one.
function candidates(place: unknown): string {
  const padded = typeof place === 'string' ? withZero(place) : undefined
  if (padded === undefined) return ''
  const first = padded.slice(1)
  const longer = first === '1' ? '11' : placesOfService.find((code) => code.startsWith(first))
  return `; it may be ${namedPlace(padded)}${longer === undefined ? '' : `, or the first digit of another code, such as ${namedPlace(longer)}`}`
}

export const facilityRules: Rule[] = [
  {
    id: 'facility-missing',
    title: 'Service facility is missing',
    fields: ['service_facility'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      "The partner's interface: captures are grouped by service facility. It is no rule of a payer.",
    how: 'Fill in the facility where the visit is counted, also for a visit at home, or use a facility ID.',
    check: ({ data }, report) => {
      const named =
        textAt(data, 'service_facility.npi') ?? textAt(data, 'service_facility.organization_name')
      if (!named && !textAt(data, 'service_facility_id'))
        report(
          'service_facility',
          'The partner groups captures by service facility, so one is required',
        )
    },
  },
  {
    id: 'facility-given-twice',
    title: 'Service facility has details and an ID',
    fields: ['service_facility_id'],
    severity: 'error',
    scope: 'capture',
    isCertain: true,
    source: "The partner's client: service_facility and service_facility_id exclude each other.",
    how: 'Keep the details or the ID, and clear the other.',
    check: ({ data }, report) => {
      if (
        isGiven(valueAt(data, 'service_facility')) &&
        isGiven(valueAt(data, 'service_facility_id'))
      ) {
        report(
          'service_facility_id',
          'Service facility has both details and an ID; only one is allowed',
        )
      }
    },
  },
  {
    id: 'place-missing',
    title: 'Place of service is missing',
    fields: ['place_of_service_code'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      'X12 837P CLM05-1: where the service was given. An institutional claim (837I) has a type of bill instead.',
    how: 'Choose where the service was provided.',
    check: ({ data }, report) => {
      if (isGiven(valueAt(data, 'place_of_service_code')) || isInstitutional(data)) return
      const lines = listAt(data, 'service_lines')
      if (
        lines.length === 0 ||
        lines.some((line) => !isGiven(valueAt(line, 'place_of_service_code')))
      ) {
        report('place_of_service_code', 'Place of service is required')
      }
    },
  },
  {
    id: 'place-shape',
    title: 'Place of service is not two digits',
    fields: ['place_of_service_code', 'service_lines.place_of_service_code'],
    offers: 'Writes the leading zero that an import dropped',
    severity: 'error',
    scope: 'capture',
    isCertain: true,
    source: 'CMS place-of-service codes have two digits; the partner refuses anything else.',
    how: 'Choose a place from the list. Codes have two digits.',
    check: ({ data }, report) =>
      eachPlace(data, (place, path, label) => {
        if (!isGiven(place) || isTwoDigits(place)) return
        report(
          path,
          `${label} place of service ${shown(place)} is not a two-digit code${candidates(place)}`,
          {
            // A number comes from an import that dropped the zero, so the fix is certain. A typed digit
            // may be half of another code.
            fix: typeof place === 'string' ? undefined : fixTo(path, withZero(place)),
          },
        )
      }),
  },
  {
    id: 'place-unknown',
    title: 'Place of service is not a code of CMS on that day',
    fields: ['place_of_service_code', 'service_lines.place_of_service_code'],
    otherwise: { severity: 'error', when: 'the code begins after the service' },
    severity: 'warning',
    scope: 'capture',
    source:
      'CMS place of service code set, with the day on which each code begins. The list grows, so the partner may know a code that is not in it.',
    how: 'Choose a place from the list.',
    check: ({ data }, report) =>
      eachPlace(data, (place, path, label, day) => {
        if (!isTwoDigits(place)) return
        const firstDay = firstDayOfPlace(place)
        if (!isPlaceOfService(place))
          report(
            path,
            `${label} place of service ${place} is not in the CMS list; the partner may refuse it`,
          )
        else if (firstDay !== undefined && day !== undefined && day < firstDay)
          report(
            path,
            `${label} place of service ${namedPlace(place)} begins on ${firstDay}, after the service`,
            { severity: 'error' },
          )
      }),
  },
  {
    id: 'place-differs',
    title: 'A line’s place of service differs from the visit’s',
    fields: ['service_lines.place_of_service_code'],
    severity: 'warning',
    scope: 'capture',
    source: "Billing rule sets: a line's place of service normally is the header's.",
    how: 'Correct the line or the visit, unless the service was provided in two places.',
    check: ({ data }, report) => {
      const header = textAt(data, 'place_of_service_code')
      if (!header) return
      eachLine(data, (line, i, label) => {
        const place = textAt(line, 'place_of_service_code')
        if (place && place !== header) {
          report(
            `service_lines.${i}.place_of_service_code`,
            `${label} place of service ${place} differs from the visit's ${header}`,
          )
        }
      })
    },
  },
  {
    id: 'admission-date-missing',
    title: 'An inpatient service has no admission date',
    fields: ['admission_date'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      'X12 837P and 837I DTP with qualifier 435: a service at an inpatient place (21, 51, 61) and a stay with room and board (revenue codes 010x to 021x) or hospice (065x) have the admission date.',
    how: 'Enter the day of admission.',
    check: ({ data }, report) => {
      if (isGiven(valueAt(data, 'admission_date')) || isSelfPay(data)) return
      const place = inpatientPlaceOf(data)
      const room = listAt(data, 'service_lines')
        .map((line) => textAt(line, 'revenue_code') ?? '')
        .find(isDayOfStay)
      if (place) report('admission_date', `Admission date is needed for place of service ${place}`)
      else if (room)
        report(
          'admission_date',
          `Admission date is needed for ${room.startsWith('065') ? 'hospice' : 'room and board'} (revenue code ${room})`,
        )
    },
  },
]

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 24)
}
