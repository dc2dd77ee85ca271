import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DraftPlace } from '#lib/rules/edit/draft-kinds.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { dropDraft, loadDraft, removeExpiredDrafts, storeDraft, type DraftOwner } from './drafts.ts'
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

test('a draft comes back as it was, and nothing of it can be read in the database', async () => {
  expect(await storeDraft(owner, { ...at, ...first, base: 'base-canary', value: 'value-canary é' })).toBe('first')
  expect(await storeDraft(owner, { ...at, ...first, sequence: 2, value: 'value-canary é 2' })).toBe('stored')
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

test('a message that comes late changes nothing, and neither does one from before the draft was dropped', async () => {
  await storeDraft(owner, { ...at, ...first, sequence: 5, base: '', value: 'new' })
  expect(await storeDraft(owner, { ...at, ...first, sequence: 4, base: '', value: 'old' })).toBe('older')
  expect((await loadDraft(owner, at))?.value).toBe('new')
  await dropDraft(owner, { ...at, ...first, sequence: 7 })
  expect(await storeDraft(owner, { ...at, ...first, sequence: 6, base: '', value: 'old' })).toBe('older')
  expect(await loadDraft(owner, at)).toBeUndefined()
  expect(await storeDraft(owner, { ...at, ...first, sequence: 8, base: '', value: 'again' })).toBe('first')
  expect((await loadDraft(owner, at))?.value).toBe('again')
})

test('edits are not kept without what they were made on', async () => {
  expect(await storeDraft(owner, { ...at, ...first, value: 'v' })).toBe('base missing')
  await storeDraft(owner, { ...at, ...first, base: 'b', value: 'v' })
  await dropDraft(owner, { ...at, ...first, sequence: 2 })
  expect(await storeDraft(owner, { ...at, ...first, sequence: 3, value: 'v' })).toBe('base missing')
})

test('a draft opens for the same account, partner, key and record only', async () => {
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
  // Not even when its row is moved there.
  await (await consoleDb()).update(drafts).set({ accountId: colleague.accountId })
  await expect(loadDraft(colleague, at)).rejects.toThrow('does not open')
})

test('a restored draft is replaced by the form that it was restored to, unless it went on elsewhere', async () => {
  await storeDraft(owner, { ...at, ...first, base: '', value: 'one' })
  await storeDraft(owner, { ...at, ...second, base: '', value: 'two', replaces: first })
  await dropDraft(owner, { ...at, ...second, sequence: 2 })
  expect(await loadDraft(owner, at)).toBeUndefined()

  await storeDraft(owner, { ...at, ...first, sequence: 11, base: '', value: 'one' })
  await storeDraft(owner, { ...at, ...first, sequence: 12, value: 'one, and more' })
  await dropDraft(owner, { ...at, ...second, sequence: 3, replaces: { ...first, sequence: 11 } })
  expect((await loadDraft(owner, at))?.value).toBe('one, and more')
})

test('a draft that nobody came back to for 14 days is gone', async () => {
  const start = Date.now()
  await storeDraft(owner, { ...at, ...first, base: '', value: 'v' })
  setClock(() => start + 14 * 86_400_000 - 60_000)
  expect(await loadDraft(owner, at)).toBeDefined()
  setClock(() => start + 14 * 86_400_000 + 60_000)
  expect(await loadDraft(owner, at)).toBeUndefined()
  await removeExpiredDrafts()
  expect(await (await consoleDb()).$count(drafts)).toBe(0)
})

test('drafts go with their account', async () => {
  const db = await consoleDb()
  await db.insert(user).values({ id: 'leaver', name: 'Leaver', email: 'leaver@example.test' })
  await storeDraft({ ...owner, accountId: 'leaver' }, { ...at, ...first, base: '', value: 'v' })
  await db.delete(user).where(eq(user.id, 'leaver'))
  expect(await db.$count(drafts)).toBe(0)
})
