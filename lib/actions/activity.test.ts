import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPage } from '#lib/actions/lists/partner-lists.ts'
import { recordAudit, type AuditEntry } from '#lib/console/audit.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { roles, type Role } from '#lib/acts/acts.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { withMigrationClient } from '#lib/console/postgres.ts'
import { databaseUrl } from '#lib/console/settings.ts'
import { auditRecords, user } from '#lib/console/schema.ts'
import { assumedTimeZone } from '#lib/core/time-zone.ts'
import {
  countIn,
  sendFromOwnPage,
  startTestConsole,
  stopTestConsole,
  signInAccount,
} from '#lib/console/test-console.ts'
import type { ActivityRow } from '#lib/lists/activity.ts'
import type { RowPage } from '#lib/lists/rows/rows.ts'
import type { FilterValues } from '#lib/lists/list-spec.ts'
import { fromJsonText } from '#lib/core/json-text.ts'
import type { Reply } from './act.ts'
import { readRecordHistory, revealChange, setRetention } from './activity.ts'
import { exportActivity } from './activity/export-activity.ts'
import { readEntry } from './activity/read-activity.ts'
import { retentionYears } from './activity/retention.ts'
import { readList } from './lists.ts'

const capture = randomUUID()
const start = Date.parse('2026-08-01T10:00:00Z')
let at = start

beforeEach(async () => {
  await startTestConsole()
  sendFromOwnPage()
  at = start
})
afterEach(stopTestConsole)

async function holderOf(role: string) {
  const [found] = await (await consoleDb()).select().from(user).where(eq(user.role, role))
  if (found) return found
  // The demo accounts have no reader.
  const row = {
    id: `the-${role}`,
    name: `Rita ${role}`,
    email: `${role}@demo.test`,
    role,
    isDemo: true,
  }
  await (await consoleDb()).insert(user).values(row)
  return holderOf(role)
}

async function signInAs(role: string): Promise<void> {
  await signInAccount((await holderOf(role)).id)
}

/** An entry of a role's account, a second after the one before. */
async function act(role: Role, entry: Partial<AuditEntry> & { operation: string }): Promise<void> {
  const holder = await holderOf(role)
  const account = { id: holder.id, email: holder.email, role }
  at += 1_000
  setClock(() => at)
  await recordAudit({
    accountId: holder.id,
    connectionId: (await activeConnection()).id,
    stage: 'outcome',
    outcome: 'ok',
    recordIds: [],
    actor: { account, place: { address: '10.1.2.3', userAgent: null, sessionToken: '' } },
    ...entry,
  })
  setClock(undefined)
}

async function read(
  local: object = {},
  { limit = 100, position }: { limit?: number; position?: string } = {},
) {
  const input = {
    operation: 'readActivity' as const,
    query: { limit },
    local: local as FilterValues,
    position,
  }
  return answerOf(readList<ActivityRow>(input))
}

async function answerOf<T>(pending: Promise<Reply<T>>): Promise<T> {
  const result = fromJsonText(await (await pending).reply)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

const operations = (page: RowPage<ActivityRow>) => page.rows.map((row) => row.operation)

test('an administrator finds entries by person, record, kind, action, outcome and day', async () => {
  await act('biller', { operation: 'getChargeCapture', stage: 'read', recordIds: [capture] })
  await act('biller', {
    operation: 'updateChargeCapture',
    stage: 'intent',
    outcome: 'sent',
    recordIds: [capture],
  })
  await act('biller', { operation: 'updateChargeCapture', recordIds: [capture] })
  await act('manager', {
    operation: 'updateChargeCapture',
    outcome: 'OutcomeUnknown',
    recordIds: [randomUUID()],
  })
  await act('admin', { operation: 'rotateConnectionKey', outcome: 'PartnerUnauthorized' })
  await act('credentialing', {
    operation: 'getChargeCapture',
    stage: 'refused',
    outcome: 'Forbidden',
  })
  await signInAs('admin')
  const all = [
    'getChargeCapture',
    'rotateConnectionKey',
    'updateChargeCapture',
    'updateChargeCapture',
    'getChargeCapture',
  ]
  expect(operations(await read())).toEqual(all)
  // Reading the activity is in it too.
  expect(operations(await read())).toEqual(['readActivity', ...all])
  expect(operations(await read({ account_id: [(await holderOf('biller')).id] }))).toEqual([
    'updateChargeCapture',
    'getChargeCapture',
  ])
  expect(operations(await read({ record_id: capture }))).toEqual([
    'updateChargeCapture',
    'getChargeCapture',
  ])
  expect(operations(await read({ group: 'settings' }))).toEqual(['rotateConnectionKey'])
  expect(operations(await read({ group: 'writes', action: ['getChargeCapture'] }))).toEqual([])
  expect(operations(await read({ action: ['rotateConnectionKey'] }))).toEqual([
    'rotateConnectionKey',
  ])
  expect(operations(await read({ outcome: 'unknown' }))).toEqual(['updateChargeCapture'])
  expect(operations(await read({ outcome: 'failed' }))).toEqual(['rotateConnectionKey'])
  expect(operations(await read({ outcome: 'refused' }))).toEqual(['getChargeCapture'])
  expect((await read({ outcome: 'sent' })).rows).toMatchObject([
    { operation: 'updateChargeCapture', outcome: 'sent' },
  ])
  expect(operations(await read({ from: '2026-08-01', to: '2026-08-01' }))).toHaveLength(5)
  expect(operations(await read({ to: '2026-07-31' }))).toEqual([])
  // It is another day for an organization on the other side of the date line.
  await countIn('Pacific/Kiritimati')
  expect(operations(await read({ from: '2026-08-01', to: '2026-08-01' }))).toEqual([])
  expect(operations(await read({ from: '2026-08-02', to: '2026-08-02' }))).toHaveLength(5)
  await countIn(assumedTimeZone())
  expect((await read({ record_id: capture, group: 'writes' })).rows).toMatchObject([
    {
      person: (await holderOf('biller')).name,
      email: 'biller@demo.test',
      role: 'biller',
      address: '10.1.2.3',
      record_ids: [capture],
      record_count: 1,
    },
  ])
})

test('all but reads are one kind, and what the console names itself has its name', async () => {
  const { id } = await activeConnection()
  await act('biller', { operation: 'getChargeCapture', stage: 'read', recordIds: [capture] })
  await act('biller', { operation: 'updateChargeCapture', recordIds: [capture] })
  await act('admin', { operation: 'rotateConnectionKey', recordIds: [id] })
  const biller = await holderOf('biller')
  await act('admin', { operation: 'changeRole', recordIds: [biller.id] })
  await act('admin', { operation: 'changeRole', recordIds: ['an account that is gone'] })
  await recordAudit({
    accountId: 'keys command',
    connectionId: null,
    operation: 'rotateKeys',
    stage: 'outcome',
    outcome: 'ok',
    recordKind: 'key',
    recordIds: ['2'],
    actor: { account: null, place: null },
  })
  await signInAs('admin')
  const { rows } = await read({ group: 'changes' })
  expect(rows.map(({ operation, record_name }) => [operation, record_name])).toEqual([
    ['rotateKeys', undefined],
    ['changeRole', undefined],
    ['changeRole', biller.name],
    ['rotateConnectionKey', (await activeConnection()).name],
    ['updateChargeCapture', undefined],
  ])
  expect(rows[0]?.person).toBe('Operator (command line)')
})

test('every entry comes once, page after page, also where many have the same millisecond', async () => {
  for (let count = 0; count < 7; count += 1) {
    await act('biller', { operation: 'getChargeCapture', stage: 'read' })
    if (count % 2 === 0) at -= 1_000
  }
  await signInAs('admin')
  const found: string[] = []
  let position: string | undefined
  do {
    const page = await read(
      { action: ['getChargeCapture'] },
      { limit: 2, ...(position && { position }) },
    )
    found.push(...page.rows.map(({ id }) => id))
    position = page.next ?? undefined
  } while (position !== undefined)
  expect(found).toHaveLength(7)
  expect(new Set(found).size).toBe(7)
  await expect(read({}, { position: 'nonsense' })).rejects.toThrow(
    'This page of the list has expired',
  )
})

test('a manager sees the team’s acts and their own, but no other manager’s, no administrator’s and no settings', async () => {
  for (const role of roles)
    await act(role, { operation: 'getChargeCapture', stage: 'read', recordIds: [role] })
  await act('manager', { operation: 'rotateConnectionKey' })
  await (
    await consoleDb()
  )
    .insert(user)
    .values({ id: 'm2', name: 'Other', email: 'm2@x.test', role: 'manager' })
  await recordAudit({
    accountId: 'm2',
    connectionId: null,
    operation: 'getChargeCapture',
    stage: 'read',
    outcome: 'ok',
    recordIds: ['m2'],
    actor: { account: { id: 'm2', email: 'm2@x.test', role: 'manager' }, place: null },
  })
  await signInAs('manager')
  const seen = await read()
  expect(seen.rows.flatMap((row) => row.record_ids).toSorted()).toEqual([
    'biller',
    'credentialing',
    'manager',
    'reader',
  ])
  expect(operations(seen)).not.toContain('rotateConnectionKey')
  const [hidden] = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'rotateConnectionKey'))
  const holder = await holderOf('manager')
  const account = { ...holder, role: 'manager' as const }
  const context = { account, connection: await activeConnection() }
  expect(await readEntry({ id: String(hidden!.id) }, context)).toMatchObject({
    error: { name: 'EntityNotFoundError' },
  })
  expect(await (await csvOf({})).map((row) => row.Operation)).not.toContain('rotateConnectionKey')
})

test('only managers and administrators read and export the activity, and only administrators set its retention', async () => {
  for (const role of ['biller', 'credentialing', 'reader']) {
    await signInAs(role)
    await expect(read()).rejects.toThrow('Your role doesn’t include this.')
    expect(await exportActivity({ filters: {} })).toMatchObject({ error: { name: 'Forbidden' } })
  }
  expect(roles.filter((role) => may(role, 'setRetention'))).toEqual(['admin'])
})

/** The lines of an export, by the names of the columns. */
async function csvOf(filters: object): Promise<Record<string, string>[]> {
  const result = await exportActivity({ filters })
  if (!result.ok) throw new Error(result.error.message)
  const text = await new Response(result.value.bytes).text()
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
}

test('an export has every filtered entry without before and after, is safe in a spreadsheet and is in the trail', async () => {
  await (await consoleDb()).update(user).set({ name: '=1+1' }).where(eq(user.role, 'biller'))
  const change = { before: { note: 'Canary' }, after: { note: 'Canary two' } }
  await act('biller', { operation: 'updateChargeCapture', recordIds: [capture, 'part'], change })
  await act('biller', { operation: 'getChargeCapture', stage: 'read' })
  await signInAs('admin')
  const lines = await csvOf({ group: 'writes' })
  expect(lines).toMatchObject([
    {
      'Time (UTC)': '2026-08-01T10:00:01.000Z',
      Person: "'=1+1",
      'E-mail': 'biller@demo.test',
      Role: 'biller',
      Action: 'Changed a charge capture',
      Operation: 'updateChargeCapture',
      Outcome: 'Done',
      Address: '10.1.2.3',
      Records: `${capture} part`,
    },
  ])
  expect(JSON.stringify(lines)).not.toContain('Canary')
  const excel = await exportActivity({ filters: { group: 'writes' }, format: 'xlsx' })
  if (!excel.ok) throw new Error(excel.error.message)
  expect(excel.value.headers).toMatchObject({
    'Content-Type': expect.stringContaining('spreadsheetml.sheet'),
  })
  const workbook = unzipSync(new Uint8Array(await new Response(excel.value.bytes).arrayBuffer()))
  const sheet = new TextDecoder().decode(workbook['xl/worksheets/sheet1.xml'])
  expect(sheet.match(/<row /g)).toHaveLength(1 + lines.length)
  expect(sheet).toContain('preserve">=1+1<')
  expect(sheet).not.toContain('Canary')
  expect(operations(await read({ group: 'exports' }))).toEqual(['exportActivity', 'exportActivity'])
  expect(await exportActivity({ filters: { name: 'x' } })).toMatchObject({
    error: { name: 'InvalidInput' },
  })
})

test('an export is longer than one read of the database', async () => {
  await fill(2_500)
  await signInAs('admin')
  const lines = await csvOf({ action: ['getChargeCapture'] })
  expect(new Set(lines.map((line) => line.Entry)).size).toBe(2_500)
})

const change = {
  before: {
    status: 'billable',
    data: { note: null, service_lines: [{ charge_amount_cents: 1_000 }] },
  },
  after: {
    status: 'billable',
    data: { note: 'New', service_lines: [{ charge_amount_cents: 1_500 }] },
  },
}
const asHistory = { kind: 'charge-capture' as const, ids: [capture] }

test('who may read a record sees its writes with before and after, and each opening is in the trail', async () => {
  await act('admin', { operation: 'updateChargeCapture', recordIds: [capture], change })
  await act('manager', { operation: 'getChargeCapture', stage: 'read', recordIds: [capture] })
  await act('reader', { operation: 'getChargeCapture', stage: 'read', recordIds: [capture] })
  await act('admin', { operation: 'changeRole', recordIds: [capture] })
  await act('admin', { operation: 'updateChargeCapture', recordIds: [randomUUID()], change })
  await signInAs('biller')
  const { rows } = await answerOf(readRecordHistory(asHistory))
  expect(rows).toMatchObject([
    { operation: 'updateChargeCapture', role: 'admin', has_change: true },
  ])
  const revealed = await answerOf(revealChange({ id: rows[0]!.id, ...asHistory }))
  expect(revealed).toEqual({
    is_by_class: true,
    changes: [
      { class: 'cosmetic', path: 'data.note', capture_id: capture, now: 'New', cents: 0 },
      {
        class: 'money',
        path: 'data.service_lines.0.charge_amount_cents',
        capture_id: capture,
        billed: 1_000,
        now: 1_500,
        cents: 500,
      },
    ],
  })
  await signInAs('admin')
  expect((await read({ action: ['revealChange'] })).rows).toMatchObject([
    { role: 'biller', record_ids: [capture] },
  ])
  // A manager also sees who of the team read it.
  await signInAs('manager')
  const seen = await answerOf(readRecordHistory(asHistory))
  expect(seen.rows.map((row) => [row.operation, row.role])).toEqual([
    ['getChargeCapture', 'reader'],
    ['getChargeCapture', 'manager'],
    ['updateChargeCapture', 'admin'],
  ])
})

test('the reason of a resolve is for everybody who may read the record, and the ids of its parts are not repeated', async () => {
  const after = {
    charge_capture_change_ids: ['change-1', 'change-2'],
    resolved: true,
    reason: 'Nothing to send',
  }
  const resolve = { operation: 'resolveChargeCaptureChanges', recordIds: ['change-1', 'change-2'] }
  await act('biller', { ...resolve, change: { before: null, after } })
  await act('biller', {
    operation: 'addConnection',
    recordIds: ['change-1'],
    change: { before: null, after },
  })
  const history = { kind: 'charge-capture' as const, ids: [capture, 'change-1'] }
  for (const role of ['biller', 'manager'] as const) {
    await signInAs(role)
    const { rows } = await answerOf(readRecordHistory(history))
    const { changes } = await answerOf(revealChange({ id: rows[0]!.id, ...history }))
    expect(changes.map(({ path, now }) => [path, now])).toEqual([
      ['resolved', true],
      ['reason', 'Nothing to send'],
    ])
  }
})

test('an entry of another record, another kind or without a change reveals nothing, and a role without the record is refused', async () => {
  await act('biller', { operation: 'updateChargeCapture', recordIds: [randomUUID()], change })
  await act('biller', { operation: 'updateChargeCapture', recordIds: [capture] })
  await act('credentialing', { operation: 'updateContractV3', recordIds: [capture], change })
  await act('biller', {
    operation: 'updateChargeCapture',
    recordIds: [capture],
    connectionId: 'another',
    change,
  })
  await signInAs('biller')
  const entries = await (await consoleDb()).select().from(auditRecords).orderBy(auditRecords.id)
  for (const { id } of entries)
    await expect(answerOf(revealChange({ id: String(id), ...asHistory }))).rejects.toThrow(
      'no before and after',
    )
  await signInAs('credentialing')
  await expect(answerOf(readRecordHistory(asHistory))).rejects.toThrow('Your role')
  await expect(answerOf(revealChange({ id: '1', ...asHistory }))).rejects.toThrow('Your role')
})

test('retention is six years or longer, and a change of it is in the trail', async () => {
  await signInAs('admin')
  expect(await retentionYears()).toBe(6)
  for (const years of ['5', '0', 'six', '6.5', '', '31'])
    expect(await setRetention({ years })).toMatchObject({ error: { issues: [{ path: 'years' }] } })
  expect(await retentionYears()).toBe(6)
  expect(await setRetention({ years: '10' })).toEqual({ ok: true, value: null })
  expect(await retentionYears()).toBe(10)
  expect(operations(await read({ group: 'settings', outcome: 'done' }))).toEqual([
    'setAuditRetention',
  ])
})

/** So many reads of captures, a second apart. */
// On a connection of its own: the pool's statements end after ten seconds.
async function fill(count: number): Promise<void> {
  const { id } = await holderOf('biller')
  await withMigrationClient(databaseUrl(), async (client) => {
    await client.query(
      `insert into audit_records (at, account_id, role, connection_id, operation, stage, outcome, record_ids)
       select timestamptz '2026-01-01' + n * interval '1 second',
         case when n % 1000 = 0 then 'rare' else $1 end, 'biller', null, 'getChargeCapture', 'read', 'ok', array['record ' || n]
       from generate_series(1, $2::int) n`,
      [id, count],
    )
    await client.query('analyze audit_records')
  })
}

test('a page of 100,000 entries is found by an index, by time, person and record', async () => {
  await fill(100_000)
  const db = await consoleDb()
  const connection = await activeConnection()
  const account = { ...(await holderOf('admin')), role: 'admin' as const }
  const found = async (local: object, position?: string) => {
    const asked = {
      operation: 'readActivity' as const,
      query: { limit: 100 },
      local,
      ...(position && { position }),
    }
    const page = await readPage(asked as Parameters<typeof readPage>[0], { account, connection })
    return page.ok ? page.value.rows.length : page.error.message
  }
  const middle = `${Date.parse('2026-01-01') + 50_000_000}-50000`
  /**
   * How often each index was scanned, how many rows all of them gave, and how often the whole table
   * was read.
   */
  const scans = async () => {
    // Each of the pool's ten connections has counts of its own until it reports them.
    const report = () => db.execute(sql`select pg_stat_force_next_flush(), pg_sleep(0.05)`)
    await Promise.all(Array.from({ length: 10 }, report))
    const { rows } = (await db.execute(sql`
      select indexrelname as name, idx_scan::int as count from pg_stat_user_indexes where relname = 'audit_records'
      union all select 'rows by index', sum(idx_tup_read)::int from pg_stat_user_indexes where relname = 'audit_records'
      union all select 'whole table', seq_scan::int from pg_stat_user_tables where relname = 'audit_records'`)) as {
      rows: unknown[]
    }
    const counts = new Map(
      (rows as { name: string; count: number }[]).map(({ name, count }) => [name, count]),
    )
    return (name: string) => counts.get(name) ?? Number.NaN
  }
  for (const [local, position, rows, index] of [
    [{}, middle, 100, 'audit_records_at'],
    [{ account_id: ['rare'] }, undefined, 100, 'audit_records_account'],
    [{ record_id: 'record 77' }, undefined, 1, 'audit_records_ids'],
    [{ from: '2026-01-01', to: '2026-01-01' }, undefined, 100, 'audit_records_at'],
    [{ action: ['rotateConnectionKey'] }, undefined, 0, 'audit_records_operation'],
  ] as const) {
    const before = await scans()
    expect(await found(local, position)).toBe(rows)
    const after = await scans()
    expect(after(index)).toBeGreaterThan(before(index))
    expect(after('whole table')).toBe(before('whole table'))
    expect(after('rows by index') - before('rows by index')).toBeLessThan(500)
  }
})
