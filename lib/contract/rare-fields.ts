const card = [
  'plan_type',
  'payer_plan_group_name',
  'payer_plan_group_id',
  'rx_bin',
  'rx_pcn',
  'emr_payer_crosswalk',
  'image_url_front',
  'image_url_back',
]

/**
 * The fields of a charge capture that a person who types one seldom needs, by wire path: those that
 * an EHR fills in, and those that about one capture in twenty has. A new capture folds them.
 */
export const rareCaptureFields: ReadonlySet<string> = new Set([
  'claim_creation_category',
  'originating_system',
  'hl7_message_type',
  'ehr_source_url',
  'attachment_external_document_ids',
  ...[
    'end_date_of_service',
    'referral_number',
    'external_id',
    'appointment_type',
    'patient.non_insurance_payers',
    'patient.phone_consent',
    'patient.email_consent',
    'patient.auto_charge_consent',
    'rendering_provider.organization_name',
    'billing_provider.first_name',
    'billing_provider.last_name',
    'billing_provider.provider_commercial_license_type',
    'service_facility.secondary_identification',
    'service_facility.mammography_certification_number',
    'additional_information',
    'secondary_payer_carrier_code',
    'outside_lab',
    'outside_lab_charges_amount_cents',
    'purchased_service_provider_npi',
    'service_authorization_exception_code',
    'admission_date',
    'discharge_date',
    'onset_of_current_illness_or_symptom_date',
    'last_menstrual_period_date',
    'delay_reason_code',
    ...['primary', 'secondary', 'tertiary'].flatMap((rank) =>
      card.map((name) => `subscriber_${rank}.insurance_card.${name}`),
    ),
  ].map((path) => `data.${path}`),
])
