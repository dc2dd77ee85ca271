import { openEnum } from '#lib/contract/fields.ts'

// Enumerations of pre-encounter records.

export const preEncounterGender = openEnum([
  'MAN',
  'WOMAN',
  'NON_BINARY',
  'TWO_SPIRIT',
  'FEMALE_TO_MALE',
  'MALE_TO_FEMALE',
  'OTHER',
  'UNKNOWN',
  'REFUSED',
])

export const preEncounterSex = openEnum(['FEMALE', 'MALE', 'UNKNOWN', 'REFUSED'])

export const preEncounterSexualOrientation = openEnum([
  'HETEROSEXUAL',
  'HOMOSEXUAL',
  'BISEXUAL',
  'TWO_SPIRIT',
  'OTHER',
  'UNKNOWN',
  'REFUSED',
])

export const preEncounterRace = openEnum([
  'AMERICAN_INDIAN_OR_ALASKA_NATIVE',
  'WHITE',
  'BLACK',
  'ASIAN',
  'NATIVE_HAWAIIAN_OR_OTHER_PACIFIC_ISLANDER',
  'MIDDLE_EASTERN_OR_NORTH_AFRICAN',
  'OTHER',
  'UNKNOWN',
  'REFUSED',
])

export const preEncounterEthnicity = openEnum([
  'HISPANIC_OR_LATINO',
  'NOT_HISPANIC_OR_LATINO',
  'UNKNOWN',
  'REFUSED',
])

export const preEncounterDisabilityStatus = openEnum(['DISABLED', 'NON_DISABLED'])

export const preEncounterMaritalStatus = openEnum([
  'ANNULLED',
  'DIVORCED',
  'INTERLOCUTORY',
  'SEPARATED',
  'MARRIED',
  'COMMON_LAW',
  'POLYGAMOUS',
  'DOMESTIC_PARTNER',
  'UNMARRIED',
  'NEVER_MARRIED',
  'WIDOWED',
  'UNKNOWN',
])

export const preEncounterDoNotInvoiceReason = openEnum([
  'BANKRUPTCY',
  'DECEASED',
  'HARDSHIP',
  'OTHER',
  'COLLECTIONS',
  'BAD_ADDRESS',
  'PROFESSIONAL_COURTESY',
])

export const preEncounterAdvancedDirective = openEnum([
  'NONE',
  'DURABLE_POWER_OF_ATTORNEY',
  'LIVING_WILL',
  'DO_NOT_RESUSCITATE',
  'STANDARD_PRECAUTIONS',
  'FALL_RISK',
])

export const preEncounterAppointmentStatus = openEnum([
  'PENDING',
  'NOT_READY',
  'READY',
  'CHECKED_IN',
  'CHECKED_OUT',
  'NO_SHOW',
])

export const preEncounterNotReadyReason = openEnum([
  'INACTIVE_PRIMARY',
  'INACTIVE_SECONDARY',
  'MEDICARE_ADVANTAGE_CONVERSION',
  'MEDICAID_MANAGED_CONVERSION',
  'UNAVAILABLE_PRIMARY',
  'UNAVAILABLE_SECONDARY',
  'PENDING_PRIMARY',
  'PENDING_SECONDARY',
  'ELIGIBILITY_CHECK_FAILED_PRIMARY',
  'ELIGIBILITY_CHECK_FAILED_SECONDARY',
  'NEW_COMBO',
  'NEW_INSURANCE',
  'PRIOR_APPOINTMENT_NOT_READY',
  'NO_COVERAGE',
  'ERROR',
  'MANUAL',
])

export const preEncounterReadySource = openEnum(['MANUAL', 'MACHINE'])

export const preEncounterPriorAuthorizationStatus = openEnum([
  'NOT_REQUIRED',
  'REQUIRED',
  'PENDING',
  'APPROVED',
  'PARTIALLY_APPROVED',
  'DENIED',
  'EXPIRED',
])

export const preEncounterAppointmentWorkQueue = openEnum([
  'EMERGENT_ISSUE',
  'NEW_PATIENT',
  'RETURNING_PATIENT',
  'MANUAL_ESCALATION',
])

export const preEncounterNameUse = openEnum([
  'USUAL',
  'OFFICIAL',
  'TEMP',
  'NICKNAME',
  'ANONYMOUS',
  'OLD',
  'MAIDEN',
])

export const preEncounterAddressUse = openEnum(['HOME', 'WORK', 'TEMP', 'OLD', 'BILLING'])

export const preEncounterContactPointUse = openEnum(['HOME', 'WORK', 'TEMP', 'OLD', 'MOBILE'])

export const preEncounterRelationship = openEnum([
  'SELF',
  'SPOUSE',
  'CHILD',
  'COMMON_LAW_SPOUSE',
  'OTHER',
])

export const preEncounterExternalProviderType = openEnum(['PRIMARY', 'REFERRING', 'ATTENDING'])

export const preEncounterAuthorizationUnit = openEnum(['VISIT', 'UNIT'])

export const preEncounterReferralUnit = openEnum(['VISIT', 'UNIT'])

export const preEncounterReferralSource = openEnum(['HOSPITAL', 'REFERRING_MD', 'SELF', 'OTHER'])

export const preEncounterSpecializationCategory = openEnum([
  'BEHAVIORAL_HEALTH_THERAPY',
  'CARDIOLOGY',
  'DERMATOLOGY',
  'ENDOCRINOLOGY',
  'ENT',
  'GASTROENTEROLOGY',
  'GENERAL_SURGERY',
  'GENETICS',
  'HEMATOLOGY',
  'INFECTIOUS_DISEASE',
  'NEUROLOGY',
  'NUTRITIONAL_THERAPY',
  'OB_GYN',
  'ONCOLOGY',
  'OPHTHALMOLOGY',
  'ORTHOPEDICS',
  'PAIN_MANAGEMENT',
  'PEDIATRICS',
  'PHYSICAL_THERAPY',
  'PODIATRY',
  'PRIMARY_CARE',
  'PSYCHIATRY',
  'PULMONOLOGY',
  'RADIOLOGY',
  'RHEUMATOLOGY',
  'SCREENING',
  'UROLOGY',
  'OTHER',
])

export const preEncounterReferralType = openEnum(['DIRECTED', 'ROTATION', 'OVERNIGHT'])

export const preEncounterUniversalServiceIdentifier = openEnum([
  'MD_Visit',
  'Treatment',
  'Tests',
  'Activity',
])
