import path from 'node:path'
import type { Ended } from '#lib/console/backup/after-restore.ts'
import { inWords, wordsOfBackup } from '#lib/console/backup/read-backup.ts'
import {
  checkBackup,
  restoreBackup,
  type CheckedBackup,
} from '#lib/console/backup/restore-backup.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import { dataFolder } from '#lib/console/settings.ts'
import { countOf } from '#lib/core/count-of.ts'
import { runningDatabase } from './database.ts'
import { checkData, endWith, leaveData, startConsoleDatabase } from './operator.ts'
import { lineOf, say, sayStep } from './shell.ts'

const help = `${lineOf('restore')} FILE   puts a backup into the empty database of DATABASE_URL, otherwise into an empty DATA_DIR

No console may run on that database. The command needs the root key that the backup was sealed under. It changes nothing
if the backup is broken, and ends with 1 then.`

/** `npm run restore` after installation. */
async function run([file, ...more]: string[]): Promise<number> {
  if (file === undefined || file.startsWith('-') || more.length > 0) {
    say(help)
    return file === undefined || file === '--help' ? 0 : 1
  }
  checkData()
  refuseRunning()
  // A backup that is refused must leave nothing in DATA_DIR, and cost no hour of loading.
  sayStep('Checking the backup…')
  const checked = await checkBackup(path.resolve(file))
  const stop = await reachEmptyDatabase()
  try {
    say(wordsOfRestore(checked, await restoreBackup(checked, sayStep)))
  } finally {
    await leaveData(stop)
  }
  return 0
}

function refuseRunning(): void {
  if (!process.env.DATABASE_URL && runningDatabase(dataFolder()))
    throw new StartProblem('A console uses DATA_DIR. Stop it, or restore into another DATA_DIR.')
}

async function reachEmptyDatabase(): Promise<() => Promise<void>> {
  if (process.env.DATABASE_URL) return async () => undefined
  // A console may have started while the backup was checked.
  refuseRunning()
  return (await startConsoleDatabase()).stop
}

function wordsOfRestore(backup: CheckedBackup, { jobs, links }: Ended): string {
  const { header, contents } = backup
  const { head } = contents
  return [
    'The backup is restored.',
    wordsOfBackup(backup),
    'Everybody signs in again.',
    ...(links > 0
      ? [
          `${countOf(links, { one: 'invitation or password link no longer works', many: 'invitations and password links no longer work' })}: make them again.`,
        ]
      : []),
    ...(jobs > 0
      ? [
          `${countOf(jobs, { one: 'job was stopped and sends nothing again', many: 'jobs were stopped and send nothing again' })}: its owner checks the records first.`,
        ]
      : []),
    `Accounts, roles, factors and settings are those of ${inWords(header.made_at)}. Disable again who was disabled since.`,
    'What was written to the partner since is there and not in this console. A draft may be saved already: check the record first.',
    head
      ? `Now check the audit trail: ${lineOf('audit')} verify --head ${head.number}:${head.signature.slice(0, 16)}`
      : `Now check the audit trail: ${lineOf('audit')} verify`,
  ].join('\n')
}

await endWith(() => run(process.argv.slice(2)))
