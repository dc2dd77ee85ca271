import type { Columns } from '#lib/lists/columns.ts'
import type { ContractRow } from '#lib/lists/rows/contract-rows.ts'
import type { FacilityRow } from '#lib/lists/rows/facility-rows.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'

/** The columns of the contracts. */
export const contractColumns = {
  status: {
    header: 'Status',
    kind: 'words',
    value: (row) => row.status,
    sort: 'contract_status',
  },
  payer: {
    header: 'Payer',
    value: (row) => row.payer,
    text: (row) => row.payer ?? row.payer_id ?? row.id,
    sort: 'payer_name',
    isMain: true,
  },
  provider: {
    header: 'Contracting provider',
    value: (row) => row.provider,
    text: (row) => row.provider ?? row.provider_npi,
    sort: 'billing_provider_name',
  },
  type: { header: 'Type', kind: 'words', value: (row) => row.type },
  providers: { header: 'Providers', kind: 'count', value: (row) => row.providers },
  effective_date: {
    header: 'Effective date',
    kind: 'date',
    value: (row) => row.effective_date,
    sort: 'effective_date',
  },
  expiration_date: { header: 'End date', kind: 'date', value: (row) => row.expiration_date },
  ends: { header: 'Ends', isJoined: true, file: { value: (row) => row.ends } },
  regions: { header: 'Regions', value: (row) => row.regions },
  insurance: { header: 'Lines of business', value: (row) => row.insurance, isOptional: true },
  payer_id: {
    header: 'Payer ID',
    kind: 'code',
    value: (row) => row.payer_id,
    sort: 'payer_id',
    isOptional: true,
  },
  provider_npi: {
    header: 'Contracting NPI',
    kind: 'code',
    value: (row) => row.provider_npi,
    isOptional: true,
  },
  id: { header: 'Contract ID', isKey: true, value: (row) => row.id, screen: false },
} as const satisfies Columns<ContractRow>

/** The columns of a contract's providers. */
export const rosterColumns = {
  name: { header: 'Name', value: (row) => row.name, isMain: true },
  npi: { header: 'NPI', kind: 'code', value: (row) => row.npi },
  type: {
    header: 'Type',
    kind: 'words',
    value: (row) => row.type,
    file: { header: 'Provider type' },
  },
  id: { header: 'Provider ID', kind: 'code', isKey: true, value: (row) => row.id },
} as const satisfies Columns<RosterRow>

/** The columns of the file of a contract's service facilities; its page is a form. */
export const facilityColumns = {
  facility: { header: 'Facility', value: (row) => row.facility, screen: false },
  facility_id: {
    header: 'Facility ID',
    isKey: true,
    value: (row) => row.facility_id,
    screen: false,
  },
  provider: { header: 'Provider', value: (row) => row.provider, screen: false },
  npi: { header: 'NPI', value: (row) => row.npi, screen: false },
  provider_id: {
    header: 'Provider ID',
    isKey: true,
    value: (row) => row.provider_id,
    screen: false,
  },
} as const satisfies Columns<FacilityRow>
