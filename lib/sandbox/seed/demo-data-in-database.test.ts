import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rebundle } from '#lib/sandbox/bundling/rebundle.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { openTestDb } from '#lib/sandbox/test-sandbox.ts'
import { chargeCaptures, claimCreationErrors, claimCreations } from '#lib/sandbox/db/schema.ts'
import { seedDatabase } from '#lib/sandbox/seed-database.ts'

const now = Date.parse('2026-11-21T18:00:00Z')
let sandbox: Awaited<ReturnType<typeof openTestDb>>
beforeAll(async () => {
  sandbox = await openTestDb()
  await seedDatabase(sandbox, { seed: 5, captures: 250, providers: 80 }, now)
})
afterAll(() => sandbox.close())

const state = async ({ db }: typeof sandbox) => ({
  creations: (await db.select().from(claimCreations).orderBy(asc(claimCreations.seq))).map(
    (row) => ({
      ...row,
      updated_at: 0,
      facets: row.facets.toSorted(),
    }),
  ),
  errors: await db.select().from(claimCreationErrors).orderBy(asc(claimCreationErrors.seq)),
  links: (await db.select().from(chargeCaptures).orderBy(asc(chargeCaptures.seq))).map((row) => [
    row.id,
    row.claim_creation_id,
    row.claim_status,
  ]),
})

describe('the demo data in the database', () => {
  it('equals the result of bundling: writing each capture again changes nothing', async () => {
    const before = await state(sandbox)
    expect(before.links).toHaveLength(250)
    for (const capture of await sandbox.db
      .select()
      .from(chargeCaptures)
      .orderBy(asc(chargeCaptures.seq))) {
      await sandbox.db.transaction((tx) =>
        rebundle(tx as unknown as Db, { before: capture, after: capture, now }),
      )
    }
    expect(await state(sandbox)).toEqual(before)
  })

  it('lets a biller correct an error', async () => {
    const [error] = await sandbox.db
      .select()
      .from(claimCreationErrors)
      .where(
        and(
          eq(claimCreationErrors.cause, 'charge-zero'),
          eq(claimCreationErrors.is_cleared, false),
        ),
      )
    const [before] = await sandbox.db
      .select()
      .from(chargeCaptures)
      .where(eq(chargeCaptures.id, error!.charge_capture_id!))
    const data = before!.data.replace('"charge_amount_cents":0', '"charge_amount_cents":15000')
    await sandbox.db.transaction(async (tx) => {
      const [after] = await tx
        .update(chargeCaptures)
        .set({ data })
        .where(eq(chargeCaptures.id, before!.id))
        .returning()
      await rebundle(tx as unknown as Db, { before: before!, after: after!, now })
    })
    const left = await sandbox.db
      .select()
      .from(claimCreationErrors)
      .where(eq(claimCreationErrors.claim_creation_id, error!.claim_creation_id))
    expect(left.filter((row) => !row.resolved).map((row) => row.cause)).not.toContain('charge-zero')
    const [creation] = await sandbox.db
      .select()
      .from(claimCreations)
      .where(eq(claimCreations.id, error!.claim_creation_id))
    expect(creation!.status).toBe(left.every((row) => row.resolved) ? 'successful' : 'in-error')
  })
})
