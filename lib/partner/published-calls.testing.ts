import { CandidApiClient } from 'candidhealth'
import type { OperationId } from '#lib/contract/operations.ts'
import { clientBody as body, clientQuery as query } from './client-spelling.testing.ts'

/** An operation's input on the wire. */
export type Wire = { params?: Record<string, string> | undefined; query?: unknown; body?: unknown }
type Given = { params: Record<string, never>; query: unknown; body: unknown }

// The published client's call for each operation.
const published: {
  [Id in OperationId]: (client: CandidApiClient, input: Given) => PromiseLike<unknown>
} = {
  createToken: (c, i) => c.auth.default.getToken(body(i.body)),
  createChargeCapture: (c, i) => c.chargeCapture.v1.create(body(i.body)),
  createChargeCaptureFromPreEncounter: (c, i) =>
    c.chargeCapture.v1.createFromPreEncounterPatient(body(i.body)),
  updateChargeCapture: (c, i) =>
    c.chargeCapture.v1.update(i.params.charge_capture_id!, body(i.body)),
  getChargeCapture: (c, i) => c.chargeCapture.v1.get(i.params.charge_capture_id!),
  listChargeCaptures: (c, i) => c.chargeCapture.v1.getAll(query(i.query)),
  resolveChargeCaptureChanges: (c, i) => c.chargeCapture.v1.updatePostBilledChanges(body(i.body)),
  findChargeCapturesByMetadata: (c, i) => c.chargeCapture.v1.findByMetadata(body(i.body)),
  getClaimCreation: (c, i) =>
    c.chargeCaptureBundles.v1.get(i.params.charge_capture_claim_creation_id!),
  listClaimCreations: (c, i) => c.chargeCaptureBundles.v1.getAll(query(i.query)),
  getClaimCreationSummary: (c) => c.chargeCaptureBundles.v1.getSummary(),
  resolveClaimCreationError: (c, i) =>
    c.chargeCaptureBundles.v1.resolveChargeCreationError(i.params.error_id!, body(i.body)),
  getContractV2: (c, i) => c.contracts.v2.get(i.params.contract_id!),
  listContractsV2: (c, i) => c.contracts.v2.getMulti(query(i.query)),
  createContractV2: (c, i) => c.contracts.v2.create(body(i.body)),
  updateContractV2: (c, i) => c.contracts.v2.update(i.params.contract_id!, body(i.body)),
  deleteContractV2: (c, i) => c.contracts.v2.delete(i.params.contract_id!),
  getContractV3: (c, i) => c.contracts.v3.get(i.params.contract_id!),
  listContractsV3: (c, i) => c.contracts.v3.getMulti(query(i.query)),
  createContractV3: (c, i) => c.contracts.v3.create(body(i.body)),
  updateContractV3: (c, i) => c.contracts.v3.update(i.params.contract_id!, body(i.body)),
  deleteContractV3: (c, i) => c.contracts.v3.delete(i.params.contract_id!),
  listContractProviders: (c, i) =>
    c.contracts.v3.getContractProviders(i.params.contract_id!, query(i.query)),
  addContractProviders: (c, i) =>
    c.contracts.v3.addContractProviders(i.params.contract_id!, body(i.body)),
  removeContractProviders: (c, i) =>
    c.contracts.v3.removeContractProviders(i.params.contract_id!, body(i.body)),
  listContractProviderCredentialing: (c, i) =>
    c.contracts.v3.getContractProviderCredentialingSpans(i.params.contract_id!, query(i.query)),
  createContractServiceFacility: (c, i) =>
    c.contracts.v3.createContractServiceFacility(i.params.contract_id!, body(i.body)),
  updateContractServiceFacility: (c, i) =>
    c.contracts.v3.updateContractServiceFacility(
      i.params.contract_id!,
      i.params.contract_service_facility_id!,
      body(i.body),
    ),
  createFacilityCredentialingSpan: (c, i) => c.credentialing.v2.createFacility(body(i.body)),
  listFacilityCredentialingSpans: (c, i) => c.credentialing.v2.getAllFacilities(query(i.query)),
  getFacilityCredentialingSpan: (c, i) =>
    c.credentialing.v2.getFacility(i.params.facility_credentialing_span_id!),
  updateFacilityCredentialingSpan: (c, i) =>
    c.credentialing.v2.updateFacility(i.params.facility_credentialing_span_id!, body(i.body)),
  deleteFacilityCredentialingSpan: (c, i) =>
    c.credentialing.v2.deleteFacility(i.params.facility_credentialing_span_id!),
  createProviderCredentialingSpan: (c, i) => c.credentialing.v2.create(body(i.body)),
  listProviderCredentialingSpans: (c, i) => c.credentialing.v2.getAll(query(i.query)),
  getProviderCredentialingSpan: (c, i) =>
    c.credentialing.v2.get(i.params.provider_credentialing_span_id!),
  updateProviderCredentialingSpan: (c, i) =>
    c.credentialing.v2.update(i.params.provider_credentialing_span_id!, body(i.body)),
  deleteProviderCredentialingSpan: (c, i) =>
    c.credentialing.v2.delete(i.params.provider_credentialing_span_id!),
  createEncounterFromPreEncounter: (c, i) =>
    c.encounters.v4.createFromPreEncounterPatient(body(i.body)),
  listEncounters: (c, i) => c.encounters.v4.getAll(query(i.query)),
  getEncounter: (c, i) => c.encounters.v4.get(i.params.encounter_id!),
  listOrganizationProviders: (c, i) => c.organizationProviders.v3.getMulti(query(i.query)),
  getOrganizationProvider: (c, i) =>
    c.organizationProviders.v3.get(i.params.organization_provider_id!),
  listServiceFacilities: (c, i) => c.organizationServiceFacilities.v2.getMulti(query(i.query)),
  getServiceFacility: (c, i) =>
    c.organizationServiceFacilities.v2.get(i.params.organization_service_facility_id!),
  listPayers: (c, i) => c.payers.v3.getAll(query(i.query)),
  getPayer: (c, i) => c.payers.v3.get(i.params.payer_uuid!),
  listCustomSchemas: (c) => c.customSchemas.v1.getMulti(),
  getCustomSchema: (c, i) => c.customSchemas.v1.get(i.params.schema_id!),
  getPatient: (c, i) => c.preEncounter.patients.v1.get(i.params.patient_id!),
  getAppointment: (c, i) => c.preEncounter.appointments.v1.get(i.params.appointment_id!),
  listPatients: (c, i) => c.preEncounter.lists.v1.getPatientList(query(i.query)),
  listAppointments: (c, i) => c.preEncounter.lists.v1.getAppointmentList(query(i.query)),
}

/** Calls an operation with the published client at `url`, with `input` in the client's form. */
export async function askPublished(url: string, id: OperationId, input: Wire): Promise<void> {
  const client = new CandidApiClient({
    token: 'sandbox-full',
    environment: { candidApi: url, preEncounter: url },
    maxRetries: 0,
  })
  await published[id](client, { params: {}, ...input } as Given)
}
