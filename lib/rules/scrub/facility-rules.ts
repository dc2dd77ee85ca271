import { toNumber } from '#lib/core/json.ts'
import { isPlaceOfService, placesOfService } from '#lib/rules/codes/place-of-service.ts'
import { asText, valueAt, isGiven, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { eachLine, inpatientPlaceOf } from './places.ts'
import { fixTo } from './fixes.ts'
import { isInstitutional, isSelfPay } from './payment.ts'
import type { Rule, Report } from './rule.ts'

/**
 * Revenue codes of a day in a bed: all-inclusive rates, room and board, nursery, leave of absence,
 * subacute, intensive and coronary care.
 */
const roomAndBoard = /^0(?:1\d|2[01])\d$/

function checkPlace(place: unknown, path: string, label: string, report: Report): void {
  if (!isGiven(place)) return
  if (typeof place !== 'string' || !/^\d{2}$/.test(place))
    report(
      path,
      `${label} place of service ${shown(place)} is not a two-digit code${candidates(place)}`,
      {
        // A number comes from an import that dropped the zero, so the fix is certain. A typed digit
        // may be half of another code.
        fix: typeof place === 'string' ? undefined : fixTo(path, withZero(place)),
      },
    )
  else if (!isPlaceOfService(place))
    report(path, `${label} place of service ${place} is not in the CMS list`, {
      severity: 'warning',
    })
}

function withZero(place: unknown): string | undefined {
  const text = asText(place) ?? String(toNumber(place))
  return /^\d$/.test(text) && isPlaceOfService(`0${text}`) ? `0${text}` : undefined
}

// The codes that one typed digit may mean: a code without its zero, or a half-typed one.
function candidates(place: unknown): string {
  const padded = typeof place === 'string' ? withZero(place) : undefined
  if (padded === undefined) return ''
  const first = padded.slice(1)
  const longer =
    first === '1' ? '11' : Object.keys(placesOfService).find((code) => code.startsWith(first))
  return `; it may be ${named(padded)}${longer === undefined ? '' : `, or the first digit of another code, such as ${named(longer)}`}`
}

const named = (code: string) => `${code} (${placesOfService[code]})`

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
    id: 'place-unknown',
    title: 'Place of service is not a code of CMS',
    fields: ['place_of_service_code', 'service_lines.place_of_service_code'],
    offers: 'Writes the leading zero that an import dropped',
    otherwise: { severity: 'warning', when: 'two digits are not in the list' },
    severity: 'error',
    scope: 'capture',
    source:
      'CMS place-of-service codes: two digits; a code that is not in the list is a warning, as the list grows.',
    how: 'Choose a place from the list. Codes have two digits.',
    check: ({ data }, report) => {
      checkPlace(valueAt(data, 'place_of_service_code'), 'place_of_service_code', 'Visit', report)
      eachLine(data, (line, i, label) =>
        checkPlace(
          valueAt(line, 'place_of_service_code'),
          `service_lines.${i}.place_of_service_code`,
          label,
          report,
        ),
      )
    },
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
      'X12 837P and 837I DTP with qualifier 435: a service at an inpatient place (21, 51, 61) and a stay with room and board (revenue codes 010x to 021x) have the admission date.',
    how: 'Enter the day of admission.',
    check: ({ data }, report) => {
      if (isGiven(valueAt(data, 'admission_date')) || isSelfPay(data)) return
      const place = inpatientPlaceOf(data)
      const room = listAt(data, 'service_lines')
        .map((line) => textAt(line, 'revenue_code') ?? '')
        .find((code) => roomAndBoard.test(code))
      if (place) report('admission_date', `Admission date is needed for place of service ${place}`)
      else if (room)
        report(
          'admission_date',
          `Admission date is needed for room and board (revenue code ${room})`,
        )
    },
  },
]

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 24)
}
