import { z } from 'zod'
import { placeOfServiceCode } from '#lib/contract/codes/places-of-service.ts'
import { procedureModifier } from '#lib/contract/codes/procedure-modifiers.ts'
import { cents, listIndex, localDate, openEnum } from '#lib/contract/fields.ts'
import { address } from '#lib/contract/contact-fields.ts'

// The billed lines of a visit. Charges are whole cents; quantity is decimal text; diagnosis
// pointers are zero-based.

export const serviceLineUnits = openEnum(['MJ', 'UN'])

export const serviceIdQualifier = openEnum(['EN', 'EO', 'HI', 'N4', 'ON', 'UK', 'UP'])

export const measurementUnitCode = openEnum(['ML', 'UN', 'GR', 'F2', 'ME'])

export const drugIdentification = z.looseObject({
  service_id_qualifier: serviceIdQualifier.nullish(),
  national_drug_code: z.string().nullish(),
  national_drug_unit_count: z.string().nullish(),
  measurement_unit_code: measurementUnitCode.nullish(),
  link_sequence_number: z.string().nullish(),
  pharmacy_prescription_number: z.string().nullish(),
  conversion_formula: z.string().nullish(),
  drug_description: z.string().nullish(),
})

export const orderingProvider = z.looseObject({
  npi: z.string().nullish(),
  taxonomy_code: z.string().nullish(),
  address: address.nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  organization_name: z.string().nullish(),
})

export const testResultType = openEnum(['HEMATOCRIT', 'HEMOGLOBIN', 'LDL', 'VITAMIN_D'])

export const testResult = z.looseObject({
  value: z.number().nullish(),
  result_type: testResultType.nullish(),
})

export const serviceLine = z.looseObject({
  modifiers: z.array(procedureModifier).nullish(),
  has_epsdt_indicator: z.boolean().nullish(),
  has_family_planning_indicator: z.boolean().nullish(),
  procedure_code: z.string().nullish(),
  quantity: z.string().nullish(),
  units: serviceLineUnits.nullish(),
  charge_amount_cents: cents().nullish(),
  diagnosis_pointers: z.array(listIndex()).nullish(),
  drug_identification: drugIdentification.nullish(),
  place_of_service_code: placeOfServiceCode.nullish(),
  description: z.string().nullish(),
  date_of_service: localDate().nullish(),
  end_date_of_service: localDate().nullish(),
  ordering_provider: orderingProvider.nullish(),
  test_results: z.array(testResult).nullish(),
  note: z.string().nullish(),
  revenue_code: z.string().nullish(),
  prior_authorization_number: z.string().nullish(),
  external_id: z.string().nullish(),
})
export type ServiceLine = z.infer<typeof serviceLine>
