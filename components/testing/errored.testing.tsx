import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { CapturePage } from '#components/charge-captures/capture-page.tsx'
import { ClaimCreationPage } from '#components/claim-creations/claim-creation-page.tsx'
import { proposeValues } from '#lib/actions/checks.ts'
import {
  readChargeCapture,
  readChargeCaptureReasons,
  readClaimCreation,
} from '#lib/actions/read.ts'
import { resolveClaimCreationError, saveChargeCapture } from '#lib/actions/records.ts'
import type { ChargeCaptureReply } from '#lib/actions/charge-captures/read-charge-capture.ts'
import type { ClaimCreationReply } from '#lib/actions/claim-creations/read-claim-creation.ts'
import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { ok } from '#lib/core/result.ts'
import type { FixOffer } from '#lib/lists/queue.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import type { Proposal } from '#lib/rules/queue/proposals.ts'
import { cleanData, today } from '#lib/rules/testdata/clean-capture.ts'
import { answer } from './answers.testing.ts'
import { answerChecks, answerPage } from './capture.testing.tsx'
import { forgetDrafts } from './drafts.testing.ts'
import { openCaptureForm, savedAlone } from './forms.testing.ts'
import { showPage } from './page.testing.tsx'

type Change = (data: ChargeCaptureData) => Partial<ChargeCaptureData>

/** An error of the partner's about the capture, and what a person said of it. */
export type ErrorOfPartner = {
  id: string
  message: string
  field?: string
  resolved?: boolean
  resolved_by?: string
  resolution_reason?: string | undefined
}

export type Errored = {
  id?: string
  change?: Change
  errors?: ErrorOfPartner[]
  /** Other members of the capture, and of its claim creation. */
  head?: object
  creation?: object
  /** The field that the link names. */
  field?: string
  /** What is known for the fields in error, by control. */
  proposals?: { [name: string]: Proposal[] }
  /** What cleared the errors before, by the error's id. */
  fixes?: { [errorId: string]: FixOffer[] }
}

export const captureId = '5f6f2b5e-31c4-4c1c-8d5e-000000000001'
export const creationId = '5f6f2b5e-31c4-4c1c-8d5e-0000000000cc'

const resolvedAt = Date.parse(`${today}T10:00:00Z`)

function records(errored: Errored) {
  const { id = captureId, change = () => ({}), errors = [], head, creation } = errored
  const clean = cleanData() as ChargeCaptureData
  const data = { ...clean, ...change(clean) }
  const capture = {
    id,
    status: 'billable',
    charge_external_id: 'CHG-1',
    patient_external_id: 'PAT-0042',
    claim_creation_id: creationId,
    charge_capture_data: data,
    updates: [],
    ...head,
  }
  return {
    capture,
    creation: {
      id: creationId,
      status: 'in-error',
      created_encounter_id: null,
      characteristics: {},
      errors: errors.map(({ field, ...error }) => ({
        charge_capture_id: id,
        field_in_error: field,
        resolved: false,
        resolved_by: null,
        resolution_reason: null,
        ...error,
      })),
      encounter_creation_input: data,
      ...creation,
    },
  }
}

/** What the server reads of the capture and of its claim creation. */
function answerErrored(errored: Errored) {
  const ofCapture = (): ChargeCaptureReply => {
    const { capture, creation } = records(errored)
    return {
      charge_capture: JSON.stringify(capture),
      claim_creation: JSON.stringify(creation),
      claim_creation_failure: null,
      fixes: errored.fixes ?? {},
    }
  }
  const ofCreation = (): ClaimCreationReply => {
    const { capture, creation } = records(errored)
    return {
      claim_creation: JSON.stringify(creation),
      charge_captures: JSON.stringify([capture]),
      is_complete: true,
      charge_captures_failure: null,
      billed_diff: null,
      change_advice: { advice: null, encounter_failure: null },
      resolved_at: Object.fromEntries(
        (errored.errors ?? []).flatMap(({ id, resolved }) => (resolved ? [[id, resolvedAt]] : [])),
      ),
    }
  }
  answerChecks()
  answer(readChargeCaptureReasons, () => [])
  answerPage()
  answer(proposeValues, () => ({ proposals: errored.proposals ?? {}, is_whole: true }))
  answer(readChargeCapture, ofCapture)
  answer(readClaimCreation, ofCreation)
  answer(resolveClaimCreationError, ({ error_id: id, resolution_reason }) => {
    errored.errors = (errored.errors ?? []).map((error) =>
      error.id === id
        ? { ...error, resolved: true, resolved_by: 'Demo Biller', resolution_reason }
        : error,
    )
    return { id, resolved_by: 'Demo Biller', resolution_reason: resolution_reason ?? null }
  })
  answer(saveChargeCapture, ({ body }) => ({
    ...savedAlone,
    ...ofCapture(),
    charge_capture: JSON.stringify({
      ...records(errored).capture,
      charge_capture_data: JSON.parse(body).data,
    }),
    claim_creation_change: null,
    is_verified: true,
  }))
  forgetDrafts()
  return { ofCapture, ofCreation }
}

/** Opens the editor of a capture whose claim creation is in error. */
export async function openErrored(errored: Errored): Promise<void> {
  const { ofCapture } = answerErrored(errored)
  const { id = captureId, field } = errored
  await openCaptureForm(`/charge-captures/${id}`, () => (
    <CapturePage
      id={id}
      reply={Promise.resolve(toJsonText(ok(ofCapture())))}
      body={captureShape()}
      canSave
      canResolveChanges
      field={field}
    />
  ))
}

/** Opens the claim creation; `reply` is what it has besides. */
export async function openCreation(
  errored: Errored,
  reply: () => Partial<ClaimCreationReply> = () => ({}),
): Promise<void> {
  const { ofCreation } = answerErrored(errored)
  const now = () => ({ ...ofCreation(), ...reply() })
  answer(readClaimCreation, now)
  await showPage(
    `/claim-creations/${creationId}`,
    <ClaimCreationPage
      id={creationId}
      reply={Promise.resolve(toJsonText(ok(now())))}
      body={captureShape()}
      canResolve
      canResolveChanges
    />,
  )
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
}
