import { classNames } from './class-names.ts'
import { CopyId } from './copy-id.tsx'

type RequestNoteProps = {
  /** The failure's `requestId`: undefined for a failure that nobody has to look up. */
  id: string | undefined
  className?: string
}

/** The console's own id of a request that failed, for whoever looks it up in the log. */
export function RequestNote({ id, className }: RequestNoteProps) {
  if (id === undefined) return null
  return (
    <span className={classNames('inline-flex items-center gap-1 text-xs text-ink-2', className)}>
      Request <CopyId id={id} label="request ID" />
    </span>
  )
}
