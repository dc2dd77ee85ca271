import { answerRoute } from './answers.testing.ts'
import { answerDrafts } from './drafts.testing.ts'

/** Keeps the draft of a form, which nobody else has open. */
export function answerForms(): void {
  answerDrafts()
  answerRoute('POST /api/presence', () => ({ others: [], changed: null, is_partner_away: false }))
}

/** What every save answers that met no change of anybody else. */
export const savedAlone = {
  kind: 'saved' as const,
  also_kept_text: '[]',
  changed_by: null,
  repointed_text: '[]',
  unverified: [] as string[],
}
