import {
  listCustomSchemas,
  listOrganizationProviders,
  listPayers,
  listServiceFacilities,
  readList,
  suggestCaptureId,
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
import {
  findDiagnosisCodes,
  findListedCodes,
  proposeForRows,
  proposeValues,
  readSameDay,
} from '#lib/actions/checks.ts'
import { findAppointments, findPatients, readPreEncounter } from '#lib/actions/pre-encounter.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import type { BaseRow, ChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import { actQuery, asked, edited } from './act-query.ts'
import { unwrapReply } from './reply.ts'

/** One page of a list; the rows of the page before stay while the next one loads. */
export function listQuery<Row extends BaseRow = BaseRow>(request: ListRequest) {
  const { operation, ...input } = request
  return queryOptions({
    ...asked,
    queryKey: [operation, input],
    queryFn: () => unwrapReply(readList<Row>(request)),
    placeholderData: keepPreviousData,
  })
}

/** A claim creation with its captures. */
export const claimCreationQuery = actQuery('getClaimCreation', readClaimCreation)

/** An encounter. */
export const encounterQuery = actQuery('getEncounter', readEncounter)

/** A contract. */
export const contractQuery = actQuery('getContractV3', readContract)

/** A claim creation that was changed after billing, as it is now. */
export const updateQuery = actQuery('readUpdate', readUpdate, { staleTime: 30_000 })

/** A charge capture with its claim creation. */
export const chargeCaptureQuery = actQuery('getChargeCapture', readChargeCapture, edited)

/** Why a charge capture was saved past open errors. */
export const saveReasonsQuery = actQuery('readChargeCaptureReasons', readChargeCaptureReasons)

/**
 * A few diagnosis codes as the yearly lists have them. The previous answer stays until the next one
 * arrives.
 */
export function diagnosisCodesQuery(codes: Parameters<typeof findDiagnosisCodes>[0]['codes']) {
  return queryOptions({
    ...asked,
    queryKey: ['findDiagnosisCodes', { codes }],
    queryFn: () => unwrapReply(findDiagnosisCodes({ codes })),
    placeholderData: keepPreviousData,
    staleTime: 300_000,
    enabled: codes.length > 0,
  })
}

/**
 * The codes of one capture as the other placed lists have them. The previous answer stays until the
 * next one arrives.
 */
export function listedCodesQuery(question: Parameters<typeof findListedCodes>[0]) {
  return queryOptions({
    ...asked,
    queryKey: ['findListedCodes', question],
    queryFn: () => unwrapReply(findListedCodes(question)),
    placeholderData: keepPreviousData,
    staleTime: 300_000,
    enabled: Object.values(question).some((codes) => codes.length > 0),
  })
}

/**
 * The other captures of a patient on the same days: asked once, and again when next needed after a
 * save here.
 */
export const sameDayQuery = actQuery('readSameDay', readSameDay, edited)

/** What is known of a capture's fields in error. Forgotten soon, it may be a patient's. */
export const proposalsQuery = actQuery('proposeValues', proposeValues, edited)

/** The same for the rows of a table, at most `mostAskedRows` of them. */
export const rowProposalsQuery = actQuery('proposeForRows', proposeForRows, edited)

const named = { staleTime: 300_000 } as const
const people = { staleTime: 30_000, gcTime: 60_000 } as const

/** The greatest number of captures that `captureSearchQuery` answers. */
export const mostCapturesFound = 50

/** The captures that match one word, the latest first. Forgotten soon, they name patients. */
export function captureSearchQuery(search_term: string) {
  const query = { search_term, sort: 'date_of_service', sort_direction: 'desc' }
  return {
    ...listQuery<ChargeCaptureRow>({
      operation: 'listChargeCaptures',
      query: { ...query, limit: mostCapturesFound },
    }),
    gcTime: people.gcTime,
  }
}

/** Providers whose name or NPI matches. */
export const providersQuery = actQuery(
  'listOrganizationProviders',
  listOrganizationProviders,
  named,
)

/** Service facilities whose name matches. */
export const facilitiesQuery = actQuery('listServiceFacilities', listServiceFacilities, named)

/** Payers whose name or id matches. */
export const payersQuery = actQuery('listPayers', listPayers, named)

/** The metadata schemas of the organisation. */
export const customSchemasQuery = actQuery('listCustomSchemas', listCustomSchemas, named)

/**
 * Pre-encounter patients by last name, MRN, birth date or id: two letters at least. Forgotten soon,
 * they are people.
 */
export const patientsQuery = actQuery('listPatients', findPatients, people)

/** The appointments of a pre-encounter patient, the latest first. */
export const appointmentsQuery = actQuery('listAppointments', findAppointments, people)

/** A pre-encounter patient and appointments with what the partner will fill from them. */
export const preEncounterQuery = actQuery('getPatient', readPreEncounter, people)

/** An unused charge external id: another one each time. */
export const suggestedIdQuery = actQuery('suggestCaptureId', suggestCaptureId, {
  staleTime: 0,
  gcTime: 0,
})
