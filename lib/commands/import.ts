import { existsSync, renameSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { runKeyCommand } from '#lib/console/connections/key-commands.ts'
import { closeConsoleDb, consoleDb } from '#lib/console/db.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import { dataFolder } from '#lib/console/settings.ts'
import { LockHeld, takeLock } from '#lib/core/file-lock.ts'
import { copyTables } from './copy-tables.ts'
import { checkData, endWith, startConsoleDatabase } from './operator.ts'
import { inRoot, say, sayStep } from './shell.ts'

/**
 * `npm run import` after installation: brings the console's data of the earlier embedded database,
 * in DATA_DIR/console, into the server of DATA_DIR. It repeats from the beginning until it has
 * ended. The sandbox makes its data anew.
 */
async function run(): Promise<number> {
  const earlier = path.join(dataFolder(), 'console')
  if (!existsSync(path.join(earlier, 'PG_VERSION')))
    throw new StartProblem('DATA_DIR holds no data of the earlier embedded database.')
  checkData()
  const unlock = lockEarlier(`${earlier}.lock`)
  const server = await startConsoleDatabase({ isImporting: true })
  try {
    sayStep('Copying the console’s data…')
    say(wordsOfCopied(await copyInto(server.addressOf('console'), earlier)))
    sayStep('Checking the audit trail…')
    say(await runKeyCommand({ name: 'verify-trail' }))
  } finally {
    await closeConsoleDb()
    await server.stop()
    unlock()
  }
  renameSync(earlier, `${earlier}-imported`)
  say(
    'The data is in place: npm start. Once you have looked at it, remove the folders console-imported and sandbox.',
  )
  return 0
}

function lockEarlier(file: string): () => void {
  try {
    return takeLock(file)
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error
    throw new StartProblem('A console of the earlier version uses DATA_DIR. Stop it first.', {
      cause: error,
    })
  }
}

async function copyInto(address: string, earlier: string): Promise<Map<string, number>> {
  // It makes the tables, with the role that owns them.
  await consoleDb()
  await closeConsoleDb()
  const from = await PGlite.create(earlier)
  const to = new pg.Client({ connectionString: address })
  await to.connect()
  try {
    // Both have the same tables then.
    await migrate(drizzle(from), { migrationsFolder: inRoot('lib/console/migrations') })
    return await copyTables(from, to)
  } finally {
    await to.end()
    await from.close()
  }
}

function wordsOfCopied(rows: Map<string, number>): string {
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0)
  return `${total} rows of ${rows.size} tables are copied.`
}

await endWith(run)
