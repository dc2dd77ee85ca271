import { z } from 'zod'
import { insuranceCard, subscriber } from '#lib/contract/charge-capture-data/subscribers.ts'
import { patientRelationshipCode } from '#lib/contract/codes/coverage.ts'
import { licenseType } from '#lib/contract/codes/license-types.ts'
import { state } from '#lib/contract/codes/states.ts'
import { completeAddress, gender } from '#lib/contract/contact-fields.ts'
import {
  encounterClaimSupplementalInformation,
  encounterEpsdtReferral,
  encounterSubmissionExpectation,
} from './clinical.ts'
import {
  encounterPatientDischargeStatusCode,
  encounterPointOfOriginForAdmissionOrVisitCode,
  encounterTypeOfAdmissionOrVisitCode,
  encounterTypeOfBillComposite,
} from './institutional-codes.ts'
import { encounterRenderingProvider } from './providers.ts'

const hour = z.number().int().min(0).max(23)

const treatingProvider = z.looseObject({
  first_name: z.string(),
  last_name: z.string(),
  npi: z.string().nullish(),
  taxonomy_code: z.string().nullish(),
  address: completeAddress.nullish(),
  license_type: licenseType.nullish(),
})

const subscriberTertiary = subscriber.extend({
  insurance_card: insuranceCard.extend({
    member_id: z.string(),
    payer_name: z.string(),
    payer_id: z.string(),
    payer_address: completeAddress.nullish(),
  }),
  patient_relationship_to_subscriber_code: patientRelationshipCode,
  address: completeAddress.nullish(),
  first_name: z.string(),
  last_name: z.string(),
  gender,
})

/**
 * Further members of a request that creates an encounter: the description shows a shape and says
 * that other Encounter fields may be sent. These are the fields that a sender can know; ids, times,
 * statuses, work queues and amounts are the partner's own. Their shapes come from the published
 * client's other requests (encountersUniversal).
 */
export const encounterOtherMembers = {
  prior_authorization_number: z.string().nullish(),
  secondary_payer_carrier_code: z.string().nullish(),
  submission_expectation: encounterSubmissionExpectation.nullish(),
  admission_hour: hour.nullish(),
  admission_type_code: encounterTypeOfAdmissionOrVisitCode.nullish(),
  admission_source_code: encounterPointOfOriginForAdmissionOrVisitCode.nullish(),
  discharge_hour: hour.nullish(),
  discharge_status: encounterPatientDischargeStatusCode.nullish(),
  accident_state_or_province_code: state.nullish(),
  type_of_bill: encounterTypeOfBillComposite.extend({ code: z.string().nullish() }).nullish(),
  attending_provider: encounterRenderingProvider.nullish(),
  operating_provider: encounterRenderingProvider.nullish(),
  other_operating_provider: encounterRenderingProvider.nullish(),
  treating_provider: treatingProvider.nullish(),
  subscriber_tertiary: subscriberTertiary.nullish(),
  epsdt_referral: encounterEpsdtReferral.nullish(),
  claim_supplemental_information: z.array(encounterClaimSupplementalInformation).nullish(),
}
