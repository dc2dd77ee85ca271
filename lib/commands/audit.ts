import type { KeyCommand } from '#lib/console/connections/key-commands.ts'
import { retentionLimits } from '#lib/console/trail/archive.ts'
import { endWith, runOnData } from './operator.ts'
import { lineOf, say } from './shell.ts'

const audit = lineOf('audit')
const help = `${audit} verify                 checks every row of the audit trail, and names those that were tampered with
${audit} verify --head 41:490…   also checks that the trail still has the end which a line of the log names
${audit} retention 2192          sets for how many days rows stay in the database (${retentionLimits.min} to ${retentionLimits.max})

The command needs the root key and the environment of the console, which may run meanwhile. It ends with 1 if the trail
is not whole.`

/** `npm run audit` after installation. */
async function run(args: string[]): Promise<number> {
  const command = commandOf(args)
  if (command) {
    await runOnData(command)
    return 0
  }
  say(help)
  return args.length === 0 || args[0] === '--help' ? 0 : 1
}

function commandOf([name, option, head, ...more]: string[]): KeyCommand | undefined {
  if (name === 'retention' && head === undefined) {
    const days = Number(option)
    const isAllowed =
      Number.isInteger(days) && days >= retentionLimits.min && days <= retentionLimits.max
    return isAllowed ? { name: 'set-retention', days } : undefined
  }
  const isHead =
    option === '--head' && /^\d{1,9}:[\w-]{8,64}$/.test(head ?? '') && more.length === 0
  return name === 'verify' && (option === undefined || isHead)
    ? { name: 'verify-trail', head }
    : undefined
}

await endWith(() => run(process.argv.slice(2)))
