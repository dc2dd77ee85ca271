/**
 * Members of `data` that a charge capture made from pre-encounter records must not carry: the partner fills them from
 * the patient and the appointments. Source: the description, create-from-pre-encounter.
 */
export const preEncounterFields = [
  'patient',
  'referring_provider',
  'subscriber_primary',
  'subscriber_secondary',
  'referral_number',
  'responsible_party',
  'guarantor',
] as const
