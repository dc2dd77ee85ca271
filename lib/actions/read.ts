'use server'

import { z } from 'zod'
import { readCaptureWithClaimCreation, readReasons } from './charge-captures/read-charge-capture.ts'
import { readClaimCreationWithCaptures } from './claim-creations/read-claim-creation.ts'
import { readUpdateItem } from './claim-creations/read-updates.ts'
import { readContractText } from './contracts/read-contract.ts'
import { readEncounterText } from './encounters/read-encounter.ts'
import { id } from './inputs.ts'
import { readAction } from './run-action.ts'
import { partyTasks, readParty } from './spans/read-party.ts'
import { readSpan } from './spans/read-span.ts'

// Reads of one record.

const input = z.strictObject({ id })

/** `{id}` -> Result<ClaimCreationReply>. */
export const readClaimCreation = readAction({
  task: 'getClaimCreation',
  input,
  verb: readClaimCreationWithCaptures,
})

/** `{id}` -> Result<UpdateItem>: a claim creation compared with what was billed. */
export const readUpdate = readAction({ task: 'getClaimCreation', input, verb: readUpdateItem })

/** `{id}` -> Result<ChargeCaptureReply>. */
export const readChargeCapture = readAction({ task: 'getChargeCapture', input, verb: readCaptureWithClaimCreation })

/** `{id}` -> Result<SaveReason[]>: why a charge capture was saved past open errors, newest first. */
export const readChargeCaptureReasons = readAction({ task: 'getChargeCapture', input, verb: readReasons })

/** `{id}` -> Result<EncounterReply>. */
export const readEncounter = readAction({ task: 'getEncounter', input, verb: readEncounterText })

/** `{id}` -> Result<ContractReply>. */
export const readContract = readAction({ task: 'getContractV3', input, verb: readContractText })

/** `{id}` -> Result<SpanReply>. */
export const readFacilitySpan = readAction({
  task: 'getFacilityCredentialingSpan',
  input,
  verb: readSpan('facility'),
})

/** `{id}` -> Result<SpanReply>. */
export const readProviderSpan = readAction({
  task: 'getProviderCredentialingSpan',
  input,
  verb: readSpan('provider'),
})

/** `{kind, id}` -> Result<LookUpReply>: the provider, facility or payer that an id names. */
export const readSpanParty = readAction({
  task: (raw) => partyTasks[(raw as { kind?: keyof typeof partyTasks } | null)?.kind ?? 'provider'] ?? '',
  input: z.strictObject({ kind: z.enum(['provider', 'facility', 'payer']), id: z.uuid() }),
  verb: readParty,
})
