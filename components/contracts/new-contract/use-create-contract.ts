'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { CreateState } from '#components/form/writing/create-state.ts'
import { useCreate, type CreateRequest } from '#components/form/writing/use-send.ts'
import type { CreateContractReply } from '#lib/actions/contracts/create-contract.ts'
import { createContractV2, createContractV3 } from '#lib/actions/records.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'

export type Created = Extract<CreateContractReply, { kind: 'created' }>
/** `taken` for a contract: the answer was lost, and these may be what was made. */
export type Unsure = Extract<CreateContractReply, { kind: 'taken' }>
export type State = CreateState<Created, Unsure>

type Version = { version: 2 | 3 }

/** Creates one contract, by the version that its request is for. */
export function useCreateContract() {
  const client = useQueryClient()
  const send = ({ version, ...request }: CreateRequest & Partial<Version>) =>
    version === 2 ? createContractV2(request) : createContractV3(request)
  return useCreate<Created, Unsure, Version>(send, () => void invalidateAfter(client, 'createContractV3'))
}
