import { Button } from '#components/ui/button.tsx'
import { errorKind } from '#components/ui/error-kind.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import { failureWords } from '#lib/core/result.ts'

type UnreadPageProps = { error: unknown; busy: boolean; onRetry: () => void }

/** In the place of a page whose data could not be read: why, and a way to try again. */
export function UnreadPage({ error, busy, onRetry }: UnreadPageProps) {
  const failure = failureOf(error)
  return (
    <ErrorState
      kind={errorKind(failure)}
      message={failureWords(failure)}
      requestId={failure.requestId}
      asPage
      actions={
        <Button busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  )
}
