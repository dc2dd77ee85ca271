import { isStateCode, isZipCode, isZipPlusFour } from '#lib/rules/codes/codes.ts'
import { stateIn, zipIn } from '#lib/rules/codes/mended.ts'
import { statesOfZip } from '#lib/rules/codes/zip-states.ts'
import { isGiven, textAt, valueAt } from '#lib/rules/edit/json-path.ts'
import { addresses, eachOf } from './fields.ts'
import { fixTo } from './fixes.ts'
import { isSelfPay } from './payment.ts'
import { addressParts, isBox, isForeign } from './places.ts'
import type { Fix, Rule, ScrubInput } from './rule.ts'

const billing = 'billing_provider.address'
const facility = 'service_facility.address'
/** Four digits that stand for ones that nobody looked up. At a facility 9998 is the agreed one. */
const standIns = new Set(['0000', '9998', '9999'])

/** Addresses that few claims carry: of the guarantor, of payers and of providers who are not paid. */
const isAside = /^guarantor\.|payer_address$|(?<!billing)_provider\.address$/

/** Visits each address of the country. */
function eachDomestic(
  { data }: ScrubInput,
  visit: (address: unknown, path: string, label: string) => void,
): void {
  eachOf(data, addresses, (address, path, label) => {
    if (!isForeign(address)) visit(address, path, label)
  })
}

/** True for an address of which something is given. */
function isBegun(address: unknown): boolean {
  return [...addressParts.map(([key]) => key), 'address2'].some((key) => textAt(address, key))
}

/** True for a facility that the claim names: by id the partner knows its address. */
function isFacilityNamed(data: unknown): boolean {
  return Boolean(
    textAt(data, 'service_facility.npi') ?? textAt(data, 'service_facility.organization_name'),
  )
}

// The placeholder is the last choice: some payers price and recognize a facility by its true four
// digits.
function fixPlusFour(path: string, four: string | null | undefined): Fix | undefined {
  if (four === undefined) return undefined
  const label =
    four === null
      ? 'Write the placeholder 9998 (four digits not known)'
      : `Write ${four} (the organization's own record)`
  return { label, sets: [{ path, value: four ?? '9998' }] }
}

function fixZip(path: string, address: unknown): Fix | undefined {
  const [zip, state] = [textAt(address, 'zip_code') ?? '', textAt(address, 'state') ?? '']
  const given = textAt(address, 'zip_plus_four_code')
  const read = zipIn(zip, state)
  if (!read || (given !== undefined && read.four !== undefined && given !== read.four))
    return undefined
  if (read.four === undefined) return fixTo(`${path}.zip_code`, read.zip)
  return {
    label: `Write ${read.zip} and ${read.four}`,
    sets: [
      { path: `${path}.zip_code`, value: read.zip },
      { path: `${path}.zip_plus_four_code`, value: read.four },
    ],
  }
}

export const addressRules: Rule[] = [
  {
    id: 'address-incomplete',
    title: 'An address is not complete',
    fields: [facility, ...addressParts.map(([key]) => `*.${key}`)],
    otherwise: { severity: 'warning', when: 'few claims carry the address' },
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      "X12 837P N3 and N4: an address has street, city, state and ZIP code. The billing provider has one (loop 2010AA), and so has a facility that is named (loop 2310C, and the partner's interface).",
    how: 'Complete the address, or use a facility ID.',
    check: ({ data }, report) => {
      const isBillingNeeded = !isSelfPay(data)
      const needed = isBillingNeeded && !isGiven(valueAt(data, billing))
      const check = (address: unknown, path: string, label: string) => {
        for (const [key, name] of addressParts)
          if (!textAt(address, key) && !(key === 'zip_code' && isForeign(address)))
            report(
              `${path}.${key}`,
              `${label} has no ${name}`,
              isAside.test(path) ? { severity: 'warning' } : {},
            )
      }
      if (needed) check(undefined, billing, 'Billing provider address')
      if (isFacilityNamed(data) && !isGiven(valueAt(data, facility)))
        report(facility, 'Service facility address is missing')
      eachOf(data, addresses, (address, path, label) => {
        const isNeeded =
          path === 'patient.address' ||
          (path === billing && isBillingNeeded) ||
          (path === facility && isFacilityNamed(data))
        if (isNeeded || (isBegun(address) && path !== billing && path !== facility))
          check(address, path, label)
      })
    },
  },
  {
    id: 'address-box',
    title: 'An address that must be a street is a PO box',
    fields: [billing, facility].flatMap((path) => [`${path}.address1`, `${path}.address2`]),
    otherwise: { severity: 'warning', when: 'it is the service facility’s' },
    severity: 'error',
    scope: 'capture',
    source:
      'X12 837P loop 2010AA: a box belongs in the pay-to address. Loop 2310C: where the service was given; some payers accept a box where streets have no names. USPS Publication 28: drawer, bin, caller and lockbox are PO boxes.',
    how: 'Enter the street address here, and a box of the billing provider as the pay-to address.',
    check: ({ data }, report) => {
      for (const path of [billing, facility])
        for (const key of ['address1', 'address2']) {
          if (!isBox(textAt(data, `${path}.${key}`))) continue
          if (path === billing)
            report(
              `${path}.${key}`,
              'Billing provider address is a PO box or lockbox; use a street address and put the box in the pay-to address',
            )
          else
            report(
              `${path}.${key}`,
              'Service facility address is a PO box or lockbox; use the street address',
              { severity: 'warning' },
            )
        }
    },
  },
  {
    id: 'facility-zip-plus-four',
    title: 'Service facility address has no ZIP +4',
    fields: ['service_facility.address.zip_plus_four_code'],
    offers:
      'Writes the four digits of your own record of the facility, or 9998 where there is none',
    severity: 'error',
    scope: 'capture',
    laterIsFine: true,
    source:
      "X12 837P N403 of loop 2310C: nine digits. The partner's client: 9998 when the last four are unknown. CMS's ZIP5 file: some ZIP codes are priced by all nine digits.",
    how: 'Copy the four digits from your record of the facility, or look up the address at USPS. 9998 is only a placeholder.',
    check: ({ data, findPlusFour }, report) => {
      const address = valueAt(data, 'service_facility.address')
      if (isGiven(address) && !isForeign(address) && !textAt(address, 'zip_plus_four_code')) {
        const path = 'service_facility.address.zip_plus_four_code'
        const [npi, zip] = [textAt(data, 'service_facility.npi'), textAt(address, 'zip_code')]
        const four = findPlusFour && npi && zip ? findPlusFour(npi, zip) : null
        report(path, 'Service facility address needs the four digits after its ZIP code', {
          fix: fixPlusFour(path, four),
        })
      }
    },
  },
  {
    id: 'billing-zip-plus-four',
    title: 'Billing provider address has no true ZIP +4',
    fields: [`${billing}.zip_plus_four_code`],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      'X12 837P N403 of loop 2010AA: nine digits. The placeholder 9998 is for service facilities only: payers find the billing provider by its true ZIP code.',
    how: 'Copy the four digits that the payer has on file, or look up the address at USPS.',
    check: ({ data }, report) => {
      const address = valueAt(data, billing)
      if (isSelfPay(data) || isForeign(address) || !textAt(address, 'zip_code')) return
      const four = textAt(address, 'zip_plus_four_code')
      if (!four || standIns.has(four))
        report(
          `${billing}.zip_plus_four_code`,
          four
            ? 'Billing provider ZIP +4 is a placeholder; payers know the true four digits'
            : 'Billing provider address needs the four digits after its ZIP code',
        )
    },
  },
  {
    id: 'zip-shape',
    title: 'ZIP code is not five digits, or ZIP +4 not four',
    fields: ['*.zip_code', '*.zip_plus_four_code'],
    offers: 'Splits nine digits into five and four, and writes leading zeros that the state has',
    severity: 'error',
    scope: 'capture',
    source:
      'X12 837P N403: five digits, and four more apart from them. An address in another country has the postal code of that country. USPS: ZIP codes of CT, MA, ME, NH, NJ, PR, RI, VI and VT begin with 0; none is 00000, and no four digits are 0000.',
    how: 'Enter the five digits here, and the four after the hyphen in ZIP +4.',
    check: (input, report) =>
      eachDomestic(input, (address, path, label) => {
        const [zip, four] = [textAt(address, 'zip_code'), textAt(address, 'zip_plus_four_code')]
        if (zip && !isZipCode(zip))
          report(`${path}.zip_code`, `${label} ZIP code "${zip}" is not five digits`, {
            fix: fixZip(path, address),
          })
        else if (zip === '00000') report(`${path}.zip_code`, `${label} ZIP code is a placeholder`)
        if (four && !isZipPlusFour(four))
          report(`${path}.zip_plus_four_code`, `${label} ZIP+4 "${four}" is not four digits`)
        else if (four === '0000' && path !== billing)
          report(`${path}.zip_plus_four_code`, `${label} ZIP +4 is a placeholder`)
      }),
  },
  {
    id: 'state-unknown',
    title: 'State is not a two-letter code',
    fields: ['*.state'],
    offers: 'Writes the code of the state',
    severity: 'error',
    scope: 'capture',
    source: "The partner's enumeration of states.",
    how: 'Enter the two-letter state code.',
    check: ({ data }, report) =>
      eachOf(data, addresses, (address, path, label) => {
        const state = textAt(address, 'state')
        if (state && !isStateCode(state))
          report(`${path}.state`, `${label} state "${state}" is not a two-letter state code`, {
            fix: fixTo(`${path}.state`, stateIn(state)),
          })
      }),
  },
  {
    id: 'zip-other-state',
    title: 'ZIP code is in another state, or in none',
    fields: ['*.zip_code'],
    severity: 'warning',
    scope: 'capture',
    source:
      'USPS: the first three digits of a ZIP code name its region. A few regions cross a state border.',
    how: 'Check the address. The ZIP code or the state is wrong, unless the place is at a state border.',
    check: (input, report) =>
      eachDomestic(input, (address, path, label) => {
        const [zip, state] = [textAt(address, 'zip_code') ?? '', textAt(address, 'state')]
        const states = statesOfZip(zip)
        if (isZipCode(zip) && zip !== '00000' && states === undefined)
          report(`${path}.zip_code`, `${label} ZIP code begins with digits that USPS does not use`)
        else if (states && state && isStateCode(state) && !states.includes(state))
          report(
            `${path}.zip_code`,
            `${label} ZIP code ${zip} is in ${states.join(' or ')}, not in ${state}`,
          )
      }),
  },
]
