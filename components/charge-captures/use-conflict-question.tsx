'use client'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { SaveConflictReply } from '#lib/actions/write-replies.ts'
import type { Choice } from '#lib/rules/merge/merge-three.ts'

const ConflictDialog = onDemand(() => import('./conflict-dialog.tsx').then((module) => module.ConflictDialog))

type Question = { conflict: SaveConflictReply; answer: (choices: Choice[] | undefined) => void }

/** Asks whose change is kept where two people changed the same; undefined when the person goes back to the form. */
export function useConflictQuestion(): { ask: (conflict: SaveConflictReply) => Promise<Choice[] | undefined>; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question>()
  const ask = (conflict: SaveConflictReply) => new Promise<Choice[] | undefined>((answer) => setQuestion({ conflict, answer }))
  const settle = (choices: Choice[] | undefined) => {
    question?.answer(choices)
    setQuestion(undefined)
  }
  return { ask, dialog: question && <ConflictDialog key={question.conflict.conflicts_text} conflict={question.conflict} onChosen={settle} /> }
}
