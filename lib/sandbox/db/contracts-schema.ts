import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/**
 * Contracts of both types; versions 2 and 3 of the API show the same rows. Members that are objects
 * on the wire are stored as JSON text. Each write copies the values that lists filter and sort by
 * into separate columns.
 */
export const contracts = pgTable(
  'contracts',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    /** A UUID that the sandbox assigns. */
    id: text('id').notNull(),
    /** Epoch milliseconds by the sandbox's clock. */
    created_at: bigint('created_at', { mode: 'number' }).notNull(),
    /** professional | institutional; never changes. */
    type: text('type').notNull(),
    contracting_provider_id: text('contracting_provider_id').notNull(),
    payer_uuid: text('payer_uuid').notNull(),
    /** `YYYY-MM-DD`. */
    effective_date: text('effective_date').notNull(),
    /** `YYYY-MM-DD`; null for a contract without end. */
    expiration_date: text('expiration_date'),
    /** pending | effective | cancelled */
    contract_status: text('contract_status').notNull(),
    /** JSON texts as the client wrote them. */
    regions: text('regions').notNull(),
    authorized_signatory: text('authorized_signatory'),
    commercial_insurance_types: text('commercial_insurance_types').notNull(),
    medicare_insurance_types: text('medicare_insurance_types').notNull(),
    medicaid_insurance_types: text('medicaid_insurance_types').notNull(),
    /** The fee schedule that is linked to the contract; '' for none. */
    fee_schedule_id: text('fee_schedule_id').notNull().default(''),
    /** The number of providers on the roster, updated with it. */
    provider_count: bigint('provider_count', { mode: 'number' }).notNull().default(0),

    // Copied for filters and sorts. Names are folded.
    payer_name: text('payer_name').notNull(),
    payer_id: text('payer_id').notNull(),
    billing_provider_name: text('billing_provider_name').notNull(),
    billing_provider_npi: text('billing_provider_npi').notNull(),
    /** The states of `regions`; `*` alone for a national contract. */
    states: text('states')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
  },
  (t) => [
    uniqueIndex('contracts_id').on(t.id),
    index('contracts_created').on(t.created_at, t.seq),
    index('contracts_status').on(t.contract_status, t.created_at, t.seq),
    index('contracts_provider').on(t.contracting_provider_id, t.created_at, t.seq),
  ],
)
export type ContractRow = typeof contracts.$inferSelect
export type NewContractRow = typeof contracts.$inferInsert

/**
 * Rosters: the rendering providers of contracts. The table is narrow because one roster can have
 * 100,000 rows.
 */
export const contractProviders = pgTable(
  'contract_providers',
  {
    contract_seq: bigint('contract_seq', { mode: 'number' }).notNull(),
    /** `organization_providers.seq` */
    provider_seq: bigint('provider_seq', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'contract_providers_pkey', columns: [t.contract_seq, t.provider_seq] }),
  ],
)
export type NewContractProviderRow = typeof contractProviders.$inferInsert

/** The service facilities of institutional contracts. */
export const contractFacilities = pgTable(
  'contract_facilities',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    /** A UUID that the sandbox assigns. */
    id: text('id').notNull(),
    contract_seq: bigint('contract_seq', { mode: 'number' }).notNull(),
    service_facility_id: text('service_facility_id').notNull(),
  },
  (t) => [
    uniqueIndex('contract_facilities_id').on(t.id),
    uniqueIndex('contract_facilities_once').on(t.contract_seq, t.service_facility_id),
  ],
)
export type NewContractFacilityRow = typeof contractFacilities.$inferInsert

/** The providers who are authorised at a contract's service facility. */
export const contractFacilityProviders = pgTable(
  'contract_facility_providers',
  {
    /** `contract_facilities.seq` */
    facility_seq: bigint('facility_seq', { mode: 'number' }).notNull(),
    /** `organization_providers.seq` */
    provider_seq: bigint('provider_seq', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({
      name: 'contract_facility_providers_pkey',
      columns: [t.facility_seq, t.provider_seq],
    }),
  ],
)
export type NewContractFacilityProviderRow = typeof contractFacilityProviders.$inferInsert

const spanColumns = () => ({
  seq: bigserial('seq', { mode: 'number' }).primaryKey(),
  /** A UUID that the sandbox assigns. */
  id: text('id').notNull(),
  /** Epoch milliseconds by the sandbox's clock. */
  created_at: bigint('created_at', { mode: 'number' }).notNull(),
  contracting_provider_id: text('contracting_provider_id').notNull(),
  payer_uuid: text('payer_uuid').notNull(),
  /** `YYYY-MM-DD` or null, as are the three others. */
  start_date: text('start_date'),
  end_date: text('end_date'),
  submitted_date: text('submitted_date'),
  payer_loaded_date: text('payer_loaded_date'),
  /** False after deletion: the row stays but is no longer shown. */
  is_enabled: boolean('is_enabled').notNull().default(true),
  /** The NPI of the contracting provider, which decides whether a key may see the span. */
  billing_provider_npi: text('billing_provider_npi').notNull(),
})

/** Credentialing spans of rendering providers. */
export const providerSpans = pgTable(
  'provider_spans',
  {
    ...spanColumns(),
    rendering_provider_id: text('rendering_provider_id').notNull(),
    /** JSON text. */
    regions: text('regions').notNull(),
    /** The source of the span. */
    source: text('source').notNull(),
  },
  (t) => [
    uniqueIndex('provider_spans_id').on(t.id),
    index('provider_spans_created').on(t.created_at, t.seq),
    index('provider_spans_covered').on(
      t.contracting_provider_id,
      t.payer_uuid,
      t.rendering_provider_id,
    ),
    index('provider_spans_rendering').on(t.rendering_provider_id, t.created_at, t.seq),
    index('provider_spans_payer').on(t.payer_uuid, t.created_at, t.seq),
  ],
)
export type ProviderSpanRow = typeof providerSpans.$inferSelect
export type NewProviderSpanRow = typeof providerSpans.$inferInsert

/** Credentialing spans of service facilities. */
export const facilitySpans = pgTable(
  'facility_spans',
  {
    ...spanColumns(),
    service_facility_id: text('service_facility_id').notNull(),
  },
  (t) => [
    uniqueIndex('facility_spans_id').on(t.id),
    index('facility_spans_created').on(t.created_at, t.seq),
    index('facility_spans_covered').on(
      t.contracting_provider_id,
      t.payer_uuid,
      t.created_at,
      t.seq,
    ),
    index('facility_spans_facility').on(t.service_facility_id, t.created_at, t.seq),
  ],
)
export type FacilitySpanRow = typeof facilitySpans.$inferSelect
export type NewFacilitySpanRow = typeof facilitySpans.$inferInsert
