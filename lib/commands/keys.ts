import { endWith, runOnData } from './operator.ts'
import { lineOf, say } from './shell.ts'

const keys = lineOf('keys')
const help = `${keys} status         the versions of the keys, and how many values each of them sealed
${keys} rotate         makes new versions, seals every value anew and destroys the versions before
${keys} rotate-root    puts the key store under a new root key: CONSOLE_ROOT_KEY_NEXT, otherwise a new file

The command needs the root key of the console: CONSOLE_ROOT_KEY or the root key file. The console may run meanwhile.
A command that was ended goes on when it runs again.`

/** `npm run keys` after installation. */
async function run([name, ...more]: string[]): Promise<number> {
  if (!(name === 'status' || name === 'rotate' || name === 'rotate-root') || more.length > 0) {
    say(help)
    return name === undefined || name === '--help' ? 0 : 1
  }
  await runOnData({ name })
  return 0
}

await endWith(() => run(process.argv.slice(2)))
