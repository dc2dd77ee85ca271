/**
 * The members of `data` that a capture from pre-encounter records must not set, because the records
 * overwrite them.
 */
export const preEncounterFilledMembers = [
  'patient',
  'referring_provider',
  'subscriber_primary',
  'subscriber_secondary',
  'referral_number',
  'responsible_party',
  'guarantor',
] as const
