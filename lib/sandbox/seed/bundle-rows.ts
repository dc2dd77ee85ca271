import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import type { Json, JsonObject } from '#lib/core/json.ts'
import { creationColumns } from '#lib/sandbox/bundling/creation-columns.ts'
import { evaluateBundle } from '#lib/sandbox/bundling/evaluate.ts'
import { bundleKey } from '#lib/sandbox/bundling/grouping.ts'
import type { Lookups } from '#lib/sandbox/bundling/lookups.ts'
import { makeEncounter } from '#lib/sandbox/bundling/make-encounter.ts'
import { controlNumberIn, externalIdOf } from '#lib/sandbox/bundling/own-ids.ts'
import { updateMessage } from '#lib/sandbox/bundling/post-billed-updates.ts'
import type { FacilityNameOf } from '#lib/sandbox/db/capture-columns.ts'
import type { NewClaimCreationRow, NewEncounterRow } from '#lib/sandbox/db/creations-schema.ts'
import type { DemoDataBatch } from '#lib/sandbox/db/demo-data-rows.ts'
import { isOpen } from '#lib/sandbox/encounters/claim-status.ts'
import { encounterColumns } from '#lib/sandbox/encounters/encounter-columns.ts'
import { type SeedCapture, rewriteRow, toBundled } from './capture-row.ts'
import { correctionOf } from './corrections.ts'
import { type Random, pickWeighted } from './random.ts'
import { claimStatuses } from './scenarios.ts'
import { setAt } from './set-at.ts'
import { withVariety } from './variety.ts'
import type { VarietyTools } from './variety-parts.ts'

export type BundleTools = VarietyTools & {
  random: Random
  lookups: Lookups
  facilityNameOf: FacilityNameOf
  now: number
}

/**
 * Events of a bundle: a change after billing, a manually resolved error, or a correction before
 * billing.
 */
export type History = {
  lateChange?: 'unresolved' | 'resolved'
  resolvedError?: boolean
  isCorrected?: boolean
}

/**
 * Evaluates the captures of one visit as the sandbox does on a write, and returns all resulting
 * rows.
 */
export function makeBundleRows(
  tools: BundleTools,
  captures: SeedCapture[],
  history: History,
): Required<Pick<DemoDataBatch, 'claimCreations'>> & DemoDataBatch {
  const { random, lookups } = tools
  const rows = captures.map((capture) => capture.row)
  const result = evaluateBundle(captures.map(toBundled), lookups)
  const live = captures.filter(({ row }) =>
    result.participants.some((participant) => participant.id === row.id),
  )
  const created_at = rows[0]!.created_at
  const creation: NewClaimCreationRow = {
    id: random.uuid(),
    created_at,
    updated_at: rows.at(-1)!.created_at,
    status: result.status,
    bundle_key: bundleKey(toBundled(live[0] ?? captures[0]!)) ?? `capture:${rows[0]!.id}`,
    characteristics: JSON.stringify(result.characteristics),
    encounter_creation_input:
      result.input === null
        ? null
        : live.length === 1
          ? live[0]!.row.data
          : JSON.stringify(result.input),
    created_encounter_id: '',
    most_recent_claim_preview_id: result.status === 'successful-dry-run' ? random.uuid() : null,
    claim_id: '',
    claim_status: '',
    updates: 0,
    unresolved_updates: 0,
    ...creationColumns(rows),
  }
  for (const row of rows) row.claim_creation_id = creation.id
  const isTried = result.status === 'in-error' || result.status === 'successful'
  const correction =
    history.isCorrected && isTried && captures.length === 1
      ? correctionOf(captures[0]!, result.errors, tools)
      : undefined
  if (correction) rows[0]!.updated_at = creation.updated_at = correction.at
  const found = result.errors.map((error, i) => ({
    ...error,
    id: random.uuid(),
    claim_creation_id: creation.id,
    resolved: history.resolvedError === true && i === 0,
    resolved_by: history.resolvedError && i === 0 ? 'biller@demo.test' : null,
    resolution_reason: history.resolvedError && i === 0 ? 'Corrected in the source system' : null,
    is_cleared: false,
    created_at: rows.at(-1)!.created_at,
  }))
  const cleared = (correction?.cleared ?? []).map((error) => ({
    ...error,
    claim_creation_id: creation.id,
  }))
  const claimCreationErrors = [...cleared, ...found]
  const batch = { claimCreations: [creation], claimCreationErrors }
  return result.status === 'successful'
    ? { ...batch, ...bill(tools, creation, { captures, live, data: result.input ?? {} }, history) }
    : batch
}

type Billed = { captures: SeedCapture[]; live: SeedCapture[]; data: JsonObject }

function bill(
  tools: BundleTools,
  creation: NewClaimCreationRow,
  { captures, live, data }: Billed,
  history: History,
): DemoDataBatch {
  const { random } = tools
  const members = live.map((capture) => capture.row)
  const { encounter, claim } = makeEncounter({
    creationId: creation.id,
    members,
    input: creation.encounter_creation_input!,
    data,
    now: creation.updated_at,
    newId: random.uuid,
  })
  if (claim.status === 'biller_received') claim.status = pickWeighted(random, claimStatuses)
  encounter.claim_status = claim.status
  Object.assign(creation, {
    created_encounter_id: encounter.id,
    claim_id: claim.id,
    claim_status: claim.status,
  })
  for (const { row } of live) row.claim_status = claim.status
  const [only] = captures
  if (only && captures.length === 1) addVariety(tools, only, { creation, encounter })
  const chargeCaptureUpdates = history.lateChange
    ? [recordLateChange(tools, creation, random.pick(live), history.lateChange === 'resolved')]
    : []
  if (history.lateChange)
    Object.assign(creation, creationColumns(captures.map((capture) => capture.row)))
  return { encounters: [encounter], claims: [claim], chargeCaptureUpdates }
}

type Bill = { creation: NewClaimCreationRow; encounter: NewEncounterRow }

// The visit was billed with this data, so the claim creation and the encounter have it too.
function addVariety(tools: BundleTools, capture: SeedCapture, { creation, encounter }: Bill): void {
  const { row } = capture
  const { external_id, patient_external_id, claim_status = '' } = encounter
  capture.data = withVariety(
    {
      data: capture.data,
      number: Number(row.charge_external_id.replace('CHG-', '')),
      isSent: !isOpen(claim_status),
      created_at: encounter.created_at,
    },
    tools,
  )
  rewriteRow(capture, capture.data, tools.facilityNameOf)
  Object.assign(creation, { ...creationColumns([row]), encounter_creation_input: row.data })
  Object.assign(encounter, {
    ...encounterColumns(
      {
        external_id: externalIdOf(capture.data) ?? external_id!,
        patient_external_id: patient_external_id!,
      },
      capture.data,
    ),
    input: row.data,
    patient_control_number: controlNumberIn(capture.data) ?? encounter.patient_control_number,
  })
}

function recordLateChange(
  tools: BundleTools,
  creation: NewClaimCreationRow,
  capture: SeedCapture,
  resolved: boolean,
) {
  const { row, data: billed } = capture
  const late = changeAfterBilling(tools.random, billed)
  const created_at = Math.min(row.created_at + 5 * 86_400_000, tools.now)
  if (late.status) row.status = late.status
  rewriteRow(capture, late.data, tools.facilityNameOf)
  row.updated_at = created_at
  creation.updated_at = Math.max(creation.updated_at, created_at)
  creation.updates = 1
  creation.unresolved_updates = resolved ? 0 : 1
  const messageType = isOfCover(billed, late)
    ? 'ADT'
    : row.hl7_message_type === 'ADT'
      ? 'DFT'
      : (row.hl7_message_type ?? null)
  return {
    id: tools.random.uuid(),
    charge_capture_id: row.id,
    claim_creation_id: creation.id,
    // The change is never empty, see changeAfterBilling.
    message: updateMessage(
      { status: 'billable', data: billed as unknown as Json },
      { status: row.status, data: late.data as unknown as Json },
      messageType,
    )!,
    hl7_message_type: messageType,
    resolved,
    created_at,
  }
}

// Changes of the patient or the coverage come by a message without charges.
function isOfCover(
  billed: ChargeCaptureData,
  { data, status }: ReturnType<typeof changeAfterBilling>,
): boolean {
  const withoutCover = ({ subscriber_primary, ...rest }: ChargeCaptureData) => JSON.stringify(rest)
  return status === undefined && withoutCover(data) === withoutCover(billed)
}

type LateChange = { data: ChargeCaptureData; status?: string }

const changes: readonly ((data: ChargeCaptureData, random: Random) => string | void)[] = [
  (data, random) =>
    setAt(
      data,
      'service_lines.0.charge_amount_cents',
      Number(data.service_lines![0]!.charge_amount_cents) + 500 * random.int(1, 9),
    ),
  (data) => {
    setAt(data, 'place_of_service_code', data.place_of_service_code === '22' ? '11' : '22')
    setAt(
      data,
      'service_lines',
      data.service_lines!.map((line) => ({
        ...line,
        place_of_service_code: data.place_of_service_code,
      })),
    )
  },
  (data) => setAt(data, 'service_lines.0.modifiers', ['59']),
  (data) =>
    setAt(data, 'diagnoses', [
      ...data.diagnoses!,
      { code: 'Z71.89', name: 'Other counseling', code_type: 'ABF' },
    ]),
  (data, random) =>
    setAt(data, 'subscriber_primary.insurance_card.member_id', `X${random.digits(9)}`),
  (data) =>
    setAt(data, 'service_lines.0.quantity', String(Number(data.service_lines![0]!.quantity) + 1)),
  (data, random) => setAt(data, 'prior_authorization_number', `AUTH9${random.digits(6)}`),
  () => 'entered-in-error',
]

/** One or two changes by the EHR after billing, on a copy of the capture's data. */
function changeAfterBilling(random: Random, billed: ChargeCaptureData): LateChange {
  const data: ChargeCaptureData = { ...billed }
  let status: string | undefined
  const first = random.int(0, changes.length - 1)
  const count = random.chance(0.3) ? 2 : 1
  for (let i = 0; i < count; i += 1)
    status = changes[(first + i) % changes.length]!(data, random) || status
  // A random change can have no effect (the modifier was there before). Then the amount changes.
  if (!status && JSON.stringify(data) === JSON.stringify(billed)) changes[0]!(data, random)
  return status ? { data, status } : { data }
}
