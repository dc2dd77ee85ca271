import { randomBytes, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleAuth } from '#lib/console/accounts/auth.ts'
import { recordAudit } from '#lib/console/audit.ts'
import { now, setClock } from '#lib/console/clock.ts'
import { knownMigrations, migrateTo, newestMigration } from '#lib/console/backup/tables.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { loadRootKey } from '#lib/console/connections/root-key.ts'
import { consoleDb, migrationsFolder } from '#lib/console/db.ts'
import { findInLists, listsLoaded } from '#lib/console/placed-lists.ts'
import { loadDraft, putDraft } from '#lib/console/records/drafts.ts'
import { auditRecords, facts, invitations, session, user } from '#lib/console/schema.ts'
import { signInAccount, startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { archiveOldRows, setAuditRetention } from '#lib/console/trail/archive.ts'
import { knownHead, signTrail } from '#lib/console/trail/sign.ts'
import { openChange } from '#lib/console/trail/trail-key.ts'
import { emptyDatabase } from '#lib/core/test-database.testing.ts'
import { type Database, environmentsOf, startDatabase } from './database.ts'
import { runScript } from './run-script.testing.ts'

// The rehearsal of a restore: a console in this process on the first server, the commands in others.
const folder = mkdtempSync(path.join(tmpdir(), 'console-backup-'))
const at = (...parts: string[]) => path.join(folder, ...parts)
const keys = { CONSOLE_ROOT_KEY: '', CONSOLE_ROOT_KEY_FILE: at('keys', 'root.key') }
const first = { ...keys, DATA_DIR: at('first') }
const second = { ...keys, DATA_DIR: at('second') }
const file = at('console.backup')
const list = { name: 'ccipra-v322r0-f1.txt', row: 'G0463\tJ0696\t\t20240101\t*\t1\tx\n' }

let server: Database
/** The end of the trail as the log of the first console has it. */
let head: string
let draftOwner: Parameters<typeof loadDraft>[0]
const draft = { kind: 'charge-capture' as const, record: 'one' }

beforeAll(async () => {
  server = await startDatabase(first.DATA_DIR)
  await startConsole(first, server)
})
afterAll(async () => {
  await stopTestConsole()
  await server.stop()
  rmSync(folder, { recursive: true })
})

async function startConsole(settings: Record<string, string>, on: Database): Promise<void> {
  await startTestConsole({ ...settings, ...environmentsOf(on).console, DEMO_ACCOUNTS: '1' })
}

/** Runs a command as npm does, with the server of DATA_DIR: its status and its words. */
async function run(
  name: 'backup' | 'restore' | 'audit' | 'keys',
  args: string[],
  settings: Record<string, string> = first,
  cwd?: string,
): Promise<[status: number | null, words: string]> {
  const own = { DATABASE_URL: '', DATABASE_MIGRATION_URL: '', ...settings }
  const { status, words } = await runScript(
    `lib/commands/${name}.ts`,
    args,
    { ...process.env, ...own },
    ['--conditions=react-server'],
    cwd,
  )
  return [status, words]
}

const read = {
  accountId: 'a1',
  connectionId: null,
  operation: 'getContractV3',
  stage: 'read',
  outcome: 'ok',
} as const

/** What people have left in a console: each kind of value that a restore must bring back or end. */
async function useConsole(): Promise<void> {
  const start = Date.now()
  for (let row = 0; row < 20; row += 1) await recordAudit({ ...read, recordIds: [`c${row}`] })
  await signTrail()
  setClock(() => start + 31 * 86_400_000)
  await setAuditRetention({ accountId: 'operator', connectionId: null }, 30)
  expect(await archiveOldRows()).toBe(20)
  setClock(undefined)
  mkdirSync(at('first', 'code-lists'))
  writeFileSync(
    at('first', 'code-lists', list.name),
    `Column 1\tColumn 2\t*\tEffective\tDeletion\tModifier\tRationale\n${list.row}`,
  )
  // No compression makes it smaller, so that the backup has several parts.
  writeFileSync(at('first', 'code-lists', 'icd10cm-codes-2027.txt'), randomBytes(200_000))
  await listsLoaded()
  const db = await consoleDb()
  const [biller] = await db.select().from(user).where(eq(user.email, 'biller@demo.test'))
  draftOwner = { accountId: biller!.id, connection: await activeConnection() }
  await putDraft(draftOwner, { ...draft, revision: 1, value: { edits: { name: 'Ann' } } as never })
  await signInAccount(biller!.id)
  await db.insert(invitations).values({
    id: 'i1',
    tokenHash: 'hash',
    email: 'new@demo.test',
    role: 'biller',
    invitedBy: biller!.id,
    expiresAt: new Date(now() + 86_400_000),
  })
  await db.insert(facts).values({ name: 'setup_code', value: 'as it was before the first account' })
}

/** Changes rows of two tables together, again and again, until the returned function is called. */
async function keepWriting(): Promise<() => Promise<number>> {
  const client = new pg.Client({ connectionString: server.addressOf('console') })
  await client.connect()
  await client.query(
    `insert into rate_limits (id, key, count, last_request) values ('p', 'p', 0, 0)`,
  )
  await client.query(`update account_holders set image = '0'`)
  const over = new AbortController()
  const writing = (async () => {
    let turn = 1
    for (; !over.signal.aborted; turn += 1) {
      await client.query('begin')
      await client.query('update account_holders set image = $1', [String(turn)])
      await client.query('update rate_limits set count = $1', [turn])
      await client.query('commit')
      await recordAudit({ ...read, recordIds: [`w${turn}`] })
    }
    await client.end()
    return turn
  })()
  return async () => {
    over.abort()
    return writing
  }
}

/** The indexes, keys and triggers of a console's tables. */
async function shapeOf(database: Database): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.addressOf('console') })
  await client.connect()
  const { rows } = await client.query<object>(`
    select indexdef as shape from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`)
  await client.end()
  return rows
}

test('a backup is written while people work, proves itself, and is whole', async () => {
  await useConsole()
  await signTrail()
  head = `${knownHead()!.number}:${knownHead()!.signature.slice(0, 16)}`
  const stopWriting = await keepWriting()
  await sleep(200)
  expect(await run('backup', [file])).toEqual([0, expect.stringContaining('is written')])
  expect(await stopWriting()).toBeGreaterThan(20)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const [status, words] = await run('backup', ['verify', file])
  expect([status, words]).toEqual([0, expect.stringContaining('The backup is whole.')])
  expect(words).toMatch(
    /Made on 20\d\d-\d\d-\d\d \d\d:\d\d UTC by version \d+\.\d+\.\d+, with the migration \d{4}_\w+\./,
  )
  expect(words).toMatch(/: 4 accounts, 1 connection, \d+ rows of the audit trail, 1 draft, /)
  expect(words).toContain('1 archive of the audit trail and 2 code lists.')
  // Nothing of it can be read without the key.
  const bytes = readFileSync(file).toString('latin1')
  for (const text of ['biller@demo.test', 'audit_records', 'G0463'])
    expect(bytes).not.toContain(text)
  const [made] = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'makeBackup'))
  expect(made).toMatchObject({
    accountId: 'operator',
    outcome: 'ok',
    recordIds: [expect.stringMatching(/^20.*Z$/)],
  })
  expect(await run('backup', [file])).toEqual([1, expect.stringContaining('Choose another name')])
  expect(await run('backup', [at('none', 'b')])).toEqual([
    1,
    expect.stringContaining('The backup was not written. There is no such folder.'),
  ])
  // Root reads every folder, so a file stands for one that is closed.
  for (const [folder, what] of [
    ['code-lists', 'code lists'],
    ['audit-archives', 'archives'],
  ] as const) {
    renameSync(at('first', folder), at('aside'))
    writeFileSync(at('first', folder), '')
    expect(await run('backup', [at('without')])).toEqual([
      1,
      expect.stringContaining(`The folder of the ${what} cannot be read: ${at('first', folder)}`),
    ])
    expect(existsSync(at('without.partial'))).toBe(false)
    rmSync(at('first', folder))
    renameSync(at('aside'), at('first', folder))
  }
})

test('a backup is restored into another server, where people go on and the trail is whole to the end that was logged', async () => {
  const [status, words] = await run('restore', [file], second)
  expect([status, words]).toEqual([0, expect.stringContaining('The backup is restored.')])
  expect(words).toContain('1 invitation or password link no longer works')
  const verified = await run('audit', ['verify', '--head', head], second)
  expect(verified).toEqual([0, expect.stringContaining('The audit trail is whole.')])
  expect(verified[1]).toMatch(/rows, \d\d of them in archives/)

  await stopTestConsole()
  const other = await startDatabase(second.DATA_DIR)
  try {
    await startConsole(second, other)
    const db = await consoleDb()
    // One instant: the two tables were changed together only.
    const { rows } = (await db.execute(
      `select image, count::text from account_holders, rate_limits where email = 'biller@demo.test' and key = 'p'`,
    )) as { rows: { image: string; count: string }[] }
    expect(Number(rows[0]!.image)).toBeGreaterThan(0)
    expect(rows[0]!.count).toBe(rows[0]!.image)
    expect((await (await activeConnection()).openKey()).reveal()).toBe('sandbox-full')
    expect((await loadDraft(draftOwner, draft))!.value).toEqual({ edits: { name: 'Ann' } })
    await listsLoaded()
    const asked = { procedures: ['G0463', 'J0696'], npis: [], drugs: [] }
    expect((await findInLists(asked)).lists.ncci?.[0]?.rows).toHaveLength(1)
    expect(await db.select().from(session)).toEqual([])
    expect(await db.select().from(invitations)).toEqual([])
    expect(await db.select().from(facts).where(eq(facts.name, 'setup_code'))).toEqual([])
    const signedIn = await (
      await consoleAuth()
    ).api.signInEmail({
      body: { email: 'biller@demo.test', password: 'billing-demo-only' },
    })
    expect(signedIn.user.email).toBe('biller@demo.test')
    const [row, ...more] = await db
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.operation, 'restoreBackup'))
    expect(more).toEqual([])
    expect(row).toMatchObject({ accountId: 'operator', outcome: 'ok', recordKind: 'backup' })
    expect(words).toContain(row!.recordIds[0]!.slice(0, 16).replace('T', ' '))
    expect(await openChange(row!)).toMatchObject({ after: { backup_made_at: row!.recordIds[0] } })
    // The next row follows the last one, although older ones are in an archive.
    await recordAudit({ ...read, recordIds: ['next'] })
    const last = await db.select().from(auditRecords).orderBy(auditRecords.id)
    expect(last.at(-1)).toMatchObject({ recordIds: ['next'] })
    expect(await shapeOf(other)).toEqual(await shapeOf(server))
    expect(await run('restore', [file], second)).toEqual([
      1,
      expect.stringContaining('A console uses DATA_DIR.'),
    ])
  } finally {
    await stopTestConsole()
    await other.stop()
  }
  expect(await run('restore', [file], second)).toEqual([
    1,
    expect.stringContaining('The database holds data already, which a restore never replaces.'),
  ])
})

test('a backup that is broken, newer or sealed under another root key is refused in words, and nothing is restored', async () => {
  const whole = readFileSync(file)
  const header = whole.indexOf('\n', whole.indexOf('\n') + 1) + 1
  const flipped = Buffer.from(whole)
  flipped[header + 70_000]! ^= 1
  const newer = Buffer.from(
    whole
      .toString('latin1')
      .replace(/"tag":"\d{4}_\w+","hash":"\w{8}/, '"tag":"0099_next","hash":"00000000'),
    'latin1',
  )
  const third = { ...keys, DATA_DIR: at('third') }
  const other = { ...third, CONSOLE_ROOT_KEY: '44'.repeat(32), CONSOLE_ROOT_KEY_FILE: at('none') }
  const changed = /^The backup was changed: the part from byte \d+ on does not open\.$/m
  const cut = /^The end of the backup was cut off or changed, from byte \d+ on\.$/m
  const otherKey =
    /^This backup was sealed under the root key [0-9a-f]{16}, and the one here is [0-9a-f]{16}\. Give that one/m
  const begun = /^The beginning of the backup was changed/m
  const unknown = /0099_next, which this version does not know\. Restore it with/
  for (const [name, bytes, verified, restored, settings] of [
    ['flipped', flipped, changed, changed, third],
    ['cut', whole.subarray(0, -1_000), cut, cut, third],
    ['key', whole, otherKey, otherKey, other],
    ['newer', newer, begun, unknown, third],
  ] as const) {
    const broken = at(name)
    writeFileSync(broken, bytes)
    expect(await run('backup', ['verify', broken], settings)).toEqual([
      1,
      expect.stringMatching(verified),
    ])
    expect(await run('restore', [broken], settings)).toEqual([1, expect.stringMatching(restored)])
    expect(existsSync(settings.DATA_DIR), name).toBe(false)
  }
  const placed = at('third', 'code-lists', list.name)
  mkdirSync(path.dirname(placed), { recursive: true })
  writeFileSync(placed, 'another list')
  expect(await run('restore', [file], third)).toEqual([
    1,
    expect.stringContaining(`another file of the name ${list.name} than the backup`),
  ])
  expect(readFileSync(placed, 'utf8')).toBe('another list')
  rmSync(placed)
  // After all of them the folder still takes a backup.
  expect(await run('restore', [file], third)).toEqual([0, expect.stringContaining('is restored')])
})

test('after the root key was replaced, the words name the key that the backup needs and where it is', async () => {
  expect((await run('keys', ['rotate-root']))[0]).toBe(0)
  const [status, words] = await run('backup', ['verify', file])
  expect(status).toBe(1)
  const [, wanted] = /sealed under the root key ([0-9a-f]{16})/.exec(words) ?? []
  expect(words).toContain(`It is beside the root key file and ends with .${wanted}`)
  const older = { CONSOLE_ROOT_KEY_FILE: `${keys.CONSOLE_ROOT_KEY_FILE}.${wanted}` }
  expect(await run('backup', ['verify', file], { ...first, ...older })).toEqual([
    0,
    expect.stringContaining('is whole'),
  ])
})

/** Makes the two roles of operate.md for an empty database: the settings of its console. */
async function makeTwoRoles(address: string) {
  // Roles belong to the server, which other tests share.
  const suffix = randomUUID().slice(0, 8)
  const [owner, app] = [`console_owner_${suffix}`, `console_app_${suffix}`]
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  for (const role of [owner, app])
    await client.query(`create role ${role} login password '${suffix}'`)
  await client.query(`alter schema public owner to ${owner}`)
  await client.query(`alter database ${client.database} owner to ${owner}`)
  await client.end()
  const addressAs = (role: string) => {
    const url = new URL(address)
    Object.assign(url, { username: role, password: suffix })
    return url.href
  }
  return {
    settings: { DATABASE_URL: addressAs(app), DATABASE_MIGRATION_URL: addressAs(owner) },
    async drop() {
      const admin = new pg.Client({ connectionString: process.env.TEST_POSTGRES })
      await admin.connect()
      await admin.query(`drop role ${owner}, ${app}`)
      await admin.end()
    },
  }
}

test('a database of another server with two roles takes a backup while nobody is connected to it, and its trail is whole to the end that was logged', async () => {
  const { address, drop } = await emptyDatabase()
  const roles = await makeTwoRoles(address)
  const remote = { ...first, DATA_DIR: at('remote'), ...roles.settings }
  const now = at('now.backup')
  expect((await run('backup', [now]))[0]).toBe(0)
  const guest = new pg.Client({ connectionString: address })
  await guest.connect()
  expect(await run('restore', [now], remote)).toEqual([
    1,
    expect.stringContaining('The database is in use'),
  ])
  await guest.end()
  expect(await run('restore', [now], remote)).toEqual([0, expect.stringContaining('is restored')])
  expect(await run('audit', ['verify', '--head', head], remote)).toEqual([
    0,
    expect.stringContaining('The audit trail is whole.'),
  ])
  const otherHead = `${head.split(':')[0]}:${'0'.repeat(16)}`
  expect((await run('audit', ['verify', '--head', otherHead], remote))[0]).toBe(1)
  // The console's role works on the restored tables, and can only add rows to the trail.
  const app = new pg.Client({ connectionString: roles.settings.DATABASE_URL })
  await app.connect()
  expect((await app.query('select from drafts')).rowCount).toBe(1)
  await expect(app.query('delete from audit_records')).rejects.toThrow('permission denied')
  await app.end()
  // A backup is made also without an archive that somebody has removed, and says so.
  const [archive] = readdirSync(at('remote', 'audit-archives'))
  rmSync(at('remote', 'audit-archives', archive!))
  const again = at('again.backup')
  expect(await run('backup', [again], remote)).toEqual([
    0,
    expect.stringContaining(`The archive ${archive} is not in the folder of the archives`),
  ])
  expect((await run('backup', ['verify', again], remote))[1]).toContain(
    `The archive ${archive} was not in the folder of the archives: it is not in the backup.`,
  )
  await drop()
  await roles.drop()
})

test('a newer version backs up a database without migrating it, and restores it up to its own tables', async () => {
  const [older, newest] = knownMigrations().slice(-2)
  const [from, to] = [await emptyDatabase(), await emptyDatabase()]
  const client = new pg.Client({ connectionString: from.address })
  await client.connect()
  await migrateTo(client, older!)
  const { fingerprint } = loadRootKey(keys.CONSOLE_ROOT_KEY_FILE, false)
  await client.query(`insert into facts (name, value) values ('root_key_fingerprint', $1)`, [
    fingerprint,
  ])
  const before = at('before-upgrade.backup')
  const settings = { ...first, DATA_DIR: at('upgrade') }
  expect(await run('backup', [before], { ...settings, DATABASE_URL: from.address })).toEqual([
    0,
    expect.stringContaining('The audit trail does not name it'),
  ])
  expect(await newestMigration(client)).toMatchObject(older!)
  const [status, words] = await run('restore', [before], { ...settings, DATABASE_URL: to.address })
  expect([status, words]).toEqual([0, expect.stringContaining(`the migration ${older!.tag}.`)])
  const restored = new pg.Client({ connectionString: to.address })
  await restored.connect()
  expect(await newestMigration(restored)).toMatchObject(newest!)
  for (const each of [client, restored]) await each.end()
  for (const each of [from, to]) await each.drop()
})

/** A folder in which the commands know one migration more, as those of the next version do. */
function nextVersion(migration: string): string {
  const migrations = at('next-version', 'lib/console/migrations')
  cpSync(migrationsFolder(), migrations, { recursive: true })
  writeFileSync(path.join(migrations, '0099_next.sql'), migration)
  const journalFile = path.join(migrations, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: { when: number }[] }
  const last = journal.entries.at(-1)!
  const next = { ...last, tag: '0099_next', idx: journal.entries.length, when: last.when + 1 }
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, next] }))
  return at('next-version')
}

test('after going back one version a backup holds what the newer version has added, and that version restores it', async () => {
  const [from, to] = [await emptyDatabase(), await emptyDatabase()]
  const settings = { ...first, DATA_DIR: at('back'), DATABASE_URL: from.address }
  const there = { ...settings, DATA_DIR: at('back-again'), DATABASE_URL: to.address }
  const [before, after] = [at('before.backup'), at('after.backup')]
  const next = nextVersion(
    `ALTER TABLE "drafts" ADD COLUMN "of_next" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
     CREATE TABLE "next_things" ("id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, "words" text);`,
  )
  expect((await run('backup', [before]))[0]).toBe(0)
  // The upgrade: the restore of the next version migrates as its start does.
  expect((await run('restore', [before], settings, next))[0]).toBe(0)
  const client = new pg.Client({ connectionString: from.address })
  await client.connect()
  await client.query(`insert into next_things (words) values ('kept')`)
  await client.query(`update drafts set of_next = 'kept'`)
  await client.end()

  expect(await run('backup', [after], settings)).toEqual([
    0,
    expect.stringContaining('only that version or a later one restores it'),
  ])
  const [status, words] = await run('backup', ['verify', after], settings)
  const { tag } = knownMigrations().at(-1)!
  expect([status, words]).toEqual([0, expect.stringContaining(`the migration after ${tag}.`)])
  expect(await run('restore', [after], there)).toEqual([
    1,
    expect.stringContaining(`the migration after ${tag}, which this version does not know.`),
  ])
  expect((await run('restore', [after], there, next))[0]).toBe(0)
  const restored = new pg.Client({ connectionString: to.address })
  await restored.connect()
  const { rows } = await restored.query('select words, of_next from next_things, drafts')
  expect(rows).toEqual([{ words: 'kept', of_next: 'kept' }])
  await restored.query(`insert into next_things (words) values ('another')`)
  const { rows: made } = await restored.query(
    `select from audit_records where operation = 'makeBackup'`,
  )
  expect(made.length).toBeGreaterThan(1)
  await restored.end()
  // The version before runs there: its commands work.
  expect((await run('audit', ['verify'], there))[0]).toBe(0)
  for (const each of [from, to]) await each.drop()
})

test('the commands explain themselves', async () => {
  expect(await run('backup', [])).toEqual([
    0,
    expect.stringContaining('npm run backup -- verify FILE'),
  ])
  expect(await run('backup', ['verify'])).toEqual([
    1,
    expect.stringContaining('npm run backup -- FILE'),
  ])
  expect(await run('restore', [])).toEqual([0, expect.stringContaining('npm run restore -- FILE')])
})
