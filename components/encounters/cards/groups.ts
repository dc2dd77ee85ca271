/** A card of an encounter's page that shows members as they are. */
export type Group = { title: string; names: readonly string[] }

/** The cards beside the money, the most wanted first. */
export const besideGroups: readonly Group[] = [
  { title: 'Patient', names: ['patient', 'guarantor'] },
  {
    title: 'Coverage',
    names: ['subscriber_primary', 'subscriber_secondary', 'subscriber_tertiary'],
  },
  {
    title: 'Providers',
    names: [
      'rendering_provider',
      'billing_provider',
      'pay_to_address',
      'supervising_provider',
      'referring_provider',
      'initial_referring_provider',
      'treating_provider',
      'attending_provider',
      'operating_provider',
      'other_operating_provider',
    ],
  },
  { title: 'Facility', names: ['service_facility'] },
]

/** The cards below the money. */
export const underGroups: readonly Group[] = [
  {
    title: 'Visit',
    names: [
      'date_of_service',
      'end_date_of_service',
      'place_of_service_code',
      'place_of_service_code_as_submitted',
      'appointment_type',
      'synchronicity',
      'additional_information',
      'prior_authorization_number',
      'referral_number',
      'outside_lab',
      'outside_lab_charges_amount_cents',
      'purchased_service_provider_npi',
      'service_authorization_exception_code',
      'delay_reason_code',
      'onset_of_current_illness_or_symptom_date',
      'last_menstrual_period_date',
      'patient_authorized_release',
      'benefits_assigned_to_provider',
      'provider_accepts_assignment',
      'secondary_payer_carrier_code',
      'epsdt_referral',
      'claim_supplemental_information',
    ],
  },
  {
    title: 'Accident',
    names: [
      'accident_date',
      'accident_state_or_province_code',
      'related_causes_information',
      'property_casualty_claim_number',
      'property_casualty_patient_identifier',
    ],
  },
  {
    title: 'Hospital stay',
    names: [
      'admission_date',
      'admission_hour',
      'admission_type_code',
      'admission_source_code',
      'discharge_date',
      'discharge_hour',
      'discharge_status',
      'type_of_bill',
    ],
  },
  {
    title: 'Clinical',
    names: ['vitals', 'existing_medications', 'interventions', 'patient_histories'],
  },
  { title: 'Labels', names: ['tags', 'schema_instances'] },
  {
    title: 'At the partner',
    names: [
      'encounter_id',
      'external_id',
      'patient_control_number',
      'claim_creation_id',
      'organization_id',
      'url',
      'created_at',
      'last_submitted_at',
      'submission_origin',
      'submission_expectation',
      'coding_attribution',
      'owner_of_next_action',
      'next_responsible_party',
      'responsible_party',
      'billable_status',
      'work_queue_id',
      'work_queue_membership_activated_at',
    ],
  },
]

/** Members with cards of their own. */
export const drawnAlone: readonly string[] = [
  'claims',
  'diagnoses',
  'patient_payments',
  'billing_notes',
  'clinical_notes',
]
