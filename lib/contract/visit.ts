import { z } from 'zod'
import {
  delayReasonCode,
  serviceAuthorizationExceptionCode,
  synchronicity,
} from './codes/billing.ts'
import { cents, localDate } from './fields.ts'

/** The members of a visit that charge captures, encounter requests and encounters share. */
export const visitMembers = {
  property_casualty_claim_number: z.string().nullish(),
  accident_date: localDate().nullish(),
  date_of_service: localDate().nullish(),
  end_date_of_service: localDate().nullish(),
  appointment_type: z.string().nullish(),
  synchronicity: synchronicity.nullish(),
  additional_information: z.string().nullish(),
  outside_lab: z.boolean().nullish(),
  outside_lab_charges_amount_cents: cents().nullish(),
  purchased_service_provider_npi: z.string().nullish(),
  service_authorization_exception_code: serviceAuthorizationExceptionCode.nullish(),
  admission_date: localDate().nullish(),
  discharge_date: localDate().nullish(),
  onset_of_current_illness_or_symptom_date: localDate().nullish(),
  last_menstrual_period_date: localDate().nullish(),
  delay_reason_code: delayReasonCode.nullish(),
}
