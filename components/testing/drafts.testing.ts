import type { StoredDraft } from '#lib/rules/edit/draft-kinds.ts'
import { today } from '#lib/rules/testdata/clean-capture.ts'
import { answerRoute } from './answers.testing.ts'

/** Takes drafts, and has none when a form opens. */
export function forgetDrafts(): void {
  answerRoute('POST /api/drafts', () => null)
  answerRoute('PUT /api/drafts', () => ({ saved_at: `${today}T10:00:00Z` }))
}

/** Keeps the draft of one form for the rest of the test, as `/api/drafts` does. */
export function answerDrafts(): void {
  let stored: StoredDraft | null = null
  answerRoute('POST /api/drafts', () => stored)
  answerRoute('PUT /api/drafts', ({ revision, value }: Omit<StoredDraft, 'saved_at'>) => {
    stored = { revision, value, saved_at: new Date().toISOString() }
    return { saved_at: stored.saved_at }
  })
}
