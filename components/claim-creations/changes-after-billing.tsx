'use client'
import { useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { showToast } from '#components/ui/toast-store.ts'
import { resolveChargeCaptureChanges } from '#lib/actions/write.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'
import { failureOf } from '#lib/queries/reply.ts'
import type { BundledCapture } from './loaded-claim-creation.ts'

/** What was changed in the captures after their encounter was made: to be taken over by hand, then marked as resolved. */
export function ChangesAfterBilling({ captures, canResolve }: { captures: readonly BundledCapture[]; canResolve: boolean }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string>()
  const changes = captures.flatMap((capture) => capture.updates.map((update) => ({ ...update, capture })))
  if (changes.length === 0) return null
  const resolve = async (ids: string[]) => {
    setBusy(ids)
    setProblem(undefined)
    const result = await resolveChargeCaptureChanges({ charge_capture_change_ids: ids, resolved: true }).catch((thrown: unknown) => ({ ok: false as const, error: failureOf(thrown) }))
    setBusy([])
    if (!result.ok) return setProblem(result.error.message)
    showToast({ tone: 'green', message: ids.length === 1 ? 'The change is marked as resolved.' : `${ids.length} changes are marked as resolved.` })
    void invalidateAfter(client, 'resolveChargeCaptureChanges')
  }
  const all = changes.map(({ id }) => id)
  return (
    <Card
      title="Changed after billing"
      note={`${changes.length} unresolved`}
      actions={
        canResolve &&
        changes.length > 1 && (
          <Button size="small" busy={busy.length > 1} onClick={() => void resolve(all)}>
            Mark all resolved
          </Button>
        )
      }
      flush
    >
      <p className="px-4 pb-3 text-sm text-ink-2">The encounter does not hold these changes. Make them there too, then mark them as resolved.</p>
      <ul>
        {changes.map(({ id, message, capture }) => (
          <li key={id} className="flex items-start gap-3 border-t border-line px-4 py-3">
            <div className="min-w-0">
              <p className="text-base break-words">{message}</p>
              <Link href={`/charge-captures/${encodeURIComponent(capture.id)}`} className="font-mono text-xs text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current">
                {capture.externalId ?? capture.id}
              </Link>
            </div>
            {canResolve && (
              <Button size="small" className="ml-auto" busy={busy.length === 1 && busy[0] === id} onClick={() => void resolve([id])}>
                Mark resolved
              </Button>
            )}
          </li>
        ))}
      </ul>
      {problem !== undefined && (
        <p role="alert" className="border-t border-line px-4 py-3 text-sm text-red">
          Not done. {problem}
        </p>
      )}
    </Card>
  )
}
