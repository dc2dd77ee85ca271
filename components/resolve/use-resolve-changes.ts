'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '#components/ui/toast.tsx'
import { resolveChargeCaptureChanges } from '#lib/actions/records.ts'
import type { Failure } from '#lib/core/result.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'
import { notePartnerFailure } from '#components/frame/partner/partner-trouble.ts'
import { noteNewVersion } from '#components/frame/new-version.tsx'
import { resultOf } from '#lib/core/failure-error.ts'
import { randomId } from '#lib/core/random-id.ts'

/**
 * Changes to resolve together: their ids, and their name with its verb ("Robin Testcase is", "4 claims are"). The reason
 * stays in the activity: the partner takes none.
 */
export type Resolvable = { ids: readonly string[]; name: string; reason?: string }

/** The ids of one request: the partner takes more, but a person sees how far many are. */
const mostAtOnce = 250

/**
 * Marks changes after billing as resolved, or opens them again, at the partner. `onDone` follows every success, the
 * one that takes a resolution back from its message included.
 */
export function useResolveChanges(onDone: (ids: readonly string[], resolved: boolean) => void = () => undefined) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [sent, setSent] = useState(0)
  const set = async ({ ids, name, reason }: Resolvable, resolved: boolean): Promise<boolean> => {
    if (busy || ids.length === 0) return false
    setBusy(true)
    setFailure(undefined)
    setSent(0)
    const done: string[] = []
    let problem: Failure | undefined
    for (let start = 0; start < ids.length && !problem; start += mostAtOnce) {
      const part = ids.slice(start, start + mostAtOnce)
      const result = await resultOf(
        resolveChargeCaptureChanges({
          operation_id: randomId(),
          charge_capture_change_ids: part,
          resolved,
          ...(reason === undefined ? {} : { reason }),
        }),
      )
      if (result.ok) done.push(...part)
      else problem = result.error
      setSent(done.length)
    }
    if (problem) {
      noteNewVersion(problem)
      notePartnerFailure(problem)
    }
    setBusy(false)
    setFailure(problem)
    if (done.length === 0) return false
    onDone(done, resolved)
    void invalidateAfter(client, 'resolveChargeCaptureChanges')
    if (resolved)
      showToast({
        tone: 'green',
        message: `${name} marked as resolved.`,
        action: { label: 'Reopen', run: () => void set({ ids: done, name }, false) },
      })
    else showToast({ message: `${name} reopened.` })
    return problem === undefined
  }
  return {
    busy,
    failure,
    /** How many changes of the last call are done. */
    sent,
    resolve: (what: Resolvable) => set(what, true),
    reopen: (what: Resolvable) => set(what, false),
  }
}
