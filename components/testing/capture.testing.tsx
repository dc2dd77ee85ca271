import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CapturePage } from '#components/charge-captures/capture-page.tsx'
import {
  findDiagnosisCodes,
  findListedCodes,
  proposeValues,
  readSameDay,
} from '#lib/actions/checks.ts'
import { listOrganizationProviders, readList } from '#lib/actions/lists.ts'
import { readFilingRules } from '#lib/actions/payer-rules.ts'
import { readChargeCaptureReasons } from '#lib/actions/read.ts'
import { saveChargeCapture } from '#lib/actions/records.ts'
import type { ChargeCaptureReply } from '#lib/actions/charge-captures/read-charge-capture.ts'
import type { ListQuestion } from '#lib/rules/scrub/placed-lists.ts'
import type { SaveReply } from '#lib/actions/writing/write-replies.ts'
import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { type JsonObject, parseExact } from '#lib/core/json.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { ok } from '#lib/core/result.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { bodyOf } from '#lib/rules/edit/edit-data.ts'
import { editableHeader } from '#lib/rules/edit/edit-scope.ts'
import { mergeThree } from '#lib/rules/merge/merge-three.ts'
import { cleanData, today } from '#lib/rules/testdata/clean-capture.ts'
import { answer, inputsOf } from './answers.testing.ts'
import { answerDrafts } from './drafts.testing.ts'
import { answerAlone, openCaptureForm } from './forms.testing.ts'

/** The id of the capture that `openCapture` opens. */
export const captureId = '5f6f2b5e-31c4-4c1c-8d5e-000000000001'

type Change = (data: ChargeCaptureData) => Partial<ChargeCaptureData>
type Data = { charge_capture_data: ChargeCaptureData }

// The capture as the partner has it now, and how often it was changed.
let now: JsonObject
let version = 0

/**
 * Opens the editor of a charge capture that has no findings but those of `change`, of which the
 * partner has no errors. Saves are merged with what `changeElsewhere` did. `head` are other members
 * of the capture, `reply` is read besides it, `answers` are those that differ. Returns a function
 * that opens it again.
 */
export async function openCapture(
  change: Change = () => ({}),
  head: { [member: string]: unknown } = {},
  { reply = {}, answers }: { reply?: Partial<ChargeCaptureReply>; answers?: () => void } = {},
): Promise<() => Promise<void>> {
  const clean = cleanData() as ChargeCaptureData
  now = {
    id: captureId,
    status: 'billable',
    charge_external_id: 'CHG-1',
    patient_external_id: 'PAT-0042',
    claim_creation_id: null,
    charge_capture_data: { ...clean, ...change(clean) },
    ...head,
  } as unknown as JsonObject
  answerChecks()
  answer(readChargeCaptureReasons, () => [])
  answer(saveChargeCapture, (input) => savedCapture(input))
  answerDrafts()
  answerPage()
  answers?.()
  return openCaptureForm(`/charge-captures/${captureId}`, () => (
    <CapturePage
      id={captureId}
      reply={Promise.resolve(toJsonText(ok({ ...replyOf(), ...reply })))}
      body={captureShape()}
      canSave
      canResolveChanges
      field={undefined}
    />
  ))
}

/** What the page of a record asks besides: nobody has it open, and its claim has no other capture. */
export function answerPage(): void {
  answer(readList, () => ({ rows: [], next: null, prev: null }))
  answerAlone()
}

/**
 * What the checks of a form ask: no code list is loaded, no other capture is known, and the key may
 * not look up providers.
 */
export function answerChecks(): void {
  answer(findDiagnosisCodes, () => [])
  answer(findListedCodes, (asked) => ({ asked: structuredClone(asked) as ListQuestion, lists: {} }))
  answer(readSameDay, () => ({ others: [], is_complete: true }))
  answer(listOrganizationProviders, () => ({ is_available: false, items: [] }))
  answer(readFilingRules, () => ({ rules: [], today }))
  answer(proposeValues, () => ({ proposals: {}, is_whole: true }))
}

function replyOf(): ChargeCaptureReply {
  return {
    charge_capture: JSON.stringify(now),
    claim_creation: null,
    claim_creation_failure: null,
  }
}

/** Changes the capture at the partner, as an EHR does. */
export function changeElsewhere(change: Change): void {
  const { charge_capture_data: data } = now as unknown as Data
  now = { ...now, charge_capture_data: { ...data, ...change(data) } as unknown as JsonObject }
  version += 1
}

/** The server's answer to a save: saved, or the conflicts that nobody chose in. */
export function savedCapture({
  body,
  base,
  choices = [],
  seen,
}: Parameters<typeof saveChargeCapture>[0]): SaveReply {
  const loaded = bodyOf(parseExact(base) as JsonObject, editableHeader)
  const found = mergeThree(
    {
      base: loaded,
      mine: { ...loaded, ...(parseExact(body) as JsonObject) },
      theirs: bodyOf(now, editableHeader),
    },
    seen === String(version) ? choices : [],
  )
  const others = {
    also_kept_text: JSON.stringify(found.theirsChanges),
    changed_by: null,
    repointed_text: JSON.stringify(found.repointed),
  }
  if (found.conflicts.length > 0)
    return {
      kind: 'conflict',
      ...others,
      conflicts_text: JSON.stringify(found.conflicts),
      seen: String(version),
    }
  const { data, ...header } = found.merged
  now = { ...now, ...header, charge_capture_data: data! }
  version += 1
  return {
    kind: 'saved',
    ...others,
    ...replyOf(),
    unverified: [],
    claim_creation_change: null,
    is_verified: true,
  }
}

/** The bodies that were sent, the oldest first. */
export function savedBodies(): { data: ChargeCaptureData; [member: string]: unknown }[] {
  return inputsOf(saveChargeCapture).map(({ body }) => JSON.parse(body))
}

/** The capture as the partner has it now. */
export function captureNow(): ChargeCaptureData {
  return JSON.parse(JSON.stringify(now)).charge_capture_data
}

/** Saves with the key, and returns the data that were sent. */
export async function saveCapture(): Promise<ChargeCaptureData> {
  const before = savedBodies().length
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(() => savedBodies().length).toBe(before + 1)
  await expect.element(page.getByRole('main')).toMatchTextContent('Saved.')
  return savedBodies().at(-1)!.data
}
