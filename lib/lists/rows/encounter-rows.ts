import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { nameOf, sortedNameOf, sumOf, withoutBlanks, type VisitRow } from './rows.ts'

/**
 * One encounter in the list: only what its columns show. Amounts are whole cents over all lines of
 * all claims.
 */
export type EncounterRow = VisitRow & {
  external_id?: string
  /** The number of claims if it is not one; `status` is the first claim's. */
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

/**
 * The row of one encounter, from any JSON: what cannot be read is left out, and nothing is thrown.
 */
export function toEncounterRow(item: unknown): EncounterRow {
  const id = textOf(memberAt(item, 'encounter_id'))
  if (id === undefined) return { id: '', unreadable: true }
  const claims = itemsOf(memberAt(item, 'claims'))
  const lines = claims.flatMap((claim) => itemsOf(memberAt(claim, 'service_lines')))
  return withoutBlanks({
    id,
    external_id: textOf(memberAt(item, 'external_id')),
    status: textOf(memberAt(claims[0], 'status')),
    claims: claims.length === 1 ? undefined : claims.length,
    denial: lines
      .map((line) => textOf(memberAt(line, 'denial_reason', 'reason')))
      .find((reason) => reason !== undefined),
    patient: sortedNameOf(memberAt(item, 'patient')),
    patient_id: textOf(memberAt(item, 'patient', 'external_id')),
    payer: textOf(memberAt(item, 'subscriber_primary', 'insurance_card', 'payer_name')),
    facility: textOf(memberAt(item, 'service_facility', 'organization_name')),
    rendering:
      nameOf(memberAt(item, 'rendering_provider')) ??
      textOf(memberAt(item, 'rendering_provider', 'npi')),
    billing_npi: textOf(memberAt(item, 'billing_provider', 'npi')),
    date_of_service:
      textOf(memberAt(item, 'date_of_service')) ??
      lines
        .map((line) => textOf(memberAt(line, 'date_of_service')))
        .find((date) => date !== undefined),
    lines: lines.length || undefined,
    charges: sumOf(lines, 'charge_amount_cents'),
    allowed: sumOf(lines, 'allowed_amount_cents'),
    paid: sumOf(lines, 'paid_amount_cents'),
    insurance_balance: sumOf(lines, 'insurance_balance_cents'),
    patient_balance: sumOf(lines, 'patient_balance_cents'),
    patient_responsibility: sumOf(lines, 'patient_responsibility_cents'),
    owner: textOf(memberAt(item, 'owner_of_next_action')),
    billable_status: textOf(memberAt(item, 'billable_status')),
    responsible_party: textOf(memberAt(item, 'responsible_party')),
    work_queue_id: textOf(memberAt(item, 'work_queue_id')),
    tags:
      itemsOf(memberAt(item, 'tags'))
        .map((tag) => textOf(memberAt(tag, 'description')) ?? textOf(memberAt(tag, 'tag_id')))
        .filter(Boolean)
        .join(', ') || undefined,
    claim_creation_id: textOf(memberAt(item, 'claim_creation_id')),
    control_number: textOf(memberAt(item, 'patient_control_number')),
  })
}
