// The entry of `npm start`, `npm test`, and of each `npm run` with a name below: the first file
// that runs in a fresh clone, so it is plain JavaScript for Node 20.9 and later.
import { prepare } from './bootstrap/prepare.mjs'

const scripts = {
  start: 'start.ts',
  test: 'test.ts',
  defects: 'defects.ts',
  sandbox: 'sandbox.ts',
  keys: 'keys.ts',
  audit: 'audit.ts',
  backup: 'backup.ts',
  restore: 'restore.ts',
  release: 'release.ts',
  bench: '../../e2e/bench/run-bench.ts',
}

const [command, ...args] = process.argv.slice(2)
// The console's server code loads only under the condition that Next sets for it.
const flags = ['keys', 'audit', 'backup', 'restore'].includes(command)
  ? ['--conditions=react-server']
  : []
// Node's own removal of types counts as an experiment when a program calls it.
if (command === 'release') flags.push('--disable-warning=ExperimentalWarning')
await prepare(scripts[command], args, flags)
