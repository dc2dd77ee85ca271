import type { InsuranceTypes } from '#lib/contract/contracts/terms.ts'
import type { Operations } from '#lib/contract/operations.ts'
import type { Input } from '#lib/contract/operation.ts'

// One complete input of every operation, in the form of our own client.

const address = {
  address1: '12 Elm St',
  city: 'Portland',
  state: 'OR',
  zip_code: '97201',
  zip_plus_four_code: '1234',
}
const patient = {
  first_name: 'Robin',
  last_name: 'Test',
  gender: 'female',
  external_id: 'PAT-1',
  date_of_birth: '1980-02-29',
  address,
  phone_numbers: [{ number: '5035550100', type: 'Mobile' }],
  phone_consent: true,
}
const billing_provider = {
  organization_name: 'Harbor Group',
  npi: '1234567893',
  tax_id: '931402217',
  address,
}
const rendering_provider = {
  first_name: 'Rosa',
  last_name: 'Ek',
  npi: '1999999984',
  taxonomy_code: '207Q00000X',
}
const schemaInstance = {
  schema_id: '6f1a52c8-54c1-4a5e-9d0b-7a3c1f0e2b01',
  content: { room: 'R 1', minutes_with_provider: 20, 'Odd key': null },
}
const clinical_notes = [
  {
    category: 'clinical',
    notes: [
      {
        text: 'Seen.',
        author_name: 'Rosa Ek',
        author_npi: '1999999984',
        timestamp: '2026-10-05T10:00:00.000Z',
      },
    ],
  },
]
const external_claim_submission = {
  claim_created_at: '2026-10-01T00:00:00.000Z',
  patient_control_number: 'PCN-1',
  submission_records: [
    {
      submitted_at: '2026-10-02T00:00:00.000Z',
      claim_frequency_code: '1',
      payer_responsibility: 'primary',
      intended_submission_medium: 'electronic',
    },
  ],
}
const service_lines = [
  {
    procedure_code: 'G0463',
    modifiers: ['25', '59'],
    quantity: '1.5',
    units: 'UN',
    charge_amount_cents: 12_500,
    diagnosis_pointers: [0, 1],
    place_of_service_code: '11',
    date_of_service: '2026-10-05',
    drug_identification: {
      service_id_qualifier: 'N4',
      national_drug_code: '00409123401',
      national_drug_unit_count: '2',
      measurement_unit_code: 'ML',
    },
    ordering_provider: { npi: '1999999984', first_name: 'Rosa', last_name: 'Ek' },
    test_results: [{ value: 41.5, result_type: 'HEMATOCRIT' }],
    has_epsdt_indicator: false,
  },
]
const shared = {
  place_of_service_code: '11',
  diagnoses: [
    { code_type: 'ABK', code: 'E11.9', name: 'Type 2 diabetes' },
    { code_type: 'ABF', code: 'I10' },
  ],
  billing_provider,
  rendering_provider,
  service_lines,
  clinical_notes,
  external_claim_submission,
  schema_instances: [schemaInstance],
  tag_ids: ['telehealth'],
  date_of_service: '2026-10-05',
  vitals: { height_in: 70, body_temperature_f: 98.6 },
  billing_notes: [{ text: 'Checked.' }],
  patient_authorized_release: true,
  benefits_assigned_to_provider: true,
  provider_accepts_assignment: false,
  billable_status: 'BILLABLE',
  synchronicity: 'Synchronous',
  accident_date: '2026-09-01',
  service_facility: { organization_name: 'Harbor East', npi: '1215900002', address },
  patient_histories: [
    {
      category: 'present_illness',
      questions: [
        {
          id: 'q1',
          text: 'Since when?',
          responses: [
            { response: 'May', follow_ups: [{ id: 'f1', text: 'Worse?', response: 'No' }] },
          ],
        },
      ],
    },
  ],
  existing_medications: [{ name: 'Metformin', rx_cui: '860975', as_needed: false }],
  interventions: [
    {
      name: 'Walks',
      category: 'lifestyle',
      labs: [{ name: 'A1c', code: '4548-4', code_type: 'quest' }],
    },
  ],
}
const data = {
  ...shared,
  patient,
  guarantor: { first_name: 'Robin', last_name: 'Test', address },
  responsible_party: 'INSURANCE_PAY',
  prior_authorization_number: 'A-1',
  subscriber_primary: {
    first_name: 'Robin',
    last_name: 'Test',
    patient_relationship_to_subscriber_code: '18',
    insurance_card: {
      member_id: 'M1',
      payer_name: 'Cobalt Mutual',
      payer_id: 'CBM02',
      insurance_type: '12',
    },
  },
}
const { external_claim_submission: _sent, ...preEncounterData } = shared
const captureHead = {
  charge_external_id: 'CHG-1',
  status: 'billable',
  originating_system: 'ehr',
  claim_creation_category: 'office',
  ehr_source_url: 'https://ehr.example/1',
  attachment_external_document_ids: ['d1'],
  hl7_message_type: 'DFT',
}
const filters = {
  patient_external_id: 'P 1',
  charge_external_id: 'CHG&1',
  date_of_service_min: '2026-01-01',
  date_of_service_max: '2026-02-01',
  claim_ids: ['e1', 'e2'],
  claim_creation_ids: ['c1'],
  billing_provider_npis: ['1234567893', '1999999984'],
  service_facility_name: 'Harbor + East',
  primary_payer_ids: ['P1', 'P2'],
  rendering_provider_npis: ['1999999984'],
  rendering_provider_names: ['Rosa Ek', 'Ø'],
  supervising_provider_npis: ['1'],
  supervising_provider_names: ['S'],
  claim_creation_category: ['office', ''],
  tags: ['a', 'b'],
  primary_payer_names: ['Cobalt'],
  patient_names: ['Ada', 'Bo'],
}
const ranked = Object.fromEntries(
  Object.entries({ ...filters, status: 'planned' }).map(([name, value]) => [
    `${name}_ranked_sort`,
    value,
  ]),
)
const paging = { limit: 25, page_token: 'tok+/=' }
type Kinds = Record<
  'commercial_insurance_types' | 'medicare_insurance_types' | 'medicaid_insurance_types',
  InsuranceTypes
>
const insurance: Kinds = {
  commercial_insurance_types: { type: 'allApply' },
  medicare_insurance_types: { type: 'noneApply' },
  medicaid_insurance_types: { type: 'theseApply', value: ['MC', 'HM'] },
}
const terms = {
  effective_date: '2026-03-01',
  expiration_date: '2027-12-31',
  regions: { type: 'states' as const, states: ['OR', 'WA'] },
  contract_status: 'effective',
  authorized_signatory: { first_name: 'Ada', last_name: 'Field', title: 'Director' },
  ...insurance,
}
const contract = {
  contracting_provider_id: 'b1',
  payer_uuid: 'a0a0a0a0-0000-4000-8000-000000000001',
  ...terms,
}
const change = {
  effective_date: '2026-04-01',
  expiration_date: { type: 'set' as const, value: '2027-01-01' },
  regions: { type: 'set' as const, value: { type: 'national' as const } },
  contract_status: 'cancelled',
  authorized_signatory: { type: 'set' as const, first_name: 'Ada', last_name: 'Field' },
  ...insurance,
}
const contractFilters = {
  ...paging,
  contracting_provider_id: 'b1',
  rendering_provider_ids: ['r1', 'r2'],
  payer_names: ['Cobalt', 'Summit'],
  states: ['OR', 'WA'],
  contract_status: 'effective',
  sort: 'payer_name',
  sort_direction: 'asc',
}
const one = { contract_id: 'c-1_a' }
const spanDates = {
  start_date: '2026-01-01',
  end_date: '2026-12-31',
  submitted_date: '2025-12-01',
  payer_loaded_date: '2025-12-15',
}
const payer_uuid = 'a0a0a0a0-0000-4000-8000-000000000001'
const preEncounterList = {
  ...paging,
  sort_field: 'patient.updatedAt',
  sort_direction: 'desc',
  filters: 'patient.mrn|eq|1',
}

export const publishedInputs: { [Id in keyof Operations]: Input<Operations[Id]> } = {
  createToken: { body: { client_id: 'me', client_secret: 'mine' } },
  createChargeCapture: {
    body: { ...captureHead, patient_external_id: 'PAT-1', metadata: [schemaInstance], data },
  },
  createChargeCaptureFromPreEncounter: {
    body: {
      ...captureHead,
      pre_encounter_patient_id: 'p1',
      pre_encounter_appointment_ids: ['a1', 'a2'],
      data: preEncounterData,
    },
  },
  updateChargeCapture: {
    params: { charge_capture_id: 'c1' },
    body: { ...captureHead, patient_external_id: 'PAT-2', data, metadata: [] },
  },
  getChargeCapture: { params: { charge_capture_id: 'c1' } },
  listChargeCaptures: {
    query: {
      ...paging,
      ...filters,
      ...ranked,
      sort: 'date_of_service',
      sort_direction: 'asc',
      status: 'billable',
      claim_status: 'paid',
      exclude_charges_linked_to_claims: false,
      search_term: 'Ada %',
      billable_status: 'BILLABLE',
      responsible_party: 'SELF_PAY',
    },
  },
  resolveChargeCaptureChanges: {
    body: { charge_capture_change_ids: ['u1', 'u2'], resolved: true },
  },
  findChargeCapturesByMetadata: { body: { metadata: [schemaInstance], ...paging } },
  getClaimCreation: { params: { charge_capture_claim_creation_id: 'b1' } },
  listClaimCreations: {
    query: {
      ...paging,
      ...filters,
      sort: 'created_at',
      sort_direction: 'desc',
      claim_creation_status: 'in-error',
      charge_status: 'billable',
      claim_status: 'denied',
      has_charge_capture_updates: true,
    },
  },
  getClaimCreationSummary: {},
  resolveClaimCreationError: {
    params: { error_id: 'e1' },
    body: { resolved_by: 'Dana', resolution_reason: 'by phone' },
  },
  getContractV2: { params: one },
  listContractsV2: { query: contractFilters },
  createContractV2: { body: { ...contract, rendering_provider_ids: ['r1', 'r2'] } },
  updateContractV2: { params: one, body: { ...change, rendering_provider_ids: ['r1'] } },
  deleteContractV2: { params: one },
  getContractV3: { params: one },
  listContractsV3: { query: { ...contractFilters, type: 'institutional' } },
  createContractV3: {
    body: {
      ...contract,
      type: 'institutional',
      contract_type: 'institutional',
      contract_service_facilities: [{ service_facility_id: 'f1', provider_ids: ['r1', 'r2'] }],
    },
  },
  updateContractV3: {
    params: one,
    body: {
      ...change,
      type: 'professional',
      expiration_date: { type: 'remove' },
      rendering_provider_ids: ['r1'],
    },
  },
  deleteContractV3: { params: one },
  listContractProviders: { params: one, query: paging },
  addContractProviders: { params: one, body: { rendering_provider_ids: ['r1', 'r2'] } },
  removeContractProviders: { params: one, body: { rendering_provider_ids: ['r1', 'r2'] } },
  listContractProviderCredentialing: { params: one, query: paging },
  createContractServiceFacility: {
    params: one,
    body: { service_facility_id: 'f1', provider_ids: ['r1'] },
  },
  updateContractServiceFacility: {
    params: { ...one, contract_service_facility_id: 'x1' },
    body: { service_facility_id: 'f2', provider_ids: ['r1', 'r2'] },
  },
  createFacilityCredentialingSpan: {
    body: { ...spanDates, service_facility_id: 'f1', contracting_provider_id: 'b1', payer_uuid },
  },
  listFacilityCredentialingSpans: {
    query: { ...paging, payer_uuid, contracting_provider_id: 'b1', service_facility_id: 'f1' },
  },
  getFacilityCredentialingSpan: { params: { facility_credentialing_span_id: 's1' } },
  updateFacilityCredentialingSpan: {
    params: { facility_credentialing_span_id: 's1' },
    body: { ...spanDates, contracting_provider_id: 'b1', payer_uuid },
  },
  deleteFacilityCredentialingSpan: { params: { facility_credentialing_span_id: 's1' } },
  createProviderCredentialingSpan: {
    body: {
      ...spanDates,
      rendering_provider_id: 'r1',
      contracting_provider_id: 'b1',
      payer_uuid,
      regions: { type: 'states', states: ['OR'] },
    },
  },
  listProviderCredentialingSpans: {
    query: {
      ...paging,
      payer_uuid,
      provider_id: 'r1',
      as_rendering_provider: true,
      as_contracting_provider: false,
    },
  },
  getProviderCredentialingSpan: { params: { provider_credentialing_span_id: 's1' } },
  updateProviderCredentialingSpan: {
    params: { provider_credentialing_span_id: 's1' },
    body: {
      ...spanDates,
      contracting_provider_id: 'b1',
      payer_uuid,
      regions: { type: 'national' },
    },
  },
  deleteProviderCredentialingSpan: { params: { provider_credentialing_span_id: 's1' } },
  createEncounterFromPreEncounter: {
    body: {
      ...shared,
      external_id: 'ENC-1',
      pre_encounter_patient_id: 'p1',
      pre_encounter_appointment_ids: ['a1'],
      additional_information: 'n',
      outside_lab: false,
    },
  },
  listEncounters: {
    query: {
      ...paging,
      claim_status: 'denied',
      sort: 'date_of_service:asc',
      date_of_service_min: '2026-01-01',
      date_of_service_max: '2026-02-01',
      primary_payer_names: 'Cobalt,Summit',
      search_term: 'Ada',
      external_id: 'E-1',
      diagnoses_updated_since: '2026-01-01T00:00:00.000Z',
      tag_ids: ['a', 'b'],
      work_queue_id: 'denials',
      billable_status: 'BILLABLE',
      responsible_party: 'INSURANCE_PAY',
      owner_of_next_action: 'CUSTOMER',
      patient_external_id: 'P1',
      billing_provider_npis: ['1', '2'],
    },
  },
  getEncounter: { params: { encounter_id: 'e1' } },
  listOrganizationProviders: {
    query: {
      ...paging,
      search_term: 'Ek',
      npi: '1999999984',
      is_rendering: true,
      is_billing: false,
      organization_provider_ids: ['a', 'b'],
      sort: 'npi:desc',
    },
  },
  getOrganizationProvider: { params: { organization_provider_id: 'o1' } },
  listServiceFacilities: {
    query: {
      ...paging,
      name: 'Harbor',
      organization_service_facility_ids: ['f1', 'f2'],
      external_ids: ['x', 'y'],
      place_of_service_code: '11',
    },
  },
  getServiceFacility: { params: { organization_service_facility_id: 'f1' } },
  listPayers: { query: { ...paging, search_term: 'Cobalt' } },
  getPayer: { params: { payer_uuid } },
  listCustomSchemas: {},
  getCustomSchema: { params: { schema_id: 's1' } },
  getPatient: { params: { patient_id: 'p1' } },
  getAppointment: { params: { appointment_id: 'a1' } },
  listPatients: { query: preEncounterList },
  listAppointments: { query: preEncounterList },
}

const professional = { ...contract, rendering_provider_ids: ['r1', 'r2'] }
const allKinds: Kinds = {
  commercial_insurance_types: { type: 'theseApply', value: ['12'] },
  medicare_insurance_types: { type: 'allApply' },
  medicaid_insurance_types: { type: 'noneApply' },
}
const otherKinds: Kinds = {
  commercial_insurance_types: { type: 'noneApply' },
  medicare_insurance_types: { type: 'theseApply', value: ['MB', 'MA'] },
  medicaid_insurance_types: { type: 'allApply' },
}
const emptied = {
  expiration_date: { type: 'remove' as const },
  regions: { type: 'remove' as const },
  authorized_signatory: { type: 'remove' as const },
  ...allKinds,
}
const inStates = {
  regions: { type: 'set' as const, value: { type: 'states' as const, states: ['OR', 'WA'] } },
  ...otherKinds,
}
const national = { regions: { type: 'national' as const } }

/** Further inputs. Together with those above they use every branch of every union of a body. */
export const publishedVariants: { [Id in keyof Operations]?: Input<Operations[Id]>[] } = {
  createContractV2: [
    { body: { ...professional, ...national, ...allKinds } },
    { body: { ...professional, ...otherKinds, rendering_provider_ids: [] } },
  ],
  updateContractV2: [
    { params: one, body: { ...emptied, rendering_provider_ids: [] } },
    { params: one, body: inStates },
    { params: one, body: {} },
  ],
  createContractV3: [
    { body: { ...professional, type: 'professional', contract_type: 'professional' } },
    {
      body: {
        ...professional,
        ...national,
        ...allKinds,
        type: 'professional',
        contract_type: 'professional',
      },
    },
    {
      body: { ...professional, ...otherKinds, type: 'professional', contract_type: 'professional' },
    },
    {
      body: {
        ...contract,
        ...national,
        ...allKinds,
        type: 'institutional',
        contract_type: 'institutional',
        contract_service_facilities: [],
      },
    },
    {
      body: {
        ...contract,
        ...otherKinds,
        type: 'institutional',
        contract_type: 'institutional',
        contract_service_facilities: [],
      },
    },
  ],
  updateContractV3: [
    { params: one, body: { ...change, type: 'professional', rendering_provider_ids: ['r1'] } },
    { params: one, body: { ...emptied, type: 'professional' } },
    { params: one, body: { ...inStates, type: 'professional' } },
    {
      params: one,
      body: { ...change, type: 'institutional', contract_service_facility_ids: ['x1', 'x2'] },
    },
    { params: one, body: { ...emptied, type: 'institutional', contract_service_facility_ids: [] } },
    { params: one, body: { ...inStates, type: 'institutional' } },
  ],
  createProviderCredentialingSpan: [
    {
      body: {
        ...spanDates,
        rendering_provider_id: 'r1',
        contracting_provider_id: 'b1',
        payer_uuid,
        ...national,
      },
    },
  ],
  updateProviderCredentialingSpan: [
    {
      params: { provider_credentialing_span_id: 's1' },
      body: { regions: { type: 'states', states: ['OR', 'WA'] } },
    },
    { params: { provider_credentialing_span_id: 's1' }, body: {} },
  ],
}
