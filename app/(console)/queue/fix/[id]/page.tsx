import type { Metadata } from 'next'
import { BulkPage } from '#components/bulk/bulk-page.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { readStanding } from '#lib/actions/bulk/read.ts'
import { readCause } from '#lib/actions/bulk/cause-captures.ts'
import { readValues } from '#lib/actions/bulk/values.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { isUuid } from '#lib/core/uuid.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'
import { valueIn } from '#lib/core/json-text.ts'

// Nothing of the captures stands in a title: titles end up in histories.
export const metadata: Metadata = { title: 'Bulk fix' }

/**
 * One change to many captures: of a cause of the queue, by its key, or a fix that was begun, by its
 * id.
 */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const id = decodeURIComponent((await params).id)
  const account = await requireAccount(`/queue/fix/${encodeURIComponent(id)}`)
  if (!(await mayOpen(account, 'updateChargeCapture')))
    return <ErrorState kind="forbidden" message="Your role can’t change charge captures." asPage />
  const today = dayNow()
  const shape = captureShape()
  if (!isUuid(id)) {
    const cause = await readForPage(account, 'updateChargeCapture', readCause, { key: id })
    const of = { kind: 'cause', key: id } as const
    const values = await readForPage(account, 'updateChargeCapture', readValues, { of })
    return <BulkPage key={id} shape={shape} today={today} cause={cause} values={values} />
  }
  const standing = await readForPage(account, 'updateChargeCapture', readStanding, { id })
  const read = valueIn(standing)
  const key = read?.cause
  const cause = key
    ? await readForPage(account, 'updateChargeCapture', readCause, { key })
    : undefined
  const begins = key !== undefined && read?.change === null
  const values = begins
    ? await readForPage(account, 'updateChargeCapture', readValues, { of: { kind: 'fix', id } })
    : undefined
  return (
    <BulkPage
      key={id}
      shape={shape}
      today={today}
      standing={standing}
      cause={cause}
      values={values}
    />
  )
}
