import type { Columns } from '#lib/lists/columns.ts'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'

const common = {
  payer: {
    header: 'Payer',
    value: (row) => row.payer,
    text: (row) => row.payer ?? row.payer_id,
  },
  provider: {
    header: 'Contracting provider',
    value: (row) => row.provider,
    text: (row) => row.provider ?? row.provider_npi,
  },
  standing: {
    header: 'Coverage',
    isJoined: true,
    file: { value: (row) => row.coverage },
  },
  start_date: { header: 'Effective date', kind: 'date', value: (row) => row.start_date },
  end_date: { header: 'End date', kind: 'date', value: (row) => row.end_date },
} as const satisfies Columns<SpanRow>

const numbers = {
  // Coverage says what follows from these.
  submitted_date: {
    header: 'Submitted',
    kind: 'date',
    value: (row) => row.submitted_date,
    isOptional: true,
  },
  payer_loaded_date: {
    header: 'Payer loaded',
    kind: 'date',
    value: (row) => row.payer_loaded_date,
    isOptional: true,
  },
  status: {
    header: 'Partner status',
    kind: 'words',
    value: (row) => row.status,
    file: { header: 'Status' },
    isOptional: true,
  },
  covered_npi: { header: 'NPI', kind: 'code', value: (row) => row.covered_npi, isOptional: true },
  payer_id: { header: 'Payer ID', kind: 'code', value: (row) => row.payer_id, isOptional: true },
  provider_npi: {
    header: 'Contracting NPI',
    kind: 'code',
    value: (row) => row.provider_npi,
    isOptional: true,
  },
} as const satisfies Columns<SpanRow>

const ofFiles = {
  is_enabled: {
    header: 'Switched off',
    value: (row) => (row.is_enabled === false ? 'Yes' : undefined),
    screen: false,
  },
  id: { header: 'Span ID', isKey: true, value: (row) => row.id, screen: false },
} as const satisfies Columns<SpanRow>

const covered = {
  value: (row: SpanRow) => row.covered,
  text: (row: SpanRow) => row.covered ?? row.covered_npi ?? row.id,
  isMain: true,
} as const

/** The columns of the facility spans. */
export const facilitySpanColumns = {
  covered: { header: 'Facility', ...covered },
  ...common,
  ...numbers,
  ...ofFiles,
} as const satisfies Columns<SpanRow>

/** The columns of the provider spans. */
export const providerSpanColumns = {
  covered: { header: 'Rendering provider', ...covered },
  ...common,
  regions: { header: 'Regions', value: (row) => row.regions },
  ...numbers,
  source: { header: 'Source', value: (row) => row.source, isOptional: true },
  ...ofFiles,
} as const satisfies Columns<SpanRow>
