import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { JsonObject } from '#lib/core/json.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'
import { isNpi } from '#lib/rules/codes/npi.ts'
import type { AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import { valueSumOf } from '#lib/rules/bulk/value-table.ts'
import { valueFileOf } from '#lib/rules/bulk/value-file.ts'
import { readRows, readStanding } from '#lib/actions/bulk/read.ts'
import { startFix } from '#lib/actions/bulk/start.ts'
import { readValues } from '#lib/actions/bulk/values.ts'
import { queueModel } from '#lib/actions/queue/model.ts'
import { proposeForCaptures } from './propose.ts'
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

test('one wrong tax ID of several organizations: step 1 has a row for each with its own number, and the preview sends each its own', async () => {
  const tax = 'data.billing_provider.tax_id'
  const all = await world.all<Capture & { claim_creation_id: string }>(captures, {
    status: 'billable',
    limit: 100,
  })
  const npis = new Set<string>()
  const made: Capture[] = []
  for (const capture of all) {
    const { npi } = billingOf(capture) ?? {}
    if (!isNpi(npi ?? '') || npis.has(npi!) || npis.size === 4) continue
    npis.add(npi!)
    const { external_id: _, external_claim_submission: __, ...data } = capture.charge_capture_data
    // Two captures of each organization, of two patients.
    for (const place of [1, 2]) {
      const patient = `TAX-${npis.size}-${place}`
      const body = {
        data: {
          ...data,
          patient: { ...(data.patient as object), external_id: patient },
          billing_provider: { ...(data.billing_provider as object), tax_id: '93-1402217' },
        },
        charge_external_id: patient,
        patient_external_id: patient,
        status: 'billable',
      }
      made.push((await world.sandbox.send('POST', captures, body)).json as Capture)
    }
  }
  expect(npis.size).toBe(4)
  valueOf(await world.readQueue())
  const { items } = await queueModel(world.connection)
  const { cause: key } = items.find((item) => item.capture_id === made[0]!.id && item.path === tax)!
  const table = valueOf(await readValues({ of: { kind: 'cause', key } }, world.as.biller))!
  const { rows, by } = table
  expect(by).toBe('party')
  const own = new Set(made.map(({ id }) => id))
  const ofOwn = rows.filter((row) => row.captures.some(({ id }) => own.has(id)))
  expect(ofOwn.map((row) => row.captures.length)).toEqual([2, 2, 2, 2])
  const { proposals } = valueOf(
    await proposeForCaptures({ rows: ofOwn.flatMap(({ fields }) => fields!) }, world.as.biller),
  )
  const lines = ofOwn.flatMap(({ captures: of, now }) => {
    // The digits of the wrong number are known to be somebody else's.
    const [proposal, ...others] = proposals[of[0]!.id]![tax]!
    expect([proposal, others]).toMatchObject([{ from: 'list', isSure: true }, []])
    const text = String(proposal!.value)
    return of.map(({ external_id }) => ({ external: external_id, now, text }))
  })
  const start = async (change: AskedChange) => {
    const { id } = valueOf(
      await startFix(
        { source: { kind: 'captures', ids: [...own] }, change, why: null },
        world.as.biller,
      ),
    )
    return vi.waitFor(
      async () => {
        const now = valueOf(await readStanding({ id }, world.as.biller))
        expect(now.is_read).toBe(true)
        return now
      },
      { timeout: 30_000, interval: 50 },
    )
  }
  const { id, tally } = await start({ kind: 'map', path: tax, file: valueFileOf(tax, lines) })
  // Both steps say the same of the claims.
  const { claims, cents, ofClaims } = valueSumOf(table, (row) => ofOwn.includes(row))
  expect(tally.forecast).toEqual({ claims, cents, of: ofClaims, unknown: 0 })
  expect(claims).toBeGreaterThan(0)
  const shown = valueOf(
    await readRows({ id, from: 0, states: ['ready', 'keeps'] }, world.as.biller),
  )
  expect(
    Object.fromEntries(shown.rows.map(({ id: of, changes }) => [of, changes[0]?.after])),
  ).toEqual(
    Object.fromEntries(
      await Promise.all(
        made.map(async (capture) => {
          const { npi } = billingOf(capture)
          const found = (await world.sandbox.get(list, { npi })).json as { items: Billing[] }
          return [capture.id, found.items[0]!.tax_id] as const
        }),
      ),
    ),
  )
  // One number for all of them is refused, typed, by a file, and in the table of values.
  const { text } = lines[0]!
  const file = valueFileOf(
    tax,
    lines.map((line) => ({ ...line, text })),
  )
  const [first, second] = made.filter((_, at) => at % 2 === 0).map(billingOf)
  for (const change of [
    { kind: 'replace', path: tax, find: '93-1402217', text },
    { kind: 'map', path: tax, file },
    { kind: 'map', path: tax, file, is_table: true },
  ] satisfies AskedChange[]) {
    const { problems } = await start(change)
    expect(problems).toHaveLength(1)
    const { message } = problems[0]!
    expect(message).toMatch(
      new RegExp(`^${text} would be given to several billing providers: .*one organization’s`),
    )
    for (const { npi } of [first!, second!]) expect(message).toContain(`(NPI ${npi})`)
  }
})
