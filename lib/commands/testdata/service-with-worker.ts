// A service for tests that has a worker of its own, as the development server does: answers 200 once the worker has answered it.
import { fork } from 'node:child_process'
import { createServer } from 'node:http'

const worker = fork(new URL('./worker.ts', import.meta.url))
worker.once('message', () => {
  worker.once('message', () =>
    createServer((_, response) => response.end('well')).listen(Number(process.argv[2]), '127.0.0.1'),
  )
  // Late enough for a worker that its channel does not keep alive to be gone by then.
  setTimeout(() => worker.connected && worker.send('are you there?'), 1_000)
})
process.once('exit', () => worker.kill())
