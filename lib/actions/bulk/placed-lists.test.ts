import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { addPart, placeParts } from '#lib/console/code-lists.ts'
import { listsLoaded, placedLists } from '#lib/console/placed-lists.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { saveCapture } from '#lib/actions/charge-captures/save-capture.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'
import { readRows, readStanding } from './read.ts'
import { startFix } from './start.ts'

type Line = JsonObject & { procedure_code: string }
type Capture = JsonObject & { id: string; charge_capture_data: { service_lines: Line[] } }
const world = startWorld({ captures: 60 })
const path = 'data.service_lines.*.procedure_code'

test('a preview finds what the placed lists say of the new codes, as a save of one record does', async () => {
  const heading = 'HCPC,ADD DT,TERM DT'
  const upload = '1'.repeat(32)
  await addPart(upload, 0, `${heading}\nJ9999,19860101,20200101\nJ0696,19860101,`)
  await placeParts(upload, 'hcpc2026_oct_anweb.csv')
  await placedLists()
  await listsLoaded()
  const all = await world.all<Capture>('/api/charge_captures/v1', { status: 'billable', limit: 60 })
  const codeOf = ({ charge_capture_data: { service_lines: lines } }: Capture) =>
    lines[0]?.procedure_code ?? ''
  const [[find, [capture]]] = [...Map.groupBy(all, codeOf)].toSorted(
    (a, b) => b[1].length - a[1].length,
  ) as [[string, [Capture, ...Capture[]]]]

  const started = await startFix(
    {
      source: { kind: 'captures', ids: all.map(({ id }) => id) },
      change: { kind: 'replace', path, find, text: 'J9999' },
      why: { text: 'As the chart says', documented: true, stated_by: '' },
    },
    world.as.biller,
  )
  const { id } = valueOf(started)
  await vi.waitFor(
    async () => expect(valueOf(await readStanding({ id }, world.as.biller)).is_read).toBe(true),
    { timeout: 60_000, interval: 50 },
  )
  const states = ['ready', 'keeps', 'billed', 'needs-you'] as const
  const { rows } = valueOf(await readRows({ id, from: 0, states: [...states] }, world.as.biller))
  expect(rows.length).toBeGreaterThan(1)
  for (const { verdict } of rows) expect(verdict).toMatch(/Makes \d new error/)

  const { charge_capture_data: data } = capture
  const lines = data.service_lines.map((line) =>
    line.procedure_code === find ? { ...line, procedure_code: 'J9999' } : line,
  )
  const saved = await saveCapture(
    {
      id: capture.id,
      operation_id: randomUUID(),
      base: JSON.stringify(capture),
      body: JSON.stringify({ data: { ...data, service_lines: lines } }),
    },
    world.as.biller,
  )
  const issues = saved.ok ? [] : saved.error.issues
  expect(issues.map(({ message }) => message).join()).toContain('J9999 ended on')
  const own = rows.find((row) => row.id === capture.id)!
  expect(own.verdict).toContain(`Makes ${issues.length} new error`)
})
