import { isStateCode, isZipCode, isZipPlusFour } from '../codes.ts'
import { inpatientPlaces, isPlaceOfService } from '../place-of-service.ts'
import { at, isGiven, listAt, textAt } from '../read-json.ts'
import { eachAddress, eachLine } from './places.ts'
import type { Rule, Say } from './rule.ts'

function checkPlace(place: unknown, path: string, label: string, say: Say): void {
  if (!isGiven(place)) return
  if (typeof place !== 'string' || !/^\d{2}$/.test(place)) say(path, `${label} place of service ${shown(place)} is not a two-digit code`)
  else if (!isPlaceOfService(place)) say(path, `${label} place of service ${place} is not in the CMS list`, 'warning')
}

export const facilityRules: Rule[] = [
  {
    id: 'facility-missing',
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: "The partner's interface: captures are grouped by service facility.",
    check: ({ data }, say) => {
      const named = textAt(data, 'service_facility.npi') ?? textAt(data, 'service_facility.organization_name')
      if (!named && !textAt(data, 'service_facility_id')) say('service_facility', 'A service facility is required')
    },
  },
  {
    id: 'facility-given-twice',
    severity: 'error',
    scope: 'capture',
    source: "The partner's client: service_facility and service_facility_id exclude each other.",
    check: ({ data }, say) => {
      if (isGiven(at(data, 'service_facility')) && isGiven(at(data, 'service_facility_id'))) {
        say('service_facility_id', 'Service facility is given both in full and by its id; only one is allowed')
      }
    },
  },
  {
    id: 'facility-zip-plus-four',
    severity: 'warning',
    scope: 'capture',
    source: "The partner's client: the service facility's ZIP code has four more digits, 9998 when unknown.",
    check: ({ data }, say) => {
      const address = at(data, 'service_facility.address')
      if (isGiven(address) && !textAt(address, 'zip_plus_four_code')) {
        say('service_facility.address.zip_plus_four_code', 'Service facility address needs the four digits after its ZIP code (9998 when unknown)')
      }
    },
  },
  {
    id: 'zip-shape',
    severity: 'error',
    scope: 'capture',
    source: 'X12 837P N403: five digits, and four more apart from them.',
    check: ({ data }, say) =>
      eachAddress(data, (address, path, label) => {
        const [zip, four] = [textAt(address, 'zip_code'), textAt(address, 'zip_plus_four_code')]
        if (zip && !isZipCode(zip)) say(`${path}.zip_code`, `${label} ZIP code "${zip}" is not five digits`)
        if (four && !isZipPlusFour(four)) say(`${path}.zip_plus_four_code`, `${label} ZIP+4 "${four}" is not four digits`)
      }),
  },
  {
    id: 'state-unknown',
    severity: 'error',
    scope: 'capture',
    source: "The partner's enumeration of states.",
    check: ({ data }, say) =>
      eachAddress(data, (address, path, label) => {
        const state = textAt(address, 'state')
        if (state && !isStateCode(state)) say(`${path}.state`, `${label} state "${state}" is not a two-letter state code`)
      }),
  },
  {
    id: 'place-missing',
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'X12 837P CLM05-1: where the service was given.',
    check: ({ data }, say) => {
      if (isGiven(at(data, 'place_of_service_code'))) return
      const lines = listAt(data, 'service_lines')
      if (lines.length === 0 || lines.some((line) => !isGiven(at(line, 'place_of_service_code')))) {
        say('place_of_service_code', 'Place of service is required')
      }
    },
  },
  {
    id: 'place-unknown',
    severity: 'error',
    scope: 'capture',
    source: 'CMS place-of-service codes: two digits; a code that is not in the list is a warning, as the list grows.',
    check: ({ data }, say) => {
      checkPlace(at(data, 'place_of_service_code'), 'place_of_service_code', 'Visit', say)
      eachLine(data, (line, i, label) => checkPlace(at(line, 'place_of_service_code'), `service_lines.${i}.place_of_service_code`, label, say))
    },
  },
  {
    id: 'place-differs',
    severity: 'warning',
    scope: 'capture',
    source: "Billing rule sets: a line's place of service normally is the header's.",
    check: ({ data }, say) => {
      const header = textAt(data, 'place_of_service_code')
      if (!header) return
      eachLine(data, (line, i, label) => {
        const place = textAt(line, 'place_of_service_code')
        if (place && place !== header) {
          say(`service_lines.${i}.place_of_service_code`, `${label} place of service ${place} differs from the visit's ${header}`)
        }
      })
    },
  },
  {
    id: 'admission-date-missing',
    severity: 'warning',
    scope: 'claim',
    source: "The partner's client: inpatient places (21, 51, 61) want the admission date.",
    check: ({ data }, say) => {
      const place = textAt(data, 'place_of_service_code')
      if (place && inpatientPlaces.has(place) && !isGiven(at(data, 'admission_date'))) {
        say('admission_date', `Admission date is wanted for place of service ${place}`)
      }
    },
  },
]

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 24)
}
