// `npm run sandbox`: the first file that runs in a fresh clone, so it is plain JavaScript for Node 20.9 and later.
import { prepare } from './bootstrap/prepare.mjs'

await prepare('run-sandbox.ts', process.argv.slice(2))
