import type { ReactNode } from 'react'
import type { Failure } from '#lib/core/result.ts'
import { errorKind } from './error-kind.ts'
import { ErrorState } from './error-state.tsx'

type FailureStateProps = {
  failure: Failure
  /** Other words than the failure's message, safe to show. */
  message?: string
  /** What can be done: a "Try again" button, a link back. */
  actions?: ReactNode
  /** Makes the title the page's h1, where the error is the whole page. */
  asPage?: boolean
}

/** The error state of a failure: its kind, its words and the request that an operator looks up. */
export function FailureState({ failure, message = failure.message, ...rest }: FailureStateProps) {
  return (
    <ErrorState
      kind={errorKind(failure)}
      message={message}
      requestId={failure.requestId}
      {...rest}
    />
  )
}
