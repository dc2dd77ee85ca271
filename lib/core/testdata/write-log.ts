import pino from 'pino'
import { logOutput } from '#lib/core/log-output.ts'

// Writes lines faster than anybody reads them, and tells its parent how many. Ends on SIGTERM.
const log = pino({}, logOutput(process.stdout))
process.on('SIGTERM', () => process.exit(0))
let lines = 0
setInterval(() => {
  for (let i = 0; i < 200; i += 1) log.info({ number: (lines += 1) }, 'x'.repeat(500))
  process.send?.(lines)
}, 5)
