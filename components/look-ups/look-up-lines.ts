import type { Address } from '#lib/contract/contact-fields.ts'
import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import type { Payer } from '#lib/contract/payers.ts'
import type { OrganizationServiceFacility } from '#lib/contract/service-facilities.ts'
import type { PatientLine } from '#lib/rules/pre-encounter-record.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'

/** The record that each look-up finds. */
export type Found = {
  provider: OrganizationProvider
  facility: OrganizationServiceFacility
  payer: Payer
  patient: PatientLine
}

/**
 * One line of a look-up: a name, the code that distinguishes records of that name, and an address.
 */
export type Line = { title: string; code: string; note: string }

/** The line of each kind of record. Text that the partner left out is empty. */
export const lookUpLines = {
  provider: (item: Found['provider']): Line => ({
    title: text(item.organization_name) || words(item.first_name, item.last_name),
    code: `NPI ${text(item.npi)}`,
    note: place(item.addresses?.[0]?.address),
  }),
  facility: (item: Found['facility']): Line => ({
    title: text(item.name),
    code: item.npi ? `NPI ${text(item.npi)}` : '',
    note: place(item.address),
  }),
  payer: (item: Found['payer']): Line => ({
    title: text(item.payer_name),
    code: text(item.payer_id),
    note: place(item.street_address),
  }),
  patient: (item: Found['patient']): Line => ({
    title: item.name,
    code: item.mrn ?? '',
    note: [
      item.birth_date && `born ${formatLocalDate(item.birth_date, { weekday: false })}`,
      item.address,
    ]
      .filter(Boolean)
      .join(' · '),
  }),
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
