import { errorKind } from '#components/ui/error-kind.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import type { Failure } from '#lib/core/result.ts'

/** In the place of a list that this person may not see. */
export function NoList({ failure }: { failure: Failure }) {
  return <ErrorState kind={errorKind(failure)} message={failure.message} asPage />
}
