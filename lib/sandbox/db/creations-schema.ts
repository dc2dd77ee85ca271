import { sql } from 'drizzle-orm'
import { bigint, bigserial, boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

/**
 * Claim creations: bundles of captures. Bundling (lib/sandbox/bundling) writes the tables of this
 * file; list filters read them. A missing value of a filter column is ''.
 */
export const claimCreations = pgTable(
  'claim_creations',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    id: text('id').notNull(),
    /** Epoch milliseconds by the sandbox's clock. */
    created_at: bigint('created_at', { mode: 'number' }).notNull(),
    updated_at: bigint('updated_at', { mode: 'number' }).notNull(),
    /** not-started | in-error | successful | successful-dry-run | aborted | held */
    status: text('status').notNull(),
    /**
     * The values that the captures share, as one text. Bundling keeps it unique among open claim
     * creations.
     */
    bundle_key: text('bundle_key').notNull(),
    /** JSON text of the `characteristics` object. */
    characteristics: text('characteristics').notNull(),
    /** JSON text of the last merged ChargeCaptureData; null if the captures were never merged. */
    encounter_creation_input: text('encounter_creation_input'),
    /** '' until successful. */
    created_encounter_id: text('created_encounter_id').notNull().default(''),
    most_recent_claim_preview_id: text('most_recent_claim_preview_id'),
    /** From the resulting claim; '' until there is one. */
    claim_id: text('claim_id').notNull().default(''),
    claim_status: text('claim_status').notNull().default(''),
    /** The number of updates of its captures, including resolved ones. */
    updates: bigint('updates', { mode: 'number' }).notNull().default(0),
    /** The number of unresolved updates. */
    unresolved_updates: bigint('unresolved_updates', { mode: 'number' }).notNull().default(0),

    // Filters whose value all captures of the bundle share.
    patient_external_id: text('patient_external_id').notNull().default(''),
    date_of_service: text('date_of_service').notNull().default(''),
    billing_provider_npi: text('billing_provider_npi').notNull().default(''),
    service_facility_name: text('service_facility_name').notNull().default(''),
    /** Folded "first last" of each distinct patient of the captures, one per line. */
    patient_names: text('patient_names').notNull().default(''),
    /**
     * The distinct values of the captures, each with a prefix; see `creationFacets`
     * (bundling/creation-columns.ts).
     */
    facets: text('facets')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
  },
  (t) => [
    uniqueIndex('claim_creations_id').on(t.id),
    index('claim_creations_bundle').on(t.bundle_key),
    index('claim_creations_created').on(t.created_at, t.seq, t.date_of_service),
    index('claim_creations_days').on(t.date_of_service, t.created_at, t.seq),
    index('claim_creations_encounter').on(t.created_encounter_id),
    index('claim_creations_claim').on(t.claim_id),
    index('claim_creations_status').on(t.status, t.created_at, t.seq),
    index('claim_creations_claim_status').on(t.claim_status, t.created_at, t.seq),
    index('claim_creations_patient').on(t.patient_external_id, t.created_at, t.seq),
    index('claim_creations_billing_npi').on(t.billing_provider_npi, t.created_at, t.seq),
    index('claim_creations_facility').on(t.service_facility_name, t.created_at, t.seq),
    index('claim_creations_updates')
      .on(t.created_at, t.seq)
      .where(sql`${t.updates} > 0`),
    index('claim_creations_names').using('gin', sql`${t.patient_names} gin_trgm_ops`),
    index('claim_creations_facets').using('gin', t.facets),
  ],
)
export type ClaimCreationRow = typeof claimCreations.$inferSelect
export type NewClaimCreationRow = typeof claimCreations.$inferInsert

/** Errors of claim creations, including those that a later evaluation no longer found. */
export const claimCreationErrors = pgTable(
  'claim_creation_errors',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    id: text('id').notNull(),
    claim_creation_id: text('claim_creation_id').notNull(),
    /** null: the error belongs to the whole claim creation. */
    charge_capture_id: text('charge_capture_id'),
    /** The rule that found the error; not shown to clients. */
    cause: text('cause').notNull(),
    message: text('message').notNull(),
    field_in_error: text('field_in_error'),
    resolved: boolean('resolved').notNull().default(false),
    resolved_by: text('resolved_by'),
    resolution_reason: text('resolution_reason'),
    /** True if a later evaluation no longer found the error; not shown to clients. */
    is_cleared: boolean('is_cleared').notNull().default(false),
    created_at: bigint('created_at', { mode: 'number' }).notNull(),
  },
  (t) => [
    uniqueIndex('claim_creation_errors_id').on(t.id),
    index('claim_creation_errors_creation').on(t.claim_creation_id),
    index('claim_creation_errors_capture').on(t.charge_capture_id),
  ],
)
export type ErrorRow = typeof claimCreationErrors.$inferSelect
export type NewErrorRow = typeof claimCreationErrors.$inferInsert

/** Changes of captures after billing, one for each write. */
export const chargeCaptureUpdates = pgTable(
  'charge_capture_updates',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    id: text('id').notNull(),
    charge_capture_id: text('charge_capture_id').notNull(),
    claim_creation_id: text('claim_creation_id').notNull(),
    message: text('message').notNull(),
    /** The HL7 message type of the write; null for a manual write. */
    hl7_message_type: text('hl7_message_type'),
    resolved: boolean('resolved').notNull().default(false),
    created_at: bigint('created_at', { mode: 'number' }).notNull(),
  },
  (t) => [
    uniqueIndex('charge_capture_updates_id').on(t.id),
    index('charge_capture_updates_capture').on(t.charge_capture_id),
    index('charge_capture_updates_creation').on(t.claim_creation_id),
  ],
)
export type UpdateRow = typeof chargeCaptureUpdates.$inferSelect
export type NewUpdateRow = typeof chargeCaptureUpdates.$inferInsert

/**
 * Encounters from claim creations and from pre-encounter records. lib/sandbox/encounters builds the
 * full wire form (claims, lines, payments, …) from these rows for each answer.
 */
export const encounters = pgTable(
  'encounters',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    id: text('id').notNull(),
    /** '' for an encounter that was created from pre-encounter records. */
    claim_creation_id: text('claim_creation_id').notNull(),
    /** Epoch milliseconds by the sandbox's clock. */
    created_at: bigint('created_at', { mode: 'number' }).notNull(),
    patient_control_number: text('patient_control_number').notNull(),
    /**
     * JSON text of the ChargeCaptureData, or of the create request with its seven filled members.
     */
    input: text('input').notNull(),
    /** JSON text of each capture's data, by capture id; null for a single capture. */
    parts: text('parts'),
    /** The pre-encounter records that the encounter follows; '' and empty if there are none. */
    pre_encounter_patient_id: text('pre_encounter_patient_id').notNull().default(''),
    pre_encounter_appointment_ids: text('pre_encounter_appointment_ids')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),

    // Filters; a missing value is ''.
    external_id: text('external_id').notNull().default(''),
    patient_external_id: text('patient_external_id').notNull().default(''),
    date_of_service: text('date_of_service').notNull().default(''),
    billing_provider_npi: text('billing_provider_npi').notNull().default(''),
    /** Folded. */
    primary_payer_name: text('primary_payer_name').notNull().default(''),
    billable_status: text('billable_status').notNull().default(''),
    responsible_party: text('responsible_party').notNull().default(''),
    /** Copied from `claims.status`. */
    claim_status: text('claim_status').notNull().default(''),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /**
     * Lines: folded "first last"; in lower case date of birth, patient external id, encounter
     * external id.
     */
    search_text: text('search_text').notNull().default(''),
  },
  (t) => [
    uniqueIndex('encounters_id').on(t.id),
    index('encounters_creation').on(t.claim_creation_id),
    index('encounters_control_number').on(t.patient_control_number),
    index('encounters_pre_encounter').on(t.pre_encounter_patient_id),
    index('encounters_created').on(t.created_at, t.seq),
    index('encounters_dos').on(t.date_of_service, t.seq),
    index('encounters_external').on(t.external_id, t.created_at, t.seq),
    index('encounters_patient').on(t.patient_external_id, t.created_at, t.seq),
    index('encounters_billing_npi').on(t.billing_provider_npi, t.created_at, t.seq),
    index('encounters_payer_name').on(t.primary_payer_name, t.created_at, t.seq),
    index('encounters_claim_status').on(t.claim_status, t.created_at, t.seq),
    index('encounters_search').using('gin', sql`${t.search_text} gin_trgm_ops`),
  ],
)
export type EncounterRow = typeof encounters.$inferSelect
export type NewEncounterRow = typeof encounters.$inferInsert

/** The claim of an encounter. */
export const claims = pgTable(
  'claims',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    id: text('id').notNull(),
    encounter_id: text('encounter_id').notNull(),
    claim_creation_id: text('claim_creation_id').notNull(),
    /** A claims.ClaimStatus, `biller_received` when new. */
    status: text('status').notNull(),
    // Epoch milliseconds. Both are null for a claim that the control plane never moved; then they
    // follow from created_at.
    submitted_at: bigint('submitted_at', { mode: 'number' }),
    decided_at: bigint('decided_at', { mode: 'number' }),
    /**
     * JSON text of a ClaimDecision; null if the payer's amounts and reasons are those of
     * `settleLine`.
     */
    decision: text('decision'),
  },
  (t) => [uniqueIndex('claims_id').on(t.id), index('claims_encounter').on(t.encounter_id)],
)
export type ClaimRow = typeof claims.$inferSelect
export type NewClaimRow = typeof claims.$inferInsert
