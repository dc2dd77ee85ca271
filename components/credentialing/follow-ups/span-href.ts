import type { FollowUp } from '#lib/actions/follow-ups/verbs.ts'

/** The page of the span that a follow-up is about. */
export function spanHref({ kind, id }: FollowUp['span']): string {
  return `/credentialing/${kind}-spans/${encodeURIComponent(id)}`
}
