'use client'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { ReasonQuestion as Question } from './use-resolve-changes.ts'

const OwnReasonsDialog = onDemand(() =>
  import('./own-reasons-dialog.tsx').then((module) => module.OwnReasonsDialog),
)

/** The dialog for the claims that need a reason of their own, while there is such a question. */
export function ReasonQuestion({ question }: { question: Question | undefined }) {
  if (!question) return null
  const { asked, answer } = question
  // Another question begins with its first claim.
  const key = asked.map(({ id, why }) => `${id} ${why}`).join()
  return (
    <OwnReasonsDialog key={key} asked={asked} onAnswer={answer} onClose={() => answer(undefined)} />
  )
}
