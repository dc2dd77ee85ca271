import { z } from 'zod'
import {
  measurementUnitCode,
  serviceIdQualifier,
  serviceLineUnits,
  testResultType,
} from '#lib/contract/charge-capture-data/service-lines.ts'
import { claimStatus } from '#lib/contract/codes/billing.ts'
import { placeOfServiceCode } from '#lib/contract/codes/places-of-service.ts'
import { procedureModifier } from '#lib/contract/codes/procedure-modifiers.ts'
import { encounterInvoiceInfo, lineInvoice } from './invoices.ts'
import { encounterOrderingProvider, encounterProvider } from './providers.ts'
import { cents, listIndex, localDate, openEnum, timestamp } from '#lib/contract/fields.ts'
import { dateRange } from '#lib/contract/organization-providers.ts'

// Claims of an encounter, their lines, adjustments and remittances.

export const encounterEra = z.looseObject({
  era_id: z.string(),
  check_number: z.string(),
  check_date: localDate(),
})

export const encounterServiceLineAdjustment = z.looseObject({
  created_at: timestamp(),
  adjustment_group_code: z.string().nullish(),
  adjustment_reason_code: z.string().nullish(),
  adjustment_amount_cents: cents().nullish(),
  adjustment_note: z.string().nullish(),
})

export const encounterServiceLineEraData = z.looseObject({
  service_line_adjustments: z.array(encounterServiceLineAdjustment),
  remittance_advice_remark_codes: z.array(z.string()),
})

export const encounterDrugIdentification = z.looseObject({
  service_id_qualifier: serviceIdQualifier,
  national_drug_code: z.string(),
  national_drug_unit_count: z.string(),
  measurement_unit_code: measurementUnitCode,
  link_sequence_number: z.string().nullish(),
  pharmacy_prescription_number: z.string().nullish(),
  conversion_formula: z.string().nullish(),
  drug_description: z.string().nullish(),
})

export const encounterDenialReasonContent = openEnum([
  'Authorization Required',
  'Referral Required',
  'Medical Records Requested',
  'Timely Filing',
  'Duplicate Claim',
  'Full Contractual Adjustment',
  'Incorrect Place of Service',
  'Incorrect Patient Gender',
  'Incorrect Patient Info',
  'Bundled',
  'Exceeded Billable Time',
  'Invalid Provider Information',
  'Invalid Diagnosis Code',
  'Incorrect Procedure Code',
  'Invalid Modifier',
  'Missing NDC Code',
  'Invalid Insurance Data',
  'No Active Coverage',
  'Coordination of Benefits',
  'Incorrect Payer',
  'Credentialing',
  'No Effective Contract',
  'Missing W-9',
  'Missing Contract Linkage',
  'Non-Covered Benefit',
  'Experimental Procedure',
  'Not Medically Necessary',
  'Info Requested from Provider',
  'Info Requested from Patient',
  'Billing Error',
  'Unknown',
  'Max Benefit Reached',
])

export const encounterServiceLineDenialReason = z.looseObject({
  reason: encounterDenialReasonContent.nullish(),
})

export const encounterTestResult = z.looseObject({
  value: z.number(),
  result_type: testResultType,
})

export const encounterServiceLine = z.looseObject({
  created_at: timestamp(),
  modifiers: z.array(procedureModifier).nullish(),
  charge_amount_cents: cents().nullish(),
  allowed_amount_cents: cents().nullish(),
  insurance_balance_cents: cents().nullish(),
  patient_balance_cents: cents().nullish(),
  paid_amount_cents: cents().nullish(),
  primary_paid_amount_cents: cents().nullish(),
  secondary_paid_amount_cents: cents().nullish(),
  tertiary_paid_amount_cents: cents().nullish(),
  patient_responsibility_cents: cents().nullish(),
  copay_cents: cents().nullish(),
  coinsurance_cents: cents().nullish(),
  deductible_cents: cents().nullish(),
  diagnosis_id_zero: z.string().nullish(),
  diagnosis_id_one: z.string().nullish(),
  diagnosis_id_two: z.string().nullish(),
  diagnosis_id_three: z.string().nullish(),
  drug_identification: encounterDrugIdentification.nullish(),
  service_line_era_data: encounterServiceLineEraData.nullish(),
  service_line_manual_adjustments: z.array(encounterServiceLineAdjustment).nullish(),
  related_invoices: z.array(lineInvoice).nullish(),
  related_invoice_info: z.array(encounterInvoiceInfo).nullish(),
  denial_reason: encounterServiceLineDenialReason.nullish(),
  place_of_service_code: placeOfServiceCode.nullish(),
  place_of_service_code_as_submitted: placeOfServiceCode.nullish(),
  service_line_id: z.string(),
  procedure_code: z.string(),
  ordering_provider: encounterProvider.nullish(),
  revenue_code: z.string().nullish(),
  quantity: z.string(),
  units: serviceLineUnits,
  claim_id: z.string(),
  date_of_service_range: dateRange,
  description: z.string().nullish(),
  date_of_service: localDate(),
  end_date_of_service: localDate().nullish(),
  test_results: z.array(encounterTestResult).nullish(),
  has_epsdt_indicator: z.boolean().nullish(),
  has_family_planning_indicator: z.boolean().nullish(),
  note: z.string().nullish(),
  prior_authorization_number: z.string().nullish(),
  external_id: z.string().nullish(),
})

export const encounterClaim = z.looseObject({
  claim_id: z.string(),
  status: claimStatus,
  clearinghouse: z.string().nullish(),
  clearinghouse_claim_id: z.string().nullish(),
  payer_claim_id: z.string().nullish(),
  clia_number: z.string().nullish(),
  service_lines: z.array(encounterServiceLine),
  eras: z.array(encounterEra),
})

export const encounterServiceLineCreate = z.looseObject({
  diagnosis_pointers: z.array(listIndex()),
  procedure_code: z.string(),
  modifiers: z.array(procedureModifier).nullish(),
  has_epsdt_indicator: z.boolean().nullish(),
  has_family_planning_indicator: z.boolean().nullish(),
  quantity: z.string(),
  units: serviceLineUnits,
  charge_amount_cents: cents().nullish(),
  drug_identification: encounterDrugIdentification.nullish(),
  place_of_service_code: placeOfServiceCode.nullish(),
  description: z.string().nullish(),
  date_of_service: localDate().nullish(),
  end_date_of_service: localDate().nullish(),
  ordering_provider: encounterOrderingProvider.nullish(),
  test_results: z.array(encounterTestResult).nullish(),
  note: z.string().nullish(),
  prior_authorization_number: z.string().nullish(),
  external_id: z.string().nullish(),
})
