// `npm run bench`: the first file that runs in a fresh clone, so it is plain JavaScript for Node 20.9 and later.
import { prepare } from './bootstrap/prepare.mjs'

await prepare('../../e2e/bench/run-bench.ts', process.argv.slice(2))
