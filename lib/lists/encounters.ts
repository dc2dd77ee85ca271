import type { z } from 'zod'
import type { listEncountersQuery } from '#lib/contract/encounters/encounters.operations.ts'
import { captureFilters } from './charge-captures.ts'
import type { ListFilters, ListSpec } from './list-spec.ts'

const filters = {
  search_term: {
    kind: 'text',
    label: 'Search',
    group: 'Patient',
    chip: { operator: 'finds' },
    phi: true,
    isSearch: true,
    hint: 'An encounter or claim ID, external ID, patient ID, patient name, date of birth or date of service. “Carter, Reggie”, “R Carter” and 9/3/1980 work, too. A date of the last 12 months is a date of service; beside a name it can be the birth date, too.',
  },
  claim_status: { kind: 'enum', label: 'Claim status', group: 'Status', first: true },
  owner_of_next_action: {
    kind: 'enum',
    label: 'Owner of next action',
    group: 'Status',
    first: true,
  },
  billable_status: { kind: 'enum', label: 'Billable status', group: 'Status', first: true },
  responsible_party: { kind: 'enum', label: 'Responsible party', group: 'Status', first: true },
  work_queue_id: {
    kind: 'text',
    label: 'Work queue ID',
    group: 'Status',
    first: true,
    hint: 'The encounter’s work queue at the partner.',
  },
  date_of_service_min: captureFilters.date_of_service_min,
  date_of_service_max: captureFilters.date_of_service_max,
  diagnoses_updated_since: {
    kind: 'date',
    label: 'Diagnoses changed since',
    group: 'Visit',
    chip: { label: 'Diagnoses', operator: 'changed on or after' },
    range: {},
    asInstant: true,
    first: true,
    hint: 'From midnight UTC on that date.',
  },
  patient_external_id: captureFilters.patient_external_id,
  primary_payer_names: {
    kind: 'text',
    label: 'Payer',
    group: 'Payer',
    chip: { label: 'Payer name', operator: 'contains' },
    first: true,
    lookUp: { kind: 'payer', member: 'payer_name' },
    hint: 'Separate names with commas.',
  },
  billing_provider_npis: captureFilters.billing_provider_npis,
  external_id: { kind: 'text', label: 'Encounter external ID', group: 'Identifiers', first: true },
  tag_ids: {
    kind: 'multi',
    label: 'Tag IDs',
    chip: { label: 'Tag ID' },
    group: 'Labels',
    first: true,
  },
} satisfies ListFilters<z.infer<typeof listEncountersQuery>>

/**
 * The list of encounters. The partner cannot rank it and cannot be asked by id, so the console puts
 * rows first itself.
 */
export const encounterList: ListSpec = {
  operation: 'listEncounters',
  filters,
  sorts: { created_at: 'Created', date_of_service: 'Service date' },
  rankedBy: 'console',
  joinsSort: true,
  noun: { one: 'encounter', many: 'encounters' },
}
