import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DraftPlace } from '#lib/rules/edit/draft-kinds.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { loadDraft, putDraft, type DraftOwner } from './drafts.ts'
import { drafts, user } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'

const at: DraftPlace = { kind: 'charge-capture', record: 'c1' }
const value = (edits: string, base = 'base') => ({ base, edits })
let owner: DraftOwner
let colleague: DraftOwner

beforeAll(async () => {
  await startTestConsole()
  const [one, other] = await (await consoleDb()).select().from(user).limit(2)
  const connection = { boundTo: 'https://partner.example 12345678' }
  owner = { accountId: one!.id, connection }
  colleague = { accountId: other!.id, connection }
})
afterAll(() => stopTestConsole())
beforeEach(async () => {
  setClock(undefined)
  await (await consoleDb()).delete(drafts)
})

test('a draft is returned unchanged, and the database shows nothing of it', async () => {
  const stored = { ...at, value: value('value-canary é', 'base-canary') }
  expect(await putDraft(owner, { ...stored, revision: 1 })).toEqual({ kind: 'first' })
  expect(await putDraft(owner, { ...stored, revision: 2 })).toEqual({ kind: 'stored' })
  expect(await loadDraft(owner, at)).toMatchObject({ revision: 2, value: stored.value })
  const rows = await (await consoleDb()).select().from(drafts)
  expect(rows).toHaveLength(1)
  for (const canary of [
    'base-canary',
    'value-canary',
    Buffer.from('value-canary').toString('base64url'),
  ])
    expect(JSON.stringify(rows)).not.toContain(canary)
})

test('a late message changes nothing, and neither does one from before the draft was dropped', async () => {
  await putDraft(owner, { ...at, revision: 5, value: value('new') })
  for (const revision of [4, 5])
    expect(await putDraft(owner, { ...at, revision, value: value('old') })).toEqual({
      kind: 'newer',
      revision: 5,
    })
  expect((await loadDraft(owner, at))?.value).toEqual(value('new'))
  expect(await putDraft(owner, { ...at, revision: 7, value: null })).toEqual({ kind: 'stored' })
  expect(await putDraft(owner, { ...at, revision: 6, value: value('old') })).toEqual({
    kind: 'newer',
    revision: 7,
  })
  expect(await loadDraft(owner, at)).toMatchObject({ revision: 7, value: null })
  expect(await putDraft(owner, { ...at, revision: 8, value: value('again') })).toEqual({
    kind: 'first',
  })
  expect((await loadDraft(owner, at))?.value).toEqual(value('again'))
})

test('two tabs that send at once leave one draft, with the higher revision', async () => {
  const outcomes = await Promise.all([
    putDraft(owner, { ...at, revision: 1, value: value('one') }),
    putDraft(owner, { ...at, revision: 1, value: value('two') }),
    putDraft(owner, { ...at, revision: 2, value: value('three') }),
  ])
  expect(outcomes.filter(({ kind }) => kind === 'newer').length).toBeGreaterThan(0)
  expect(await loadDraft(owner, at)).toMatchObject({ revision: 2, value: value('three') })
})

test('a draft opens for the same account, partner, key and record only', async () => {
  await putDraft(owner, { ...at, revision: 1, value: value('mine') })
  const others: [DraftOwner, DraftPlace][] = [
    [colleague, at],
    [{ ...owner, connection: { boundTo: 'https://partner.example 87654321' } }, at],
    [{ ...owner, connection: { boundTo: 'https://other.example 12345678' } }, at],
    [owner, { ...at, record: 'c2' }],
    [owner, { ...at, kind: 'new-charge-capture' }],
  ]
  for (const [who, where] of others) expect(await loadDraft(who, where)).toBeUndefined()
  // Not even if its row is moved there.
  await (await consoleDb()).update(drafts).set({ accountId: colleague.accountId })
  await expect(loadDraft(colleague, at)).rejects.toThrow('does not open')
})

test('a draft is not returned after 14 days', async () => {
  const start = Date.now()
  await putDraft(owner, { ...at, revision: 1, value: value('v') })
  setClock(() => start + 14 * 86_400_000 - 60_000)
  expect((await loadDraft(owner, at))?.value).toEqual(value('v'))
  setClock(() => start + 14 * 86_400_000 + 60_000)
  expect(await loadDraft(owner, at)).toMatchObject({ revision: 1, value: null })
})

test('a person’s 201st draft is refused and names the oldest; stored drafts can still change', async () => {
  const start = Date.now() - 3_600_000
  for (let i = 0; i < 200; i += 1) {
    setClock(() => start + i * 1_000)
    const place = { kind: 'contract', record: `k${i}` } as const
    expect(await putDraft(owner, { ...place, revision: 1, value: value('v') })).toEqual({
      kind: 'first',
    })
  }
  const one = { ...at, revision: 1, value: value('v') }
  expect(await putDraft(owner, one)).toEqual({
    kind: 'too many',
    other: { kind: 'contract', record: 'k0', savedAt: new Date(start) },
  })
  expect(await loadDraft(owner, at)).toBeUndefined()
  const known = { kind: 'contract', record: 'k0', revision: 2, value: value('w') } as const
  expect(await putDraft(owner, known)).toEqual({ kind: 'stored' })
  // Another person's draft does not count.
  expect(await putDraft(colleague, one)).toEqual({ kind: 'first' })
  await putDraft(owner, { kind: 'contract', record: 'k5', revision: 2, value: null })
  expect(await putDraft(owner, one)).toEqual({ kind: 'first' })
})

test('simultaneous drafts do not exceed the limit together', async () => {
  const all = Array.from({ length: 230 }, (_, i) =>
    putDraft(owner, { kind: 'contract', record: `k${i}`, revision: 1, value: value('v') }),
  )
  const kinds = (await Promise.all(all)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'first')).toHaveLength(200)
  expect(kinds.filter((kind) => kind === 'too many')).toHaveLength(30)
})

test('a person’s drafts take at most 20 MB together, also when they grow, and the largest is named', async () => {
  const place = (i: number) => ({ kind: 'contract', record: `k${i}` }) as const
  const db = await consoleDb()
  const connection = owner.connection.boundTo
  const columns = { accountId: owner.accountId, connection, revision: 1, savedAt: new Date() }
  // Sealed texts are a third longer than their content: 19.9 MB.
  for (const [i, size] of [
    [1, 13_000_000],
    [2, 13_500_000],
  ] as const)
    await db.insert(drafts).values({
      ...columns,
      ...place(i),
      sealedValue: 'r'.repeat(size),
      expiresAt: new Date(Date.now() + 60_000),
    })
  const large = { ...place(3), revision: 1, value: value('v', 'r'.repeat(1_200_000)) }
  expect(await putDraft(owner, large)).toMatchObject({
    kind: 'too large',
    other: { kind: 'contract', record: 'k2' },
  })
  expect(
    await putDraft(owner, { ...place(4), revision: 1, value: value('v'.repeat(500_000)) }),
  ).toEqual({
    kind: 'first',
  })
  const grown = { ...place(1), revision: 2, value: value('v', 'r'.repeat(11_000_000)) }
  expect(await putDraft(owner, grown)).toMatchObject({ kind: 'too large' })
  const [kept] = await db.select().from(drafts).where(eq(drafts.record, 'k1'))
  expect(kept).toMatchObject({ revision: 1 })
  expect(await putDraft(colleague, large)).toEqual({ kind: 'first' })
  await putDraft(owner, { ...place(2), revision: 2, value: null })
  expect(await putDraft(owner, grown)).toEqual({ kind: 'stored' })
})

test('a record of the partner’s maximum size can have a draft', async () => {
  expect(
    await putDraft(owner, { ...at, revision: 1, value: value('v', 'r'.repeat(20_000_000)) }),
  ).toEqual({
    kind: 'first',
  })
})

test('a person has at most 1,000 rows of dropped drafts', async () => {
  const start = Date.now() - 3_600_000
  const columns = { accountId: owner.accountId, connection: 'c', kind: 'contract', revision: 1 }
  const dropped = Array.from({ length: 1_004 }, (_, i) => ({
    ...columns,
    record: `k${i}`,
    savedAt: new Date(start + i),
    expiresAt: new Date(start + 86_400_000),
  }))
  await (await consoleDb()).insert(drafts).values(dropped)
  await putDraft(owner, { kind: 'contract', record: 'last', revision: 1, value: null })
  const rows = await (await consoleDb()).select({ record: drafts.record }).from(drafts)
  expect(rows).toHaveLength(1_000)
  expect(rows.map(({ record }) => record)).not.toContain('k4')
})

test('drafts are deleted with their account', async () => {
  const db = await consoleDb()
  await db.insert(user).values({ id: 'leaver', name: 'Leaver', email: 'leaver@example.test' })
  await putDraft({ ...owner, accountId: 'leaver' }, { ...at, revision: 1, value: value('v') })
  await db.delete(user).where(eq(user.id, 'leaver'))
  expect(await db.$count(drafts)).toBe(0)
})
