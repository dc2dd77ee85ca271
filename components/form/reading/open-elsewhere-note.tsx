'use client'
import { Eye, UserPen } from 'lucide-react'
import { LocalTime } from '#components/ui/local-time.tsx'
import type { OpenElsewhere } from './use-open-record.ts'

/** Who else has the record open, or changed it meanwhile, in one line that takes no more room than there is. */
export function OpenElsewhereNote({ elsewhere: { others, changed } }: { elsewhere: OpenElsewhere }) {
  const [first, ...more] = others
  const names = first && `${first.name}${more.length > 0 ? ` and ${more.length} more` : ''}`
  return (
    <p role="status" className="min-w-0 grow basis-0 truncate text-sm text-ink-2">
      {changed && (
        <span className="mr-3 text-amber" title={`Changed by ${changed.name}. Saving combines both.`}>
          <UserPen aria-hidden="true" className="-mt-0.5 mr-1 inline size-3.5" />
          Changed by {changed.name} at <LocalTime at={changed.at} />
        </span>
      )}
      {first && (
        <span title={others.map(({ name }) => name).join(', ')}>
          <Eye aria-hidden="true" className="-mt-0.5 mr-1 inline size-3.5 text-ink-3" />
          Open by {names} since <LocalTime at={first.at} />
        </span>
      )}
    </p>
  )
}
