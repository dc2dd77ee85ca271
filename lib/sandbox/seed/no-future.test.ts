import { afterEach, expect, test, vi } from 'vitest'
import { testSize } from '#lib/core/test-size.testing.ts'
import type { DemoDataBatch } from '#lib/sandbox/db/demo-data-rows.ts'
import { startTestSandbox } from '#lib/sandbox/test-sandbox.ts'
import { generateDemoData } from './demo-data.ts'

// Demo data is made for a day, and the sandbox can start at any hour of it.

afterEach(() => {
  vi.useRealTimers()
})

type Item = Record<string, unknown>
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const localDate = /^\d{4}-\d{2}-\d{2}$/
// Planned dates are in the future by definition.
const agreed = new Set(['due_date', 'start_date', 'end_date', 'effective_date', 'expiration_date'])

/** Every instant and day in the sandbox's answers that is later than `now`, with its path. */
function ahead(value: unknown, now: number, path: string): string[] {
  if (typeof value === 'string') {
    const isAhead = instant.test(value)
      ? Date.parse(value) > now
      : localDate.test(value) && value > new Date(now).toISOString().slice(0, 10)
    return isAhead ? [`${path}: ${value}`] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    agreed.has(name) ? [] : ahead(inner, now, `${path}.${name}`),
  )
}

// Planned visits, future appointments, and errors about a future date.
function isToCome({ status, errors, error, appointment }: Item): boolean {
  const standing = (appointment as Item | undefined)?.status ?? status
  if (['planned', 'held', 'PENDING', 'READY', 'NOT_READY'].includes(String(standing))) return true
  return JSON.stringify([errors, error]).includes('future')
}

test.each([
  '2026-11-22T00:00:00.000Z',
  '2026-11-22T00:30:00.000Z',
  '2026-11-22T12:00:00.000Z',
  '2026-11-22T23:59:59.999Z',
  // The changes of daylight saving time in Europe and in the United States, and a leap day.
  '2026-10-25T01:00:00.000Z',
  '2026-11-01T05:30:00.000Z',
  '2028-02-29T00:01:00.000Z',
])("with the clock at %s, no event in the sandbox's answers is later", async (clock) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(clock) })
  const sandbox = await startTestSandbox({
    captures: testSize(250, 1_000),
    contracts: 12,
    seed: 7,
  })
  try {
    let seen = 0
    // A capture shows one of its errors, its claim creation all of them.
    const { items: creations } = (
      await sandbox.get('/api/charge_capture_claim_creation/v1', { limit: 1000 })
    ).json as {
      items: Item[]
    }
    const late = new Set(creations.filter(isToCome).map(({ id }) => id))
    for (const path of [
      '/api/charge_captures/v1',
      '/api/charge_capture_claim_creation/v1',
      '/api/encounters/v4',
      '/api/contracts/v3',
      '/api/contracts/v2',
      '/api/provider-credentialing-span/v2',
      '/api/provider-credentialing-span/v2/facility',
      '/api/organization-providers/v3',
      '/lists/v1/patient',
      '/lists/v1/appointment',
    ]) {
      const { items } = (await sandbox.get(path, { limit: 1000 })).json as { items: Item[] }
      seen += items.length
      const past = items.filter((item) => !isToCome(item) && !late.has(item.claim_creation_id))
      expect(past.flatMap((item) => ahead(item, Date.parse(clock), path))).toEqual([])
    }
    expect(seen).toBeGreaterThan(testSize(600, 1_500))
  } finally {
    await sandbox.close()
  }
})

test('in the default data set, no row was written and no visit billed after its day began', () => {
  const today = '2026-11-21'
  const dayStart = Date.parse(`${today}T00:00:00Z`)
  const late: string[] = []
  let checked = 0
  const batches: Iterable<DemoDataBatch> = generateDemoData({
    seed: 7,
    captures: 3187,
    contracts: 120,
    today,
  })
  for (const batch of batches) {
    for (const [table, rows] of Object.entries(batch)) {
      for (const row of rows as { created_at?: number; updated_at?: number }[]) {
        checked += 1
        if (Math.max(row.created_at ?? 0, row.updated_at ?? 0) > dayStart) late.push(table)
      }
    }
    for (const { status, data } of batch.chargeCaptures ?? []) {
      const isDone =
        status === 'billable' && /"(timestamp|submitted_at)":"2026-11-2[1-9]/.test(data)
      if (isDone) late.push(`data of a capture that is ${status}`)
    }
  }
  expect(late).toEqual([])
  expect(checked).toBeGreaterThan(70_000)
})
