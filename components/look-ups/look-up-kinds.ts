import type { Address } from '#lib/contract/contact-fields.ts'
import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import type { Payer } from '#lib/contract/payers.ts'
import type { OrganizationServiceFacility } from '#lib/contract/service-facilities.ts'
import { providerNoun, type Noun } from '#lib/core/count-of.ts'
import {
  facilitiesQuery,
  patientsQuery,
  payersQuery,
  providersQuery,
} from '#lib/queries/options.ts'
import type { PatientLine } from '#lib/rules/pre-encounter-record.ts'

/** The record that each look-up finds. */
export type Found = {
  provider: OrganizationProvider
  facility: OrganizationServiceFacility
  payer: Payer
  patient: PatientLine
}
export type LookUpKind = keyof Found
export type Among = 'rendering' | 'billing'

/**
 * One line of a look-up: a name, the code that distinguishes records of that name, and an address.
 */
export type Line = { title: string; code: string; note: string }

/** The number of records in one answer: a person narrows a longer list by typing. */
export const shownAtOnce = 20

type Kind<Item> = {
  noun: Noun
  label: string
  /** The least number of letters for a search. Patients are never listed without one. */
  from: number
  /** `among` narrows the providers to those that render or that bill. */
  query: (
    text: string,
    among?: Among,
  ) =>
    | ReturnType<typeof providersQuery>
    | ReturnType<typeof facilitiesQuery>
    | ReturnType<typeof payersQuery>
    | ReturnType<typeof patientsQuery>
  line: (item: Item) => Line
}

/** The search request and the line of each kind of record. */
export const lookUpKinds: { [K in LookUpKind]: Kind<Found[K]> } = {
  provider: {
    noun: providerNoun,
    label: 'Name or NPI',
    from: 0,
    query: (text, among) =>
      providersQuery({
        query: {
          ...(text === '' ? {} : { search_term: text }),
          ...(among && { [`is_${among}`]: true }),
          limit: shownAtOnce,
        },
      }),
    line: (item) => ({
      title: text(item.organization_name) || words(item.first_name, item.last_name),
      code: `NPI ${text(item.npi)}`,
      note: place(item.addresses?.[0]?.address),
    }),
  },
  facility: {
    noun: { one: 'facility', many: 'facilities' },
    label: 'Name of the facility',
    from: 0,
    query: (name) =>
      facilitiesQuery({ query: { ...(name === '' ? {} : { name }), limit: shownAtOnce } }),
    line: (item) => ({
      title: text(item.name),
      code: item.npi ? `NPI ${text(item.npi)}` : '',
      note: place(item.address),
    }),
  },
  payer: {
    noun: { one: 'payer', many: 'payers' },
    label: 'Name or payer ID',
    from: 0,
    query: (text) =>
      payersQuery({ query: { ...(text === '' ? {} : { search_term: text }), limit: shownAtOnce } }),
    line: (item) => ({
      title: text(item.payer_name),
      code: text(item.payer_id),
      note: place(item.street_address),
    }),
  },
  patient: {
    noun: { one: 'patient', many: 'patients' },
    label: 'Last name, MRN or birth date',
    from: 2,
    query: (text) => patientsQuery({ text }),
    line: (item) => ({
      title: item.name,
      code: item.mrn ?? '',
      note: [item.birth_date && `born ${item.birth_date}`, item.address]
        .filter(Boolean)
        .join(' · '),
    }),
  },
}

function place(address: Address | null | undefined): string {
  return [text(address?.address1), text(address?.city), words(address?.state, address?.zip_code)]
    .filter(Boolean)
    .join(', ')
}

function words(...parts: unknown[]): string {
  return parts.map(text).filter(Boolean).join(' ')
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
