import { encounterList } from '#lib/lists/encounters.ts'
import type { FilterValue } from '#lib/lists/list-spec.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import { addFilter } from './fixtures/filters.ts'
import { expect, test } from './fixtures/test.ts'

test('filters reach the partner under their names, and one is shown first with two walks', async ({
  page,
  sandbox,
}) => {
  const mark = uniqueId('mark')
  const add = (name: string, value: FilterValue, mode: 'only' | 'first' = 'only') =>
    addFilter(page, { name, list: encounterList, mode, value })
  const asked = async () =>
    (await sandbox.requests('/api/encounters/v4'))
      .map(({ query }) => query)
      .filter((query) => query.external_id === mark)
  await page.goto(`/encounters?external_id=${mark}`)
  await add('tag_ids', ['one', 'two'])
  await add('diagnoses_updated_since', '2026-03-04')
  await add('patient_external_id', mark)
  const filters = {
    tag_ids: ['one', 'two'],
    diagnoses_updated_since: '2026-03-04T00:00:00Z',
    patient_external_id: mark,
  }
  await expect.poll(asked).toContainEqual(expect.objectContaining(filters))
  // Health information never enters an address.
  await expect(page).toHaveURL(/[?&]view=[\w-]+$/)
  await add('claim_status', 'denied', 'first')
  await expect
    .poll(asked)
    .toContainEqual(expect.objectContaining({ ...filters, claim_status: 'denied' }))
  await expect.poll(async () => (await asked()).at(-1)?.claim_status).toBeUndefined()
})
