'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '#components/ui/toast.tsx'
import { resolveChargeCaptureChanges } from '#lib/actions/records.ts'
import type { Failure } from '#lib/core/result.ts'
import { outdate } from '#lib/queries/outdates.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { OwnReason } from '#lib/rules/billed-diff/overpayment.ts'
import { askAct } from '#lib/queries/use-act.ts'
import type { ReasonAsked } from './own-reasons-dialog.tsx'

/** The changes of one claim creation to resolve, and how a person names it. */
export type ResolvableClaim = { id: string; name: string; changeIds: readonly string[] }

/**
 * Changes to resolve or reopen together, and their name with its verb ("Robin Testcase is", "4
 * claims are"). The reason stays here: the partner takes none.
 */
export type Resolvable = { claims: readonly ResolvableClaim[]; name: string; reason?: string }

/** The claims of one request: the server takes more, but a person sees how far many are. */
const mostAtOnce = 100

/** The claims that need a reason of their own, and what follows the answer; undefined cancels. */
export type ReasonQuestion = {
  asked: readonly ReasonAsked[]
  answer: (reasons: ReadonlyMap<string, OwnReason> | undefined) => void
}

/**
 * Marks changes after billing as resolved, or opens them again, at the partner. `onDone` follows
 * every success, the one that takes a resolution back from its message included. While `question`
 * is set, the page shows it as an OwnReasonsDialog: the server refuses claims that may be overpaid
 * until each has its own reason.
 */
export function useResolveChanges(
  onDone: (ids: readonly string[], resolved: boolean) => void = () => undefined,
) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [sent, setSent] = useState(0)
  const [question, setQuestion] = useState<ReasonQuestion>()
  const ask = (asked: readonly ReasonAsked[]) =>
    new Promise<ReadonlyMap<string, OwnReason> | undefined>((resolve) =>
      setQuestion({
        asked,
        answer: (reasons) => {
          setQuestion(undefined)
          resolve(reasons)
        },
      }),
    )
  const send = async (
    part: readonly ResolvableClaim[],
    resolved: boolean,
    reason: string | undefined,
  ): Promise<Failure | 'cancelled' | undefined> => {
    for (let own: ReadonlyMap<string, OwnReason> = new Map(); ;) {
      const input = {
        operation_id: randomId(),
        charge_capture_change_ids: part.flatMap(({ changeIds }) => changeIds),
        resolved,
        ...(resolved && { claim_creation_ids: part.map(({ id }) => id) }),
        ...(reason !== undefined && { reason }),
        ...(own.size > 0 && {
          own_reasons: [...own].map(([claim_creation_id, each]) => ({
            claim_creation_id,
            ...each,
          })),
        }),
      }
      // What it makes out of date is read again once, after the last part.
      const result = await askAct(client, null, resolveChargeCaptureChanges, input, {
        tells: false,
      })
      if (result.ok) return undefined
      if (result.error.name !== 'ReasonNeeded') return result.error
      const names = new Map(part.map(({ id, name }) => [id, name]))
      const answer = await ask(
        result.error.issues.map(({ path, message }) => ({
          id: path,
          name: names.get(path) ?? path,
          why: message,
        })),
      )
      if (answer === undefined) return 'cancelled'
      own = new Map([...own, ...answer])
    }
  }
  const set = async ({ claims, name, reason }: Resolvable, resolved: boolean): Promise<boolean> => {
    if (busy || claims.every(({ changeIds }) => changeIds.length === 0)) return false
    setBusy(true)
    setFailure(undefined)
    setSent(0)
    const done: ResolvableClaim[] = []
    let problem: Failure | 'cancelled' | undefined
    for (let start = 0; start < claims.length && problem === undefined; start += mostAtOnce) {
      const part = claims.slice(start, start + mostAtOnce)
      problem = await send(part, resolved, reason)
      if (problem === undefined) done.push(...part)
      setSent(idsOf(done).length)
    }
    const failed = problem === 'cancelled' ? undefined : problem
    setBusy(false)
    setFailure(failed)
    if (done.length === 0) return false
    onDone(idsOf(done), resolved)
    void outdate(client, 'resolveChargeCaptureChanges')
    if (resolved)
      showToast({
        tone: 'green',
        message: `${name} marked as resolved.`,
        action: { label: 'Reopen', run: () => void set({ claims: done, name }, false) },
      })
    else showToast({ message: `${name} reopened.` })
    return problem === undefined
  }
  return {
    busy,
    failure,
    /** How many changes of the last call are done. */
    sent,
    question,
    resolve: (what: Resolvable) => set(what, true),
    reopen: (what: Resolvable) => set(what, false),
  }
}

function idsOf(claims: readonly ResolvableClaim[]): string[] {
  return claims.flatMap(({ changeIds }) => changeIds)
}
