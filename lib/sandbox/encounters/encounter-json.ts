import { knownValues } from '#lib/contract/fields.ts'
import { tagColor } from '#lib/contract/tags.ts'
import { isJsonObject, parseExact, toNumber } from '#lib/core/json.ts'
import { localDateAt } from '#lib/core/local-date.ts'
import type { ClaimRow, EncounterRow } from '#lib/sandbox/db/creations-schema.ts'
import { standingOf, submittedElsewhere } from './claim-standing.ts'
import { clinicalJson, diagnosesJson } from './clinical-json.ts'
import type { EncounterInput, EncounterRecords } from './encounter-input.ts'
import { derivedId, derivedNumber, organizationId } from './ids.ts'
import { invoiceFacts, patientPayments } from './invoices-json.ts'
import { lineJson, priceLines } from './lines-json.ts'
import { otherMembersJson, withFittingMembers } from './other-members-json.ts'
import { guarantorJson, patientJson, subscriberJson } from './patient-json.ts'
import { encounterPlace, facilityJson, providerJson, treatingProviderJson } from './providers-json.ts'

const minute = 60_000
const day = 86_400_000

/**
 * The JSON text of an encounter in its full wire form. Values that are not stored (ids of parts, amounts, remittances,
 * invoices, payments) are derived from the stored row, so they are the same on each read of a day. `now` is in epoch
 * milliseconds.
 */
export function encounterJson(row: EncounterRow, claim: ClaimRow, records: EncounterRecords, now: number): string {
  const { id, claim_status: claimStatus } = row
  const parsed = parseExact(row.input)
  // Captures and requests were checked on write. Older rows can hold members that were not checked then.
  const input = (isJsonObject(parsed) ? withFittingMembers(row, parsed) : {}) as unknown as EncounterInput
  const standing = standingOf(claimStatus)
  const createdAt = new Date(row.created_at).toISOString()
  const external = submittedElsewhere(input)
  const isSent = standing.stage !== 'open'
  const sentAt = external ?? (isSent ? new Date(row.created_at + 30 * minute).toISOString() : undefined)
  const isDecided = standing.stage === 'paid' || standing.stage === 'denied'
  const decidedAt = isDecided ? decisionTime(row.created_at, now) : undefined
  const place = encounterPlace(input, records)
  const context = {
    encounterId: id,
    claimId: claim.id,
    claimStatus,
    isSelfPay: row.responsible_party === 'SELF_PAY',
    createdAt,
    decidedAt,
    place,
    dateOfService: row.date_of_service,
    input,
    records,
  }
  const lines = priceLines(context)
  const billed = { ...context, patientExternalId: row.patient_external_id, lines }
  const invoice = invoiceFacts(billed)
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
        clearinghouse: isSent ? 'sandbox-clearinghouse' : null,
        clearinghouse_claim_id: isSent ? `CH${derivedId(id, 'clearinghouse').slice(0, 8).toUpperCase()}` : null,
        payer_claim_id:
          isDecided && !context.isSelfPay ? `PC${derivedId(id, 'payer-claim').slice(0, 8).toUpperCase()}` : null,
        clia_number: null,
        service_lines: lines.map((line) => lineJson(context, line, invoice)),
        eras: decidedAt && !context.isSelfPay ? [eraJson(id, decidedAt)] : [],
      },
    ],
    patient: patientJson(row, input.patient),
    guarantor: guarantorJson(row, input.guarantor, input.patient),
    subscriber_primary: subscriberJson(row, 'subscriber_primary', input.subscriber_primary, records),
    subscriber_secondary: subscriberJson(row, 'subscriber_secondary', input.subscriber_secondary, records),
    subscriber_tertiary: subscriberJson(row, 'subscriber_tertiary', input.subscriber_tertiary, records),
    billing_provider: provider('billing_provider', input.billing_provider ?? {}),
    rendering_provider: provider('rendering_provider', input.rendering_provider ?? input.billing_provider ?? {}),
    referring_provider: provider('referring_provider', input.referring_provider),
    initial_referring_provider: provider('initial_referring_provider', input.initial_referring_provider),
    supervising_provider: provider('supervising_provider', input.supervising_provider),
    treating_provider: treatingProviderJson(id, input),
    service_facility: facilityJson(id, input, records),
    diagnoses: diagnosesJson(id, createdAt, input),
    ...clinicalJson(id, createdAt, input),
    ...header(input),
    ...otherMembersJson(row, input, records),
    patient_payments: patientPayments(billed, row.external_id),
    tags: row.tags.map(tagJson),
    coding_attribution: 'CUSTOMER',
    work_queue_id: standing.queue || null,
    work_queue_membership_activated_at: standing.queue ? (decidedAt ?? sentAt ?? createdAt) : null,
    owner_of_next_action: standing.owner,
    submission_origin: external ? 'EXTERNAL' : 'CANDID',
    next_responsible_party: context.isSelfPay && standing.nextParty === 'primary' ? 'patient' : standing.nextParty,
    billable_status: row.billable_status,
    responsible_party: row.responsible_party,
    date_of_service: row.date_of_service || null,
    place_of_service_code: place,
    place_of_service_code_as_submitted: isSent ? place : null,
  })
}

// Three days after the encounter, or at once if that day is in the future.
function decisionTime(createdAt: number, now: number): string {
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

function eraJson(encounterId: string, decidedAt: string) {
  return {
    era_id: derivedId(encounterId, 'era'),
    check_number: String(700_000_000 + derivedNumber(encounterId, 'check', 99_999_999)),
    check_date: localDateAt(Date.parse(decidedAt), 'UTC'),
  }
}

/** ASSUMED: encounter-tag-records: the API has no look-up for tags, so every tag id is accepted and is its own name. */
function tagJson(tagId: string) {
  const colors = knownValues(tagColor)!.values
  return {
    tag_id: tagId,
    creator_id: organizationId,
    description: tagId.replaceAll('-', ' '),
    color: colors[derivedNumber(tagId, 'color', colors.length)],
  }
}
