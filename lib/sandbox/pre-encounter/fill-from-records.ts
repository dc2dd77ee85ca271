import type { PreEncounterPatient } from '#lib/contract/pre-encounter/patients.ts'
import { type JsonObject, isJsonObject } from '#lib/core/json.ts'
import { addressOf, genderOf, personNames, phonesOf, referrerOf } from './record-values.ts'

type Has = (
  ...members: (keyof PreEncounterPatient | 'subscriber_primary' | 'subscriber_secondary')[]
) => boolean

/**
 * The seven members for captures and encounters after a change of the patient's record. They follow
 * the changed members of the record. If the patient is the subscriber or the guarantor, that member
 * follows the patient too. The record on the wire has no coverage, so a change can set
 * `subscriber_primary` and `subscriber_secondary` directly. ASSUMED: pre-encounter-fill
 */
export function fillAfterChange(
  before: JsonObject,
  record: PreEncounterPatient,
  changes: JsonObject,
): JsonObject {
  const has: Has = (...members) => members.some((member) => Object.hasOwn(changes, member))
  const person: JsonObject = {
    ...(has('name') ? personNames(record.name) : {}),
    ...(has('birth_date') ? { date_of_birth: record.birth_date } : {}),
    ...(has('gender', 'biological_sex') ? { gender: genderOf(record) } : {}),
    ...(has('primary_address') ? { address: addressOf(record.primary_address) } : {}),
  }
  const patient = {
    ...objectOf(before.patient),
    ...person,
    ...changedContact(record, has),
    ...changedPayers(record, has),
    ...(has('mrn') ? { external_id: record.mrn } : {}),
  }
  const referral = record.referrals?.[0]
  return {
    ...before,
    patient,
    ...(has('referrals')
      ? {
          referring_provider: referrerOf(referral?.provider),
          referral_number: referral?.referral_number ?? null,
        }
      : {}),
    ...(has('self_pay')
      ? { responsible_party: record.self_pay ? 'SELF_PAY' : 'INSURANCE_PAY' }
      : {}),
    guarantor: changedGuarantor(objectOf(before.guarantor), record, patient, has),
    subscriber_primary: has('subscriber_primary')
      ? (changes.subscriber_primary ?? null)
      : followed(before.subscriber_primary, person),
    subscriber_secondary: has('subscriber_secondary')
      ? (changes.subscriber_secondary ?? null)
      : followed(before.subscriber_secondary, person),
  }
}

function changedContact(record: PreEncounterPatient, has: Has): JsonObject {
  const consents = record.electronic_communication_consent
  const optedIn = record.electronic_communication_opt_in ?? false
  return {
    ...(has('email') ? { email: record.email ?? null } : {}),
    ...(has('primary_telecom', 'other_telecoms')
      ? { phone_numbers: phonesOf(record.primary_telecom, ...record.other_telecoms) }
      : {}),
    ...(has('electronic_communication_consent', 'electronic_communication_opt_in')
      ? {
          phone_consent: consents?.text_communication_consent ?? optedIn,
          email_consent: consents?.email_communication_consent ?? optedIn,
        }
      : {}),
  }
}

function changedPayers(record: PreEncounterPatient, has: Has): JsonObject {
  const associations = record.non_insurance_payer_associations ?? []
  return {
    ...(has('non_insurance_payers')
      ? { non_insurance_payers: record.non_insurance_payers ?? [] }
      : {}),
    ...(has('non_insurance_payer_associations')
      ? {
          non_insurance_payers_info: associations.map(({ id, member_id, clinical_trial_info }) => ({
            non_insurance_payer_id: id,
            member_id: member_id ?? null,
            clinical_trial_info: (clinical_trial_info ?? []).map((trial) => ({
              clinical_trial_id: trial.id,
              clinical_trial_arm: trial.clinical_trial_arm ?? null,
            })),
          })),
        }
      : {}),
  }
}

const personal = [
  'first_name',
  'last_name',
  'external_id',
  'date_of_birth',
  'address',
  'phone_numbers',
  'phone_consent',
  'email',
  'email_consent',
] as const

// A patient without a guarantor in the record is their own guarantor. Another guarantor also has
// the patient's MRN as id.
function changedGuarantor(
  before: JsonObject,
  { guarantor, mrn }: PreEncounterPatient,
  patient: JsonObject,
  has: Has,
): JsonObject {
  if (!guarantor) {
    const own = personal.flatMap((name): [string, JsonObject[string]][] =>
      patient[name] === undefined ? [] : [[name, patient[name]]],
    )
    return { ...(has('guarantor') ? {} : before), ...Object.fromEntries(own) }
  }
  if (!has('guarantor')) return { ...before, external_id: mrn }
  return {
    ...personNames(guarantor.name),
    external_id: mrn,
    date_of_birth: guarantor.birth_date ?? null,
    address: addressOf(guarantor.address),
    phone_numbers: phonesOf(guarantor.telecom),
    email: guarantor.email ?? null,
  }
}

// 18: the patient is the subscriber.
function followed(
  subscriber: JsonObject[string] | undefined,
  person: JsonObject,
): JsonObject | null {
  if (!isJsonObject(subscriber)) return null
  return subscriber.patient_relationship_to_subscriber_code === '18'
    ? { ...subscriber, ...person }
    : subscriber
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}
