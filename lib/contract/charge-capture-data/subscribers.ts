import { z } from 'zod'
import {
  emrPayerCrosswalk,
  insuranceTypeCode,
  patientRelationshipCode,
  sourceOfPaymentCode,
} from '#lib/contract/codes/coverage.ts'
import { localDate, uuid } from '#lib/contract/fields.ts'
import { address, gender } from '#lib/contract/contact-fields.ts'

// The subscriber of an insurance and the card; primary, secondary and tertiary have one shape.

export const insuranceCard = z.looseObject({
  group_number: z.string().nullish(),
  plan_name: z.string().nullish(),
  plan_type: sourceOfPaymentCode.nullish(),
  insurance_type: insuranceTypeCode.nullish(),
  payer_plan_group_id: uuid().nullish(),
  payer_address: address.nullish(),
  member_id: z.string().nullish(),
  payer_name: z.string().nullish(),
  payer_id: z.string().nullish(),
  rx_bin: z.string().nullish(),
  rx_pcn: z.string().nullish(),
  image_url_front: z.string().nullish(),
  image_url_back: z.string().nullish(),
  emr_payer_crosswalk: emrPayerCrosswalk.nullish(),
  payer_plan_group_name: z.string().nullish(),
})

export const subscriber = z.looseObject({
  insurance_card: insuranceCard.nullish(),
  patient_relationship_to_subscriber_code: patientRelationshipCode.nullish(),
  date_of_birth: localDate().nullish(),
  address: address.nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  gender: gender.nullish(),
})
export type Subscriber = z.infer<typeof subscriber>
