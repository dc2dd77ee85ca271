import path from 'node:path'
import { readFlags } from '#lib/sandbox/read-flags.ts'
import { startSandbox } from '#lib/sandbox/server.ts'
import { sayWorld, usualWorld } from '#lib/sandbox/stored-world.ts'
import { isPortFree } from './ports.ts'
import { root, say, sayStep } from './shell.ts'
import { usualFolderNote, dataSetFolder } from './data-set-folder.ts'

const help = `npm run sandbox                                      the partner with the demo data of npm start
npm run sandbox -- --captures 100000 --seed 7        the partner with demo data of its own

  --captures N    exactly so many charge captures, at most 1,000,000 (${usualWorld.captures.toLocaleString('en-US')} unless told)
  --contracts N   so many contracts (${usualWorld.contracts}); with 100 or more, one has 60,000 providers
  --seed N        which demo data (${usualWorld.seed}): the same numbers make the same data on the same day
  --fresh         makes the demo data again; what was written to it is lost
  --port N        where to listen (SANDBOX_PORT, else 5050)
  --host NAME     on which address (127.0.0.1; the keys of the sandbox are public)
  --quiet         no line for each request
  --help          this text

Demo data is kept in DATA_DIR (.data): that of npm start in one folder, and each set of --captures, --contracts and
--seed in a folder of its own, so that none replaces another. SANDBOX_DATABASE_URL names a PostgreSQL database instead,
which holds one set: asking for another one is refused unless --fresh says to replace it.`

/** `npm run sandbox` after installation: the sandbox alone, for an integrator, until Ctrl-C. */
async function run(args: string[]): Promise<void> {
  const { port, host, asked, fresh, quiet, help: wantsHelp } = readFlags(args, process.env)
  if (wantsHelp) return say(help)
  if (!(await isPortFree(port, host)))
    throw new Error(
      `Port ${port} is taken by another program, or ${host} is no address of this machine. Choose another one: npm run sandbox -- --port ${port + 10}`,
    )
  const databaseUrl = process.env.SANDBOX_DATABASE_URL || undefined
  const usualDir = path.resolve(root, process.env.DATA_DIR || '.data')
  const dataDir = dataSetFolder(usualDir, asked)
  const note = databaseUrl ? undefined : usualFolderNote(usualDir, dataDir)
  const sandbox = await startSandbox({
    port,
    host,
    ...asked,
    fresh,
    quiet,
    dataDir,
    databaseUrl,
    beforeSeeding: (world) => sayStep(`Making the demo data: ${sayWorld(world)}…`),
  })
  const stop = () => sandbox.close().then(() => process.exit(0), fail)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  say(`\nThe sandbox is ready: ${sandbox.url}`)
  say(`Its interface to read: ${sandbox.url}/docs`)
  say('Keys: sandbox-full, sandbox-scoped (three billing NPIs), sandbox-readonly')
  say(
    `Demo data: ${sayWorld(sandbox.world)}, in ${databaseUrl ? 'the database of SANDBOX_DATABASE_URL' : path.relative(root, dataDir)}`,
  )
  if (note) say(note)
  say('\nCtrl-C stops it; what is written to it stays.')
}

function fail(error: unknown): never {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

await run(process.argv.slice(2)).catch(fail)
