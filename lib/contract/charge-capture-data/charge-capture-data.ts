import { z } from 'zod'
import { billableStatus, responsibleParty } from '#lib/contract/codes/billing.ts'
import { placeOfServiceCode } from '#lib/contract/codes/places-of-service.ts'
import { uuid } from '#lib/contract/fields.ts'
import { address } from '#lib/contract/contact-fields.ts'
import { visitMembers } from '#lib/contract/visit.ts'
import { propertyCasualtyPatientIdentifier, relatedCauses } from './accident.ts'
import { billingProvider } from './billing-provider.ts'
import { clinicalNoteCategory } from './clinical-notes.ts'
import { diagnosis } from './diagnoses.ts'
import { externalClaimSubmission } from './external-claim-submission.ts'
import { guarantor } from './guarantor.ts'
import { intervention } from './interventions.ts'
import { medication } from './medications.ts'
import { patientHistory } from './patient-histories.ts'
import { patient } from './patient.ts'
import {
  initialReferringProvider,
  referringProvider,
  renderingProvider,
  supervisingProvider,
  treatingProvider,
} from './providers.ts'
import { partialSchemaInstance } from './schema-instances.ts'
import { serviceLine } from './service-lines.ts'
import { subscriber } from './subscribers.ts'
import { claimSupplementalInformation, epsdtReferral } from './supplemental-information.ts'
import { vitals } from './vitals.ts'

// Where the service occurred. Mutually exclusive with `service_facility_id`.

export const serviceFacility = z.looseObject({
  organization_name: z.string().nullish(),
  npi: z.string().nullish(),
  address: address.nullish(),
  secondary_identification: z.string().nullish(),
  mammography_certification_number: z.string().nullish(),
})
export type ServiceFacility = z.infer<typeof serviceFacility>

// Notes that billers write for each other.

export const billingNote = z.looseObject({
  text: z.string().nullish(),
})

// Everything needed to create an encounter, every field optional. The larger sections have their
// own files.

export const chargeCaptureData = z.looseObject({
  vitals: vitals.nullish(),
  diagnoses: z.array(diagnosis).nullish(),
  clinical_notes: z.array(clinicalNoteCategory).nullish(),
  claim_supplemental_information: z.array(claimSupplementalInformation).nullish(),
  epsdt_referral: epsdtReferral.nullish(),
  existing_medications: z.array(medication).nullish(),
  guarantor: guarantor.nullish(),
  subscriber_primary: subscriber.nullish(),
  subscriber_secondary: subscriber.nullish(),
  subscriber_tertiary: subscriber.nullish(),
  interventions: z.array(intervention).nullish(),
  schema_instances: z.array(partialSchemaInstance).nullish(),
  external_claim_submission: externalClaimSubmission.nullish(),
  service_lines: z.array(serviceLine).nullish(),
  patient_histories: z.array(patientHistory).nullish(),
  billing_notes: z.array(billingNote).nullish(),
  patient: patient.nullish(),
  service_facility: serviceFacility.nullish(),
  service_facility_id: uuid().nullish(),
  rendering_provider: renderingProvider.nullish(),
  initial_referring_provider: initialReferringProvider.nullish(),
  referring_provider: referringProvider.nullish(),
  supervising_provider: supervisingProvider.nullish(),
  treating_provider: treatingProvider.nullish(),
  billing_provider: billingProvider.nullish(),
  pay_to_address: address.nullish(),
  related_causes_information: relatedCauses.nullish(),
  property_casualty_patient_identifier: propertyCasualtyPatientIdentifier.nullish(),
  benefits_assigned_to_provider: z.boolean().nullish(),
  prior_authorization_number: z.string().nullish(),
  external_id: z.string().nullish(),
  tag_ids: z.array(z.string()).nullish(),
  billable_status: billableStatus.nullish(),
  responsible_party: responsibleParty.nullish(),
  provider_accepts_assignment: z.boolean().nullish(),
  place_of_service_code: placeOfServiceCode.nullish(),
  patient_authorized_release: z.boolean().nullish(),
  referral_number: z.string().nullish(),
  secondary_payer_carrier_code: z.string().nullish(),
  ...visitMembers,
})
export type ChargeCaptureData = z.infer<typeof chargeCaptureData>
