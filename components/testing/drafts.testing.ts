import type { StoredDraft } from '#lib/rules/edit/draft-kinds.ts'
import { answerRoute } from './answers.testing.ts'

/** Keeps the draft of one form for the rest of the test, as `/api/drafts` does. */
export function answerDrafts(): void {
  let stored: StoredDraft | null = null
  answerRoute('POST /api/drafts', () => stored)
  answerRoute('PUT /api/drafts', ({ revision, value }: Omit<StoredDraft, 'saved_at'>) => {
    stored = { revision, value, saved_at: new Date().toISOString() }
    return { saved_at: stored.saved_at }
  })
}
