import { z } from 'zod'
import { localDate, openEnum, uuid } from '#lib/contract/fields.ts'
import { organizationProviderV2 } from '#lib/contract/organization-providers.ts'
import { payer } from '#lib/contract/payers.ts'
import { regions } from './regions.ts'
import { insuranceTypeCode } from '#lib/contract/codes/coverage.ts'

// The insurance types of one line of business that a contract covers.

export const allInsuranceTypes = z.looseObject({
  type: z.literal('allApply'),
})

export const noInsuranceTypes = z.looseObject({
  type: z.literal('noneApply'),
})

export const theseInsuranceTypes = z.looseObject({
  type: z.literal('theseApply'),
  value: z.array(insuranceTypeCode),
})

export const insuranceTypes = z.discriminatedUnion('type', [
  allInsuranceTypes,
  noInsuranceTypes,
  theseInsuranceTypes,
])
export type InsuranceTypes = z.infer<typeof insuranceTypes>

// The members that version 2 and version 3 contracts share: they are two views of the same
// agreements.

/** A contract after its end date stays `effective` until a person changes it. */
export const contractStatus = openEnum(['pending', 'effective', 'cancelled'])

const signatory = {
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  title: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  fax: z.string().nullish(),
}

export const authorizedSignatory = z.looseObject(signatory)

const insurance = {
  commercial_insurance_types: insuranceTypes,
  medicare_insurance_types: insuranceTypes,
  medicaid_insurance_types: insuranceTypes,
}

const terms = {
  effective_date: localDate(),
  expiration_date: localDate().nullish(),
  regions,
  contract_status: contractStatus.nullish(),
  authorized_signatory: authorizedSignatory.nullish(),
  ...insurance,
}

/** The members of every contract in an answer. */
export const contractAnswer = {
  contract_id: z.string(),
  contracting_provider: organizationProviderV2,
  provider_count: z.number(),
  payer,
  ...terms,
}

/** The members of every contract that a client creates. */
export const contractRequest = {
  contracting_provider_id: uuid(),
  payer_uuid: uuid(),
  ...terms,
}

const remove = z.looseObject({ type: z.literal('remove') })

// Each also accepts the description's plain value, which sets it.

export const dateUpdate = z.union([
  z.looseObject({ type: z.literal('set'), value: localDate() }),
  remove,
  localDate(),
])

export const regionsUpdate = z.union([
  z.looseObject({ type: z.literal('set'), value: regions }),
  remove,
  ...regions.options,
])

/** Unlike the other two, the signatory's members are beside `type`, not under `value`. */
export const authorizedSignatoryUpdate = z.union([
  z.looseObject({ type: z.literal('set'), ...signatory }),
  remove,
  z.looseObject({ type: z.never().optional(), ...signatory }),
])

/**
 * The members of every contract update: an omitted member stays, `remove` clears, `regions`
 * replaces exactly.
 */
export const contractChange = {
  effective_date: localDate().nullish(),
  expiration_date: dateUpdate.nullish(),
  regions: regionsUpdate.nullish(),
  contract_status: contractStatus.nullish(),
  authorized_signatory: authorizedSignatoryUpdate.nullish(),
  commercial_insurance_types: insuranceTypes.nullish(),
  medicare_insurance_types: insuranceTypes.nullish(),
  medicaid_insurance_types: insuranceTypes.nullish(),
}
