import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { JsonObject } from '#lib/core/json.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'
import { readRows, readStanding } from '#lib/actions/bulk/read.ts'
import { startFix } from '#lib/actions/bulk/start.ts'
import { saveCapture } from '#lib/actions/charge-captures/save-capture.ts'

type Capture = JsonObject & { id: string; charge_capture_data: JsonObject }
type Billing = { npi: string; tax_id: string }

const world = startWorld({ captures: 60 })
const captures = '/api/charge_captures/v1'
const list = '/api/organization-providers/v3'

const billingOf = ({ charge_capture_data: { billing_provider } }: Capture) =>
  billing_provider as Billing

/** A billable capture with the right tax id, and the id of another organization. */
async function two() {
  const all = (await world.all<Capture>(captures, { status: 'billable', limit: 100 })).filter(
    (capture) => /^\d{9}$/.test(billingOf(capture)?.tax_id ?? ''),
  )
  const [capture] = all
  const other = all.find((each) => billingOf(each).npi !== billingOf(capture!).npi)
  return { capture: capture!, foreign: billingOf(other!).tax_id }
}

function save(capture: Capture, change: JsonObject, past?: string) {
  const { charge_capture_data: data, id } = capture
  const billing_provider = { ...(data.billing_provider as JsonObject), ...change }
  return saveCapture(
    {
      id,
      operation_id: randomUUID(),
      base: JSON.stringify(capture),
      body: JSON.stringify({ data: { ...data, billing_provider } }),
      ...(past !== undefined && { past: { reason: past, findings: [] } }),
    },
    world.as.biller,
  )
}

test('another organization’s tax ID is not saved without a reason, and in a bulk fix it is a new error', async () => {
  const { capture, foreign } = await two()
  const path = 'data.billing_provider.tax_id'
  const words = 'Billing provider tax ID is not the one of its NPI in the provider list'
  expect(await save(capture, { tax_id: foreign })).toMatchObject({
    ok: false,
    error: { name: 'ReasonNeeded', issues: [{ path, message: words }] },
  })
  const { id } = valueOf(
    await startFix(
      {
        source: { kind: 'captures', ids: [capture.id] },
        change: { kind: 'replace', path, find: billingOf(capture).tax_id, text: foreign },
      },
      world.as.biller,
    ),
  )
  await vi.waitFor(
    async () => expect(valueOf(await readStanding({ id }, world.as.biller)).is_read).toBe(true),
    { timeout: 30_000, interval: 50 },
  )
  const { rows } = valueOf(
    await readRows({ id, from: 0, states: ['keeps', 'needs-you'] }, world.as.biller),
  )
  expect(rows[0]!.verdict).toContain('1 new error: Billing provider · Tax ID')
  expect(await world.sent('PATCH', '')).toEqual([])
})

test('a list that cannot be read says nothing of a tax ID, and a save of other fields does not ask it', async () => {
  const { capture, foreign } = await two()
  await world.sandbox.send('DELETE', '/_sandbox/requests')
  const data = { ...capture.charge_capture_data, additional_information: 'Called' }
  valueOf(
    await saveCapture(
      {
        id: capture.id,
        operation_id: randomUUID(),
        base: JSON.stringify(capture),
        body: JSON.stringify({ data }),
      },
      world.as.biller,
    ),
  )
  expect(await world.sent('GET', list)).toEqual([])
  await world.fault({ path: list, kind: 'status', status: 403, times: 10 })
  const now = (await world.sandbox.get(`${captures}/${capture.id}`)).json as Capture
  expect(valueOf(await save(now, { tax_id: foreign }))).toMatchObject({ kind: 'saved' })
})
