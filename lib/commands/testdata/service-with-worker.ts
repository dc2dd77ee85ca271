// A service for tests with its own worker, like the development server. It answers 200 once the
// worker has answered.
import { fork } from 'node:child_process'
import { createServer } from 'node:http'

const worker = fork(new URL('./worker.ts', import.meta.url))
worker.once('message', () => {
  worker.once('message', () =>
    createServer((_, response) => response.end('well')).listen(
      Number(process.argv[2]),
      '127.0.0.1',
    ),
  )
  // Late enough for a worker to be gone if its channel does not keep it alive.
  setTimeout(() => worker.connected && worker.send('are you there?'), 1_000)
})
process.once('exit', () => worker.kill())
