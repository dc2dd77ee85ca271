import { fieldLabel } from '#lib/contract/field-labels.ts'
import { othersChangeLines } from '#components/form/others-changes.ts'
import { formSpec, type Editable } from '#components/form/writing/use-record-form.tsx'
import type { SpanSaved } from '#lib/actions/spans/save-span.ts'
import { type JsonObject, isJsonObject, parseExact } from '#lib/core/json.ts'
import type { Issue } from '#lib/core/result.ts'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import { outdate } from '#lib/queries/outdates.ts'
import { changesOf } from '#lib/rules/edit/edit-changes.ts'
import { edited, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { spanProblems } from '#lib/rules/span-edit/span-problems.ts'
import { partyMembers, termsOf, type SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { spanWays } from './span-kinds.ts'

/**
 * A span as its page edits it: `base` holds its terms. `row` and `other` are what the page shows
 * besides; `readAt` is when it was read, UTC milliseconds.
 */
export type OpenSpan = Editable & { id: string; row: SpanRow; other: JsonObject; readAt: number }

const shown = new Set([
  'facility_credentialing_span_id',
  'provider_credentialing_span_id',
  'service_facility',
  'rendering_provider',
  'contracting_provider',
  'payer',
  'start_date',
  'end_date',
  'submitted_date',
  'payer_loaded_date',
  'credentialing_status',
  'is_enabled',
  'regions',
  'source',
  'medallion_payer_enrollment_id',
])

/** Reads a span's JSON text. Members of the wrong type are left out. */
export function openSpan(kind: SpanKind, { id, shape, readAt }: SpanPlace, text: string): OpenSpan {
  const parsed = parseExact(text)
  const record = isJsonObject(parsed) ? parsed : {}
  return {
    id,
    shape,
    readAt,
    text,
    base: termsOf(kind, record),
    row: spanWays[kind].toRow(record),
    other: Object.fromEntries(Object.entries(record).filter(([name]) => !shown.has(name))),
  }
}

type SpanPlace = { id: string; shape: ObjectShape; readAt: number }

/** The form of a span of each kind. */
export const spanForms = { facility: spanForm('facility'), provider: spanForm('provider') }

function spanForm(kind: SpanKind) {
  const { noun, save, writes } = spanWays[kind]
  return formSpec({
    kind: `${kind}-span` as const,
    noun,
    send: save,
    request: ({ id, text, base, shape }: OpenSpan, draft) => ({
      id,
      base: text,
      wanted: JSON.stringify(edited(base, shape, draft)),
    }),
    settle(client, done: SpanSaved, { loaded }) {
      void outdate(client, writes.save)
      return openSpan(kind, { ...loaded, readAt: Date.now() }, done.span)
    },
    rebase(now, text) {
      const { base } = openSpan(kind, now, text)
      return { ...now, text, base }
    },
    problems: (loaded, draft) => newProblems(kind, loaded, draft),
    savedWords: (done) => ({
      tone: done.unverified.length > 0 ? 'amber' : 'green',
      lines: [
        ...(done.unverified.length > 0
          ? [
              `The partner saved different values in: ${done.unverified.map(fieldLabel).join(', ')}.`,
            ]
          : []),
        ...othersChangeLines(done),
      ],
    }),
  })
}

// A problem that was loaded does not stop a save. The two dates are in order only together.
function newProblems(kind: SpanKind, { base, shape }: OpenSpan, draft: DraftObject): Issue[] {
  const changed = changesOf(base, shape, draft).map(({ path }) => path)
  const wanted = edited(base, shape, draft) as JsonObject // an object's edits make an object
  return spanProblems(kind, wanted, partyMembers).filter(
    ({ path }) =>
      changed.some((each) => each === path || each.startsWith(`${path}.`)) ||
      (path === 'end_date' && changed.includes('start_date')),
  )
}
