'use client'
import { useLayoutEffect } from 'react'
import { useRecord } from '#components/form/record-context.tsx'
import type { Mark } from '#components/form/marks/mark-store.ts'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { edited } from '#lib/rules/edit/edit-data.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { spanProblems, spanWarnings } from '#lib/rules/span-edit/span-problems.ts'

/**
 * Shows problems of the dates while a person types, and returns the span with the form's current
 * values. Use it inside the FormProvider.
 */
export function useSpanChecks(kind: SpanKind): JsonObject {
  const { shape, base, marks } = useRecord()
  const draft = useSettledDraft()
  const body = edited(base, shape, draft) as JsonObject // an object's edits make an object
  useLayoutEffect(() => {
    const found = new Map<string, Mark[]>()
    const add =
      (severity: Mark['severity']) =>
      ({ path, message }: { path: string; message: string }) =>
        found.set(path, [...(found.get(path) ?? []), { from: 'check', severity, message }])
    // Missing values are reported on sending; contradicting dates immediately.
    spanProblems(kind, body, [])
      .filter(({ path }) => path.endsWith('_date'))
      .forEach(add('error'))
    spanWarnings(body).forEach(add('warning'))
    marks.put('checks', found)
  })
  return body
}
