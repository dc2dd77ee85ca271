import {
  type EncounterInput,
  completeAddress,
  longAddress,
  whole,
  wholeItems,
} from './encounter-input.ts'
import { derivedId } from './ids.ts'

/** The diagnoses in claim order, each with an id. */
export function diagnosesJson(
  encounterId: string,
  createdAt: string,
  { diagnoses }: EncounterInput,
) {
  return wholeItems(diagnoses, 'code').map((diagnosis, i) => ({
    diagnosis_id: diagnosisId(encounterId, i),
    created_at: createdAt,
    updated_at: createdAt,
    encounter_id: encounterId,
    name: diagnosis.name ?? null,
    code_type: diagnosis.code_type ?? (i === 0 ? 'ABK' : 'ABF'),
    code: diagnosis.code!,
    present_on_admission_indicator: diagnosis.present_on_admission_indicator ?? null,
  }))
}

/** The id of the diagnosis at an index. */
export function diagnosisId(encounterId: string, index: number): string {
  return derivedId(encounterId, `diagnoses.${index}`)
}

/** The clinical members. Items without a required member are left out. */
export function clinicalJson(input: EncounterInput) {
  const payTo = completeAddress(input.pay_to_address)
  return {
    clinical_notes: wholeItems(input.clinical_notes, 'category').map(({ category, notes }) => ({
      category,
      notes: wholeItems(notes, 'text').map((note) => note.text),
      notes_structured: wholeItems(notes, 'text', 'author_name', 'timestamp'),
    })),
    patient_histories: wholeItems(input.patient_histories, 'category').map(
      ({ category, questions }) => ({
        category,
        questions: wholeItems(questions, 'id', 'text').map((question) => ({
          ...question,
          responses: (question.responses ?? []).map((response) => ({
            ...response,
            follow_ups: wholeItems(response.follow_ups, 'id', 'text'),
          })),
        })),
      }),
    ),
    existing_medications: wholeItems(input.existing_medications, 'name'),
    interventions: wholeItems(input.interventions, 'name', 'category').map((intervention) => ({
      ...intervention,
      medication: whole(intervention.medication, 'name'),
      labs: wholeItems(intervention.labs, 'name'),
    })),
    vitals: input.vitals ?? null,
    epsdt_referral: whole(input.epsdt_referral, 'condition_indicator1'),
    claim_supplemental_information: wholeItems(
      input.claim_supplemental_information,
      'attachment_report_type_code',
      'attachment_transmission_code',
    ),
    related_causes_information: whole(input.related_causes_information, 'related_causes_code_1'),
    property_casualty_patient_identifier: whole(
      input.property_casualty_patient_identifier,
      'property_casualty_patient_identifier_qualifier',
      'property_casualty_patient_identifier',
    ),
    pay_to_address: payTo ? longAddress(payTo) : null,
    schema_instances: wholeItems(input.schema_instances, 'schema_id', 'content'),
  }
}
