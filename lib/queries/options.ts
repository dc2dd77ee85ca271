import {
  listCustomSchemas,
  listOrganizationProviders,
  listPayers,
  listServiceFacilities,
  readList,
} from '#lib/actions/lists.ts'
import {
  readChargeCapture,
  readChargeCaptureReasons,
  readClaimCreation,
  readContract,
  readEncounter,
  readUpdate,
} from '#lib/actions/read.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { findDiagnosisCodes, readSameDay } from '#lib/actions/checks.ts'
import { findAppointments, findPatients, readPreEncounter } from '#lib/actions/pre-encounter.ts'
import type {
  ChargeCaptureReply,
  ClaimCreationReply,
  ContractReply,
  EncounterReply,
  FoundCode,
  LookUpReply,
  PreEncounterReply,
  SameDayReply,
  SaveReason,
  UpdateItem,
  YearCode,
} from '#lib/actions/replies.ts'
import { FailureError } from '#lib/core/failure-error.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import type { BaseRow, RowPage } from '#lib/lists/rows/rows.ts'
import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import type { Payer } from '#lib/contract/payers.ts'
import type { OrganizationServiceFacility } from '#lib/contract/service-facilities.ts'
import type { CustomSchema } from '#lib/contract/custom-schemas.ts'
import { unwrapReply } from './reply.ts'

// Keys are [operation id, input]: the same question has the same key wherever it is asked. They live in memory only.

// The server already tried again where that helps; a failure is shown at once. A dead session never heals by itself.
const shared = {
  retry: (count: number, error: Error) => !(error instanceof FailureError) && count < 1,
  staleTime: 10_000,
} as const

/** One page of a list; the rows of the page before stay while the next one loads. */
export function listQuery<Row extends BaseRow = BaseRow>(request: ListRequest) {
  const { operation, ...input } = request
  return queryOptions({
    ...shared,
    queryKey: [operation, input],
    queryFn: () => unwrapReply<RowPage<Row>>(readList(request)),
    placeholderData: keepPreviousData,
  })
}

/** A claim creation with its captures. */
export function claimCreationQuery(id: string) {
  return queryOptions({
    ...shared,
    queryKey: ['getClaimCreation', { id }],
    queryFn: () => unwrapReply<ClaimCreationReply>(readClaimCreation({ id })),
  })
}

/** An encounter. */
export function encounterQuery(id: string) {
  return queryOptions({
    ...shared,
    queryKey: ['getEncounter', { id }],
    queryFn: () => unwrapReply<EncounterReply>(readEncounter({ id })),
  })
}

/** A contract. */
export function contractQuery(id: string) {
  return queryOptions({
    ...shared,
    queryKey: ['getContractV3', { id }],
    queryFn: () => unwrapReply<ContractReply>(readContract({ id })),
  })
}

/** A claim creation that was changed after billing, as it is now. */
export function updateQuery(id: string) {
  return queryOptions({
    ...shared,
    queryKey: ['readUpdate', { id }],
    queryFn: () => unwrapReply<UpdateItem>(readUpdate({ id })),
    staleTime: 30_000,
  })
}

/** A charge capture with its claim creation. Never read again by itself: someone may be editing it. */
export function chargeCaptureQuery(id: string) {
  return queryOptions({
    ...shared,
    queryKey: ['getChargeCapture', { id }],
    queryFn: () => unwrapReply<ChargeCaptureReply>(readChargeCapture({ id })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** Why a charge capture was saved past open errors. */
export function saveReasonsQuery(id: string) {
  return queryOptions({
    ...shared,
    queryKey: ['readChargeCaptureReasons', { id }],
    queryFn: () => unwrapReply<SaveReason[]>(readChargeCaptureReasons({ id })),
  })
}

/** A few diagnosis codes as the yearly lists have them. The previous answer stays until the next one arrives. */
export function diagnosisCodesQuery(codes: readonly YearCode[]) {
  return queryOptions({
    ...shared,
    queryKey: ['findDiagnosisCodes', { codes }],
    queryFn: () => unwrapReply<FoundCode[]>(findDiagnosisCodes({ codes })),
    placeholderData: keepPreviousData,
    staleTime: 300_000,
    enabled: codes.length > 0,
  })
}

/**
 * The other captures of a patient on the same days. Asked once for a capture and what it is compared by, and again when
 * it is next needed after a save here; forgotten soon, they are people.
 */
export function sameDayQuery(input: {
  id?: string | undefined
  patient_external_id: string
  first_day: string
  last_day: string
}) {
  return queryOptions({
    ...shared,
    queryKey: ['readSameDay', input],
    queryFn: () => unwrapReply<SameDayReply>(readSameDay(input)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** Providers whose name or NPI matches. */
export function providersQuery(query: {
  search_term?: string
  npi?: string
  organization_provider_ids?: string[]
  is_rendering?: boolean
  is_billing?: boolean
  limit?: number
}) {
  return lookUpQuery<OrganizationProvider>('listOrganizationProviders', { query }, listOrganizationProviders)
}

/** Service facilities whose name matches. */
export function facilitiesQuery(query: {
  name?: string
  organization_service_facility_ids?: string[]
  limit?: number
}) {
  return lookUpQuery<OrganizationServiceFacility>('listServiceFacilities', { query }, listServiceFacilities)
}

/** Payers whose name or id matches. */
export function payersQuery(query: { search_term?: string; limit?: number }) {
  return lookUpQuery<Payer>('listPayers', { query }, listPayers)
}

/** The metadata schemas of the organisation. */
export function customSchemasQuery() {
  return lookUpQuery<CustomSchema>('listCustomSchemas', {}, listCustomSchemas)
}

/** Pre-encounter patients by last name, MRN, birth date or id: two letters at least. Forgotten soon, they are people. */
export function patientsQuery(input: { text: string }) {
  return { ...lookUpQuery<PreEncounterReply['patient']>('listPatients', input, findPatients), ...people }
}

/** The appointments of a pre-encounter patient, the latest first. */
export function appointmentsQuery(input: { patient_id: string }) {
  return {
    ...lookUpQuery<PreEncounterReply['appointments'][number]>('listAppointments', input, findAppointments),
    ...people,
  }
}

/** A pre-encounter patient and appointments with what the partner will fill from them. */
export function preEncounterQuery(input: { patient_id: string; appointment_ids: string[] }) {
  return queryOptions({
    ...shared,
    ...people,
    queryKey: ['getPatient', input],
    queryFn: () => unwrapReply<PreEncounterReply>(readPreEncounter(input)),
  })
}

const people = { staleTime: 30_000, gcTime: 60_000 } as const

function lookUpQuery<Item>(operation: string, input: object, action: (input: unknown) => ReturnType<typeof readList>) {
  return queryOptions({
    ...shared,
    queryKey: [operation, input],
    queryFn: () => unwrapReply<LookUpReply<Item>>(action(input)),
    staleTime: 300_000,
  })
}
