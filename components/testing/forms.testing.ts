import { answerRoute } from './answers.testing.ts'
import { answerDrafts } from './drafts.testing.ts'

/** Keeps the draft of a form, which nobody else has open. */
export function answerForms(): void {
  answerDrafts()
  answerRoute('POST /api/presence', () => ({ others: [], changed: null, is_partner_away: false }))
}
