import { knownValues } from '#lib/contract/fields.ts'
import { tagColor } from '#lib/contract/tags.ts'
import { isJsonObject, parseExact, toNumber } from '#lib/core/json.ts'
import { localDateAt } from '#lib/core/local-date.ts'
import type { ClaimRow, EncounterRow } from '#lib/sandbox/db/creations-schema.ts'
import { billingNotesJson } from './billing-notes-json.ts'
import { decisionOf } from './claim-decision.ts'
import { type StatusFacts, factsOfStatus, submittedElsewhere } from './claim-status.ts'
import { clinicalJson, diagnosesJson } from './clinical-json.ts'
import type { EncounterInput, EncounterRecords } from './encounter-input.ts'
import { derivedId, derivedNumber, organizationId } from './ids.ts'
import { invoiceFacts, patientPayments } from './invoices-json.ts'
import { lineJson, priceLines } from './lines-json.ts'
import { otherMembersJson, withFittingMembers } from './other-members-json.ts'
import { guarantorJson, patientJson, subscriberJson } from './patient-json.ts'
import {
  encounterPlace,
  facilityJson,
  providerJson,
  treatingProviderJson,
} from './providers-json.ts'

const minute = 60_000
const day = 86_400_000

/**
 * The time from an encounter to its submission in milliseconds, unless its claim has a time of its
 * own.
 */
export const submissionDelay = 30 * minute

/**
 * The JSON text of an encounter in its full wire form. Values that are not stored (ids of parts,
 * amounts, remittances, invoices, payments) are derived from the stored row, so they are the same
 * on each read of a day. `now` is in epoch milliseconds. ASSUMED: encounter-made-values
 */
export function encounterJson(
  row: EncounterRow,
  claim: ClaimRow,
  records: EncounterRecords,
  now: number,
): string {
  const { id, claim_status: claimStatus } = row
  const parsed = parseExact(row.input)
  // Captures and requests were checked on write. Older rows can hold members that were not checked
  // then.
  const input = (isJsonObject(parsed)
    ? withFittingMembers(row, parsed)
    : {}) as unknown as EncounterInput
  const statusFacts = factsOfStatus(claimStatus)
  const createdAt = new Date(row.created_at).toISOString()
  const external = submittedElsewhere(input)
  const isSent = statusFacts.stage !== 'open'
  const sentHere =
    claim.submitted_at === null ? undefined : new Date(claim.submitted_at).toISOString()
  const sentAt =
    sentHere ??
    external ??
    (isSent ? new Date(row.created_at + submissionDelay).toISOString() : undefined)
  const isDecided = statusFacts.stage === 'paid' || statusFacts.stage === 'denied'
  const decidedAt = isDecided ? decisionTime(row.created_at, claim, now) : undefined
  const place = encounterPlace(input, records)
  const context = {
    encounterId: id,
    claimId: claim.id,
    claimStatus,
    isSelfPay: row.responsible_party === 'SELF_PAY',
    createdAt,
    decidedAt,
    decision: decisionOf(claim),
    otherInsurers: otherInsurersOf(input),
    place,
    dateOfService: row.date_of_service,
    input,
    records,
  }
  const lines = priceLines(context)
  const queuedAt = decidedAt ?? sentAt ?? createdAt
  const billed = {
    ...context,
    patientExternalId: row.patient_external_id,
    billingProviderNpi: row.billing_provider_npi,
    // The control plane writes the times of what it does.
    isDemo: claim.submitted_at === null && claim.decided_at === null,
    hasProgram: hasProgram(input),
    today: localDateAt(now, 'UTC'),
    lines,
  }
  const invoices = invoiceFacts(billed)
  const provider = (role: string, named: Parameters<typeof providerJson>[2]) =>
    providerJson(id, role, named, input, records)
  return JSON.stringify({
    encounter_id: id,
    claim_creation_id: row.claim_creation_id || null,
    organization_id: organizationId,
    external_id: row.external_id,
    patient_control_number: row.patient_control_number,
    url: `https://partner.example/encounters/${id}`,
    created_at: createdAt,
    last_submitted_at: sentAt ?? null,
    claims: [
      {
        claim_id: claim.id,
        status: claimStatus,
        clearinghouse: isSent ? clearinghouseOf(input) : null,
        clearinghouse_claim_id: isSent
          ? `CH${derivedId(id, 'clearinghouse').slice(0, 8).toUpperCase()}`
          : null,
        payer_claim_id:
          isDecided && !context.isSelfPay
            ? `PC${derivedId(id, 'payer-claim').slice(0, 8).toUpperCase()}`
            : null,
        clia_number: lines.some(({ line }) => line.test_results?.length) ? cliaNumber : null,
        service_lines: lines.map((line) => lineJson(context, line, invoices)),
        eras: decidedAt && !context.isSelfPay ? [eraJson(id, claim, decidedAt)] : [],
      },
    ],
    patient: patientJson(row, input.patient),
    guarantor: guarantorJson(row, input.guarantor, input.patient),
    subscriber_primary: subscriberJson(
      row,
      'subscriber_primary',
      input.subscriber_primary,
      records,
    ),
    subscriber_secondary: subscriberJson(
      row,
      'subscriber_secondary',
      input.subscriber_secondary,
      records,
    ),
    subscriber_tertiary: subscriberJson(
      row,
      'subscriber_tertiary',
      input.subscriber_tertiary,
      records,
    ),
    billing_provider: provider('billing_provider', input.billing_provider ?? {}),
    rendering_provider: provider(
      'rendering_provider',
      input.rendering_provider ?? input.billing_provider ?? {},
    ),
    referring_provider: provider('referring_provider', input.referring_provider),
    initial_referring_provider: provider(
      'initial_referring_provider',
      input.initial_referring_provider,
    ),
    supervising_provider: provider('supervising_provider', input.supervising_provider),
    treating_provider: treatingProviderJson(id, input),
    service_facility: facilityJson(id, input, records),
    diagnoses: diagnosesJson(id, createdAt, input),
    ...clinicalJson(input),
    billing_notes: billingNotesJson({ ...billed, statusFacts, queuedAt }, input),
    ...header(input),
    ...otherMembersJson(row, input, records),
    patient_payments: patientPayments(billed, row.external_id),
    tags: row.tags.map(tagJson),
    coding_attribution: row.tags.includes('auto-coded') ? 'CANDID' : 'CUSTOMER',
    work_queue_id: statusFacts.queue || null,
    work_queue_membership_activated_at: statusFacts.queue ? queuedAt : null,
    owner_of_next_action: statusFacts.owner,
    submission_origin: external ? 'EXTERNAL' : 'CANDID',
    next_responsible_party: nextParty(context, statusFacts),
    billable_status: row.billable_status,
    responsible_party: row.responsible_party,
    date_of_service: row.date_of_service || null,
    place_of_service_code: place,
    place_of_service_code_as_submitted: isSent ? place : null,
  })
}

/**
 * The invented number of the organization's laboratory, on claims with test results. ASSUMED:
 * encounter-made-values
 */
const cliaNumber = '38D2098765'

function otherInsurersOf({ subscriber_secondary, subscriber_tertiary }: EncounterInput): number {
  if (!subscriber_secondary?.insurance_card) return 0
  return subscriber_tertiary?.insurance_card ? 2 : 1
}

/** Claims to Medicare and Medicaid go another way. ASSUMED: encounter-made-values */
function clearinghouseOf({ subscriber_primary: cover }: EncounterInput): string {
  const type = String(cover?.insurance_card?.insurance_type)
  return ['MA', 'MB', 'MC'].includes(type) ? 'sandbox-government-gateway' : 'sandbox-clearinghouse'
}

function hasProgram({ patient }: EncounterInput): boolean {
  return Boolean(patient?.non_insurance_payers?.length)
}

type Paying = {
  isSelfPay: boolean
  claimStatus: string
  otherInsurers: number
  input: EncounterInput
}

// After the primary insurer has paid, the next one is responsible. A program can pay what is left
// to the patient.
function nextParty(
  { isSelfPay, claimStatus, otherInsurers, input }: Paying,
  statusFacts: StatusFacts,
) {
  if (!isSelfPay && claimStatus === 'paid' && otherInsurers > 0)
    return otherInsurers > 1 ? 'tertiary' : 'secondary'
  const isPatients =
    statusFacts.nextParty === 'patient' || (isSelfPay && statusFacts.nextParty !== 'none')
  if (!isPatients) return statusFacts.nextParty
  return hasProgram(input) ? 'non_insurance' : 'patient'
}

// Three days after the encounter, or at once if that day is in the future.
function decisionTime(createdAt: number, { decided_at }: ClaimRow, now: number): string {
  if (decided_at !== null) return new Date(decided_at).toISOString()
  const usual = createdAt + 3 * day
  return new Date(usual < now - (now % day) ? usual : createdAt + 45 * minute).toISOString()
}

const texts = [
  'property_casualty_claim_number',
  'accident_date',
  'prior_authorization_number',
  'referral_number',
  'secondary_payer_carrier_code',
  'end_date_of_service',
  'appointment_type',
  'synchronicity',
  'additional_information',
  'outside_lab',
  'purchased_service_provider_npi',
  'service_authorization_exception_code',
  'admission_date',
  'discharge_date',
  'onset_of_current_illness_or_symptom_date',
  'last_menstrual_period_date',
  'delay_reason_code',
] as const

// The members that an encounter returns as they were sent.
function header(input: EncounterInput): Record<string, unknown> {
  return {
    ...Object.fromEntries(texts.map((name) => [name, input[name] ?? null])),
    outside_lab_charges_amount_cents: toNumber(input.outside_lab_charges_amount_cents) ?? null,
    patient_authorized_release: input.patient_authorized_release ?? true,
    benefits_assigned_to_provider: input.benefits_assigned_to_provider ?? true,
    provider_accepts_assignment: input.provider_accepts_assignment ?? true,
  }
}

// A claim that is decided again after a new submission gets another remittance.
function eraJson(encounterId: string, { decided_at }: ClaimRow, decidedAt: string) {
  const of = decided_at === null ? '' : `.${decided_at}`
  return {
    era_id: derivedId(encounterId, `era${of}`),
    check_number: String(700_000_000 + derivedNumber(encounterId, `check${of}`, 99_999_999)),
    check_date: localDateAt(Date.parse(decidedAt), 'UTC'),
  }
}

/**
 * ASSUMED: encounter-tag-records: the API has no look-up for tags, so every tag id is accepted and
 * is its own name.
 */
function tagJson(tagId: string) {
  const colors = knownValues(tagColor)!.values
  return {
    tag_id: tagId,
    creator_id: organizationId,
    description: tagId.replaceAll('-', ' '),
    color: colors[derivedNumber(tagId, 'color', colors.length)],
  }
}
