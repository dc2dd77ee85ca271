import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DraftPlace } from '#lib/rules/edit/draft-kinds.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { dropDraft, loadDraft, storeDraft, type DraftOwner } from './drafts.ts'
import { drafts, user } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'

const at: DraftPlace = { kind: 'charge-capture', record: 'c1' }
const first = { editor: 'a'.repeat(32), sequence: 1 }
const second = { editor: 'b'.repeat(32), sequence: 1 }
let owner: DraftOwner
let colleague: DraftOwner

beforeAll(async () => {
  await startTestConsole()
  const [one, other] = await (await consoleDb()).select().from(user).limit(2)
  const connection = { baseUrl: 'https://partner.example/api', keyFingerprint: '12345678' }
  owner = { accountId: one!.id, connection }
  colleague = { accountId: other!.id, connection }
})
afterAll(() => stopTestConsole())
beforeEach(async () => {
  setClock(undefined)
  await (await consoleDb()).delete(drafts)
})

test('a draft is returned unchanged, and the database shows nothing of it', async () => {
  expect(await storeDraft(owner, { ...at, ...first, base: 'base-canary', value: 'value-canary é' })).toEqual({
    kind: 'first',
  })
  expect(await storeDraft(owner, { ...at, ...first, sequence: 2, value: 'value-canary é 2' })).toEqual({
    kind: 'stored',
  })
  expect(await loadDraft(owner, at)).toMatchObject({
    ...first,
    sequence: 2,
    base: 'base-canary',
    value: 'value-canary é 2',
  })
  const rows = JSON.stringify(await (await consoleDb()).select().from(drafts))
  for (const canary of ['base-canary', 'value-canary', Buffer.from('value-canary').toString('base64url')])
    expect(rows).not.toContain(canary)
})

test('a late message changes nothing, and neither does one from before the draft was dropped', async () => {
  await storeDraft(owner, { ...at, ...first, sequence: 5, base: '', value: 'new' })
  expect(await storeDraft(owner, { ...at, ...first, sequence: 4, base: '', value: 'old' })).toEqual({ kind: 'older' })
  expect((await loadDraft(owner, at))?.value).toBe('new')
  await dropDraft(owner, { ...at, ...first, sequence: 7 })
  expect(await storeDraft(owner, { ...at, ...first, sequence: 6, base: '', value: 'old' })).toEqual({ kind: 'older' })
  expect(await loadDraft(owner, at)).toBeUndefined()
  expect(await storeDraft(owner, { ...at, ...first, sequence: 8, base: '', value: 'again' })).toEqual({ kind: 'first' })
  expect((await loadDraft(owner, at))?.value).toBe('again')
})

test('edits are not stored without their base', async () => {
  expect(await storeDraft(owner, { ...at, ...first, value: 'v' })).toEqual({ kind: 'base missing' })
  await storeDraft(owner, { ...at, ...first, base: 'b', value: 'v' })
  await dropDraft(owner, { ...at, ...first, sequence: 2 })
  expect(await storeDraft(owner, { ...at, ...first, sequence: 3, value: 'v' })).toEqual({ kind: 'base missing' })
})

test('a draft opens only for the same account, partner, key and record', async () => {
  await storeDraft(owner, { ...at, ...first, base: '', value: 'mine' })
  const { connection } = owner
  const others: [DraftOwner, DraftPlace][] = [
    [colleague, at],
    [{ ...owner, connection: { ...connection, keyFingerprint: '87654321' } }, at],
    [{ ...owner, connection: { ...connection, baseUrl: 'https://other.example/api' } }, at],
    [owner, { ...at, record: 'c2' }],
    [owner, { ...at, kind: 'new-charge-capture' }],
  ]
  for (const [who, where] of others) expect(await loadDraft(who, where)).toBeUndefined()
  // Not even if its row is moved there.
  await (await consoleDb()).update(drafts).set({ accountId: colleague.accountId })
  await expect(loadDraft(colleague, at)).rejects.toThrow('does not open')
})

test('a restored draft is replaced by the form that restored it, unless it changed elsewhere', async () => {
  await storeDraft(owner, { ...at, ...first, base: '', value: 'one' })
  await storeDraft(owner, { ...at, ...second, base: '', value: 'two', replaces: first })
  await dropDraft(owner, { ...at, ...second, sequence: 2 })
  expect(await loadDraft(owner, at)).toBeUndefined()

  await storeDraft(owner, { ...at, ...first, sequence: 11, base: '', value: 'one' })
  await storeDraft(owner, { ...at, ...first, sequence: 12, value: 'one, and more' })
  await dropDraft(owner, { ...at, ...second, sequence: 3, replaces: { ...first, sequence: 11 } })
  expect((await loadDraft(owner, at))?.value).toBe('one, and more')
})

test('a draft expires after 14 days', async () => {
  const start = Date.now()
  await storeDraft(owner, { ...at, ...first, base: '', value: 'v' })
  setClock(() => start + 14 * 86_400_000 - 60_000)
  expect(await loadDraft(owner, at)).toBeDefined()
  setClock(() => start + 14 * 86_400_000 + 60_000)
  expect(await loadDraft(owner, at)).toBeUndefined()
})

const editorOf = (i: number) => i.toString(16).padStart(32, '0')

test('a person’s 201st draft is refused and names the oldest; existing drafts can still change', async () => {
  const start = Date.now() - 3_600_000
  for (let i = 0; i < 200; i += 1) {
    setClock(() => start + i * 1_000)
    const place = { kind: 'contract', record: `k${i}` } as const
    expect(await storeDraft(owner, { ...place, editor: editorOf(i), sequence: 1, base: 'b', value: 'v' })).toEqual({
      kind: 'first',
    })
  }
  const one = { ...at, ...first, base: 'b', value: 'v' }
  expect(await storeDraft(owner, one)).toEqual({
    kind: 'too many',
    other: { kind: 'contract', record: 'k0', savedAt: new Date(start) },
  })
  expect(await loadDraft(owner, at)).toBeUndefined()
  const kept = { kind: 'contract', record: 'k0', editor: editorOf(0), sequence: 2, value: 'w' } as const
  expect(await storeDraft(owner, kept)).toEqual({ kind: 'stored' })
  // A draft that another tab took over does not count twice, and another person's draft does not count.
  const replaces = { editor: editorOf(1), sequence: 1 }
  const restored = { kind: 'contract', record: 'k1', ...second, base: 'b', value: 'v', replaces } as const
  expect(await storeDraft(owner, restored)).toEqual({ kind: 'first' })
  expect(await storeDraft(colleague, one)).toEqual({ kind: 'first' })
  await dropDraft(owner, { kind: 'contract', record: 'k5', editor: editorOf(5), sequence: 2 })
  expect(await storeDraft(owner, one)).toEqual({ kind: 'first' })
})

test('simultaneous drafts do not exceed the limit together', async () => {
  const all = Array.from({ length: 230 }, (_, i) =>
    storeDraft(owner, { kind: 'contract', record: `k${i}`, editor: editorOf(i), sequence: 1, base: 'b', value: 'v' }),
  )
  const kinds = (await Promise.all(all)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'first')).toHaveLength(200)
  expect(kinds.filter((kind) => kind === 'too many')).toHaveLength(30)
})

test('a person’s drafts take at most 20 MB together, also when they grow, and the largest is named', async () => {
  const place = (i: number) => ({ kind: 'contract', record: `k${i}`, editor: editorOf(i) }) as const
  const db = await consoleDb()
  const connection = `${new URL(owner.connection.baseUrl).origin} ${owner.connection.keyFingerprint}`
  const columns = { accountId: owner.accountId, connection, sequence: 1, sealedValue: 'v', savedAt: new Date() }
  // Sealed texts are a third longer than their content: 19.9 MB.
  for (const [i, size] of [
    [1, 13_000_000],
    [2, 13_500_000],
  ] as const)
    await db
      .insert(drafts)
      .values({ ...columns, ...place(i), sealedBase: 'r'.repeat(size), expiresAt: new Date(Date.now() + 60_000) })
  expect(await storeDraft(owner, { ...place(3), sequence: 1, base: 'r'.repeat(1_200_000), value: 'v' })).toMatchObject({
    kind: 'too large',
    other: { kind: 'contract', record: 'k2' },
  })
  expect(await storeDraft(owner, { ...place(4), sequence: 1, base: 'b', value: 'v'.repeat(500_000) })).toEqual({
    kind: 'first',
  })
  const grown = { ...place(1), sequence: 2, value: 'v'.repeat(800_000) }
  expect(await storeDraft(owner, grown)).toMatchObject({ kind: 'too large' })
  const [kept] = await db.select().from(drafts).where(eq(drafts.record, 'k1'))
  expect(kept).toMatchObject({ sequence: 1, sealedValue: 'v' })
  expect(await storeDraft(colleague, { ...place(3), sequence: 1, base: 'r'.repeat(1_200_000), value: 'v' })).toEqual({
    kind: 'first',
  })
  await dropDraft(owner, { ...place(2), sequence: 2 })
  expect(await storeDraft(owner, grown)).toEqual({ kind: 'stored' })
})

test('a record of the partner’s maximum size can have a draft', async () => {
  const place = { ...at, ...first }
  expect(await storeDraft(owner, { ...place, base: 'r'.repeat(20_000_000), value: 'v' })).toEqual({ kind: 'first' })
})

test('a person has at most 1,000 marks of dropped drafts', async () => {
  const start = Date.now() - 3_600_000
  const columns = { accountId: owner.accountId, connection: 'c', kind: 'contract', editor: 'e', sequence: 1 }
  const marks = Array.from({ length: 1_004 }, (_, i) => ({
    ...columns,
    record: `k${i}`,
    savedAt: new Date(start + i),
    expiresAt: new Date(start + 86_400_000),
  }))
  await (await consoleDb()).insert(drafts).values(marks)
  await dropDraft(owner, { kind: 'contract', record: 'last', ...first })
  const rows = await (await consoleDb()).select({ record: drafts.record }).from(drafts)
  expect(rows).toHaveLength(1_000)
  expect(rows.map(({ record }) => record)).not.toContain('k4')
})

test('drafts are deleted with their account', async () => {
  const db = await consoleDb()
  await db.insert(user).values({ id: 'leaver', name: 'Leaver', email: 'leaver@example.test' })
  await storeDraft({ ...owner, accountId: 'leaver' }, { ...at, ...first, base: '', value: 'v' })
  await db.delete(user).where(eq(user.id, 'leaver'))
  expect(await db.$count(drafts)).toBe(0)
})
