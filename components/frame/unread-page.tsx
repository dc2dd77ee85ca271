import { Button } from '#components/ui/button.tsx'
import { FailureState } from '#components/ui/failure-state.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import { failureWords } from '#lib/core/result.ts'

type UnreadPageProps = { error: unknown; busy: boolean; onRetry: () => void }

/** In the place of a page whose data could not be read: why, and a way to try again. */
export function UnreadPage({ error, busy, onRetry }: UnreadPageProps) {
  const failure = failureOf(error)
  return (
    <FailureState
      failure={failure}
      message={failureWords(failure)}
      asPage
      actions={
        <Button busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  )
}
