'use client'
import { useEffect } from 'react'
import { answerEarlyUse } from './early-use.ts'

/** Answers what was done to the page before its script ran. Draws nothing. */
export function AnswerEarlyUse() {
  useEffect(answerEarlyUse, [])
  return null
}
