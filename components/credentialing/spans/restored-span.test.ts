import { expect, test } from 'vitest'
import type { JsonObject } from '#lib/core/json.ts'
import { draftOf, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import { serializeEdits } from '#lib/rules/edit/draft-edits.ts'
import { spanShape } from '#lib/rules/span-edit/span-shapes.ts'
import { toLoadedSpan } from './loaded-span.ts'
import { restoredSpan } from './restored-span.ts'

const span: JsonObject = {
  facility_credentialing_span_id: 'f1',
  contracting_provider: { organization_provider_id: 'p1' },
  payer: { payer_uuid: 'y1' },
  service_facility: { organization_service_facility_id: 's1' },
  start_date: '2024-01-01',
  submitted_date: '2023-10-01',
  credentialing_status: 'pending',
}
const shape = spanShape('facility')
const text = (change: object = {}) => JSON.stringify({ ...span, ...change })
const reply = (change?: object) => ({ span: text(change), is_from_list: false })

/** What stands in a draft once a person has typed `edits` over the span. */
function draft(edits: object) {
  const { terms } = toLoadedSpan('facility', text())
  const value = serializeEdits(terms, shape, { ...(draftOf(terms, shape) as DraftObject), ...edits })
  return { base: text(), edits: value ?? '{}', saved_at: '2026-01-01T00:00:00.000Z' }
}

test('edits stand in the form again, on the terms that they were made on', () => {
  const restored = restoredSpan('facility', draft({ end_date: '2030-12-31' }), reply(), shape)
  expect(restored).toMatchObject({
    changes: 1,
    isBaseOld: false,
    draft: { end_date: '2030-12-31', start_date: '2024-01-01' },
  })
  const older = restoredSpan(
    'facility',
    draft({ end_date: '2030-12-31' }),
    reply({ submitted_date: '2023-09-01', credentialing_status: 'effective' }),
    shape,
  )
  expect(older).toMatchObject({
    isBaseOld: true,
    loaded: { terms: { submitted_date: '2023-10-01' }, row: { submitted_date: '2023-09-01', status: 'effective' } },
  })
})

test('edits that the span holds by now are none', () => {
  expect(
    restoredSpan('facility', draft({ end_date: '2030-12-31' }), reply({ end_date: '2030-12-31' }), shape),
  ).toBeUndefined()
  expect(restoredSpan('facility', draft({}), reply(), shape)).toBeUndefined()
})
