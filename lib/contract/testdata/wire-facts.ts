import { readFileSync } from 'node:fs'
import type { OperationId } from '#lib/contract/operations.ts'

/** A schema of the wire facts, as far as the tests read it. */
export type Wire = {
  $ref?: string
  type?: string
  const?: string
  enum?: string[]
  anyOf?: Wire[]
  items?: Wire
  properties?: Record<string, Wire>
  required?: string[]
}

/** The wire facts: top-level shapes by name, and their parts. */
export const wireFacts = JSON.parse(
  readFileSync(new URL('./wire.schema.json', import.meta.url), 'utf8'),
) as {
  wire: Record<string, Wire>
  $defs: Record<string, Wire>
}

/** The fact for each request body, and its operation. */
export const bodyFacts: Record<string, OperationId> = {
  CreateChargeCaptureRequest: 'createChargeCapture',
  CreateChargeCaptureFromPreEncounterRequest: 'createChargeCaptureFromPreEncounter',
  ChargeCaptureUpdate: 'updateChargeCapture',
  ChargeCapturePostBilledChangeUpdate: 'resolveChargeCaptureChanges',
  ChargeCaptureBundleErrorResolution: 'resolveClaimCreationError',
  V2ContractCreate: 'createContractV2',
  V2ContractUpdate: 'updateContractV2',
  V3ContractCreateUnion: 'createContractV3',
  V3ContractUpdateUnion: 'updateContractV3',
  V3AddContractProvidersRequest: 'addContractProviders',
  V3RemoveContractProvidersRequest: 'removeContractProviders',
  V3ContractServiceFacilityCreate: 'createContractServiceFacility',
  V3ContractServiceFacilityUpdate: 'updateContractServiceFacility',
  FacilityCredentialingSpanCreate: 'createFacilityCredentialingSpan',
  FacilityCredentialingSpanUpdate: 'updateFacilityCredentialingSpan',
  ProviderCredentialingSpanCreate: 'createProviderCredentialingSpan',
  ProviderCredentialingSpanUpdate: 'updateProviderCredentialingSpan',
  EncounterCreateFromPreEncounter: 'createEncounterFromPreEncounter',
}

/** The fact for each successful answer, and an operation with that answer. */
export const answerFacts: Record<string, OperationId> = {
  ChargeCapture: 'getChargeCapture',
  ChargeCapturePage: 'listChargeCaptures',
  ChargeCaptureClaimCreation: 'getClaimCreation',
  ChargeCaptureClaimCreationPage: 'listClaimCreations',
  ChargeCaptureClaimCreationSummary: 'getClaimCreationSummary',
  V2ContractWithProviders: 'getContractV2',
  V2ContractsPage: 'listContractsV2',
  V3ContractWithProvidersUnion: 'getContractV3',
  V3ContractsPage: 'listContractsV3',
  V3ContractProvidersPage: 'listContractProviders',
  V3AddContractProvidersResponse: 'addContractProviders',
  V3ContractProviderCount: 'removeContractProviders',
  V3ContractProviderCredentialingPage: 'listContractProviderCredentialing',
  V3ContractServiceFacility: 'createContractServiceFacility',
  FacilityCredentialingSpan: 'getFacilityCredentialingSpan',
  FacilityCredentialingSpanPage: 'listFacilityCredentialingSpans',
  ProviderCredentialingSpan: 'getProviderCredentialingSpan',
  ProviderCredentialingSpanPage: 'listProviderCredentialingSpans',
  Encounter: 'getEncounter',
  EncounterPage: 'listEncounters',
  OrganizationProviderV2: 'getOrganizationProvider',
  OrganizationProviderPageV2: 'listOrganizationProviders',
  OrganizationServiceFacility: 'getServiceFacility',
  OrganizationServiceFacilityPage: 'listServiceFacilities',
  PayerV3: 'getPayer',
  Schema: 'getCustomSchema',
  SchemaGetMultiResponse: 'listCustomSchemas',
  Patient: 'getPatient',
  Appointment: 'getAppointment',
}

/** The fact with an operation's errors. */
export const refusalFacts: Record<string, OperationId> = {
  'errors.createCharge': 'createChargeCapture',
  'errors.updateCharge': 'updateChargeCapture',
  'errors.resolveError': 'resolveClaimCreationError',
  'errors.v2delete': 'deleteContractV2',
  'errors.v2update': 'updateContractV2',
  'errors.v3update': 'updateContractV3',
  'errors.removeProviders': 'removeContractProviders',
  'errors.addProviders': 'addContractProviders',
  'errors.createFacilitySpan': 'createFacilityCredentialingSpan',
  'errors.encounterFromPre': 'createEncounterFromPreEncounter',
  'errors.encounterList': 'listEncounters',
}
