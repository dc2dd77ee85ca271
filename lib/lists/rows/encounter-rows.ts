import { at, list, nameOf, sumOf, text } from './row-values.ts'
import { withoutBlanks, type VisitRow } from './rows.ts'

/** One encounter in the list: only what its columns show. Amounts are whole cents over all lines of all claims. */
export type EncounterRow = VisitRow & {
  external_id?: string
  /** How many claims it has, where it is not one; `status` is the first claim's. */
  claims?: number
  /** Why the payer refused the first line that it refused. */
  denial?: string
  allowed?: number
  paid?: number
  insurance_balance?: number
  patient_balance?: number
  patient_responsibility?: number
  owner?: string
  billable_status?: string
  responsible_party?: string
  work_queue_id?: string
  tags?: string
  claim_creation_id?: string
  control_number?: string
}

/** The row of one encounter, from any JSON: what cannot be read is left out, and nothing is thrown. */
export function toEncounterRow(item: unknown): EncounterRow {
  const id = text(at(item, 'encounter_id'))
  if (id === undefined) return { id: '', unreadable: true }
  const claims = list(at(item, 'claims'))
  const lines = claims.flatMap((claim) => list(at(claim, 'service_lines')))
  return withoutBlanks({
    id,
    external_id: text(at(item, 'external_id')),
    status: text(at(claims[0], 'status')),
    claims: claims.length === 1 ? undefined : claims.length,
    denial: lines.map((line) => text(at(line, 'denial_reason', 'reason'))).find((reason) => reason !== undefined),
    patient: nameOf(at(item, 'patient')),
    patient_id: text(at(item, 'patient', 'external_id')),
    payer: text(at(item, 'subscriber_primary', 'insurance_card', 'payer_name')),
    facility: text(at(item, 'service_facility', 'organization_name')),
    rendering: nameOf(at(item, 'rendering_provider')) ?? text(at(item, 'rendering_provider', 'npi')),
    billing_npi: text(at(item, 'billing_provider', 'npi')),
    date_of_service:
      text(at(item, 'date_of_service')) ??
      lines.map((line) => text(at(line, 'date_of_service'))).find((date) => date !== undefined),
    lines: lines.length || undefined,
    charges: sumOf(lines, 'charge_amount_cents'),
    allowed: sumOf(lines, 'allowed_amount_cents'),
    paid: sumOf(lines, 'paid_amount_cents'),
    insurance_balance: sumOf(lines, 'insurance_balance_cents'),
    patient_balance: sumOf(lines, 'patient_balance_cents'),
    patient_responsibility: sumOf(lines, 'patient_responsibility_cents'),
    owner: text(at(item, 'owner_of_next_action')),
    billable_status: text(at(item, 'billable_status')),
    responsible_party: text(at(item, 'responsible_party')),
    work_queue_id: text(at(item, 'work_queue_id')),
    tags:
      list(at(item, 'tags'))
        .map((tag) => text(at(tag, 'description')) ?? text(at(tag, 'tag_id')))
        .filter(Boolean)
        .join(', ') || undefined,
    claim_creation_id: text(at(item, 'claim_creation_id')),
    control_number: text(at(item, 'patient_control_number')),
  })
}
