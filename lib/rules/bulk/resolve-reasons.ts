/**
 * Why the errors of a cause are resolved together. Source: the partner's interface, where resolving
 * an error only marks it: it changes no capture, so each reason says what became of the claims.
 */
export const resolveReasons = {
  'fixed-at-payer': 'Fixed at the payer',
  'partners-error': 'The partner’s error',
  'billed-elsewhere': 'Billed elsewhere',
  'not-billed': 'Won’t be billed',
} as const
export type ResolveReason = keyof typeof resolveReasons

export const resolveReasonIds = Object.keys(resolveReasons) as ResolveReason[]

/** The reason as the partner stores it with each error. */
export function resolveWords(reason: ResolveReason, note: string): string {
  return [`${resolveReasons[reason]}.`, note.trim()].filter(Boolean).join(' ')
}
