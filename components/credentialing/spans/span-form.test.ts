import { expect, test } from 'vitest'
import type { JsonObject } from '#lib/core/json.ts'
import { draftOf, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import { serializeEdits } from '#lib/rules/edit/draft-edits.ts'
import { spanShape } from '#lib/rules/span-edit/span-shapes.ts'
import { restoreDraft } from '#components/form/writing/use-record-form.tsx'
import { openSpan, spanForms } from './span-form.ts'

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
const open = (change?: object) => openSpan('facility', { id: 'f1', shape, readAt: 0 }, text(change))

/** The draft of a person who typed `edits` over the span, restored on the span as it is `now`. */
function restore(edits: object, now?: object) {
  const { base } = open()
  const typed =
    serializeEdits(base, shape, { ...(draftOf(base, shape) as DraftObject), ...edits }) ?? '{}'
  const found = { base: text(), edits: typed, saved_at: '2026-01-01T00:00:00.000Z' }
  return restoreDraft(spanForms.facility, open(now), found)
}

test('a restored draft has its edits, on the terms that they were made on', () => {
  expect(restore({ end_date: '2030-12-31' })).toMatchObject({
    changes: 1,
    isBaseOld: false,
    draft: { end_date: '2030-12-31', start_date: '2024-01-01' },
  })
  const older = restore(
    { end_date: '2030-12-31' },
    { submitted_date: '2023-09-01', credentialing_status: 'effective' },
  )
  expect(older).toMatchObject({
    isBaseOld: true,
    loaded: {
      base: { submitted_date: '2023-10-01' },
      row: { submitted_date: '2023-09-01', status: 'effective' },
    },
  })
})

test('nothing is restored when the span has the edits by now', () => {
  expect(restore({ end_date: '2030-12-31' }, { end_date: '2030-12-31' })).toBeUndefined()
  expect(restore({})).toBeUndefined()
})
