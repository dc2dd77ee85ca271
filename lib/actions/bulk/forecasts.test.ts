import { expect, test, vi } from 'vitest'
import { testSize } from '#lib/core/test-size.testing.ts'
import { proposeForCaptures } from '#lib/actions/finding/propose.ts'
import { queueModel } from '#lib/actions/queue/model.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'
import { valueFileOf } from '#lib/rules/bulk/value-file.ts'
import { valueSumOf, type ValueRow } from '#lib/rules/bulk/value-table.ts'
import { shapeOfPath } from '#lib/rules/bulk/bulk-change.ts'
import { withOffers } from '#lib/rules/bulk/row-offers.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import type { FieldShape } from '#lib/rules/edit/field-shape.ts'
import { mostAskedRows } from '#lib/rules/queue/proposals.ts'
import { readOutcome } from './outcome.ts'
import { readStanding } from './read.ts'
import { sendFix, steerFix } from './send.ts'
import { startFix } from './start.ts'
import { readValues, type BulkValues } from './values.ts'

const world = startWorld({ captures: testSize(300, 2_500) })
const mostCauses = testSize(2, 100)

/** The rows of a table as its page shows them, and what stands ready for them. */
async function readyFor(table: BulkValues) {
  const asked = table.rows.flatMap(({ fields }) => fields).slice(0, mostAskedRows)
  const { proposals } = valueOf(await proposeForCaptures({ rows: asked }, world.as.biller))
  const { rows, offers } = withOffers(
    table,
    proposals,
    shapeOfPath(captureShape(), table.path) as FieldShape,
  )
  const ready = rows.flatMap((row): [ValueRow, string][] => {
    const { sure } = offers[row.id] ?? {}
    return sure ? [[row, sure.text]] : []
  })
  return { rows, ready: new Map(ready) }
}

test(
  'of each cause with proposals, step 1 and the preview forecast what then bills, in claims and cents',
  { timeout: 900_000 },
  async () => {
    const who = world.as.biller
    valueOf(await world.readQueue())
    const keys = [...(await queueModel(world.connection)).causes.keys()]
    let tried = 0
    let claims = 0
    for (const key of keys) {
      if (tried === mostCauses) break
      const table = valueOf(await readValues({ of: { kind: 'cause', key } }, who))
      if (!table) continue
      const { rows, ready } = await readyFor(table)
      if (ready.size === 0) continue
      const lines = [...ready].flatMap(([{ captures, now }, text]) =>
        captures.map(({ external_id: external }) => ({ external, now, text })),
      )
      const started = await startFix(
        {
          source: { kind: 'cause', key },
          change: {
            kind: 'map',
            path: table.path,
            file: valueFileOf(table.path, lines),
            is_table: true,
          },
          why: { text: 'Proposed', documented: true, stated_by: 'Ann' },
        },
        who,
      )
      // What the chart decides is not set for many.
      if (!started.ok) continue
      const { id } = started.value
      const standing = async () => valueOf(await readStanding({ id }, who))
      const patience = { timeout: 120_000, interval: 50 }
      await vi.waitFor(async () => expect((await standing()).is_read).toBe(true), patience)
      const { forecast } = (await standing()).tally
      const sent = await sendFix(
        { id, choice: { is_all: true, ids: [], billed: false }, reason: '' },
        who,
      )
      if (!sent.ok) continue
      await vi.waitFor(async () => {
        const { job } = await standing()
        if (job?.state === 'paused') await steerFix({ id, what: 'go on' }, who)
        expect(job?.is_open).toBe(false)
      }, patience)
      const { billed } = valueOf(await readOutcome({ id }, who))
      const sum = valueSumOf({ ...table, rows }, (row) => ready.has(row))
      expect([key, sum.claims, sum.ofClaims, sum.cents]).toEqual([
        key,
        forecast.claims,
        forecast.of,
        forecast.cents,
      ])
      expect([key, billed.claims, billed.cents]).toEqual([key, forecast.claims, forecast.cents])
      tried += 1
      claims += billed.claims
      valueOf(await world.readQueue())
    }
    expect(tried).toBeGreaterThan(0)
    expect(claims).toBeGreaterThan(0)
  },
)
