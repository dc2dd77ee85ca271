import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { desc, eq, sql } from 'drizzle-orm'
import { changeNamedView, defaultViewOf } from '#lib/console/accounts/views.ts'
import { setClock } from '#lib/console/clock.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { seal } from '#lib/console/connections/key-store.ts'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords, connections, savedViews, viewHeads } from '#lib/console/schema.ts'
import {
  sendFromOwnPage,
  startTestConsole,
  stopTestConsole,
  signInAs,
} from '#lib/console/test-console.ts'
import type { Result } from '#lib/core/result.ts'
import { queueListIds } from '#lib/lists/list-spec.ts'
import {
  savedViewHref,
  viewLists,
  type SavedView,
  type SavedViews,
  type ViewCount,
} from '#lib/lists/saved-views.ts'
import { sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import { pathOfView } from './open-view.ts'
import type { Reply } from './act.ts'
import {
  countSavedView,
  deleteSavedView,
  listSavedViews,
  readView,
  saveNamedView,
  setDefaultView,
} from './views.ts'

const list = 'listChargeCaptures'
let partner: Awaited<ReturnType<typeof startTestPartner>>
let items: number
let more: boolean

beforeAll(async () => {
  partner = await startTestPartner((response) =>
    sendJson(response, 200, {
      items: Array.from({ length: items }, (_, i) => ({ id: `c${i}` })),
      ...(more ? { next_page_token: `t${Math.random()}` } : {}),
    }),
  )
  await startTestConsole({ SANDBOX_PORT: new URL(partner.url).port })
})
afterAll(async () => {
  await stopTestConsole()
  await partner.close()
})
beforeEach(async () => {
  setClock(undefined)
  await (await consoleDb()).delete(savedViews)
  partner.seen.length = 0
  items = 3
  more = false
  sendFromOwnPage()
  await signInAs('biller')
})

async function save(given: object = {}): Promise<SavedView> {
  const state = {
    view: {
      filters: { patient_names: ['Moss Avery'], nonsense: 'x' },
      sort: 'date_of_service',
      position: 'token',
    },
    columns: { order: ['status', 'patient'], hidden: [], widths: {} },
  }
  const result = await saveNamedView({ list, name: 'Avery’s open captures', state, ...given })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

async function replyOf<T>(asked: Promise<Reply<unknown>>): Promise<Result<T>> {
  return JSON.parse(await (await asked).reply) as Result<T>
}

async function listed(): Promise<SavedViews> {
  const result = await replyOf<SavedViews>(listSavedViews({}))
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

test('a view keeps what its list knows of filters, order and columns, and neither name nor filters are stored in clear', async () => {
  const saved = await save()
  expect(saved).toMatchObject({
    name: 'Avery’s open captures',
    is_own: true,
    is_shared: false,
    may_change: true,
  })
  const [row] = await (await consoleDb()).select().from(savedViews)
  expect(JSON.stringify(row)).not.toMatch(/Avery|Moss|date_of_service/)
  expect(await readView({ list, id: saved.id })).toMatchObject({
    value: {
      view: {
        filters: { patient_names: ['Moss Avery'] },
        first: {},
        sort: 'date_of_service',
        sort_direction: 'desc',
        limit: 100,
      },
      columns: { order: ['status', 'patient'], hidden: [], widths: {} },
      saved: { id: saved.id },
    },
  })
  const [last] = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .orderBy(desc(auditRecords.id))
    .limit(1)
  expect(last).toMatchObject({ operation: 'readView', stage: 'read', recordIds: [saved.id] })
})

test('a colleague sees a view once it is shared, and only its owner or a manager changes it', async () => {
  const { id } = await save()
  await signInAs('admin')
  expect((await listed()).views).toEqual([])
  expect(await readView({ list, id })).toMatchObject({ error: { name: 'EntityNotFoundError' } })
  await signInAs('biller')
  expect(await saveNamedView({ list, id, is_shared: true })).toMatchObject({
    value: { is_shared: true },
  })
  await signInAs('reader')
  expect((await listed()).views).toMatchObject([
    { id, is_own: false, may_change: false, owner: 'Demo Biller' },
  ])
  expect(await readView({ list, id })).toMatchObject({
    value: { view: { filters: { patient_names: ['Moss Avery'] } } },
  })
  for (const attempt of [saveNamedView({ list, id, name: 'Mine' }), deleteSavedView({ list, id })])
    expect(await attempt).toMatchObject({ error: { name: 'Forbidden' } })
  await signInAs('admin')
  expect(await saveNamedView({ list, id, name: 'Renamed' })).toMatchObject({
    value: { name: 'Renamed' },
  })
  expect(await deleteSavedView({ list, id })).toMatchObject({ ok: true })
  expect((await listed()).views).toEqual([])
})

test('a reader keeps views for themselves and cannot share one', async () => {
  await signInAs('reader')
  const { id } = await save()
  expect(await listed()).toMatchObject({ views: [{ id }], may_share: false, default_roles: [] })
  expect(await saveNamedView({ list, id, is_shared: true })).toMatchObject({
    error: { name: 'Forbidden' },
  })
})

test('views of lists that a role may not read are not listed for it', async () => {
  await save({ is_shared: true })
  const { id } = await save({
    list: 'listContractsV3',
    name: 'Ending',
    state: { view: {} },
    is_shared: true,
  })
  await signInAs('credentialing')
  expect((await listed()).views).toMatchObject([{ id, name: 'Ending' }])
})

test('a manager makes a team view the default of roles, and one that is shared no more is none', async () => {
  const { id } = await save()
  const connection = await activeConnection()
  await signInAs('manager')
  expect(await setDefaultView({ list, id, roles: ['biller'] })).toMatchObject({
    error: { name: 'EntityNotFoundError' },
  })
  await signInAs('biller')
  expect(await setDefaultView({ list, id, roles: ['biller'] })).toMatchObject({
    error: { name: 'Forbidden' },
  })
  await saveNamedView({ list, id, is_shared: true })
  await signInAs('admin')
  expect(await setDefaultView({ list, id, roles: ['biller', 'manager'] })).toMatchObject({
    ok: true,
  })
  expect((await listed()).views).toMatchObject([{ default_for: ['biller', 'manager'] }])
  expect(await defaultViewOf(list, connection.id, 'biller')).toBe(id)
  expect(await defaultViewOf(list, connection.id, 'admin')).toBeUndefined()
  await saveNamedView({ list, id, is_shared: false })
  expect(await defaultViewOf(list, connection.id, 'biller')).toBeUndefined()
})

test('a view of another connection says so and is not listed', async () => {
  const { id } = await save({ is_shared: true })
  await (
    await consoleDb()
  )
    .update(savedViews)
    .set({ connectionId: 'another' })
    .where(eq(savedViews.id, id))
  const [{ name } = { name: '' }] = await (await consoleDb()).select().from(connections)
  expect((await listed()).views).toEqual([])
  expect(await readView({ list, id })).toMatchObject({
    error: {
      name: 'OtherConnection',
      message: `This view belongs to another connection than ${name}. It opens while that connection is active.`,
    },
  })
})

test('a count is one page of the partner, is kept for ten minutes and ends at 1,000', async () => {
  const { id } = await save({ state: { view: { filters: { tags: ['a'] } } } })
  const count = () => replyOf<ViewCount>(countSavedView({ list, id }))
  expect(await count()).toMatchObject({ value: { rows: 3, is_more: false } })
  items = 1_000
  more = true
  expect(await count()).toMatchObject({ value: { rows: 3 } })
  expect(partner.seen.map(({ url }) => url)).toEqual([
    '/api/charge_captures/v1?tags=a&sort=created_at&sort_direction=desc&limit=1000',
  ])
  setClock(() => Date.now() + 11 * 60_000)
  expect(await count()).toMatchObject({ value: { rows: 1_000, is_more: true } })
  expect(partner.seen).toHaveLength(2)
})

test('a name of nothing but spaces, and the 101st view, are refused', async () => {
  const state = { view: {} }
  expect(await saveNamedView({ list, name: '  ', state })).toMatchObject({
    error: { issues: [{ path: 'name', message: 'Enter a name.' }] },
  })
  for (let i = 0; i < 100; i += 1) await save({ name: `View ${i}`, state })
  expect(await saveNamedView({ list, name: 'One more', state })).toMatchObject({
    error: { name: 'InvalidInput' },
  })
})

test('a list of views costs the same however large their filters are', async () => {
  const ids = Array.from({ length: 5_000 }, (_, place) => `id-${place}-${'x'.repeat(28)}`)
  const large = { view: { filters: { claim_ids: ids } } }
  for (let i = 0; i < 7; i += 1) await save({ name: `Large ${i}`, state: large, is_shared: true })
  expect(await saveNamedView({ list, name: 'One more', state: large })).toMatchObject({
    error: {
      message: 'Your saved views have 2 MB of filters. Use fewer values, or delete a view.',
    },
  })
  // The filters are not opened.
  await (await consoleDb()).update(savedViews).set({ sealed: 'not a sealed text' })
  expect((await listed()).views).toHaveLength(7)
})

test('the team has at most 200 shared views', async () => {
  const db = await consoleDb()
  const { id } = await save({ name: 'Shared', state: { view: {} }, is_shared: true })
  const [row] = await db.select().from(savedViews).where(eq(savedViews.id, id))
  const { sealedWith: _, ...given } = row!
  const more = Array.from({ length: 199 }, (__, place) => ({
    ...given,
    id: `v${place}`,
    createdBy: 'x',
  }))
  await db.insert(savedViews).values(more)
  const message = 'The team has 200 shared views. Stop sharing one to share another.'
  const refused = { error: { message } }
  const state = { view: {} }
  expect(await saveNamedView({ list, name: 'One more', state, is_shared: true })).toMatchObject(
    refused,
  )
  const own = await save({ name: 'Mine', state })
  expect(await saveNamedView({ list, id: own.id, is_shared: true })).toMatchObject(refused)
})

test('a view that the build before has renamed is listed by its new name', async () => {
  const { id } = await save({ name: 'Before' })
  const db = await consoleDb()
  await db.delete(viewHeads)
  expect((await listed()).views).toMatchObject([{ id, name: 'Before', path: '/charge-captures' }])
  const target = { purpose: 'view' as const, record: `${list}/${id}`, origin: 'console' }
  const sealed = await seal(JSON.stringify({ name: 'After', state: '{"view":{}}' }), target)
  await db.update(savedViews).set({ sealed, updatedAt: new Date(0) })
  for (let i = 0; i < 2; i += 1)
    expect((await listed()).views).toMatchObject([{ id, name: 'After' }])
})

test('one name is for one view: of a person in one list, and of the team in it', async () => {
  const state = { view: {} }
  const { id } = await save({ name: 'Aetna over 60 days', state })
  const taken = (whose: string) => ({
    error: {
      name: 'InvalidInput',
      issues: [
        {
          path: 'name',
          message: `${whose} a view of this list with this name. Choose another name.`,
        },
      ],
    },
  })
  for (const name of [
    'Aetna over 60 days',
    ' AETNA  over 60 days ',
    'Aetna\u200B over 60 days',
    'Аetnа over 60 dауs',
    'Aetna over\u202E\u2069 60 days',
  ])
    expect(await saveNamedView({ list, name, state }), name).toMatchObject(taken('You have'))
  const second = await save({ name: 'Another', state })
  expect(await saveNamedView({ list, id: second.id, name: 'aetna over 60 days' })).toMatchObject(
    taken('You have'),
  )
  expect(await save({ name: '\u202EAetna by payer\u202C', state })).toMatchObject({
    name: 'Aetna by payer',
  })
  // Its own name in other letters, another list and another person are free.
  expect(await saveNamedView({ list, id, name: 'Aetna Over 60 Days' })).toMatchObject({ ok: true })
  await save({ list: 'queueHeld', name: 'Aetna over 60 days', state })
  await saveNamedView({ list, id, is_shared: true })
  await signInAs('admin')
  const theirs = await save({ name: 'Aetna over 60 days', state })
  expect(await saveNamedView({ list, id: theirs.id, is_shared: true })).toMatchObject(
    taken('The team has'),
  )
  expect(
    await saveNamedView({ list, name: 'Aetna over 60 days', state, is_shared: true }),
  ).toMatchObject({ ok: false })
  expect((await listed()).views).toHaveLength(2)
})

test('two people who share a view of one name at once give the team one', async () => {
  const state = { view: {} }
  const mine = await save({ name: 'Both', state })
  await signInAs('admin')
  const theirs = await save({ name: 'Both', state })
  const shared = [mine, theirs].map(({ id }) =>
    changeNamedView({ list, id }, { isShared: true }, pathOfView),
  )
  expect((await Promise.all(shared)).toSorted()).toEqual(['team name', undefined])
})

test('each list of the queue keeps views with filters, order and columns, and one of a cause knows its page', async () => {
  for (const of of queueListIds.filter((each) => each !== 'queueCause')) {
    const state = {
      view: { filters: { payer: 'Aetna', nonsense: 'x' }, sort: 'oldest' },
      columns: { order: ['owner'], hidden: ['payer'], widths: {} },
    }
    const saved = await save({ list: of, name: `View of ${of}`, state })
    expect(saved.path).toBe(viewLists[of].path)
    expect(await readView({ list: of, id: saved.id })).toMatchObject({
      value: {
        view: { filters: { payer: 'Aetna' }, sort: 'oldest' },
        columns: state.columns,
        saved: { name: `View of ${of}` },
      },
    })
    // Before the queue was ever read nobody counts it, and the partner is not asked.
    expect(await replyOf<ViewCount>(countSavedView({ list: of, id: saved.id }))).toEqual({
      ok: true,
      value: null,
    })
  }
  const ofCause = await save({
    list: 'queueCause',
    name: 'Oldest first',
    state: { view: { filters: { cause: 'abcdefghijk' } } },
  })
  expect(savedViewHref(ofCause)).toBe(`/queue/causes/abcdefghijk?view=${ofCause.id}`)
  await saveNamedView({ list: 'queueCause', id: ofCause.id, is_shared: true })
  await signInAs('admin')
  expect(
    await setDefaultView({ list: 'queueCause', id: ofCause.id, roles: ['biller'] }),
  ).toMatchObject({ ok: false })
  expect(partner.seen).toEqual([])
})

test('a name that holds a patient’s name is in no table, no trail, no log and no link in clear', async () => {
  const canary = `Canary${Date.now()}`
  const lines: string[] = []
  const writes = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
  for (const write of writes) write.mockImplementation((text) => lines.push(String(text)) > 0)
  const saved = await save({
    list: 'queueHeld',
    name: `${canary} to call`,
    state: { view: { filters: { facility: canary } } },
  })
  await saveNamedView({
    list: 'queueHeld',
    id: saved.id,
    name: `${canary} called`,
    is_shared: true,
  })
  expect(
    await saveNamedView({ list: 'queueHeld', name: `${canary} called`, state: { view: {} } }),
  ).toMatchObject({
    ok: false,
  })
  await readView({ list: 'queueHeld', id: saved.id })
  await listed()
  await replyOf(countSavedView({ list: 'queueHeld', id: saved.id }))
  await deleteSavedView({
    list: 'queueHeld',
    id: (await save({ list: 'queueMine', name: canary })).id,
  })
  for (const write of writes) write.mockRestore()
  expect(lines.join('')).not.toContain(canary)
  expect(savedViewHref(saved)).not.toContain(canary)
  const db = await consoleDb()
  const tables = await db.execute(sql`select tablename from pg_tables where schemaname = 'public'`)
  const names = (tables as unknown as { rows: { tablename: string }[] }).rows.map(
    ({ tablename }) => tablename,
  )
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    const rows = await db.execute(sql`select t::text as text from ${sql.identifier(name)} t`)
    expect(JSON.stringify((rows as unknown as { rows: unknown[] }).rows), name).not.toContain(
      canary,
    )
  }
})
