import { afterAll, afterEach, expect } from 'vitest'
import { type MadeAnswer, watchAnswers } from '#lib/sandbox/http/watch-answers.ts'

// Runs before every test file: whatever starts a sandbox in it, each answer is held against the facts of the wire, and
// the test during which a wrong one was made fails. The judge is loaded with the first answer, so that files without a
// sandbox do not pay for it.

let loading: Promise<void> | undefined
let judge: ((answer: MadeAnswer) => string[]) | undefined
let waiting: MadeAnswer[] = []
const faults: string[] = []

watchAnswers((answer) => {
  waiting.push(answer)
  if (judge) return judgeWaiting()
  loading ??= import('./wire-judge.ts').then(({ judgeAnswer }) => void (judge = judgeAnswer))
})

/** The faults of the answers made since it was last asked; whoever asks takes them upon himself. */
export async function takeFaults(): Promise<string[]> {
  await loading
  judgeWaiting()
  return [...new Set(faults.splice(0))]
}

function judgeWaiting(): void {
  const answers = waiting
  waiting = []
  for (const answer of answers) faults.push(...judge!(answer))
}

const expectNone = async () =>
  expect(await takeFaults(), 'answers of the sandbox that do not fit the wire schema').toEqual([])
afterEach(expectNone)
afterAll(expectNone)
