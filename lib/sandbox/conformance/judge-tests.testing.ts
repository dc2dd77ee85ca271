import { afterAll, afterEach, expect } from 'vitest'
import { type MadeAnswer, watchAnswers } from '#lib/sandbox/http/watch-answers.ts'

// Runs before every test file. It checks each answer of the sandboxes that the file starts against
// the facts of the wire. A test fails if an invalid answer was made during it. The judge is loaded
// with the first answer, so that files without a sandbox do not load it.

let loading: Promise<void> | undefined
let judge: ((answer: MadeAnswer) => string[]) | undefined
let waiting: MadeAnswer[] = []
const faults: string[] = []

watchAnswers((answer) => {
  waiting.push(answer)
  if (judge) return judgeWaiting()
  loading ??= import('./wire-judge.ts').then(({ judgeAnswer }) => void (judge = judgeAnswer))
})

/** Returns and clears the faults of the answers since the last call. */
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
