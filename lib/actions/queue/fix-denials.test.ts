import { expect, test } from 'vitest'
import { consoleDb } from '#lib/console/db.ts'
import { keepFixes, readFixes, settleFixes } from '#lib/console/queue/fixes.ts'
import { fixMemories } from '#lib/console/schema.ts'
import { watchFixes } from './fix-memory.ts'
import { startWorld } from '#lib/actions/world.testing.ts'

const world = startWorld({ captures: 200 })

test('a claim that the payer denied counts against the value that made it, until the denial is reversed', async () => {
  const { connection } = world
  const idsOf = async (claim_status: string) => {
    const { json } = await world.sandbox.get('/api/charge_capture_claim_creation/v1', {
      claim_status,
      limit: 2,
    })
    return (json as { items: { id: string }[] }).items.map(({ id }) => id)
  }
  const [denied, paid] = [(await idsOf('denied'))[0]!, (await idsOf('paid'))[0]!]
  const fix = {
    cause: 'a cause',
    accountId: 'a',
    state: 'billed' as const,
    savedAt: new Date(),
    value: '{}',
  }
  await keepFixes(connection.boundTo, [
    { ...fix, chargeCaptureId: 'c1', claimCreationId: denied },
    { ...fix, chargeCaptureId: 'c2', claimCreationId: paid },
  ])
  const known = async () =>
    (await readFixes(connection.boundTo, ['a cause']))
      .map(({ chargeCaptureId, isBilled, isDenied }) => [chargeCaptureId, isBilled, isDenied])
      .toSorted()
  await watchFixes(connection, new AbortController().signal)
  expect(await known()).toEqual([
    ['c1', true, true],
    ['c2', true, false],
  ])
  const rows = await (await consoleDb()).select({ id: fixMemories.id }).from(fixMemories)
  await settleFixes(
    rows.map(({ id }) => id),
    'denied',
  )
  await watchFixes(connection, new AbortController().signal)
  expect(await known()).toEqual([
    ['c1', true, true],
    ['c2', true, false],
  ])
})
