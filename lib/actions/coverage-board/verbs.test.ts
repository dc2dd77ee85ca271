import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recordAudit } from '#lib/console/audit.ts'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords, jobParts } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import {
  askForStop,
  readBoard,
  readCaptures,
  readCauses,
  readStanding,
  startBoard,
} from './verbs.ts'
import { demoPeople, valueOf } from '#lib/actions/world.testing.ts'

const capture = (id: string, cents: number) => ({
  id,
  charge_external_id: `CHG-${id}`,
  status: 'billable',
  charge_capture_data: {
    service_lines: [{ charge_amount_cents: cents }],
    patient: { first_name: 'Canary' },
  },
})
const contract = {
  contract_id: 'c1',
  type: 'professional',
  contract_status: 'effective',
  effective_date: '2020-01-01',
  provider_count: 0,
  payer: { payer_uuid: 'u', payer_id: 'P' },
  contracting_provider: { organization_provider_id: 'o', npi: '1' },
}

let context: ActionContext
let close: () => Promise<void>
beforeAll(async () => {
  const partner = await startTestPartner((response, { url }) => {
    const items = url.includes('charge_captures')
      ? [capture('k1', 100), capture('k2', 900)]
      : url.includes('contract_status=effective')
        ? [contract]
        : []
    sendJson(response, 200, { items })
  })
  close = partner.close
  await startTestConsole({ SANDBOX_PORT: new URL(partner.url).port })
  context = (await demoPeople()).biller
})
afterAll(async () => {
  await close()
  await stopTestConsole()
})

test('a board is made, read and opened, and the audit has who made it and who saw which captures', async () => {
  expect(valueOf(await readStanding({}, context))).toEqual({
    job: null,
    done: null,
    recorded: [],
  })
  await startBoard({}, context)
  const id = await vi.waitUntil(async () => valueOf(await readStanding({}, context)).done?.id, {
    timeout: 45_000,
  })
  expect(valueOf(await readBoard({ id }, context))).toMatchObject({
    checked: { captures: 2, cents: 1_000 },
    unjudged: [{ reason: 'no-payer', captures: 2 }],
  })
  expect(valueOf(await readCauses({ id, places: [0, 7] }, context))).toEqual([
    { place: 0, causes: [] },
    { place: 7, causes: [] },
  ])
  const listed = valueOf(await readCaptures({ id }, context))
  expect([listed.total, listed.captures.map(({ external_id }) => external_id)]).toEqual([
    2,
    ['CHG-k2', 'CHG-k1'],
  ])
  const [seen] = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .orderBy(desc(auditRecords.id))
    .limit(1)
  expect(seen).toMatchObject({
    accountId: context.account.id,
    operation: 'listChargeCaptures',
    stage: 'read',
    recordIds: ['k2', 'k1'],
  })
  const all = await (await consoleDb()).select().from(auditRecords)
  expect(
    all.filter(({ operation }) => operation === 'runCoverageBoard').map(({ stage }) => stage),
  ).toEqual(['intent', 'outcome'])
  expect(JSON.stringify(await (await consoleDb()).select().from(jobParts))).not.toMatch(
    /CHG-k1|Canary/,
  )
  valueOf(await askForStop({ id }, context))
  const stops = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'cancelCoverageBoard'))
  expect(stops).toMatchObject([
    { accountId: context.account.id, stage: 'outcome', recordKind: 'job', recordIds: [id] },
  ])
})

test('a span that was recorded after a board began is named with its payer and provider, until a newer board has it', async () => {
  const { done } = valueOf(await readStanding({}, context))
  const note = (operation: string, span: JsonObject, accountId = context.account.id) =>
    recordAudit({
      accountId,
      connectionId: context.connection.id,
      operation,
      stage: 'outcome',
      outcome: 'ok',
      recordIds: ['s1'],
      change: { before: null, after: span },
    })
  await note(
    'createProviderCredentialingSpan',
    { payer_uuid: 'u', contracting_provider_id: 'o' },
    'gone',
  )
  await note('updateFacilityCredentialingSpan', {
    payer: { payer_uuid: 'u' },
    contracting_provider: { organization_provider_id: 'o' },
  })
  const at = expect.any(String) as string
  expect(valueOf(await readStanding({}, context))).toMatchObject({
    done,
    recorded: [{ payer_uuid: 'u', provider_id: 'o', at, by: 'you' }],
  })
  await startBoard({}, context)
  await vi.waitUntil(async () => valueOf(await readStanding({}, context)).done?.id !== done!.id, {
    timeout: 45_000,
  })
  expect(valueOf(await readStanding({}, context)).recorded).toEqual([])
})

test('another key cannot read the result', async () => {
  const { done } = valueOf(await readStanding({}, context))
  const other: ActionContext = {
    ...context,
    connection: { ...context.connection, boundTo: 'http://127.0.0.1 another' },
  }
  expect(valueOf(await readStanding({}, other))).toEqual({
    job: null,
    done: null,
    recorded: [],
  })
  expect(await readBoard({ id: done!.id }, other)).toMatchObject({
    ok: false,
    error: { name: 'EntityNotFoundError' },
  })
  expect(await readCaptures({ id: done!.id }, other)).toMatchObject({ ok: false })
})
