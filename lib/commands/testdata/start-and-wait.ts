// A command for tests: starts the small service and waits for the test to kill it.
import { startService } from '#lib/commands/service.ts'

await startService('The small service', 'lib/commands/testdata/small-service.ts', {
  args: [process.argv[2]!],
}).ended
