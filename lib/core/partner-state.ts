/**
 * How the partner answers the active connection.
 * - down: no answer; calls fail at once, and one probe at a time looks whether it is back.
 * - busy: it asked for a pause (Retry-After) of more than a few seconds.
 * - key-refused, insecure: it refuses the stored key, or its certificate can't be trusted.
 * `last_answer_at` is the time of the last good answer in UTC milliseconds; null without one since
 * the server's start.
 */
export type PartnerState = {
  kind: 'answers' | 'down' | 'busy' | 'key-refused' | 'insecure'
  last_answer_at: number | null
}

/** How the partner answers; `unknown` while the process has had no good answer and no trouble. */
export function knownKind({
  kind,
  last_answer_at,
}: PartnerState): PartnerState['kind'] | 'unknown' {
  return kind === 'answers' && last_answer_at === null ? 'unknown' : kind
}
