import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CapturePage } from '#components/charge-captures/capture-page.tsx'
import { findDiagnosisCodes, findListedCodes, readSameDay } from '#lib/actions/checks.ts'
import { readFilingRules } from '#lib/actions/payer-rules.ts'
import { readChargeCaptureReasons } from '#lib/actions/read.ts'
import { saveChargeCapture } from '#lib/actions/records.ts'
import type { ListQuestion } from '#lib/actions/replies.ts'
import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { ok } from '#lib/core/result.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { cleanData, today } from '#lib/rules/testdata/clean-capture.ts'
import { answer, answerRoute, inputsOf } from './answers.testing.ts'
import { showPage } from './page.testing.tsx'

const id = '5f6f2b5e-31c4-4c1c-8d5e-000000000001'

/**
 * Opens the editor of a charge capture that has no findings but those of `change`, of which the
 * partner has no errors. It saves whatever is sent.
 */
export async function openCapture(
  change: (data: ChargeCaptureData) => Partial<ChargeCaptureData>,
  head: { status?: string } = {},
): Promise<void> {
  const clean = cleanData() as ChargeCaptureData
  const capture = {
    id,
    status: 'billable',
    charge_external_id: 'CHG-1',
    patient_external_id: 'PAT-0042',
    claim_creation_id: null,
    charge_capture_data: { ...clean, ...change(clean) },
    ...head,
  }
  const replyOf = (now: object) => ({
    charge_capture: JSON.stringify(now),
    claim_creation: null,
    claim_creation_failure: null,
  })
  answer(findDiagnosisCodes, () => [])
  answer(findListedCodes, (asked) => ({ asked: structuredClone(asked) as ListQuestion, lists: {} }))
  answer(readSameDay, () => ({ others: [], is_complete: true }))
  answer(readFilingRules, () => ({ rules: [], today }))
  answer(readChargeCaptureReasons, () => [])
  answer(saveChargeCapture, ({ body }) => ({
    kind: 'saved' as const,
    ...replyOf({ ...capture, charge_capture_data: JSON.parse(body).data }),
    also_kept_text: '[]',
    changed_by: null,
    repointed_text: '[]',
    unverified: [],
    claim_creation_change: null,
    is_verified: true,
  }))
  answerRoute('POST /api/drafts', () => null)
  answerRoute('PUT /api/drafts', () => ({ saved_at: `${today}T10:00:00Z` }))
  answerRoute('POST /api/presence', () => ({ others: [], changed: null, is_partner_away: false }))
  await showPage(
    `/charge-captures/${id}`,
    <CapturePage
      id={id}
      reply={Promise.resolve(toJsonText(ok(replyOf(capture))))}
      body={captureShape()}
      canSave
      canResolveChanges
      field={undefined}
    />,
  )
  await expect.element(page.getByRole('heading', { name: 'Service lines' })).toBeVisible()
}

/** Saves with the key, and returns the data that were sent. */
export async function saveCapture(): Promise<ChargeCaptureData> {
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByRole('main')).toMatchTextContent(/saved\./i)
  return JSON.parse(inputsOf(saveChargeCapture).at(-1)!.body).data
}
