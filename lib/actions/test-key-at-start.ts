import 'server-only'
import {
  activeConnection,
  noteKeyAccess,
  storedConnection,
} from '#lib/console/connections/connections.ts'
import { log, logDefect } from '#lib/console/log.ts'
import { processState } from '#lib/console/process-state.ts'
import { checkConnection, readKeyAccess } from '#lib/partner/check-connection.ts'

const state = processState<{ testedKey: Promise<string | undefined> }>()

/**
 * Once for each process: tries the key of the connection in use, and says in the log and on stdout
 * what is wrong with it. It answers these words, undefined if the key works. It never throws and
 * nothing waits for it: a console whose partner does not answer starts too. The embedded sandbox's
 * key is known.
 */
export function testKeyAtStart(): Promise<string | undefined> {
  state.testedKey ??= testKey().catch((error: unknown) => void logDefect(error, 'testKeyAtStart'))
  return state.testedKey
}

async function testKey(): Promise<string | undefined> {
  const connection = await activeConnection()
  if (connection.isEmbedded) return undefined
  const row = await storedConnection(connection.id)
  const words = await problemOf(row)
  if (words === undefined) return undefined
  log('warn', words, { connection_id: connection.id })
  process.stdout.write(`\n${words}\n`)
  return words

  async function problemOf(stored: typeof row): Promise<string | undefined> {
    const ofKey = `the key of ${sourceOf(stored)}`
    const complaint = await checkConnection(connection)
    if (complaint?.path === 'key')
      return `Our partner refused ${ofKey}. Sign in and rotate it under Settings, Connections.`
    if (complaint)
      return `Our partner gave no usable answer to a test of ${ofKey}. The console works on; test it under Settings, Connections.`
    const access = await readKeyAccess(connection)
    if (stored && access !== 'unknown') await noteKeyAccess(stored, access === 'reads')
    return access === 'reads'
      ? `Our partner lets ${ofKey} read and change nothing: nobody can save. Sign in and rotate it under Settings, Connections.`
      : undefined
  }
}

// The variable, where the key in use came from there.
function sourceOf(stored: Awaited<ReturnType<typeof storedConnection>>): string {
  const isOfEnvironment =
    stored !== undefined && stored.environmentFingerprint === stored.keyFingerprint
  if (!isOfEnvironment || !process.env.PARTNER_BASE_URL) return 'the connection in use'
  return process.env.PARTNER_API_KEY ? 'PARTNER_API_KEY' : 'PARTNER_CLIENT_SECRET'
}
