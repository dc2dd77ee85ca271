'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { CreateState as AnyState } from '#components/form/writing/create-state.ts'
import { useCreate } from '#components/form/writing/use-send.ts'
import type { CreateEncounterReply } from '#lib/actions/encounters/create-encounter.ts'
import { createEncounterFromPreEncounter } from '#lib/actions/records.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'

export type Created = Extract<CreateEncounterReply, { kind: 'created' }>
export type Taken = Extract<CreateEncounterReply, { kind: 'taken' }>
export type CreateState = AnyState<Created, Taken>

/** Creates one encounter. */
export function useCreateEncounter() {
  const client = useQueryClient()
  return useCreate<Created, Taken>(
    createEncounterFromPreEncounter,
    () => void invalidateAfter(client, 'createEncounterFromPreEncounter'),
  )
}
