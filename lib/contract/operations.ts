import { authOperations } from './auth.operations.ts'
import { chargeCaptureOperations } from './charge-captures.operations.ts'
import { claimCreationOperations } from './claim-creations.operations.ts'
import { contractMemberOperations } from './contracts/contract-members.operations.ts'
import { contractOperations } from './contracts/contracts.operations.ts'
import { credentialingOperations } from './credentialing.operations.ts'
import { encounterOperations } from './encounters/encounters.operations.ts'
import { lookUpOperations } from './look-ups.operations.ts'
import type { Operation } from './operation.ts'
import { preEncounterOperations } from './pre-encounter/pre-encounter.operations.ts'

/** Every operation of the partner by its id. */
export const operations = {
  ...authOperations,
  ...claimCreationOperations,
  ...chargeCaptureOperations,
  ...contractOperations,
  ...contractMemberOperations,
  ...credentialingOperations,
  ...encounterOperations,
  ...lookUpOperations,
  ...preEncounterOperations,
} satisfies { [id: string]: Operation }

export type Operations = typeof operations
export type OperationId = keyof Operations

/** The ids of all operations, in the order of the reference page. */
export const operationIds = Object.keys(operations) as OperationId[]
