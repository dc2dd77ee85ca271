'use client'
import { useState, type ReactNode } from 'react'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { Choice } from '#lib/rules/merge/merge-three.ts'
import type { FoundConflict, LabelOf, LinesOf } from './conflict-dialog.tsx'

const ConflictDialog = onDemand(() => import('./conflict-dialog.tsx').then((module) => module.ConflictDialog))

type Question = {
  conflict: FoundConflict
  labelOf: LabelOf | undefined
  answer: (choices: Choice[] | undefined) => void
}

/** `noun` is the record that is saved. Asks whose change is kept where two people changed the same; undefined when the person goes back to the form. */
export function useConflictQuestion({ noun, linesOf }: { noun: string; linesOf?: LinesOf }): {
  ask: (conflict: FoundConflict, labelOf?: LabelOf) => Promise<Choice[] | undefined>
  dialog: ReactNode
} {
  const [question, setQuestion] = useState<Question>()
  const ask = (conflict: FoundConflict, labelOf?: LabelOf) =>
    new Promise<Choice[] | undefined>((answer) => setQuestion({ conflict, labelOf, answer }))
  const settle = (choices: Choice[] | undefined) => {
    question?.answer(choices)
    setQuestion(undefined)
  }
  return {
    ask,
    dialog: question && (
      <ConflictDialog
        key={question.conflict.conflicts_text}
        conflict={question.conflict}
        noun={noun}
        linesOf={linesOf}
        labelOf={question.labelOf}
        onChosen={settle}
      />
    ),
  }
}
