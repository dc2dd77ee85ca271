import { bigserial, boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

/**
 * The organisation's providers; `body` is the JSON text of the OrganizationProvider as answered.
 */
export const organizationProviders = pgTable(
  'organization_providers',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    id: text('id').notNull(),
    npi: text('npi').notNull(),
    is_rendering: boolean('is_rendering').notNull(),
    is_billing: boolean('is_billing').notNull(),
    /** Folded "first last" or organisation name; search_term searches it and the NPI. */
    name: text('name').notNull(),
    body: text('body').notNull(),
  },
  (t) => [
    uniqueIndex('organization_providers_id').on(t.id),
    index('organization_providers_npi').on(t.npi),
  ],
)
export type ProviderRow = typeof organizationProviders.$inferSelect
export type NewProviderRow = typeof organizationProviders.$inferInsert

/**
 * The organisation's service facilities; `body` is the JSON text of the
 * OrganizationServiceFacility.
 */
export const serviceFacilities = pgTable(
  'service_facilities',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    id: text('id').notNull(),
    npi: text('npi').notNull().default(''),
    /** As written. */
    name: text('name').notNull(),
    external_id: text('external_id').notNull().default(''),
    place_of_service_code: text('place_of_service_code').notNull().default(''),
    body: text('body').notNull(),
  },
  (t) => [uniqueIndex('service_facilities_id').on(t.id), index('service_facilities_npi').on(t.npi)],
)
export type FacilityRow = typeof serviceFacilities.$inferSelect
export type NewFacilityRow = typeof serviceFacilities.$inferInsert

/** Payers; `body` is the JSON text of the PayerV3. */
export const payers = pgTable(
  'payers',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    payer_uuid: text('payer_uuid').notNull(),
    payer_id: text('payer_id').notNull(),
    /** As written. */
    name: text('name').notNull(),
    body: text('body').notNull(),
  },
  (t) => [uniqueIndex('payers_uuid').on(t.payer_uuid), index('payers_payer_id').on(t.payer_id)],
)
export type PayerRow = typeof payers.$inferSelect
export type NewPayerRow = typeof payers.$inferInsert

/** Metadata schemas; `body` is the JSON text of the Schema. */
export const customSchemas = pgTable(
  'custom_schemas',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    id: text('id').notNull(),
    body: text('body').notNull(),
  },
  (t) => [uniqueIndex('custom_schemas_id').on(t.id)],
)
export type CustomSchemaRow = typeof customSchemas.$inferSelect
export type NewCustomSchemaRow = typeof customSchemas.$inferInsert

/**
 * Pre-encounter patients; `body` is the JSON text of the Patient. `fill` is the JSON text of the
 * members that this patient fills in a capture: patient, referring_provider, subscriber_primary,
 * subscriber_secondary, referral_number, responsible_party and guarantor, in the form of
 * ChargeCaptureData.
 */
export const preEncounterPatients = pgTable(
  'pre_encounter_patients',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    id: text('id').notNull(),
    mrn: text('mrn').notNull(),
    /** Lower-case "given family". */
    name: text('name').notNull(),
    birth_date: text('birth_date').notNull(),
    body: text('body').notNull(),
    fill: text('fill').notNull(),
  },
  (t) => [
    uniqueIndex('pre_encounter_patients_id').on(t.id),
    index('pre_encounter_patients_mrn').on(t.mrn),
  ],
)
export type PatientRow = typeof preEncounterPatients.$inferSelect
export type NewPatientRow = typeof preEncounterPatients.$inferInsert

/** Pre-encounter appointments; `body` is the JSON text of the Appointment. */
export const preEncounterAppointments = pgTable(
  'pre_encounter_appointments',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    id: text('id').notNull(),
    patient_id: text('patient_id').notNull(),
    /** ISO instant, as in the body. */
    start_timestamp: text('start_timestamp').notNull(),
    status: text('status').notNull().default(''),
    body: text('body').notNull(),
  },
  (t) => [
    uniqueIndex('pre_encounter_appointments_id').on(t.id),
    index('pre_encounter_appointments_patient').on(t.patient_id),
  ],
)
export type AppointmentRow = typeof preEncounterAppointments.$inferSelect
export type NewAppointmentRow = typeof preEncounterAppointments.$inferInsert

/**
 * Facts about the sandbox itself: the numbers of the demo data and the secret that signs tokens.
 */
export const sandboxFacts = pgTable('sandbox_facts', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})
