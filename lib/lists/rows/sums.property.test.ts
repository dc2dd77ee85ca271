import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { memberAt } from '#lib/core/read-json.ts'
import { openBundlingDb } from '#lib/sandbox/bundling/testdata/bundling-db.ts'
import { claims } from '#lib/sandbox/db/schema.ts'
import { encounterJson } from '#lib/sandbox/encounters/encounter-json.ts'
import { totalCharge } from '#lib/sandbox/encounters/claim-decision.ts'
import { toEncounterRow } from './encounter-rows.ts'
import { chargesOf } from './rows.ts'

let sandbox: Awaited<ReturnType<typeof openBundlingDb>>
beforeAll(async () => {
  sandbox = await openBundlingDb()
})
afterAll(() => sandbox.close())

const stay = {
  place_of_service_code: null,
  admission_date: '2026-10-02',
  discharge_date: '2026-10-06',
}
const money = fc.integer({ min: 1, max: 100_000_00 })
/** One or two captures of one claim, as amounts by line; each is professional or institutional. */
const visit = fc.record({
  kind: fc.constantFrom('professional', 'revenue code alone', 'both codes'),
  captures: fc.array(fc.array(money, { minLength: 1, maxLength: 9 }), {
    minLength: 1,
    maxLength: 2,
  }),
})

const none = () => undefined
const records = { provider: none, facilityById: none, facilityByNpi: none, payer: none }
let count = 0

it('the charges of captures, claim creation and encounter have one sum', async () => {
  await fc.assert(
    fc.asyncProperty(visit, async ({ kind, captures }) => {
      count += 1
      const patient = `PAT-SUM-${count}`
      let code = 0
      const lineOf = (charge_amount_cents: number) => {
        code += 1
        const procedure = { procedure_code: `G${9000 + code}`, diagnosis_pointers: [0] }
        const revenue = { revenue_code: `0${300 + code}` }
        return {
          quantity: '1',
          units: 'UN',
          date_of_service: '2026-10-02',
          charge_amount_cents,
          procedure_code: null,
          diagnosis_pointers: null,
          ...(kind !== 'revenue code alone' && procedure),
          ...(kind !== 'professional' && revenue),
        }
      }
      const changes = captures.map((amounts) => ({
        ...(kind !== 'professional' && stay),
        service_lines: amounts.map(lineOf),
      }))
      // The first capture waits for the others, so that all of them are in one claim.
      const ids = changes.map((_, i) => `sum-${count}-${i}`)
      const isLast = (i: number) => i === changes.length - 1
      for (const [i, each] of changes.entries())
        await sandbox.save(ids[i]!, {
          patient,
          changes: each,
          status: isLast(i) ? 'billable' : 'planned',
        })
      for (const [i, each] of changes.entries())
        if (!isLast(i)) await sandbox.save(ids[i]!, { patient, changes: each })

      const { creation, errors } = await sandbox.creationOf(ids[0]!)
      expect(errors.map(({ message }) => message)).toEqual([])
      const [row] = await sandbox.encounterOf(creation!.id)
      const [claim] = await sandbox.db.select().from(claims).where(eq(claims.encounter_id, row!.id))
      const encounter: unknown = JSON.parse(
        encounterJson(row!, claim!, records, Date.parse('2026-11-21T12:00:00Z')),
      )
      const sum = captures.flat().reduce((total, cents) => total + cents, 0)
      const stored = await Promise.all(ids.map((id) => sandbox.creationOf(id)))
      expect({
        captures: stored
          .map(({ capture }) => chargesOf(JSON.parse(capture.data))!)
          .reduce((total, cents) => total + cents, 0),
        creation: chargesOf(JSON.parse(creation!.encounter_creation_input!)),
        encounter: toEncounterRow(encounter),
        attending: memberAt(encounter, 'attending_provider', 'npi') ?? null,
        decided: totalCharge(row!.input),
      }).toMatchObject({
        captures: sum,
        creation: sum,
        encounter: { charges: sum, lines: captures.flat().length },
        // An institutional claim names who attends: the capture's rendering provider.
        attending: kind === 'professional' ? null : '1234567893',
        decided: sum,
      })
    }),
    { numRuns: 25 },
  )
})
