import { appendFileSync } from 'node:fs'
import { type MadeAnswer, watchAnswers } from '#lib/sandbox/http/watch-answers.ts'
import { judgeAnswer } from './wire-judge.ts'

// The sandbox as end-to-end runs start it: as `npm run sandbox`, but each answer is held against the facts of the wire.
// What is wrong goes to the file of JUDGED_ANSWERS, a JSON line a fault, and how many answers were judged.

const file = process.env.JUDGED_ANSWERS
if (!file) throw new Error('JUDGED_ANSWERS must name the file that faults are written to.')

let waiting: MadeAnswer[] = []

// After the answer has gone out, so that nobody waits for the judge.
watchAnswers((answer) => {
  if (waiting.length === 0) setImmediate(judgeWaiting)
  waiting.push(answer)
})

process.once('exit', judgeWaiting)

await import('#lib/sandbox/main.ts')

function judgeWaiting(): void {
  const answers = waiting
  waiting = []
  for (const answer of answers) for (const fault of judgeAnswer(answer)) write({ fault })
  // At once: a process that is slow to stop is killed, and what it has judged counts.
  if (answers.length > 0) write({ judged: answers.length })
}

function write(line: object): void {
  appendFileSync(file!, `${JSON.stringify(line)}\n`)
}
