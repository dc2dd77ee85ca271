import type { preEncounterExternalProvider, preEncounterAddress, preEncounterContactPoint } from '#lib/contract/pre-encounter/people.ts'
import type { PreEncounterPatient } from '#lib/contract/pre-encounter/patients.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { isJsonObject } from '#lib/core/json.ts'
import type { z } from 'zod'

type Member = keyof PreEncounterPatient
type Maybe<T> = T | null | undefined

/** A referring provider as ChargeCaptureData has it. */
export function referrerOf(provider: Maybe<z.infer<typeof preEncounterExternalProvider>>): JsonObject | null {
  if (!provider) return null
  return { first_name: provider.name.given[0] ?? '', last_name: provider.name.family, npi: provider.npi ?? null }
}

/**
 * The seven members that captures and encounters receive, after a change of the patient's record. Members follow what
 * changed of the record; a patient who holds the own cover is followed there too. Cover is no part of the record that
 * the interface shows, so a change may name `subscriber_primary` and `subscriber_secondary` outright.
 * ASSUMED: pre-encounter-fill
 */
export function fillAfterChange(before: JsonObject, record: PreEncounterPatient, changes: JsonObject): JsonObject {
  const has = (...members: (Member | string)[]) => members.some((member) => Object.hasOwn(changes, member))
  const person: JsonObject = {
    ...(has('name') ? { first_name: record.name.given[0] ?? '', last_name: record.name.family } : {}),
    ...(has('birth_date') ? { date_of_birth: record.birth_date } : {}),
    ...(has('gender', 'biological_sex') ? { gender: genderOf(record) } : {}),
    ...(has('primary_address') ? { address: addressOf(record.primary_address) } : {}),
  }
  const patient: JsonObject = {
    ...objectOf(before.patient),
    ...person,
    ...(has('mrn') ? { external_id: record.mrn } : {}),
    ...(has('email') ? { email: record.email ?? null } : {}),
    ...(has('primary_telecom') ? { phone_numbers: phonesOf(record.primary_telecom) } : {}),
  }
  const referral = record.referrals?.[0]
  return {
    ...before,
    patient,
    ...(has('referrals') ? { referring_provider: referrerOf(referral?.provider), referral_number: referral?.referral_number ?? null } : {}),
    ...(has('self_pay') ? { responsible_party: record.self_pay ? 'SELF_PAY' : 'INSURANCE_PAY' } : {}),
    ...(has('guarantor') ? { guarantor: guarantorOf(record) } : {}),
    subscriber_primary: has('subscriber_primary') ? (changes.subscriber_primary ?? null) : followed(before.subscriber_primary, person),
    subscriber_secondary: has('subscriber_secondary') ? (changes.subscriber_secondary ?? null) : followed(before.subscriber_secondary, person),
  }
}

// 18: the patient is the subscriber.
function followed(subscriber: JsonObject[string] | undefined, person: JsonObject): JsonObject | null {
  if (!isJsonObject(subscriber)) return null
  return subscriber.patient_relationship_to_subscriber_code === '18' ? { ...subscriber, ...person } : subscriber
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

function genderOf({ biological_sex: sex }: PreEncounterPatient): string {
  return sex === 'FEMALE' ? 'female' : sex === 'MALE' ? 'male' : 'unknown'
}

function addressOf(address: z.infer<typeof preEncounterAddress>): JsonObject {
  const [zip_code = '', zip_plus_four_code] = address.postal_code.split('-')
  return {
    address1: address.line[0] ?? '',
    ...(address.line[1] ? { address2: address.line[1] } : {}),
    city: address.city,
    state: address.state,
    zip_code,
    ...(zip_plus_four_code ? { zip_plus_four_code } : {}),
  }
}

function phonesOf(telecom: Maybe<z.infer<typeof preEncounterContactPoint>>): JsonObject[] {
  if (!telecom) return []
  return [{ number: telecom.value, type: telecom.use === 'WORK' ? 'Work' : telecom.use === 'HOME' ? 'Home' : 'Mobile' }]
}

function guarantorOf({ guarantor, mrn }: PreEncounterPatient): JsonObject | null {
  if (!guarantor) return null
  return {
    first_name: guarantor.name.given[0] ?? '',
    last_name: guarantor.name.family,
    external_id: mrn,
    date_of_birth: guarantor.birth_date ?? null,
    address: addressOf(guarantor.address),
    phone_numbers: phonesOf(guarantor.telecom),
    email: guarantor.email ?? null,
  }
}
