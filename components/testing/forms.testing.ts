import type { ReactElement } from 'react'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { answerRoute } from './answers.testing.ts'
import { answerDrafts } from './drafts.testing.ts'
import { showPage } from './page.testing.tsx'

/** Keeps the draft of a form, which nobody else has open. */
export function answerForms(): void {
  answerDrafts()
  answerAlone()
}

/** Nobody else has the record open. */
export function answerAlone(): void {
  answerRoute('POST /api/presence', () => ({ others: [], changed: null, is_partner_away: false }))
}

/**
 * Shows the form of a charge capture and waits until it takes input. Returns a function that leaves
 * it and opens it again.
 */
export async function openCaptureForm(
  path: string,
  form: () => ReactElement,
): Promise<() => Promise<void>> {
  const open = async () => {
    const shown = await showPage(path, form())
    await expect.element(page.getByRole('heading', { name: 'Service lines' })).toBeVisible()
    await expect.element(page.getByCss('fieldset:disabled')).not.toBeInTheDocument()
    return shown
  }
  let shown = await open()
  return async () => {
    await shown.unmount()
    shown = await open()
  }
}

/** What every save answers that met no change of anybody else. */
export const savedAlone = {
  kind: 'saved' as const,
  also_kept_text: '[]',
  changed_by: null,
  repointed_text: '[]',
  unverified: [] as string[],
}
