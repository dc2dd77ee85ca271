import path from 'node:path'
import { describeDataSet, usualDataSet } from '#lib/sandbox/data-set.ts'
import { readFlags } from '#lib/sandbox/read-flags.ts'
import { startSandbox } from '#lib/sandbox/server.ts'
import { dataSetFolder } from './data-set-folder.ts'
import { environmentsOf, runningDatabase, startDatabase } from './database.ts'
import { logInWords } from '#lib/core/log-output.ts'
import { isPortFree } from '#lib/core/ports.ts'
import { root, say, sayStep } from './shell.ts'

const help = `npm run sandbox                                      the partner with the demo data of npm start
npm run sandbox -- --captures 100000 --seed 7        the partner with separate demo data

  --captures N    the exact number of charge captures, at most 1,000,000 (default ${usualDataSet.captures.toLocaleString('en-US')})
  --contracts N   the number of contracts (default ${usualDataSet.contracts}); with 100 or more, one has 60,000 providers
  --seed N        the seed (default ${usualDataSet.seed}); the same numbers make the same data on the same day
  --fresh         makes the demo data again; everything written to it is lost
  --port N        the port (SANDBOX_PORT, otherwise 5050)
  --host NAME     the address (127.0.0.1; the sandbox's keys are public)
  --quiet         no line for each request
  --help          this text

Demo data is in DATA_DIR (.data): one folder for npm start, and a separate folder for each set of --captures,
--contracts and --seed, so that none replaces another. SANDBOX_DATABASE_URL names a PostgreSQL database instead, which
holds one set: another set is refused unless --fresh replaces it.`

/** `npm run sandbox` after installation: only the sandbox, for an integrator, until Ctrl-C. */
async function run(args: string[]): Promise<void> {
  const { port, host, asked, fresh, quiet, help: wantsHelp } = readFlags(args, process.env)
  if (wantsHelp) return say(help)
  if (!(await isPortFree(port, host)))
    throw new Error(
      `Port ${port} is taken by another program, or ${host} is no address of this machine. Choose another one: npm run sandbox -- --port ${port + 10}`,
    )
  const dataDir = dataSetFolder(path.resolve(root, process.env.DATA_DIR || '.data'), asked)
  const { databaseUrl, stopDatabase } = await reachDatabase(dataDir)
  const sandbox = await startSandbox({
    port,
    host,
    ...asked,
    fresh,
    quiet,
    log: logInWords(process.stdout),
    databaseUrl,
    beforeSeeding: (dataSet) => sayStep(`Making the demo data: ${describeDataSet(dataSet)}…`),
  })
  const stop = () =>
    sandbox
      .close()
      .then(stopDatabase)
      .then(() => process.exit(0), fail)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  say(`\nThe sandbox is ready: ${sandbox.url}`)
  say(`Reference page: ${sandbox.url}/docs`)
  say('Keys: sandbox-full, sandbox-scoped (three billing NPIs), sandbox-readonly')
  say(
    `Demo data: ${describeDataSet(sandbox.dataSet)}, in ${process.env.SANDBOX_DATABASE_URL ? 'the database of SANDBOX_DATABASE_URL' : path.relative(root, dataDir)}`,
  )
  say('\nCtrl-C stops it; its data stays.')
}

// The server of `npm start` in the same folder serves its data as well.
async function reachDatabase(
  dataDir: string,
): Promise<{ databaseUrl: string; stopDatabase: () => Promise<void> }> {
  const found =
    process.env.SANDBOX_DATABASE_URL || runningDatabase(dataDir)?.sandbox.SANDBOX_DATABASE_URL
  if (found) return { databaseUrl: found, stopDatabase: async () => undefined }
  const server = await startDatabase(dataDir)
  return {
    databaseUrl: environmentsOf(server).sandbox.SANDBOX_DATABASE_URL!,
    stopDatabase: server.stop,
  }
}

function fail(error: unknown): never {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

await run(process.argv.slice(2)).catch(fail)
