'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { FailureState } from '#components/ui/failure-state.tsx'
import type { ActName } from '#lib/acts/acts.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { Result } from '#lib/core/result.ts'
import { askAct } from '#lib/queries/use-act.ts'

/**
 * Asks for a start, a stop or a part of a check, whose standing the query of `queryKey` holds.
 * `asked` is what is being asked for; `name` the act that makes pages out of date.
 */
export function useAskCheck<Standing, What extends string>(
  queryKey: readonly unknown[],
  name: ActName,
) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<What>()
  const ask = async <I,>(
    what: What,
    act: (input: I) => Promise<Result<Standing>>,
    input: NoInfer<I>,
  ) => {
    setAsked(what)
    const result = await askAct(client, name, act, input)
    // An older reply that is still under way must not replace this one.
    if (result.ok) await client.cancelQueries({ queryKey })
    if (result.ok) client.setQueryData(queryKey, result.value)
    setAsked(undefined)
  }
  return { asked, ask }
}

type CheckPlaceholderProps = {
  /** Why the result can't be shown. */
  failure: Error | null
  onRetry: () => void
  title: string
  actions: ReactNode
  children: ReactNode
}

/** What stands in place of a check's result: why it can't be read, or what a check will show. */
export function CheckPlaceholder({
  failure,
  onRetry,
  title,
  actions,
  children,
}: CheckPlaceholderProps) {
  return (
    <div className="flex min-h-0 grow flex-col items-center justify-center rounded-card border border-line bg-panel">
      {failure ? (
        <FailureState
          failure={failureOf(failure)}
          actions={<Button onClick={onRetry}>Try again</Button>}
        />
      ) : (
        <EmptyState title={title} actions={actions}>
          {children}
        </EmptyState>
      )}
    </div>
  )
}
