import { loadRootKey, rootKeyFile } from '#lib/console/connections/root-key.ts'
import { endWith, runOnData } from './operator.ts'
import { say } from './shell.ts'

const help = `npm run audit -- verify                 checks every row of the audit trail, and names those that were tampered with
npm run audit -- verify --head 41:490…   also checks that the trail still has the end which a line of the log names

The command needs the root key and the environment of the console, which may run meanwhile. It ends with 1 if the trail
is not whole.`

/** `npm run audit` after installation. */
async function run([name, option, head, ...more]: string[]): Promise<number> {
  const isAsked =
    name === 'verify' && (option === undefined || (option === '--head' && /^\d{1,9}:[\w-]{8,64}$/.test(head ?? '')))
  if (!isAsked || more.length > 0) {
    say(help)
    return name === undefined || name === '--help' ? 0 : 1
  }
  return runOnData({ name: 'verify-trail', head }, loadRootKey(rootKeyFile(), false))
}

await endWith(() => run(process.argv.slice(2)))
