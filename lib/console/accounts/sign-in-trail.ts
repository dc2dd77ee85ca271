import 'server-only'
import { eq } from 'drizzle-orm'
import { placeOf, recordAudit, recordStranger, type AuditEntry } from '#lib/console/audit.ts'
import { keyedHash } from '#lib/console/connections/key-store.ts'
import { consoleDb } from '#lib/console/db.ts'
import { metrics } from '#lib/console/metrics.ts'
import { user } from '#lib/console/schema.ts'
import { accountOfToken } from './account-of-token.ts'
import { readSessionToken, sessionCookieName } from './session-cookie.ts'

/** Makes an audit entry about a sign-in or sign-out. It names no connection and no record. */
export function signInEntry(operation: string, accountId: string, outcome: string): AuditEntry {
  return { accountId, connectionId: null, operation, stage: 'sign-in', outcome, recordIds: [] }
}

/**
 * Writes the result of a sign-in request to the audit trail. The outcome is `ok` if the reply opens
 * a session, `DisabledAccount` if the account is disabled, and otherwise `code`. After a failed
 * sign-in the entry names the account that has the e-mail address. If no account has it, the entry
 * names `unknown-` and a keyed hash of the typed text, because a person may have typed a password
 * in the wrong field. Await this before the reply is sent, so that every sign-in has its entry.
 */
export async function recordSignIn(
  operation: string,
  {
    headers,
    email,
    reply,
    code,
  }: { headers: Headers; email: string; reply: Response; code: string },
): Promise<void> {
  const token = await sessionIn(reply)
  const account = token === undefined ? null : await accountOfToken(token, false)
  const place = placeOf(headers, token ?? '')
  if (account)
    return recordAudit({ ...signInEntry(operation, account.id, 'ok'), actor: { account, place } })
  const address = email.trim().toLowerCase()
  const [named] = await (await consoleDb()).select().from(user).where(eq(user.email, address))
  const accountId = named?.id ?? `unknown-${(await keyedHash(address)).slice(0, 12)}`
  const outcome = named?.disabledAt ? 'DisabledAccount' : code
  const entry = signInEntry(operation, accountId, outcome)
  const actor = { account: named ?? null, place }
  if (outcome === moreAsked) await recordStranger({ ...entry, actor })
  else await recordRefusedSignIn({ ...entry, actor })
}

/** The outcome of a sign-in that goes on elsewhere: for a second factor, or at the provider. */
export const moreAsked = 'MoreAsked'

/**
 * Counts a refused sign-in and writes it to the audit trail. `outcome` is one of a few fixed codes,
 * because each has a count of its own. `isCounted`: a budget limits such tries, so that they need not
 * share the few rows of strangers.
 */
export async function recordRefusedSignIn(entry: AuditEntry, isCounted = false): Promise<void> {
  metrics()?.signInRefusals.inc({ outcome: entry.outcome })
  await (isCounted ? recordAudit(entry) : recordStranger(entry))
}

async function sessionIn(reply: Response): Promise<string | undefined> {
  const start = `${sessionCookieName()}=`
  const own = reply.headers.getSetCookie().find((cookie) => cookie.startsWith(start))
  return readSessionToken(own?.slice(start.length).split(';')[0])
}
