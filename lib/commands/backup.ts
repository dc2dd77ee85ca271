import path from 'node:path'
import { makeBackup } from '#lib/console/backup/make-backup.ts'
import { readBackup, wordsOfBackup } from '#lib/console/backup/read-backup.ts'
import { loadRootKey, rootKeyFile } from '#lib/console/connections/root-key.ts'
import { checkData, endWith, leaveData, reachData } from './operator.ts'
import { lineOf, say } from './shell.ts'

const backup = lineOf('backup')
const help = `${backup} FILE          writes a backup of the console: its database, the archives of the audit trail
                                and the code lists. The console may run meanwhile
${backup} verify FILE   reads a whole backup, proves that it is as it was written, and says what it holds

The command needs the root key and the environment of the console. It ends with 1 if the backup was not written or is
broken. The root key is not in a backup: keep it apart, and as long as the backup.`

/** `npm run backup` after installation. */
async function run([first, second, ...more]: string[]): Promise<number> {
  const file = first === 'verify' ? second : first
  const isPlain = first === 'verify' || second === undefined
  if (file === undefined || file.startsWith('-') || !isPlain || more.length > 0) {
    say(help)
    return first === undefined || first === '--help' ? 0 : 1
  }
  if (first === 'verify') {
    // Its words tell an operator without the key what is missing, before anything is read.
    loadRootKey(rootKeyFile(), false)
    say(`The backup is whole.\n${wordsOfBackup(await readBackup(path.resolve(file)))}`)
    return 0
  }
  checkData()
  const { stop } = await reachData()
  try {
    const { isNoted, isNewer, missing } = await makeBackup(path.resolve(file))
    say(`The backup is written. ${backup} verify reads it again and says what it holds.`)
    for (const name of missing)
      say(`The archive ${name} is not in the folder of the archives, and so not in the backup.`)
    if (isNewer)
      say(
        'A newer version has migrated this database. The backup holds all of it, and only that version or a later one restores it. This version can run on the restored database.',
      )
    if (!isNoted)
      say(
        'The audit trail does not name it, because the database is of an earlier version than these commands.',
      )
  } finally {
    await leaveData(stop)
  }
  return 0
}

await endWith(() => run(process.argv.slice(2)))
