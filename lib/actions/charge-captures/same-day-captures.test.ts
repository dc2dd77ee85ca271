import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { connectionTo, sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { findSameDay } from './same-day-captures.ts'

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())
async function partnerThatSays(status: number, body: object) {
  const { url, seen, close } = await startTestPartner((response) =>
    sendJson(response, status, body),
  )
  onTestFinished(close)
  const context: ActionContext = {
    account: { id: 'a1', name: 'Bill', email: 'b@x.example', role: 'biller', isDemo: false },
    connection: connectionTo(url),
  }
  return { seen, context }
}

const input = {
  id: 'c1',
  patient_external_id: 'PAT-1',
  first_day: '2026-10-02',
  last_day: '2026-10-03',
}
const capture = (id: string) => ({
  id,
  charge_external_id: `CHG-${id}`,
  patient_external_id: 'PAT-1',
  status: 'billable',
  charge_capture_data: {
    date_of_service: '2026-10-02',
    patient: { last_name: 'Moss' },
    service_lines: [{ procedure_code: 'G0463', modifiers: ['25'], charge_amount_cents: 100 }],
  },
})

test('one request asks for the patient and the days, and returns only what the rule needs', async () => {
  const { seen, context } = await partnerThatSays(200, {
    items: [capture('c1'), capture('c2'), null, { id: 5 }],
  })
  expect(await findSameDay(input, context)).toEqual({
    ok: true,
    value: {
      is_complete: true,
      others: [
        {
          id: 'c2',
          charge_external_id: 'CHG-c2',
          patient_external_id: 'PAT-1',
          status: 'billable',
          data: {
            date_of_service: '2026-10-02',
            place_of_service_code: null,
            service_lines: [
              {
                procedure_code: 'G0463',
                modifiers: ['25'],
                date_of_service: null,
                place_of_service_code: null,
                drug_identification: { national_drug_code: null },
                ordering_provider: { npi: null },
              },
            ],
          },
        },
        {
          id: '5',
          charge_external_id: null,
          patient_external_id: null,
          status: null,
          data: { date_of_service: null, place_of_service_code: null, service_lines: [] },
        },
      ],
    },
  })
  expect(seen).toHaveLength(1)
  expect(Object.fromEntries(new URL(seen[0]!.url, 'http://x').searchParams)).toEqual({
    patient_external_id: 'PAT-1',
    date_of_service_min: '2026-10-02',
    date_of_service_max: '2026-10-03',
    limit: '100',
  })
  const [written] = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .orderBy(sql`id desc`)
    .limit(1)
  expect(written).toMatchObject({
    operation: 'listChargeCaptures',
    stage: 'read',
    recordIds: ['c2', '5'],
  })
})

test('more than one page is reported, and a refusal stays a refusal', async () => {
  const more = await partnerThatSays(200, { items: [capture('c2')], next_page_token: 't' })
  expect(await findSameDay(input, more.context)).toMatchObject({ value: { is_complete: false } })
  const closed = await partnerThatSays(403, { errorName: 'ForbiddenError', content: {} })
  expect(await findSameDay(input, closed.context)).toMatchObject({
    ok: false,
    error: { status: 403 },
  })
})
