import type { SpanRow } from '../../lists/span-rows.ts'
import type { Checking } from '../write-replies.ts'

// What the actions about credentialing spans answer. Members called `…_text` hold JSON text.

/** `readFacilitySpan`, `readProviderSpan`: one span as the partner has it. */
export type SpanReply = {
  /** JSON text of the span. */
  span: string
  /** True when single spans are not open to the stored key, and this one was found in their list: it cannot be changed. */
  is_from_list: boolean
}

/** A save that was made. */
export type SpanSaved = {
  kind: 'saved'
  /** JSON text of the span as it is now. */
  span: string
  /** TheirsChange[] of `lib/rules/merge`: what somebody else had changed since it was loaded, and was kept. */
  also_kept_text: string
  /** Who made those changes, where all were made through this console. */
  changed_by: string[] | null
  /** The terms that the partner keeps otherwise than they were sent. */
  unverified: string[]
}

/** Nothing was sent, because somebody else changed the same: a person has to choose. */
export type SpanConflict = Pick<SpanSaved, 'also_kept_text' | 'changed_by'> & {
  kind: 'conflict'
  /** Conflict[] of `lib/rules/merge`. */
  conflicts_text: string
  /** Stands for the span as it was when the conflicts were found: the choices count for it alone. */
  seen: string
}

export type SaveSpanReply = SpanSaved | SpanConflict | Checking

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
