import type { Guarantor } from '#lib/contract/charge-capture-data/guarantor.ts'
import type { Patient } from '#lib/contract/charge-capture-data/patient.ts'
import type { Subscriber } from '#lib/contract/charge-capture-data/subscribers.ts'
import {
  type EncounterRecords,
  completeAddress,
  personAddress,
  wholeItems,
} from './encounter-input.ts'
import { derivedId } from './ids.ts'

type Maybe<T> = T | null | undefined
type Contact = Pick<
  Patient,
  'phone_numbers' | 'phone_consent' | 'email' | 'email_consent' | 'auto_charge_consent'
>

/** The encounter that a derived id belongs to. */
type Of = { id: string; patient_external_id: string }

/** The patient as an encounter returns it. */
export function patientJson(encounter: Of, patient: Maybe<Patient>) {
  return {
    // Encounters with the same patient external id share this id, so an encounter that follows a
    // new MRN gets another id.
    individual_id: derivedId(encounter.patient_external_id, 'individual'),
    ...contact(patient),
    non_insurance_payers: (patient?.non_insurance_payers ?? []).map((id) =>
      nonInsurancePayer(id, patient),
    ),
    non_insurance_payers_info: wholeItems(
      patient?.non_insurance_payers_info,
      'non_insurance_payer_id',
    ).map((info) => ({
      non_insurance_payer: nonInsurancePayer(info.non_insurance_payer_id!, patient),
      member_id: info.member_id ?? null,
      clinical_trial_info: wholeItems(info.clinical_trial_info, 'clinical_trial_id').map(
        (trial) => ({
          clinical_trial_arm: trial.clinical_trial_arm ?? null,
          clinical_trial: clinicalTrial(trial.clinical_trial_id!, info.non_insurance_payer_id!),
        }),
      ),
    })),
    external_id: patient?.external_id ?? encounter.patient_external_id,
    date_of_birth: patient?.date_of_birth ?? '',
    address: personAddress(patient?.address),
    first_name: patient?.first_name ?? '',
    last_name: patient?.last_name ?? '',
    gender: patient?.gender ?? 'not_given',
  }
}

/** The guarantor, or null if there is none. */
export function guarantorJson(encounter: Of, guarantor: Maybe<Guarantor>, patient: Maybe<Patient>) {
  if (!guarantor) return null
  return {
    guarantor_id: derivedId(encounter.patient_external_id, 'guarantor'),
    ...contact(guarantor),
    first_name: guarantor.first_name ?? '',
    last_name: guarantor.last_name ?? '',
    external_id: guarantor.external_id ?? encounter.patient_external_id,
    date_of_birth: guarantor.date_of_birth ?? null,
    address: personAddress(guarantor.address, patient?.address),
  }
}

/** A subscriber with the card and its payer, or null without a card. */
export function subscriberJson(
  encounter: Of,
  place: string,
  subscriber: Maybe<Subscriber>,
  records: EncounterRecords,
) {
  const card = subscriber?.insurance_card
  if (!subscriber || !card) return null
  return {
    individual_id: derivedId(encounter.id, `${place}.individual`),
    insurance_card: {
      ...card,
      insurance_card_id: derivedId(encounter.id, `${place}.card`),
      member_id: card.member_id ?? '',
      payer_name: card.payer_name ?? '',
      payer_id: card.payer_id ?? '',
      payer_uuid: records.payer(card.payer_id ?? '')?.payer_uuid ?? null,
      payer_address: longCardAddress(card.payer_address),
    },
    patient_relationship_to_subscriber_code:
      subscriber.patient_relationship_to_subscriber_code ?? '18',
    date_of_birth: subscriber.date_of_birth ?? null,
    address: completeAddress(subscriber.address) ?? null,
    first_name: subscriber.first_name ?? '',
    last_name: subscriber.last_name ?? '',
    gender: subscriber.gender ?? 'not_given',
  }
}

function longCardAddress(address: Parameters<typeof completeAddress>[0]) {
  const found = completeAddress(address)
  return found ? { ...found, zip_plus_four_code: found.zip_plus_four_code ?? '9998' } : null
}

function contact(person: Maybe<Contact>) {
  return {
    phone_numbers: wholeItems(person?.phone_numbers, 'number', 'type'),
    phone_consent: person?.phone_consent ?? false,
    email: person?.email ?? null,
    email_consent: person?.email_consent ?? false,
    auto_charge_consent: person?.auto_charge_consent ?? false,
  }
}

/**
 * ASSUMED: non-insurance-payer-records: the API has no look-up for them, so their records are made
 * from their ids, with the trials that the patient takes part in.
 */
function nonInsurancePayer(id: string, patient: Maybe<Patient>) {
  const trials = wholeItems(patient?.non_insurance_payers_info, 'non_insurance_payer_id')
    .filter((info) => info.non_insurance_payer_id === id)
    .flatMap((info) => wholeItems(info.clinical_trial_info, 'clinical_trial_id'))
  return {
    non_insurance_payer_id: id,
    name: `Program ${id.slice(0, 8)}`,
    description: null,
    category: null,
    payer_id: null,
    enabled: true,
    address: null,
    clinical_trials: [...new Set(trials.map((trial) => trial.clinical_trial_id!))].map((trial) =>
      clinicalTrial(trial, id),
    ),
  }
}

function clinicalTrial(id: string, payerId: string) {
  return {
    clinical_trial_id: id,
    non_insurance_payer_id: payerId,
    is_active: true,
    name: `Trial ${id.slice(0, 8)}`,
    clinical_trial_number: id.slice(0, 8),
    clinical_trial_phase: null,
  }
}
