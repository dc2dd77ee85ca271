'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { CreateState as AnyState } from '#components/form/writing/create-state.ts'
import { useCreate } from '#components/form/writing/use-send.ts'
import { createChargeCapture, createChargeCaptureFromPreEncounter } from '#lib/actions/records.ts'
import type { CreateReply } from '#lib/actions/writing/write-replies.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'
import type { SavePast } from '#components/charge-captures/saving/use-save-gate.tsx'

/** Which of the two ways of creating a capture. */
export type CreateKind = 'plain' | 'pre-encounter'

export type Created = Extract<CreateReply, { kind: 'created' }>
export type Taken = Extract<CreateReply, { kind: 'taken' }>
export type CreateState = AnyState<Created, Taken>

const actions = { plain: createChargeCapture, 'pre-encounter': createChargeCaptureFromPreEncounter }

/** Creates one charge capture, with the reason for open errors where there are any. */
export function useCreateCapture(kind: CreateKind) {
  const client = useQueryClient()
  return useCreate<Created, Taken, { past: SavePast | undefined }>(
    actions[kind],
    () => void invalidateAfter(client, 'createChargeCapture'),
  )
}
