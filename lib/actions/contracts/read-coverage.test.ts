import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { asc } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { connectionTo, sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import { readFacilityCoverage, readProviderCoveragePage } from './read-coverage.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())
const facility = (id: string) => ({ organization_service_facility_id: id, name: `Site ${id}` })
const span = (id: string, of: string) => ({
  facility_credentialing_span_id: id,
  service_facility: facility(of),
  start_date: '2026-01-01',
})
const contract = {
  contract_id: 'k1',
  type: 'institutional',
  payer: { payer_uuid: 'p1' },
  contracting_provider: { organization_provider_id: 'b1' },
  contract_service_facilities: ['f1', 'f2', 'f3'].map((service_facility_id) => ({
    service_facility_id,
  })),
}

type Page = { items: unknown[]; next_page_token?: string }

async function partnerWith(
  spans: Page[],
  answer: object = contract,
  lookUp: [number, object] = [200, { items: [facility('f3')] }],
) {
  const started = await startTestPartner((response, { url }) => {
    if (url.includes('/contracts/v3/')) return sendJson(response, 200, answer)
    if (url.includes('/organization-service-facilities/')) return sendJson(response, ...lookUp)
    const token = new URL(url, 'http://partner').searchParams.get('page_token')
    return sendJson(response, 200, spans[token === null ? 0 : Number(token)])
  })
  onTestFinished(started.close)
  const context: ActionContext = {
    account: { id: 'a1', name: 'Mia', email: 'm@x.example', role: 'credentialing', isDemo: false },
    connection: connectionTo(started.url),
  }
  return { context, seen: started.seen }
}

test('facilities are joined with every page of the spans of the same contracting provider and payer', async () => {
  const { context, seen } = await partnerWith([
    { items: [span('s1', 'f2'), span('s2', 'f9')], next_page_token: '1' },
    { items: [span('s3', 'f1'), span('s4', 'f2')] },
  ])
  const result = await readFacilityCoverage({ id: 'k1' }, context)
  const facilityRow = (id: string, ...spans: string[]) => ({
    id,
    name: `Site ${id}`,
    spans: spans.map((one) => ({ id: one, start_date: '2026-01-01' })),
  })
  expect(result).toEqual({
    ok: true,
    value: {
      rows: [facilityRow('f1', 's3'), facilityRow('f2', 's1', 's4'), facilityRow('f3')],
      next: null,
    },
  })
  const asked = seen
    .filter(({ url }) => url.includes('/facility'))
    .map(({ url }) => new URL(url, 'http://partner').searchParams)
  expect(
    asked.map((query) => [query.get('payer_uuid'), query.get('contracting_provider_id')]),
  ).toEqual([
    ['p1', 'b1'],
    ['p1', 'b1'],
  ])
  const db = await consoleDb()
  expect((await db.select().from(auditRecords).orderBy(asc(auditRecords.id))).at(-1)).toMatchObject(
    {
      operation: 'listFacilityCredentialingSpans',
      stage: 'read',
      outcome: 'ok',
      recordIds: ['k1'],
    },
  )
})

test('without the look-up a facility that has no span is named by its id', async () => {
  const { context } = await partnerWith([{ items: [] }], contract, [
    403,
    { errorName: 'UnauthorizedError', content: { message: 'no' } },
  ])
  expect(await readFacilityCoverage({ id: 'k1' }, context)).toMatchObject({
    ok: true,
    value: {
      rows: [
        { id: 'f1', spans: [] },
        { id: 'f2', spans: [] },
        { id: 'f3', spans: [] },
      ],
    },
  })
})

test('an institutional contract without facilities asks for no spans', async () => {
  const { context, seen } = await partnerWith([], { ...contract, contract_service_facilities: [] })
  expect(await readFacilityCoverage({ id: 'k1' }, context)).toEqual({
    ok: true,
    value: { rows: [], next: null },
  })
  expect(seen).toHaveLength(1)
})

test('under a professional contract, which lists no facilities, those with spans count', async () => {
  const { context } = await partnerWith([{ items: [span('s1', 'f2')] }], {
    ...contract,
    type: 'professional',
    contract_service_facilities: undefined,
  })
  expect(await readFacilityCoverage({ id: 'k1' }, context)).toMatchObject({
    ok: true,
    value: { rows: [{ id: 'f2', spans: [{ id: 's1' }] }] },
  })
})

test.each<[string, Page[], object, string]>([
  ['pages that go round', [{ items: [], next_page_token: '0' }], contract, 'WalkGoesRound'],
  ['a contract that does not say whose it is', [], { ...contract, payer: null }, 'UnreadableReply'],
  ['something that is no page', [{ items: 7 } as never], contract, 'UnreadableReply'],
])('%s is a failure, not a facility without cover', async (_, pages, answer, name) => {
  const { context } = await partnerWith(pages, answer)
  expect(await readFacilityCoverage({ id: 'k1' }, context)).toMatchObject({
    ok: false,
    error: { name },
  })
})

test('a page of providers asks for 1,000 rows from its token', async () => {
  const started = await startTestPartner((response) =>
    sendJson(response, 200, {
      items: [
        { provider: { organization_provider_id: 'r1', last_name: 'Fox' }, credentialing_spans: [] },
        5,
      ],
      next_page_token: 'more',
    }),
  )
  onTestFinished(started.close)
  const { context } = await partnerWith([])
  const result = await readProviderCoveragePage(
    { id: 'k-1', position: 'here' },
    { ...context, connection: connectionTo(started.url) },
  )
  expect(result).toEqual({
    ok: true,
    value: {
      rows: [
        { id: 'r1', name: 'Fox', spans: [] },
        { id: '', unreadable: true, spans: [] },
      ],
      next: 'more',
    },
  })
  expect(started.seen[0]!.url).toMatch(
    /\/contracts\/v3\/k-1\/providers\/credentialing\?(?=.*limit=1000)(?=.*page_token=here)/,
  )
})
