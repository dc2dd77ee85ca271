import { NewSpanPage } from '#components/credentialing/spans/new-span-form.tsx'
import { SpanPage } from '#components/credentialing/spans/span-page.tsx'
import { readFollowUps, readPayerDays } from '#lib/actions/follow-ups.ts'
import { readList } from '#lib/actions/lists.ts'
import { readFacilitySpan, readProviderSpan } from '#lib/actions/read.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { ok } from '#lib/core/result.ts'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import { newSpanShape, spanShape } from '#lib/rules/span-edit/span-shapes.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { today } from '#lib/rules/testdata/clean-capture.ts'
import { answer } from './answers.testing.ts'
import { clinic, idAt, payer } from './contract.testing.tsx'
import { answerForms } from './forms.testing.ts'
import { answerLookUps, facilityAt, providerAt } from './look-ups.testing.ts'
import { showPage } from './page.testing.tsx'

export const spanId = idAt(40)
export const spanLists = {
  facility: '/credentialing/facility-spans',
  provider: '/credentialing/provider-spans',
} as const

/** The ids of the parties of a span. */
export const parties = {
  facility: {
    contracting_provider_id: clinic.organization_provider_id,
    payer_uuid: payer.payer_uuid,
    service_facility_id: facilityAt(0).organization_service_facility_id,
  },
  provider: {
    contracting_provider_id: clinic.organization_provider_id,
    payer_uuid: payer.payer_uuid,
    rendering_provider_id: providerAt(0).organization_provider_id,
  },
} satisfies Record<SpanKind, JsonObject>

/** A span as the partner has it, except for `change`. */
export function spanRecord(kind: SpanKind, change: JsonObject = {}): JsonObject {
  return {
    ...(kind === 'facility'
      ? { facility_credentialing_span_id: spanId, service_facility: facilityAt(0) as never }
      : {
          provider_credentialing_span_id: spanId,
          rendering_provider: providerAt(0) as never,
          regions: { type: 'states', states: ['OR', 'WA'] },
        }),
    contracting_provider: clinic,
    payer,
    start_date: '2024-01-01',
    is_enabled: true,
    ...change,
  }
}

/** Answers what every page of a span asks. The partner has no other span of the same parties. */
export function answerSpans(neighbours: SpanRow[] = []): void {
  answerForms()
  answerLookUps()
  answer(readList, () => ({ rows: neighbours as never[], next: null, prev: null }))
  answer(readPayerDays, () => null)
  answer(readFollowUps, () => ({ items: [], is_cut: false, team: [], own_id: 'own', today }))
}

/** Shows the page of one span. */
export async function showSpan(
  kind: SpanKind,
  { record = spanRecord(kind), is_from_list = false, mayWrite = true } = {},
) {
  const reply = { span: JSON.stringify(record), is_from_list }
  answer(kind === 'facility' ? readFacilitySpan : readProviderSpan, () => reply)
  return showPage(
    `${spanLists[kind]}/${spanId}`,
    <SpanPage
      kind={kind}
      id={spanId}
      shape={spanShape(kind)}
      canWrite={mayWrite}
      mayFollowUp={mayWrite}
      reply={Promise.resolve(toJsonText(ok(reply)))}
      today={today}
    />,
  )
}

/** Shows the form of a new span with what its address gives. */
export async function showNewSpan(kind: SpanKind, given: JsonObject = {}) {
  return showPage(
    `${spanLists[kind]}/new`,
    <NewSpanPage
      kind={kind}
      shape={newSpanShape(kind)}
      given={given}
      draftRecord={['new', ...Object.values(given)].join(' ')}
      today={today}
    />,
  )
}
