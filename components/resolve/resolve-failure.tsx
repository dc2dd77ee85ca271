import { RequestNote } from '#components/ui/request-note.tsx'
import type { Failure } from '#lib/core/result.ts'

/**
 * Why something could not be resolved; says so plainly where the partner does not offer it to the
 * stored key at all.
 */
export function ResolveFailure({
  failure,
  className = '',
}: {
  failure: Failure | undefined
  className?: string
}) {
  if (!failure) return null
  return (
    <p role="alert" className={`text-sm text-red ${className}`}>
      {wordsFor(failure)}
      {failure.message} <RequestNote id={failure.requestId} />
    </p>
  )
}

// The two endpoints are companions of the described interface: a key may lack them, or a partner
// may not have them. A partner without them says 404, as it does of a record that is gone.
function wordsFor({ name, status }: Failure): string {
  if (status === 404)
    return 'Not done. The change is gone, or this connection can’t resolve it. You can still view it. The partner says: '
  if (status === 403 || status === 405 || status === 501)
    return 'Not resolved: this connection doesn’t have permission. You can still view it. The partner says: '
  return name === 'OutcomeUnknown' || name === 'DatabaseAway' ? '' : 'Not done. '
}
