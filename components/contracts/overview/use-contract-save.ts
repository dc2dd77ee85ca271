'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sendUntilKnown, type SaveRequest } from '#components/form/writing/use-send.ts'
import { useConflictQuestion } from '#components/form/writing/use-conflict-question.tsx'
import type { ContractSaved } from '#lib/actions/contracts/save-contract.ts'
import { updateContractV3 } from '#lib/actions/records.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Failure, Issue } from '#lib/core/result.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'
import { contractQuery } from '#lib/queries/options.ts'
import { termLines } from './term-words.ts'

/** How saving stands. `issues` are the form's own: nothing was sent while there are any. */
export type SaveState =
  | { kind: 'idle' | 'saving' | 'checking' | 'unchanged' }
  | { kind: 'invalid'; issues: readonly Issue[] }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'saved'; reply: ContractSaved }

type TermsRequest = SaveRequest & { id: string; base: string; wanted: string }

/**
 * Saves a contract's terms: merged with what others did meanwhile, one update, then the contract as it is now. A save
 * whose outcome stayed unknown is looked at again before anything else is sent. `dialog` is to be drawn by the form.
 */
export function useContractSave(id: string, base: JsonObject) {
  const client = useQueryClient()
  const [state, setState] = useState<SaveState>({ kind: 'idle' })
  const { ask, dialog } = useConflictQuestion({ noun: 'contract', linesOf: termLines })
  const isBusy = useRef(false)
  const open = useRef<TermsRequest>(undefined)
  const settle = (next: SaveState): SaveState => {
    setState(next)
    return next
  }
  const send = async (request: TermsRequest): Promise<SaveState> => {
    const end = await sendUntilKnown<TermsRequest, ContractSaved>(updateContractV3, request, {
      wasLost: open.current !== undefined,
      onChecking: () => setState({ kind: 'checking' }),
      onConflict: ask,
    })
    open.current = end.kind === 'unknown' ? end.request : undefined
    if (end.kind !== 'answered')
      return end.failure.name === 'InvalidInput' && end.failure.issues.length > 0
        ? { kind: 'invalid', issues: end.failure.issues }
        : { kind: 'refused', failure: end.failure }
    client.setQueryData(contractQuery(id).queryKey, { contract: end.reply.contract })
    void invalidateAfter(client, 'updateContractV3')
    return { kind: 'saved', reply: end.reply }
  }
  const save = async (wanted: JsonObject, issues: readonly Issue[], isChanged: boolean): Promise<SaveState> => {
    if (isBusy.current) return { kind: 'saving' }
    if (!open.current && issues.length > 0) return settle({ kind: 'invalid', issues })
    if (!open.current && !isChanged) return settle({ kind: 'unchanged' })
    isBusy.current = true
    setState({ kind: 'saving' })
    try {
      return settle(
        await send(
          open.current ?? {
            id,
            operation_id: randomId(),
            base: JSON.stringify({ ...base, contract_id: id }),
            wanted: JSON.stringify(wanted),
          },
        ),
      )
    } finally {
      isBusy.current = false
    }
  }
  return { state, save, dialog }
}
