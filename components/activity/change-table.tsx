import { DiffTable } from '#components/resolve/diff-table.tsx'
import type { RevealedChange } from '#lib/actions/activity/read-activity.ts'

const sides = { caption: 'Values before and after', billed: 'Before', now: 'After' }

/** What a write changed, field by field. */
export function ChangeTable({ change }: { change: RevealedChange }) {
  if (change.changes.length === 0)
    return <p className="px-4 pb-4 text-sm text-ink-2">The values before and after are the same.</p>
  return <DiffTable changes={change.changes} sides={sides} isByClass={change.is_by_class} />
}
