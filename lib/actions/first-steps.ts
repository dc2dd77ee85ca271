import 'server-only'
import { sql } from 'drizzle-orm'
import { newestOf } from '#lib/console/audit.ts'
import { areDemoAccountsOn } from '#lib/console/accounts/demo-accounts.ts'
import { hasSecondFactor } from '#lib/console/accounts/factors.ts'
import { listPeople } from '#lib/console/accounts/people.ts'
import { readPreferences } from '#lib/console/accounts/preferences.ts'
import { isLoopback, isReadOnlyLabel } from '#lib/console/connections/connection-labels.ts'
import { activeConnection, type Connection } from '#lib/console/connections/connections.ts'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { readPayerRules } from '#lib/console/queue/payer-rules.ts'
import { readHead } from '#lib/console/queue/snapshot.ts'
import { databaseUrl, publicOrigin } from '#lib/console/settings.ts'
import { countOf } from '#lib/core/count-of.ts'
import { isTimeZoneOpen, timeZone } from '#lib/console/time-zone.ts'
import { formatDateTime } from '#lib/core/local-date.ts'
import { timeZoneWords } from '#lib/core/time-zone.ts'
import { isComplete, type FirstStep } from '#lib/lists/first-steps.ts'
import { payerRulesHref } from '#lib/lists/queue.ts'
import type { Account } from '#lib/console/accounts/account-of-token.ts'

// A backup or an archive older than that no longer saves yesterday's work.
const savedWithinMs = 2 * 86_400_000

/** What a new console needs, each step with what a check finds now. */
export async function readFirstSteps({ id }: Pick<Account, 'id'>): Promise<FirstStep[]> {
  const connection = await activeConnection()
  const [hasFactor, { people, invitations }, head, rules, backedUpAt, archivedAt] =
    await Promise.all([
      hasSecondFactor(id),
      listPeople(),
      readHead(connection.boundTo),
      readPayerRules(connection.boundTo),
      newestOf('makeBackup'),
      newestArchive(),
    ])
  const active = people.filter((each) => !each.isDemo && !each.isDisabled)
  const administrators = active.filter(({ role }) => role === 'admin').length
  const zone = timeZoneWords(timeZone())
  const others = active.length - administrators
  const invited = invitations.filter(({ isForPassword }) => !isForPassword).length
  return [
    {
      key: 'factor',
      label: 'Your second factor',
      ...(hasFactor ? done('Set.') : open('None. A stolen password alone would open the console.')),
      href: '/settings/account',
    },
    { key: 'partner', label: 'Partner', ...partnerState(connection, head.readAt) },
    {
      key: 'administrators',
      label: 'Two administrators',
      ...(administrators > 1
        ? done(`${administrators} can sign in.`)
        : open('You are the only one. Nobody could let you in again.')),
      href: '/settings/people',
    },
    {
      key: 'people',
      label: 'People',
      ...(others + invited > 0
        ? done(`${others.toLocaleString('en-US')} besides administrators, ${invited} invited.`)
        : open('Nobody is invited yet.')),
      href: '/settings/people',
    },
    {
      key: 'time-zone',
      label: 'Time zone',
      ...(isTimeZoneOpen()
        ? open(`Nobody has chosen one. Days are counted in the server’s, ${zone}.`)
        : done(`Days are counted in ${zone}.`)),
      href: '/settings/people',
    },
    { key: 'database', label: 'Database and backup', ...databaseState(backedUpAt, archivedAt) },
    { key: 'address', label: 'Address and TLS', ...addressState() },
    {
      key: 'limits',
      label: 'Filing limits',
      ...(rules.length > 0
        ? done(`Entered for ${countOf(rules.length, { one: 'payer', many: 'payers' })}.`)
        : open('None is entered. The console can’t tell what is late.')),
      href: payerRulesHref,
    },
  ]
}

/**
 * True if an administrator begins on the steps: some are open, the person has not hidden them, and
 * this is no demo.
 */
export async function beginsWithSteps(account: Pick<Account, 'id' | 'role'>): Promise<boolean> {
  if (account.role !== 'admin' || (await areDemoAccountsOn())) return false
  const { first_steps: choice } = await readPreferences(account.id)
  return choice !== 'hidden' && !isComplete(await readFirstSteps(account))
}

type Found = Pick<FirstStep, 'state' | 'words'>

function done(words: string): Found {
  return { state: 'done', words }
}

function open(words: string): Found {
  return { state: 'open', words }
}

// A reading of all its lists is the proof that the key works.
function partnerState(
  { name, isEmbedded, scopeLabel }: Connection,
  readAt: Date | null,
): Found & { href: string } {
  const href = '/settings/connections'
  if (isEmbedded) return { ...open('The console uses its own sandbox, with invented data.'), href }
  if (readAt === null) return { ...open(`${name} hasn’t been read to the end yet.`), href }
  if (isReadOnlyLabel(scopeLabel))
    return { ...open(`${name} answers, but the key can only read.`), href }
  return { ...done(`${name} was read on ${formatDateTime(readAt.getTime(), timeZone())}.`), href }
}

function databaseState(backedUpAt: Date | undefined, archivedAt: Date | null): Found {
  const place = `PostgreSQL at ${new URL(databaseUrl()).host || 'a socket of this machine'}.`
  const isRecent = (at: Date) => now() - at.getTime() < savedWithinMs
  if (backedUpAt && isRecent(backedUpAt))
    return done(
      `${place} The last backup was made on ${formatDateTime(backedUpAt.getTime(), timeZone())}.`,
    )
  if (archivedAt && isRecent(archivedAt))
    return done(`${place} It archived last on ${formatDateTime(archivedAt.getTime(), timeZone())}.`)
  return {
    state: 'unseen',
    words: `${place} ${backedUpAt ? `The last npm run backup was on ${formatDateTime(backedUpAt.getTime(), timeZone())}.` : 'No npm run backup yet.'} Backups by other means don’t show here: check them yourself.`,
  }
}

function addressState(): Found {
  const origin = publicOrigin()
  if (origin.startsWith('https:')) return done(`People use ${origin}.`)
  return open(
    isLoopback(origin)
      ? `${origin} is for this machine only. Set CONSOLE_ORIGIN to the https address of your TLS proxy.`
      : `${origin} isn’t encrypted. Put a TLS proxy in front, and set CONSOLE_ORIGIN to its https address.`,
  )
}

// What the server says of its own archiving; null without any.
async function newestArchive(): Promise<Date | null> {
  const at = sql`to_char(last_archived_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  const { rows } = (await (
    await consoleDb()
  ).execute(sql`select ${at} as at from pg_stat_archiver`)) as { rows: { at: string | null }[] }
  const text = rows[0]?.at
  return text ? new Date(text) : null
}
