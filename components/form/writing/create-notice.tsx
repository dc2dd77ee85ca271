'use client'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { CreateState } from './create-state.ts'
import { RefusalCard, RefusalPlace } from './refusal-card.tsx'

type CreateNoticeProps<Taken> = {
  state: CreateState<unknown, Taken>
  /** What is created, as "charge capture". */
  noun: string
  /** Complaints that belong to no field on this page. */
  unplaced: readonly string[]
  onCheck: () => void
  /** The card about a record that exists already, or may. */
  children?: (taken: Taken) => ReactNode
}

/** Why nothing was created, or that nobody knows yet, with what to do about it. The form keeps everything. */
export function CreateNotice<Taken>({ state, noun, unplaced, onCheck, children }: CreateNoticeProps<Taken>) {
  if (state.kind === 'taken') return <RefusalPlace>{children?.(state.taken)}</RefusalPlace>
  if (state.kind === 'unknown') {
    return (
      <RefusalPlace>
        <RefusalCard
          tone="amber"
          title={`The ${noun} may or may not have been created`}
          message={state.failure.message}
          actions={
            <Button size="small" onClick={onCheck}>
              Check again
            </Button>
          }
        />
      </RefusalPlace>
    )
  }
  if (state.kind !== 'refused' && !(state.kind === 'invalid' && unplaced.length > 0)) return null
  return (
    <RefusalPlace>
      <RefusalCard
        title={`The ${noun} was not created`}
        message={state.kind === 'refused' ? state.failure.message : undefined}
        unplaced={unplaced}
      />
    </RefusalPlace>
  )
}
