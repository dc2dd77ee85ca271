import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { putDraft } from '#lib/console/records/drafts.ts'
import { auditRecords, drafts } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import type { DraftKind } from '#lib/rules/edit/draft-kinds.ts'
import { countOwnDrafts, listOwnDrafts, type DraftLine } from './list-drafts.ts'
import type { ActionContext } from './run-action.ts'
import { demoPeople } from './world.testing.ts'

let people: Awaited<ReturnType<typeof demoPeople>>

beforeAll(async () => {
  await startTestConsole()
  people = await demoPeople()
})
afterAll(() => stopTestConsole())
beforeEach(async () => {
  setClock(undefined)
  await (await consoleDb()).delete(drafts)
})

const store = (who: ActionContext, kind: DraftKind, record: string, base: object | string = '') =>
  putDraft(
    { accountId: who.account.id, connection: who.connection },
    {
      kind,
      record,
      revision: 1,
      value: {
        base: typeof base === 'string' ? base : JSON.stringify(base),
        edits: 'typed-canary',
      },
    },
  )
const linesOf = async (who: ActionContext) =>
  JSON.parse(JSON.stringify(await listOwnDrafts({}, who))).value

test('each draft leads to the page of its form, by ids and dates only', async () => {
  const admin = people.admin
  const given = {
    contracting_provider_id: 'p1',
    payer_uuid: 'y1',
    start_date: '2026-11-01',
    regions: { type: 'states', states: ['NY'] },
  }
  const expected: [DraftKind, string, object | string, string, string, string | null][] = [
    [
      'charge-capture',
      'c1',
      { charge_external_id: 'CHG-1', data: { patient: { last_name: 'canary' } } },
      '/charge-captures/c1',
      'Charge capture',
      'CHG-1',
    ],
    ['new-charge-capture', 'new', '', '/charge-captures/new', 'New charge capture', null],
    [
      'new-charge-capture',
      'copy-of-c1',
      '',
      '/charge-captures/new?from=c1',
      'New charge capture',
      null,
    ],
    [
      'new-encounter',
      'new',
      'no record',
      '/encounters/new-from-pre-encounter',
      'New encounter',
      null,
    ],
    ['contract', 'k1', {}, '/contracts/k1', 'Contract', null],
    ['provider-span', 's1', {}, '/credentialing/provider-spans/s1', 'Provider span', null],
    [
      'new-provider-span',
      'new p1 y1',
      given,
      '/credentialing/provider-spans/new?contracting_provider_id=p1&payer_uuid=y1&start_date=2026-11-01&state=NY',
      'New provider span',
      null,
    ],
  ]
  for (const [kind, record, base] of expected) await store(admin, kind, record, base)
  const lines = await linesOf(admin)
  for (const [kind, record, , href, form, name] of expected)
    expect(lines).toContainEqual(expect.objectContaining({ kind, record, href, form, name }))
  expect(JSON.stringify(lines)).not.toContain('canary')
  expect(await countOwnDrafts({}, admin)).toEqual({ ok: true, value: { drafts: expected.length } })
  const trail = await (await consoleDb()).select().from(auditRecords)
  expect(trail.filter(({ operation }) => operation === 'listDrafts')).toHaveLength(1)
})

test('a draft on a record of more values than any record has is listed without being read', async () => {
  const { biller } = people as { biller: ActionContext }
  const long = (values: number) =>
    `{"charge_external_id":"CHG-1","data":[${'1.50,'.repeat(values - 2)}1.50]}`
  await store(biller, 'charge-capture', 'usual', long(140_000))
  await store(biller, 'charge-capture', 'huge', long(150_002))
  await store(
    biller,
    'charge-capture',
    'deep',
    `{"charge_external_id":"CHG-1","data":${'['.repeat(200)}${']'.repeat(200)}}`,
  )
  const names = (await linesOf(biller)).map(({ record, name }: DraftLine) => [record, name])
  expect(Object.fromEntries(names)).toEqual({ usual: 'CHG-1', huge: null, deep: null })
})

test('nobody sees a colleague’s draft, a dropped or an old one, or one that their role may not save any more', async () => {
  const { biller, admin } = people as { biller: ActionContext; admin: ActionContext }
  await store(biller, 'charge-capture', 'c1')
  await store(biller, 'contract', 'k1')
  expect(await linesOf(admin)).toEqual([])
  const [line, ...more] = await linesOf(biller)
  expect(line).toMatchObject({ kind: 'charge-capture', record: 'c1' })
  expect(more).toEqual([])
  expect(await countOwnDrafts({}, biller)).toEqual({ ok: true, value: { drafts: 1 } })
  expect(Date.parse(line.expires_at) - Date.parse(line.saved_at)).toBe(14 * 86_400_000)
  setClock(() => Date.now() + 15 * 86_400_000)
  expect(await linesOf(biller)).toEqual([])
  expect(await countOwnDrafts({}, biller)).toEqual({ ok: true, value: { drafts: 0 } })
})
