import { contractHandlers } from '#lib/sandbox/contracts/contract-handlers.ts'
import { credentialingHandlers } from '#lib/sandbox/credentialing/credentialing-handlers.ts'
import { encounterHandlers } from '#lib/sandbox/encounters/encounter-handlers.ts'
import type { Handlers } from '#lib/sandbox/http/handler.ts'
import { createChargeCaptureFromPreEncounter } from './create-charge-capture-from-pre-encounter.ts'
import { createChargeCapture } from './create-charge-capture.ts'
import { createToken } from './create-token.ts'
import { getCustomSchema, listCustomSchemas } from './custom-schemas.ts'
import { findChargeCapturesByMetadata } from './find-charge-captures-by-metadata.ts'
import { getChargeCapture } from './get-charge-capture.ts'
import { getClaimCreationSummary } from './get-claim-creation-summary.ts'
import { getClaimCreation } from './get-claim-creation.ts'
import { listChargeCaptures } from './list-charge-captures.ts'
import { listClaimCreations } from './list-claim-creations.ts'
import { getPayer, listPayers } from './payers.ts'
import { getAppointment, getPatient, listAppointments, listPatients } from './pre-encounter-records.ts'
import { getOrganizationProvider, listOrganizationProviders } from './providers.ts'
import { resolveChargeCaptureChanges } from './resolve-charge-capture-changes.ts'
import { resolveClaimCreationError } from './resolve-claim-creation-error.ts'
import { getServiceFacility, listServiceFacilities } from './service-facilities.ts'
import { updateChargeCapture } from './update-charge-capture.ts'

/** The operations that are built; the others answer 501 by their name. */
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
  ...contractHandlers,
  ...credentialingHandlers,
  ...encounterHandlers,
}
