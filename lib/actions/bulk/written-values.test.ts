import { expect, test, vi } from 'vitest'
import type { JsonObject } from '#lib/core/json.ts'
import { shapeOfPath } from '#lib/rules/bulk/bulk-change.ts'
import { withOffers } from '#lib/rules/bulk/row-offers.ts'
import { valueFileOf } from '#lib/rules/bulk/value-file.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import type { FieldShape } from '#lib/rules/edit/field-shape.ts'
import { valueAt } from '#lib/rules/edit/json-path.ts'
import { proposeForCaptures } from '#lib/actions/finding/propose.ts'
import { queueModel } from '#lib/actions/queue/model.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'
import { readRows, readStanding } from './read.ts'
import { sendFix, steerFix } from './send.ts'
import { startFix } from './start.ts'
import { readValues } from './values.ts'

type Capture = JsonObject & { id: string; charge_capture_data: JsonObject }
const world = startWorld({ captures: 60 })
const captures = '/api/charge_captures/v1'
let made = 0

/** Two captures of two patients that have an error at a control. */
async function makeWrong(change: (data: JsonObject) => JsonObject): Promise<Capture[]> {
  const all = await world.all<Capture>(captures, { status: 'billable', limit: 60 })
  const clean = all.find(({ charge_capture_data: data }) => {
    const [first, second] = data.diagnoses as JsonObject[]
    return first?.code_type === 'ABK' && second?.code_type === 'ABF'
  })!
  const { external_id: _, external_claim_submission: __, ...data } = clean.charge_capture_data
  const two: Capture[] = []
  for (let at = 0; at < 2; at += 1) {
    made += 1
    const patient = `WRITTEN-${made}`
    const reply = await world.sandbox.send('POST', captures, {
      data: change({ ...data, patient: { ...(data.patient as object), external_id: patient } }),
      charge_external_id: patient,
      patient_external_id: patient,
      status: 'billable',
    })
    if (reply.status !== 200) throw new Error(reply.text)
    two.push(reply.json as Capture)
  }
  return two
}

test.each([
  [
    'a drug code',
    'data.service_lines.0.drug_identification.national_drug_code',
    (data: JsonObject) => ({
      ...data,
      service_lines: (data.service_lines as JsonObject[]).map((line, at) =>
        at > 0
          ? line
          : {
              ...line,
              drug_identification: {
                service_id_qualifier: 'N4',
                national_drug_code: '0409-1234-01',
                national_drug_unit_count: '2',
                measurement_unit_code: 'ML',
              },
            },
      ),
    }),
    '00409123401',
    '00409999999',
  ],
  [
    'the kind of the first diagnosis',
    'data.diagnoses.0.code_type',
    (data: JsonObject) => ({
      ...data,
      diagnoses: (data.diagnoses as JsonObject[]).map((each) => ({ ...each, code_type: 'ABF' })),
    }),
    'ABK',
    'APR',
  ],
] as const)(
  '%s: what the list proposes is set together, and another value is not',
  async (_, at, change, right, other) => {
    const who = world.as.biller
    const two = await makeWrong(change)
    const ids = two.map(({ id }) => id)
    valueOf(await world.readQueue())
    const { items } = await queueModel(world.connection)
    const { cause: key } = items.find((item) => item.capture_id === ids[0] && item.path === at)!
    const begun = valueOf(
      await startFix({ source: { kind: 'captures', ids, cause: key }, change: null }, who),
    )
    const table = valueOf(await readValues({ of: { kind: 'fix', id: begun.id } }, who))!
    const asked = table.rows.flatMap(({ fields }) => fields)
    const { proposals } = valueOf(await proposeForCaptures({ rows: asked }, who))
    const shape = shapeOfPath(captureShape(), table.path) as FieldShape
    const { rows, offers } = withOffers(table, proposals, shape)
    expect(rows.map(({ id }) => offers[id]?.sure?.text)).toEqual([right, right])

    const previewed = async (text: string) => {
      const lines = rows.flatMap(({ captures: of, now }) =>
        of.map(({ external_id: external }) => ({ external, now, text })),
      )
      const { id } = valueOf(
        await startFix(
          {
            source: { kind: 'fix', id: begun.id },
            change: {
              kind: 'map',
              path: table.path,
              file: valueFileOf(table.path, lines),
              is_table: true,
            },
          },
          who,
        ),
      )
      await vi.waitFor(
        async () => expect(valueOf(await readStanding({ id }, who)).is_read).toBe(true),
        { timeout: 60_000, interval: 50 },
      )
      return valueOf(await readStanding({ id }, who))
    }
    const wrong = await previewed(other)
    expect(wrong.tally).toMatchObject({ ready: 0, keeps: 0, needs: 2 })
    const { rows: refused } = valueOf(
      await readRows({ id: wrong.id, from: 0, states: ['needs-you'] }, who),
    )
    expect(refused[0]!.verdict).toMatch(/^The chart decides this/)

    const { id, tally } = await previewed(right)
    expect(tally).toMatchObject({ ready: 2, needs: 0 })
    valueOf(
      await sendFix({ id, choice: { is_all: true, ids: [], billed: false }, reason: '' }, who),
    )
    await vi.waitFor(
      async () => {
        const { job } = valueOf(await readStanding({ id }, who))
        if (job?.state === 'paused') await steerFix({ id, what: 'go on' }, who)
        expect(job?.is_open).toBe(false)
      },
      { timeout: 60_000, interval: 100 },
    )
    for (const [place, capture] of ids.entries()) {
      const now = (await world.sandbox.get(`${captures}/${capture}`)).json as Capture
      expect(valueAt({ data: now.charge_capture_data }, at)).toBe(right)
      // The other diagnoses and lines are as they were.
      const data = two[place]!.charge_capture_data
      for (const list of ['diagnoses', 'service_lines'])
        expect((now.charge_capture_data[list] as unknown[]).slice(1)).toEqual(
          (data[list] as unknown[]).slice(1),
        )
    }
  },
)
