import type { Metadata } from 'next'
import { EntryPage } from '#components/activity/entry-page.tsx'
import { FailureState } from '#components/ui/failure-state.tsx'
import { readEntry } from '#lib/actions/activity/read-activity.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { readForPage } from '#app/(console)/read-for-page.ts'
import { fromJsonText } from '#lib/core/json-text.ts'

export const metadata: Metadata = { title: 'Activity' }

/** One entry of the audit trail, with the before and after of a write. */
export default async function EntryRoute({ params }: { params: Promise<{ id: string }> }) {
  const id = decodeURIComponent((await params).id)
  const account = await requireAccount(`/activity/${encodeURIComponent(id)}`)
  const reply = fromJsonText(await readForPage(account, 'readActivity', readEntry, { id }))
  if (!reply.ok) return <FailureState failure={reply.error} asPage />
  return <EntryPage key={id} entry={reply.value} />
}
