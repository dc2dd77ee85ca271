import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import type { Checking, Conflicted, Saved } from '#lib/actions/writing/write-replies.ts'

// What the actions about credentialing spans answer. Members called `…_text` hold JSON text.

/** `readFacilitySpan`, `readProviderSpan`: one span as the partner has it. */
export type SpanReply = {
  /** JSON text of the span. */
  span: string
  /** True when single spans are not open to the stored key, and this one was found in their list: it cannot be changed. */
  is_from_list: boolean
}

/** A save that was made: `span` is the JSON text of the span as it is now. */
export type SpanSaved = Saved & { span: string }

/** `saveFacilitySpan`, `saveProviderSpan`: nothing is sent where somebody else changed the same. */
export type SaveSpanReply = SpanSaved | Conflicted | Checking

/** A span of the same three, beside one whose making nobody knows the end of. */
export type SpanCandidate = SpanRow & {
  /** It says exactly what was sent. */
  is_alike: boolean
}

/**
 * `createFacilitySpan`, `createProviderSpan`.
 * - created: the span. `is_found` when the answer was lost and a person said that it is this one.
 * - taken: the answer was lost. `candidates` are the spans of the same contracting provider, payer and facility or
 *   rendering provider, those alike first. Nothing is sent again before a person says that it was not made, and at most
 *   once (`may_resend`).
 */
export type CreateSpanReply =
  | { kind: 'created'; id: string; is_found: boolean; unverified: string[] }
  | { kind: 'taken'; candidates: SpanCandidate[]; may_resend: boolean }
  | Checking

/** `deleteFacilitySpan`, `deleteProviderSpan`: `is_found_gone` when it was not there any more, so that it is not known who did it. */
export type DeleteSpanReply = { kind: 'deleted'; is_found_gone: boolean } | Checking
