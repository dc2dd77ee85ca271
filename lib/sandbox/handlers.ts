import {
  createChargeCapture,
  createChargeCaptureFromPreEncounter,
} from './charge-captures/create-charge-capture.ts'
import { findChargeCapturesByMetadata } from './charge-captures/find-charge-captures-by-metadata.ts'
import { listChargeCaptures } from './charge-captures/list-charge-captures.ts'
import { getChargeCapture } from './charge-captures/read-charge-captures.ts'
import { updateChargeCapture } from './charge-captures/update-charge-capture.ts'
import { getClaimCreationSummary } from './claim-creations/get-claim-creation-summary.ts'
import { listClaimCreations } from './claim-creations/list-claim-creations.ts'
import { getClaimCreation } from './claim-creations/read-claim-creations.ts'
import {
  resolveChargeCaptureChanges,
  resolveClaimCreationError,
} from './claim-creations/resolve.ts'
import {
  createContractServiceFacility,
  updateContractServiceFacility,
} from './contracts/contract-facilities.ts'
import { createContractV2, createContractV3 } from './contracts/create-contract.ts'
import {
  deleteContractV2,
  deleteContractV3,
  getContractV2,
  getContractV3,
} from './contracts/delete-contract.ts'
import {
  listContractProviderCredentialing,
  listContractProviders,
} from './contracts/list-contract-providers.ts'
import { listContractsV2, listContractsV3 } from './contracts/list-contracts.ts'
import { addContractProviders, removeContractProviders } from './contracts/roster.ts'
import { updateContractV2, updateContractV3 } from './contracts/update-contract.ts'
import {
  listFacilityCredentialingSpans,
  listProviderCredentialingSpans,
} from './credentialing/list-spans.ts'
import {
  getFacilityCredentialingSpan,
  getProviderCredentialingSpan,
} from './credentialing/read-spans.ts'
import {
  createFacilityCredentialingSpan,
  createProviderCredentialingSpan,
  deleteFacilityCredentialingSpan,
  deleteProviderCredentialingSpan,
  updateFacilityCredentialingSpan,
  updateProviderCredentialingSpan,
} from './credentialing/write-spans.ts'
import { getCustomSchema, listCustomSchemas } from './directory/custom-schemas.ts'
import { getPayer, listPayers } from './directory/payers.ts'
import { getOrganizationProvider, listOrganizationProviders } from './directory/providers.ts'
import { getServiceFacility, listServiceFacilities } from './directory/service-facilities.ts'
import { createEncounterFromPreEncounter } from './encounters/create-encounter-from-pre-encounter.ts'
import { listEncounters } from './encounters/list-encounters.ts'
import { getEncounter } from './encounters/read-encounters.ts'
import { createToken } from './http/create-token.ts'
import type { Handlers } from './http/handler.ts'
import {
  getAppointment,
  getPatient,
  listAppointments,
  listPatients,
} from './pre-encounter/records.ts'

/** The handlers of all operations that the sandbox serves. */
export const handlers: Handlers = {
  createToken,
  createChargeCapture,
  listChargeCaptures,
  getChargeCapture,
  updateChargeCapture,
  createChargeCaptureFromPreEncounter,
  resolveChargeCaptureChanges,
  findChargeCapturesByMetadata,
  getClaimCreation,
  listClaimCreations,
  getClaimCreationSummary,
  resolveClaimCreationError,
  listOrganizationProviders,
  getOrganizationProvider,
  listServiceFacilities,
  getServiceFacility,
  listPayers,
  getPayer,
  listCustomSchemas,
  getCustomSchema,
  getPatient,
  getAppointment,
  listPatients,
  listAppointments,
  getContractV2,
  deleteContractV2,
  updateContractV2,
  listContractsV2,
  createContractV2,
  getContractV3,
  deleteContractV3,
  updateContractV3,
  listContractsV3,
  createContractV3,
  listContractProviders,
  addContractProviders,
  removeContractProviders,
  listContractProviderCredentialing,
  createContractServiceFacility,
  updateContractServiceFacility,
  createFacilityCredentialingSpan,
  listFacilityCredentialingSpans,
  getFacilityCredentialingSpan,
  updateFacilityCredentialingSpan,
  deleteFacilityCredentialingSpan,
  createProviderCredentialingSpan,
  listProviderCredentialingSpans,
  getProviderCredentialingSpan,
  updateProviderCredentialingSpan,
  deleteProviderCredentialingSpan,
  createEncounterFromPreEncounter,
  listEncounters,
  getEncounter,
}
