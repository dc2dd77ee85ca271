import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { logInWords } from './log-output.ts'

const writer = fileURLToPath(new URL('./testdata/write-log.ts', import.meta.url))
let child: ReturnType<typeof startWriter> | undefined
afterEach(() => void child?.process.kill('SIGKILL'))

/**
 * A process that writes its log without a pause: how many lines it has written, and its output,
 * which nobody reads.
 */
function startWriter() {
  const started = spawn(process.execPath, [writer], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const state = { process: started, lines: 0 }
  started.on('message', (lines) => (state.lines = Number(lines)))
  return state
}

test('a process whose log nobody reads goes on working, in bounded memory, and ends when it is told to', async () => {
  child = startWriter()
  // Far more than the pipe and the waiting lines hold.
  await expect.poll(() => child!.lines).toBeGreaterThan(40_000)
  const ended = once(child.process, 'exit')
  child.process.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('a process whose log’s reader has gone goes on working', async () => {
  child = startWriter()
  await once(child.process.stdout!, 'data')
  child.process.stdout!.destroy()
  const gone = child.lines
  await expect.poll(() => child!.lines).toBeGreaterThan(gone + 10_000)
})

test('a reader gets each line', async () => {
  child = startWriter()
  let text = ''
  child.process.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await expect.poll(() => child!.lines).toBeGreaterThan(2_000)
  const numbers = text.split('\n').slice(0, 1_000)
  expect(numbers.map((line) => (JSON.parse(line) as { number: number }).number)).toEqual(
    numbers.map((_, i) => i + 1),
  )
})

test('a person reads the lines of a log as words', () => {
  let text = ''
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      text += chunk.toString()
      done()
    },
  })
  const output = logInWords(stream)
  output.write('{"level":30,"time":1,"operation":"listPayers","ms":4,"msg":"answered"}\n')
  output.write('{"level":50,"frames":["at a"],"msg":"unexpected"}\n')
  expect(text).toBe('answered: operation listPayers, ms 4\nunexpected: frames ["at a"]\n')
})
