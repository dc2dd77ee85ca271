// The entry of `npm start`, `npm test`, `npm run sandbox`, `npm run keys`, `npm run audit` and `npm run bench`: the first file that runs in a fresh
// clone, so it is plain JavaScript for Node 20.9 and later.
import { prepare } from './bootstrap/prepare.mjs'

const scripts = {
  start: 'start.ts',
  test: 'test.ts',
  sandbox: 'sandbox.ts',
  keys: 'keys.ts',
  audit: 'audit.ts',
  bench: '../../e2e/bench/run-bench.ts',
}

const [command, ...args] = process.argv.slice(2)
// The console's server code loads only under the condition that Next sets for it.
const flags = command === 'keys' || command === 'audit' ? ['--conditions=react-server'] : []
await prepare(scripts[command], args, flags)
