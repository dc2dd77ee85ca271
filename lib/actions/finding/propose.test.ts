import { desc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords } from '#lib/console/schema.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'
import { proposeForCaptures } from './propose.ts'

type Capture = { id: string; claim_creation_id: string | null }

const world = startWorld({ captures: 60 })

test('the trail names each capture whose values were read for a proposal, also one alone in its claim', async () => {
  const all = await world.all<Capture>('/api/charge_captures/v1', { limit: 100 })
  const claims = Map.groupBy(
    all.filter(({ claim_creation_id }) => claim_creation_id !== null),
    ({ claim_creation_id }) => claim_creation_id!, // the others were left out
  )
  const alone = [...claims].flatMap(([, some]) => (some.length === 1 ? some : [])).slice(0, 3)
  expect(alone).toHaveLength(3)
  const rows = alone.map(({ id, claim_creation_id }) => ({
    charge_capture_id: id,
    claim_creation_id: claim_creation_id!,
    names: ['data.rendering_provider.npi'],
  }))
  valueOf(await proposeForCaptures({ rows }, world.as.manager))
  const db = await consoleDb()
  const [row] = await db.select().from(auditRecords).orderBy(desc(auditRecords.id)).limit(1)
  expect(row).toMatchObject({ stage: 'read', accountId: world.as.manager.account.id })
  expect(row!.recordIds.toSorted()).toEqual(alone.map(({ id }) => id).toSorted())
})
