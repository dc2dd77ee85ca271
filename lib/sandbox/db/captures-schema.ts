import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

/**
 * Charge captures. `data` and the other JSON columns hold the text that the client sent, and
 * answers contain this text. So numbers, unknown members, null and missing members come back
 * unchanged.
 *
 * `captureColumns` (capture-columns.ts) extracts every column below "Filters" from the header and
 * `data` on each write. A missing value is '' instead of null, so that comparisons are never null.
 * Each filter with a single value has an index `(column, created_at, seq)`. If one value can have
 * thousands of captures, there is a second index `(column, date_of_service, seq)`. They return a
 * filtered page in either order.
 */
export const chargeCaptures = pgTable(
  'charge_captures',
  {
    /** Insertion order; the tie-breaker of every sort. */
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    /** A UUID that the sandbox assigns. */
    id: text('id').notNull(),
    /** Epoch milliseconds by the sandbox's clock. */
    created_at: bigint('created_at', { mode: 'number' }).notNull(),
    updated_at: bigint('updated_at', { mode: 'number' }).notNull(),
    /** planned | not-billable | billable | aborted | entered-in-error */
    status: text('status').notNull(),
    charge_external_id: text('charge_external_id').notNull(),
    patient_external_id: text('patient_external_id').notNull(),
    originating_system: text('originating_system'),
    claim_creation_category: text('claim_creation_category').notNull().default(''),
    ehr_source_url: text('ehr_source_url'),
    /** JSON text of SchemaInstance[]; null when none was sent. */
    metadata: text('metadata'),
    /** JSON text of string[]; null when none was sent. */
    attachment_external_document_ids: text('attachment_external_document_ids'),
    /** BAR | DFT | ADT; null for a manual write. */
    hl7_message_type: text('hl7_message_type'),
    /** Set if the capture was made from pre-encounter records. */
    pre_encounter_patient_id: text('pre_encounter_patient_id'),
    /** JSON text of string[]; null unless made from pre-encounter records. */
    pre_encounter_appointment_ids: text('pre_encounter_appointment_ids'),
    /** JSON text of the ChargeCaptureData. */
    data: text('data').notNull(),

    // Links, written by bundling (lib/sandbox/bundling).
    /** The id of the capture's claim creation; '' if it has none. */
    claim_creation_id: text('claim_creation_id').notNull().default(''),
    /** The status of the resulting claim; '' if there is none. Copied from `claims.status`. */
    claim_status: text('claim_status').notNull().default(''),

    // Filters, written by `captureColumns`.
    /** data.date_of_service, otherwise the earliest date of a service line, otherwise ''. */
    date_of_service: text('date_of_service').notNull().default(''),
    billable_status: text('billable_status').notNull().default(''),
    responsible_party: text('responsible_party').notNull().default(''),
    billing_provider_npi: text('billing_provider_npi').notNull().default(''),
    /**
     * `npi:<npi>`, else `id:<service_facility_id>`, else `name:<lower-case name>`, else ''. The
     * facility part of the bundling key.
     */
    service_facility_key: text('service_facility_key').notNull().default(''),
    /**
     * Folded; from data.service_facility, otherwise from the record of
     * service_facility_id.
     */
    service_facility_name: text('service_facility_name').notNull().default(''),
    /** The payer_id of the primary subscriber's card. */
    primary_payer_id: text('primary_payer_id').notNull().default(''),
    /** Folded. */
    primary_payer_name: text('primary_payer_name').notNull().default(''),
    rendering_provider_npi: text('rendering_provider_npi').notNull().default(''),
    /** Folded "first last", or the organisation's name. */
    rendering_provider_name: text('rendering_provider_name').notNull().default(''),
    supervising_provider_npi: text('supervising_provider_npi').notNull().default(''),
    supervising_provider_name: text('supervising_provider_name').notNull().default(''),
    /** Folded "first last" of data.patient. */
    patient_name: text('patient_name').notNull().default(''),
    /** data.tag_ids. */
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /**
     * Lines: folded "first last"; in lower case date of birth, patient external id, charge external
     * id.
     */
    search_text: text('search_text').notNull().default(''),
  },
  (t) => [
    uniqueIndex('charge_captures_id').on(t.id),
    uniqueIndex('charge_captures_charge_external_id').on(t.charge_external_id),
    index('charge_captures_created').on(t.created_at, t.seq, t.date_of_service),
    index('charge_captures_dos').on(t.date_of_service, t.seq),
    index('charge_captures_days').on(t.date_of_service, t.created_at, t.seq),
    index('charge_captures_patient').on(t.patient_external_id, t.created_at, t.seq),
    index('charge_captures_status').on(t.status, t.created_at, t.seq),
    index('charge_captures_category').on(t.claim_creation_category, t.created_at, t.seq),
    index('charge_captures_creation').on(t.claim_creation_id, t.created_at, t.seq),
    index('charge_captures_claim_status').on(t.claim_status, t.created_at, t.seq),
    index('charge_captures_billable').on(t.billable_status, t.created_at, t.seq),
    index('charge_captures_responsible').on(t.responsible_party, t.created_at, t.seq),
    index('charge_captures_billing_npi').on(t.billing_provider_npi, t.created_at, t.seq),
    index('charge_captures_facility').on(t.service_facility_name, t.created_at, t.seq),
    index('charge_captures_payer_id').on(t.primary_payer_id, t.created_at, t.seq),
    index('charge_captures_payer_name').on(t.primary_payer_name, t.created_at, t.seq),
    index('charge_captures_rendering_npi').on(t.rendering_provider_npi, t.created_at, t.seq),
    index('charge_captures_rendering_name').on(t.rendering_provider_name, t.created_at, t.seq),
    index('charge_captures_supervising_npi').on(t.supervising_provider_npi, t.created_at, t.seq),
    index('charge_captures_supervising_name').on(t.supervising_provider_name, t.created_at, t.seq),
    index('charge_captures_status_dos').on(t.status, t.date_of_service, t.seq),
    index('charge_captures_category_dos').on(t.claim_creation_category, t.date_of_service, t.seq),
    // Only captures without a claim creation are many.
    index('charge_captures_unlinked_dos')
      .on(t.date_of_service, t.seq)
      .where(sql`${t.claim_creation_id} = ''`),
    index('charge_captures_claim_status_dos').on(t.claim_status, t.date_of_service, t.seq),
    index('charge_captures_billable_dos').on(t.billable_status, t.date_of_service, t.seq),
    index('charge_captures_responsible_dos').on(t.responsible_party, t.date_of_service, t.seq),
    index('charge_captures_billing_npi_dos').on(t.billing_provider_npi, t.date_of_service, t.seq),
    index('charge_captures_facility_dos').on(t.service_facility_name, t.date_of_service, t.seq),
    index('charge_captures_payer_id_dos').on(t.primary_payer_id, t.date_of_service, t.seq),
    index('charge_captures_payer_name_dos').on(t.primary_payer_name, t.date_of_service, t.seq),
    index('charge_captures_rendering_npi_dos').on(
      t.rendering_provider_npi,
      t.date_of_service,
      t.seq,
    ),
    index('charge_captures_rendering_name_dos').on(
      t.rendering_provider_name,
      t.date_of_service,
      t.seq,
    ),
    index('charge_captures_supervising_npi_dos').on(
      t.supervising_provider_npi,
      t.date_of_service,
      t.seq,
    ),
    index('charge_captures_supervising_name_dos').on(
      t.supervising_provider_name,
      t.date_of_service,
      t.seq,
    ),
    index('charge_captures_tags').using('gin', t.tags),
    index('charge_captures_search').using('gin', sql`${t.search_text} gin_trgm_ops`),
  ],
)
export type CaptureRow = typeof chargeCaptures.$inferSelect
export type NewCaptureRow = typeof chargeCaptures.$inferInsert
