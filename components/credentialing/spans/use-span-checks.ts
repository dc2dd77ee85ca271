'use client'
import { useLayoutEffect } from 'react'
import { useRecord } from '#components/form/record-context.tsx'
import type { Mark } from '#components/form/marks/mark-store.ts'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { edited } from '#lib/rules/edit/edit-data.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { spanProblems, spanWarnings } from '#lib/rules/span-edit/span-problems.ts'

/** Says at the dates what is wrong with them as one types, and answers the span as it stands in the form. Inside the FormProvider. */
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
    // What is missing is told on sending; dates that contradict each other at once.
    spanProblems(kind, body, [])
      .filter(({ path }) => path.endsWith('_date'))
      .forEach(add('error'))
    spanWarnings(body).forEach(add('warning'))
    marks.put('checks', found)
  })
  return body
}
