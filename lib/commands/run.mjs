// The entry of `npm start`, `npm test`, `npm run sandbox` and `npm run bench`: the first file that runs in a fresh
// clone, so it is plain JavaScript for Node 20.9 and later.
import { prepare } from './bootstrap/prepare.mjs'

const scripts = { start: 'start.ts', test: 'test.ts', sandbox: 'sandbox.ts', bench: '../../e2e/bench/run-bench.ts' }

const [command, ...args] = process.argv.slice(2)
await prepare(scripts[command], args)
