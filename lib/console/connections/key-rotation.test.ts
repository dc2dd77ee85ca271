import { KeyObject, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, getTableColumns, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { FlattenedEncrypt } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listBreakGlass, startBreakGlass } from '#lib/console/accounts/break-glass.ts'
import { createNamedView, loadView, namedViews, storeView } from '#lib/console/accounts/views.ts'
import { consoleDb } from '#lib/console/db.ts'
import { keepFixes, readFixes } from '#lib/console/queue/fixes.ts'
import { keepPacks, readPacks } from '#lib/console/queue/packs.ts'
import { keepDay, keepRows, readDays, readRowsSince } from '#lib/console/queue/snapshot.ts'
import { changeMarks, creationSubject, readMarks } from '#lib/console/queue/team.ts'
import { loadDraft, putDraft } from '#lib/console/records/drafts.ts'
import { addFollowUp, followUpsOf } from '#lib/console/records/follow-ups.ts'
import { listOpened, noteOpened } from '#lib/console/records/opened-lately.ts'
import {
  closeOverpayment,
  keepResolutions,
  readResolutions,
} from '#lib/console/records/update-resolutions.ts'
import { keepSaveReason, readSaveReasons } from '#lib/console/records/save-reasons.ts'
import {
  beginWrite,
  findWrite,
  outcomeOf,
  settleWrite,
} from '#lib/console/records/write-journal.ts'
import { startPostgresStandIn } from '#lib/console/postgres-stand-in.testing.ts'
import * as schema from '#lib/console/schema.ts'
import {
  auditRecords,
  connections,
  drafts,
  facts,
  jobItems,
  jobParts,
  jobs,
  keyVersions,
  savedViews,
  user,
} from '#lib/console/schema.ts'
import {
  bulkBase,
  bulkRows,
  createBulkFix,
  findBulkFix,
  keepConsent,
  keepStep,
  noTally,
  waitingFixes,
} from '#lib/console/records/bulk-fixes.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { testSize } from '#lib/core/test-size.testing.ts'
import { resetTrailKeyCache, trailKeyFact, trailKeys } from '#lib/console/trail/trail-key.ts'
import { activeConnection } from './connections.ts'
import { keyStatus, rotateKeys, rotateRoot, sealedColumns } from './key-rotation.ts'
import {
  cookieKey,
  families,
  resetKeyCache,
  keyedHash,
  open,
  seal,
  type SealedFor,
} from './key-store.ts'
import { deriveKey, loadRootKey, rootKeyOf } from './root-key.ts'

beforeEach(() => startTestConsole())
afterAll(() => stopTestConsole())

const quick = { settleMs: 0 }

/**
 * One value of every kind, through the console's own functions; returns a function that reads each
 * of them again.
 */
async function fill(count = 1): Promise<() => Promise<void>> {
  const db = await consoleDb()
  const [holder] = await db.select().from(user).limit(1)
  const owner = { accountId: holder!.id, connection: await activeConnection() }
  const checks: (() => Promise<void>)[] = [
    async () => expect((await (await activeConnection()).openKey()).reveal()).toBe('sandbox-full'),
  ]
  for (let i = 0; i < count; i += 1) {
    const at = { kind: 'charge-capture' as const, record: randomUUID() }
    const value = { edits: { note: `draft ${i}` } } as never
    await putDraft(owner, { ...at, revision: 1, value })
    checks.push(async () => expect((await loadDraft(owner, at))!.value).toEqual(value))

    const view = await storeView('claimCreations', `view ${i}`, holder!.id)
    checks.push(async () => expect(await loadView('claimCreations', view)).toBe(`view ${i}`))
    const named = { list: 'claimCreations', connectionId: 'sandbox', ownerId: holder!.id }
    const text = { name: `named ${view}`, state: '{}' }
    await createNamedView({ ...named, isShared: false }, text, () => '/')
    const reader = { accountId: holder!.id, connectionId: 'sandbox' }
    checks.push(async () => {
      const views = await namedViews(reader, [named.list], () => '/')
      expect(views.map((each) => each.name)).toContain(text.name)
    })

    const reason = {
      accountId: holder!.id,
      connectionId: 'sandbox',
      record: randomUUID(),
      rules: ['a'],
      reason: `reason ${i}`,
    }
    await keepSaveReason(reason)
    checks.push(async () =>
      expect((await readSaveReasons('sandbox', reason.record))[0]!.reason).toBe(reason.reason),
    )

    const write = {
      operationId: randomUUID(),
      accountId: holder!.id,
      connectionId: 'sandbox',
      operation: 'x',
      record: 'y',
      requestHash: await keyedHash(`request ${i}`),
      beforeHash: null,
    }
    await settleWrite(await beginWrite(write), `outcome ${i}`, null)
    checks.push(async () => {
      const entry = (await findWrite(write.operationId))!
      expect([await outcomeOf(entry), entry.requestHash]).toEqual([
        `outcome ${i}`,
        await keyedHash(`request ${i}`),
      ])
    })

    const id = randomUUID()
    const target: SealedFor = { purpose: 'job', record: JSON.stringify([id, 'p']), origin: 'o' }
    const later = new Date(Date.now() + 86_400_000)
    await db.insert(jobs).values({
      id,
      kind: `k${id}`,
      title: 't',
      connection: 'o',
      connectionId: 'o',
      accountId: 'a',
      sealedInput: await seal(`input ${i}`, target),
      state: 'done',
      progress: { words: '', done: 0, total: null },
      startedAt: later,
      expiresAt: later,
    })
    await db
      .insert(jobParts)
      .values({ jobId: id, part: 'p', sealedValue: await seal(`part ${i}`, target) })
    const texts = await Promise.all(
      ['in', 'kept', 'out'].map((text) => seal(`${text} ${i}`, target)),
    )
    const [sealedInput, sealedKept, sealedResult] = texts
    await db.insert(jobItems).values({
      jobId: id,
      record: 'r',
      position: 0,
      operationId: id,
      sealedInput,
      sealedKept,
      sealedResult,
    })
    checks.push(async () => {
      const [item] = await db.select().from(jobItems).where(eq(jobItems.jobId, id))
      const values = [item!.sealedInput, item!.sealedKept, item!.sealedResult].map((text) =>
        open(text!, target),
      )
      expect((await Promise.all(values)).map((value) => value.reveal())).toEqual([
        `in ${i}`,
        `kept ${i}`,
        `out ${i}`,
      ])
    })
    checks.push(async () => {
      const [part] = await db.select().from(jobParts).where(eq(jobParts.jobId, id))
      expect((await open(part!.sealedValue, target)).reveal()).toBe(`part ${i}`)
    })
  }
  return async () => {
    for (const check of checks) await check()
  }
}

/** The text that a console from before the versions stored for a value. */
async function sealAsBefore(value: string, target: SealedFor): Promise<string> {
  const root = loadRootKey()
  const salt = Buffer.alloc(32, 7)
  const jwe = await new FlattenedEncrypt(new TextEncoder().encode(value))
    .setProtectedHeader({
      alg: 'dir',
      enc: 'A256GCM',
      kid: root.fingerprint,
      salt: salt.toString('base64url'),
      commitment: deriveKey(root, `${target.purpose} commitment`, salt).toString('base64url'),
    })
    .setAdditionalAuthenticatedData(
      new TextEncoder().encode(JSON.stringify([target.purpose, target.record, target.origin])),
    )
    .encrypt(deriveKey(root, `${target.purpose} value`, salt))
  return JSON.stringify(jwe)
}

const idsInUse = async () =>
  (await keyStatus()).versions.filter(({ isInUse }) => isInUse).map(({ id }) => id)

// Not from `seal`: rows of the trail never change, so these are sealed with the trail's own key, a
// value of `facts`.
const ofTrailKey = 'sealed_change'

test('every sealed column of the schema is in the rotation', async () => {
  const named = Object.values(schema)
    .filter((value) => is(value, PgTable))
    .flatMap((table) => Object.values(getTableColumns(table)))
    .map(({ name }) => name)
    .filter((name) => name.includes('sealed') && !name.endsWith('_with') && name !== ofTrailKey)
  expect(sealedColumns.map(({ column }) => column.name).toSorted()).toEqual(
    [...named, 'value'].toSorted(),
  )
  // The database itself agrees: each of them refers to the version that sealed it.
  const { rows } = (await (
    await consoleDb()
  ).execute(
    sql`select count(*)::int as "count" from pg_constraint where contype = 'f' and confrelid = 'key_versions'::regclass`,
  )) as unknown as { rows: { count: number }[] }
  expect(rows[0]!.count).toBe(named.length + 1)
})

// And whatever the console stores, no text of `seal` is in a column without a companion.
test('no column outside the rotation has a sealed text', async () => {
  await fill(1)
  const db = await consoleDb()
  const [holder] = await db.select().from(user).limit(1)
  const browser = {
    id: randomUUID(),
    token: randomUUID(),
    userId: holder!.id,
    expiresAt: new Date(),
  }
  await db.insert(schema.session).values(browser)
  await startBreakGlass(
    { accountId: holder!.id, connectionId: null },
    browser.token,
    'an emergency',
  )
  const queue = 'http://127.0.0.1:5050 aaaa'
  await keepRows(queue, [{ id: 'b1', listed: 'held', creationHash: '', value: 'a held claim' }])
  await keepDay(queue, '2026-11-22', 'sums')
  const packed = { id: 'b1', valueHash: 'h', value: 'a held claim' }
  await keepPacks(queue, 1, [packed])
  const context = { account: holder!, connection: { id: 'sandbox', boundTo: queue } }
  await changeMarks(context, [creationSubject('b1')], { note: 'a note' }, ['b1'])
  const fix = {
    cause: 'c',
    chargeCaptureId: 'a',
    claimCreationId: 'b1',
    accountId: holder!.id,
    state: 'billed' as const,
  }
  await keepFixes(queue, [{ ...fix, savedAt: new Date(), value: 'a fix' }])
  const fixer = { accountId: holder!.id, connection: { boundTo: 'o' } }
  await noteOpened(fixer, { kind: 'cause', id: 'c', words: ['what was opened'] })
  const plan = { title: 'a cause', change: null, isRead: true, tally: noTally }
  const bulk = await createBulkFix(fixer, plan, [])
  const choice = { is_all: true, ids: [], billed: false }
  const captures = [{ captureId: 'c1', state: 'ready' as const, row: 'a row', base: 'a base' }]
  await keepStep(fixer, { id: bulk, step: 0 }, { plan, captures, from: 0 })
  const consent = { choice, reason: '', captures: 1, billed: 0, charges: 0, asked_at: '' }
  const asking = { ...plan, change: { kind: 'clear' as const, path: 'status' }, consent }
  await keepConsent(fixer, { id: bulk, step: 1 }, { plan: asking, consent: 'asked' })
  const owed = { name: 'a patient', reason: 'a reason', overpaid_cents: 100 }
  const resolution = {
    claimCreationId: 'b1',
    changeIds: ['u1'],
    what: owed,
    identifiedOn: '2026-11-01',
  }
  const [resolved] = (await keepResolutions(queue, holder!.id, [resolution]))!
  const closer = { account: { id: holder!.id }, connection: { id: 'sandbox', boundTo: queue } }
  await closeOverpayment(closer, resolved!, { how: 'none', note: 'a note' })
  const words = { asked: 'a person', missing: 'a paper', covered: 'a provider', payer: 'a payer' }
  const span = { kind: 'provider', id: 's1' } as const
  const followUp = { id: randomUUID(), span, words, next_on: undefined, owner_id: undefined }
  await addFollowUp(closer, followUp)
  await rotateKeys(quick)
  expect(await followUpsOf(closer.connection, { kind: 'provider', ids: ['s1'] })).toMatchObject([
    words,
  ])
  expect((await readResolutions(queue, { from: 0, limit: 1 })).items).toMatchObject([
    { ...owed, closing: { how: 'none', note: 'a note' } },
  ])
  expect(await readFixes(queue, ['c'])).toMatchObject([{ isBilled: true, value: 'a fix' }])
  const [row] = await bulkRows(fixer, bulk, { from: 0, states: ['ready'], limit: 1 })
  const { title } = (await findBulkFix(fixer, bulk))!.plan
  expect([title, row!.row, await bulkBase(fixer, bulk, 'c1')]).toEqual([
    'a cause',
    'a row',
    'a base',
  ])
  expect(await waitingFixes(fixer.connection)).toMatchObject([{ ask: { title: 'a cause' } }])
  expect(await listOpened(fixer)).toMatchObject([{ words: ['what was opened'] }])
  expect((await listBreakGlass())[0]!.reason).toBe('an emergency')
  expect((await Array.fromAsync(readRowsSince(queue, 0))).flat()).toMatchObject([
    { id: 'b1', value: 'a held claim' },
  ])
  expect(await Array.fromAsync(readPacks(queue))).toEqual([[packed]])
  expect(await readDays(queue, '2026-11-01')).toEqual(new Map([['2026-11-22', 'sums']]))
  expect(await readMarks(queue, new Set([creationSubject('b1')]))).toEqual(
    new Map([[creationSubject('b1'), { note: 'a note' }]]),
  )
  const known = new Set(sealedColumns.map(({ name }) => name))
  const { rows } = (await db.execute(
    sql`select table_name, column_name from information_schema.columns where table_schema = 'public' and data_type = 'text'`,
  )) as unknown as { rows: { table_name: string; column_name: string }[] }
  const found: string[] = []
  for (const { table_name: table, column_name: column } of rows) {
    const texts = sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} like '{"unprotected":%'`
    if (((await db.execute(texts)) as unknown as { rows: unknown[] }).rows.length > 0)
      found.push(`${table}.${column}`)
  }
  const underRoot = 'key_versions.wrapped_key'
  expect(found.toSorted()).toEqual([...known, underRoot].toSorted())
})

test('a rotation seals every value with the new versions and destroys the ones before', async () => {
  const check = await fill(3)
  const [hash, cookie, before] = [await keyedHash('x'), await cookieKey(), await idsInUse()]
  const outcome = await rotateKeys(quick)
  expect(before).toEqual(['health-information.1', 'partner-keys.1', 'trail.1'])
  expect(outcome).toMatchObject({
    made: ['partner-keys.2', 'health-information.2', 'trail.2'],
    sealed: 35,
    left: new Map(),
  })
  expect(outcome.destroyed.toSorted()).toEqual(before)
  await check()
  const { versions, isRotating } = await keyStatus()
  expect(versions.map(({ id, isInUse, values }) => [id, isInUse, values])).toEqual([
    ['health-information.2', true, 33],
    ['partner-keys.2', true, 1],
    ['trail.2', true, 1],
  ])
  expect(isRotating).toBe(false)
  // Hashes in the journal and signed cookies stay valid, also for the next process.
  resetKeyCache()
  await check()
  expect([await keyedHash('x'), await cookieKey()]).toEqual([hash, cookie])
  const trail = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'rotateKeys'))
  expect(trail.map(({ stage, outcome: how, recordIds }) => [stage, how, recordIds.length])).toEqual(
    [
      ['intent', 'sent', 3],
      ['outcome', 'ok', 3],
    ],
  )
})

test('a rotation while people save and read fails nothing', async () => {
  const check = await fill(8)
  const db = await consoleDb()
  const [holder] = await db.select().from(user).limit(1)
  const owner = { accountId: holder!.id, connection: await activeConnection() }
  const over = new AbortController()
  let acts = 0
  const failures: unknown[] = []
  // Ten people with five acts a second each.
  const people = Array.from({ length: 10 }, async (_, person) => {
    const at = { kind: 'charge-capture' as const, record: `person ${person}` }
    for (let revision = 1; !over.signal.aborted; revision += 1) {
      try {
        const value = { edits: { revision } } as never
        await putDraft(owner, { ...at, revision, value })
        expect((await loadDraft(owner, at))!.value).toEqual(value)
        acts += 2
      } catch (error) {
        failures.push(error)
      }
      await sleep(200)
    }
  })
  for (let i = 0; i < 3; i += 1) await rotateKeys({ settleMs: 700 })
  over.abort()
  await Promise.all(people)
  expect(failures).toEqual([])
  expect(acts).toBeGreaterThan(50)
  await check()
  expect(await idsInUse()).toEqual(['health-information.4', 'partner-keys.4', 'trail.4'])
})

test('a rotation that ends at any point goes on when it is called again', async () => {
  // Eleven values of each kind, the key of the connection and that of the trail.
  const kinds = testSize(2, 10)
  const values = 11 * kinds + 2
  const check = await fill(kinds)
  for (let point = 1; point < Math.min(values, 51); point += 1) {
    const control = new AbortController()
    const before = await idsInUse()
    const ended = rotateKeys({
      ...quick,
      signal: control.signal,
      report: (done) => done === point && control.abort(),
    })
    await expect(ended, `point ${point}`).rejects.toThrow('aborted')
    // A killed process has nothing in memory.
    resetKeyCache()
    await check()
    expect((await keyStatus()).isRotating).toBe(true)
    const outcome = await rotateKeys(quick)
    expect([outcome.made, outcome.destroyed.toSorted(), outcome.sealed], `point ${point}`).toEqual([
      [],
      before,
      values - point,
    ])
    await check()
  }
})

test('values of a console from before the versions open, and the rotation seals them anew', async () => {
  const db = await consoleDb()
  const target: SealedFor = { purpose: 'view', record: 'list/old', origin: 'console' }
  const [row] = await db.select().from(connections)
  const key: SealedFor = {
    purpose: 'partner-key',
    record: row!.id,
    origin: new URL(row!.baseUrl).origin,
  }
  await db.update(connections).set({ sealedKey: await sealAsBefore('sandbox-full', key) })
  await db.insert(savedViews).values({
    id: 'old',
    list: 'list',
    createdBy: 'x',
    sealed: await sealAsBefore('filters', target),
  })
  const trail: SealedFor = { purpose: 'trail', record: trailKeyFact, origin: '' }
  const [fact] = await db.select().from(facts).where(eq(facts.name, trailKeyFact))
  const trailKey = (await open(fact!.value, trail)).reveal()
  await db
    .update(facts)
    .set({ value: await sealAsBefore(trailKey, trail) })
    .where(eq(facts.name, trailKeyFact))
  // Such a database knows the root key and has no versions: its hashes and cookies are of keys
  // derived from the root.
  await db.delete(keyVersions)
  resetKeyCache()
  const root = loadRootKey()
  expect(await cookieKey()).toBe(deriveKey(root, 'session cookies').toString('base64url'))
  expect(await loadView('list', 'old')).toBe('filters')
  expect((await (await activeConnection()).openKey()).reveal()).toBe('sandbox-full')
  expect((await keyStatus()).versions.at(-1)).toMatchObject({ id: null, values: 3 })
  await expect(
    open(await sealAsBefore('filters', target), { ...target, record: 'list/other' }),
  ).rejects.toThrow('does not open')

  await rotateKeys(quick)
  expect((await keyStatus()).versions.map(({ id }) => id)).toEqual([
    'health-information.2',
    'partner-keys.2',
    'trail.2',
  ])
  resetTrailKeyCache()
  expect(await trailKeys()).toMatchObject({ rows: expect.any(KeyObject) })
  expect(await loadView('list', 'old')).toBe('filters')
  expect((await (await activeConnection()).openKey()).reveal()).toBe('sandbox-full')
})

test('a new root key needs no value sealed anew, and only the new one starts afterwards', async () => {
  const check = await fill(2)
  const db = await consoleDb()
  const target: SealedFor = { purpose: 'view', record: 'list/old', origin: 'console' }
  await db.insert(savedViews).values({
    id: 'old',
    list: 'list',
    createdBy: 'x',
    sealed: await sealAsBefore('filters', target),
  })
  const [hash, cookie] = [await keyedHash('x'), await cookieKey()]
  const next = rootKeyOf(Buffer.alloc(32, 3), 'CONSOLE_ROOT_KEY_NEXT')
  expect((await rotateRoot(next)).sealed).toBe(1)
  // The console that runs, and one that starts with either name for the new key.
  const checkAll = async () => {
    await check()
    expect(await loadView('list', 'old')).toBe('filters')
    expect([await keyedHash('x'), await cookieKey()]).toEqual([hash, cookie])
  }
  await checkAll()
  resetKeyCache()
  await expect(seal('x', target)).rejects.toThrow(
    'not the root key that this database was sealed with',
  )
  process.env.CONSOLE_ROOT_KEY_NEXT = next.bytes.toString('base64')
  resetKeyCache()
  await checkAll()
  delete process.env.CONSOLE_ROOT_KEY_NEXT
  process.env.CONSOLE_ROOT_KEY = next.bytes.toString('hex')
  resetKeyCache()
  await checkAll()
  await rotateKeys(quick)
  await checkAll()
  const [line] = await db
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'rotateRootKey'))
  expect(line).toMatchObject({ outcome: 'ok', recordIds: [expect.any(String), next.fingerprint] })
})

test('a value that was changed keeps its version, and the rotation names its column', async () => {
  const check = await fill(1)
  const db = await consoleDb()
  const at = eq(savedViews.list, 'claimCreations')
  const [view] = await db.select().from(savedViews).where(at)
  await storeView('broken', 'x', view!.createdBy)
  const broken = eq(savedViews.list, 'broken')
  await db
    .update(savedViews)
    .set({ sealed: sql`replace(sealed, '"iv":"', '"iv":"AAAA')` })
    .where(broken)
  const outcome = await rotateKeys(quick)
  expect(outcome.left).toEqual(new Map([['saved_views.sealed', 1]]))
  expect(outcome.destroyed.toSorted()).toEqual(['partner-keys.1', 'trail.1'])
  await check()
  // It does not stop the next rotation, and its version goes when it does.
  expect((await rotateKeys(quick)).made).toEqual([
    'partner-keys.3',
    'health-information.3',
    'trail.3',
  ])
  await db.delete(savedViews).where(broken)
  expect((await rotateKeys(quick)).destroyed.toSorted()).toEqual([
    'health-information.1',
    'health-information.3',
    'partner-keys.3',
    'trail.3',
  ])
})

test('a sealed text that moves to another row does not open there, before and after a rotation', async () => {
  await fill(2)
  const db = await consoleDb()
  const rows = await db.select().from(drafts)
  const at = (row: (typeof rows)[number]) =>
    and(eq(drafts.kind, row.kind), eq(drafts.record, row.record))
  await db.update(drafts).set({ sealedValue: rows[1]!.sealedValue }).where(at(rows[0]!))
  const owner = { accountId: rows[0]!.accountId, connection: await activeConnection() }
  const place = { kind: rows[0]!.kind, record: rows[0]!.record } as never
  await expect(loadDraft(owner, place)).rejects.toThrow('does not open')
  await rotateKeys(quick)
  await expect(loadDraft(owner, place)).rejects.toThrow('does not open')
})

test('the database refuses to destroy a version that sealed a value, and a value of no version', async () => {
  await fill(1)
  const db = await consoleDb()
  await expect(
    db.delete(keyVersions).where(eq(keyVersions.id, 'health-information.1')),
  ).rejects.toThrow('delete from')
  const forged = sql`replace(sealed, 'health-information.1', 'health-information.9')`
  await expect(db.update(savedViews).set({ sealed: forged })).rejects.toThrow('update')
})

test('packs of the queue, which the build before does not know, go with the version that sealed them', async () => {
  await keepPacks('a queue', 1, [{ id: 'a', valueHash: 'h', value: 'a claim' }])
  expect(await Array.fromAsync(readPacks('a queue'))).toHaveLength(1)
  const db = await consoleDb()
  await db.delete(keyVersions).where(eq(keyVersions.id, 'health-information.1'))
  expect(await Array.fromAsync(readPacks('a queue'))).toEqual([])
})

test('a version that another process made is read when it is needed', async () => {
  const [holder] = await (await consoleDb()).select().from(user).limit(1)
  const place = globalThis as { consoleState?: { keyRing?: unknown } }
  await keyedHash('x')
  const stale = place.consoleState!.keyRing
  await rotateKeys(quick)
  const view = await storeView('claimCreations', 'new', holder!.id)
  place.consoleState!.keyRing = stale
  expect(await loadView('claimCreations', view)).toBe('new')
})

test('a changed version stops the start with words', async () => {
  const db = await consoleDb()
  await db
    .update(keyVersions)
    .set({ wrappedKey: sql`replace(wrapped_key, '"iv":"', '"iv":"AAAA')` })
    .where(eq(keyVersions.family, families[0]))
  resetKeyCache()
  await expect(cookieKey()).rejects.toThrow('The stored key partner-keys.1 does not open')
  expect(await db.select().from(facts).where(eq(facts.name, 'key_rotation'))).toEqual([])
})

test('with PostgreSQL the rotation is the same, and a console that did not make the version uses it', async () => {
  await stopTestConsole()
  const database = await startPostgresStandIn()
  await startTestConsole({ DATABASE_URL: database.url })
  const check = await fill(2)
  const place = globalThis as { consoleState?: { keyRing?: Promise<{ readAt: number }> } }
  const stale = { ...(await place.consoleState!.keyRing!) }
  const outcome = await rotateKeys(quick)
  expect([outcome.sealed, outcome.destroyed.length, outcome.left.size]).toEqual([24, 3, 0])
  await check()
  // Another process has the keys of before; after five seconds it asks which version is in use.
  place.consoleState!.keyRing = Promise.resolve({ ...stale, readAt: performance.now() - 5_001 })
  await fill(1)
  expect((await keyStatus()).versions.map(({ id, values }) => [id, values])).toEqual([
    ['health-information.2', 33],
    ['partner-keys.2', 1],
    ['trail.2', 1],
  ])
  // A save that is still on its way with a destroyed version is refused, and nothing is lost.
  place.consoleState!.keyRing = Promise.resolve({ ...stale, readAt: performance.now() })
  await expect(storeView('claimCreations', 'late', 'x')).rejects.toThrow(
    'insert into "saved_views"',
  )
  await stopTestConsole()
  await database.close()
})
