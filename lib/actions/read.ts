'use server'

import { z } from 'zod'
import { readCaptureWithClaimCreation, readReasons } from './charge-captures/read-charge-capture.ts'
import { readClaimCreationWithCaptures } from './claim-creations/read-claim-creation.ts'
import { readUpdateItem } from './claim-creations/read-updates.ts'
import { readContractText } from './contracts/read-contract.ts'
import { readEncounterText } from './encounters/read-encounter.ts'
import { id } from './inputs.ts'
import { readAct } from './act.ts'
import { partyTasks, readParty } from './spans/read-party.ts'
import { readSpan } from './spans/read-span.ts'

// Reads of one record.

const input = z.strictObject({ id })

/** A claim creation with its captures. */
export const readClaimCreation = readAct('getClaimCreation', {
  input,
  run: readClaimCreationWithCaptures,
})

/** A claim creation compared with what was billed. */
export const readUpdate = readAct('getClaimCreation', { input, run: readUpdateItem })

/** A charge capture with its claim creation. */
export const readChargeCapture = readAct('getChargeCapture', {
  input,
  run: readCaptureWithClaimCreation,
})

/** Why a charge capture was saved past open errors, newest first. */
export const readChargeCaptureReasons = readAct('getChargeCapture', { input, run: readReasons })

/** An encounter. */
export const readEncounter = readAct('getEncounter', { input, run: readEncounterText })

/** A contract, without the ids of its roster. */
export const readContract = readAct('getContractV3', { input, run: readContractText })

/** The credentialing span of a service facility. */
export const readFacilitySpan = readAct('getFacilityCredentialingSpan', {
  input,
  run: readSpan('facility'),
})

/** The credentialing span of a rendering provider. */
export const readProviderSpan = readAct('getProviderCredentialingSpan', {
  input,
  run: readSpan('provider'),
})

/** The provider, facility or payer that an id names. */
export const readSpanParty = readAct(
  (raw) => partyTasks[(raw as { kind?: keyof typeof partyTasks } | null)?.kind ?? 'provider'] ?? '',
  {
    input: z.strictObject({ kind: z.enum(['provider', 'facility', 'payer']), id: z.uuid() }),
    run: readParty,
  },
)
