import { appendFileSync } from 'node:fs'
import { type MadeAnswer, watchAnswers } from '#lib/sandbox/http/watch-answers.ts'
import { judgeAnswer } from './wire-judge.ts'

// The sandbox of end-to-end runs. It checks each answer against the facts of the wire and writes
// the faults to the file of JUDGED_ANSWERS, one JSON line each, and the number of checked answers.

const file = process.env.JUDGED_ANSWERS
if (!file) throw new Error('JUDGED_ANSWERS must name the file that faults are written to.')

let waiting: MadeAnswer[] = []

// The check runs after the answer is sent, so that the client does not wait for it.
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
  // Written at once, because a process that stops slowly is killed.
  if (answers.length > 0) write({ judged: answers.length })
}

function write(line: object): void {
  appendFileSync(file!, `${JSON.stringify(line)}\n`)
}
