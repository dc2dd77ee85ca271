import { toNumber } from '#lib/core/json.ts'
import { type ClaimDecision, denials } from './claim-decision.ts'
import { factsOfStatus } from './claim-status.ts'
import { diagnosisId } from './clinical-json.ts'
import {
  billedLines,
  type EncounterInput,
  type EncounterRecords,
  knownPlace,
  whole,
  wholeItems,
} from './encounter-input.ts'
import { derivedId, derivedNumber } from './ids.ts'
import type { InvoiceFacts } from './invoices-json.ts'
import { providerJson } from './providers-json.ts'
import { type PricedLine, type Settled, settleLines } from './settle-line.ts'

/** The values that all lines of an encounter share. */
export type LineContext = {
  encounterId: string
  claimId: string
  claimStatus: string
  isSelfPay: boolean
  /** ISO instants; the remittance is undefined before the payer has answered. */
  createdAt: string
  decidedAt: string | undefined
  decision: ClaimDecision
  /** See `Charged`. */
  otherInsurers: number
  place: string | null
  dateOfService: string
  input: EncounterInput
  records: EncounterRecords
}

/** Every line of the input with its id and amounts. */
export function priceLines({
  encounterId,
  claimStatus,
  isSelfPay,
  decision,
  otherInsurers,
  input,
}: Omit<LineContext, 'place'>): PricedLine[] {
  const charged = billedLines(input).map((line, index) => ({
    line,
    index,
    id: derivedId(encounterId, `service_lines.${index}`),
    charge: toNumber(line.charge_amount_cents) ?? 0,
  }))
  const settled = settleLines(
    charged.map(({ id, charge }) => ({
      lineId: id,
      charge,
      claimStatus,
      isSelfPay,
      otherInsurers,
    })),
    decision.amounts,
  )
  return charged.map((each, i) => ({ ...each, settled: settled[i]! }))
}

/** A service line as an encounter returns it. */
export function lineJson(
  context: LineContext,
  priced: PricedLine,
  invoices: readonly InvoiceFacts[],
) {
  const { encounterId, claimId, createdAt, place, input, records } = context
  const { line, index, id, charge, settled } = priced
  const date = line.date_of_service ?? context.dateOfService
  const end = line.end_date_of_service ?? null
  const pointers = (line.diagnosis_pointers ?? []).map((pointer) => toNumber(pointer) ?? 0)
  const diagnosisAt = (at: number) =>
    pointers[at] === undefined ? null : diagnosisId(encounterId, pointers[at])
  return {
    service_line_id: id,
    claim_id: claimId,
    created_at: createdAt,
    procedure_code: line.procedure_code ?? '',
    modifiers: line.modifiers ?? null,
    quantity: line.quantity ?? '1',
    units: line.units ?? 'UN',
    charge_amount_cents: charge,
    ...amounts(settled, context.otherInsurers),
    diagnosis_id_zero: diagnosisAt(0),
    diagnosis_id_one: diagnosisAt(1),
    diagnosis_id_two: diagnosisAt(2),
    diagnosis_id_three: diagnosisAt(3),
    drug_identification: whole(
      line.drug_identification,
      'service_id_qualifier',
      'national_drug_code',
      'national_drug_unit_count',
      'measurement_unit_code',
    ),
    ...decisions(context, priced),
    related_invoices: invoices.map((invoice) => invoice.ofLine(id)),
    related_invoice_info: invoices.map((invoice) => invoice.info),
    place_of_service_code: knownPlace(line.place_of_service_code) ?? place,
    place_of_service_code_as_submitted: context.decidedAt
      ? (knownPlace(line.place_of_service_code) ?? place)
      : null,
    ordering_provider: providerJson(
      encounterId,
      `service_lines.${index}.ordering_provider`,
      line.ordering_provider,
      input,
      records,
    ),
    revenue_code: line.revenue_code ?? null,
    date_of_service_range: { start_date: date, end_date: end },
    description: line.description ?? null,
    date_of_service: date,
    end_date_of_service: end,
    test_results: wholeItems(line.test_results, 'value', 'result_type'),
    has_epsdt_indicator: line.has_epsdt_indicator ?? null,
    has_family_planning_indicator: line.has_family_planning_indicator ?? null,
    note: line.note ?? null,
    prior_authorization_number: line.prior_authorization_number ?? null,
    external_id: line.external_id ?? null,
  }
}

function amounts(settled: Settled, otherInsurers: number) {
  const { paid, secondaryPaid, tertiaryPaid, patientPaid } = settled
  return {
    allowed_amount_cents: settled.allowed,
    insurance_balance_cents: settled.insuranceBalance,
    patient_balance_cents: settled.patientBalance,
    paid_amount_cents: paid + secondaryPaid + tertiaryPaid + patientPaid,
    primary_paid_amount_cents: paid,
    secondary_paid_amount_cents: otherInsurers > 0 ? secondaryPaid : null,
    tertiary_paid_amount_cents: otherInsurers > 1 ? tertiaryPaid : null,
    patient_responsibility_cents: settled.patientResponsibility,
    copay_cents: settled.copay,
    coinsurance_cents: settled.coinsurance,
    deductible_cents: settled.deductible,
  }
}

// The reasons why the payer did not pay the whole charge: adjustments, manual adjustments and a
// denial.
function decisions(
  { claimStatus, decidedAt, decision, isSelfPay }: LineContext,
  { id, charge, settled }: PricedLine,
) {
  const nothing = {
    service_line_era_data: null,
    service_line_manual_adjustments: [],
    denial_reason: null,
  }
  if (!decidedAt || isSelfPay) return nothing
  const adjustment = (
    group: string,
    reason: string,
    cents: number,
    note: string | null = null,
  ) => ({
    created_at: decidedAt,
    adjustment_group_code: group,
    adjustment_reason_code: reason,
    adjustment_amount_cents: cents,
    adjustment_note: note,
  })
  if (factsOfStatus(claimStatus).stage === 'denied') {
    const [reason, code, remark] =
      denials.find(([each]) => each === decision.denial) ??
      denials[derivedNumber(id, 'denial', denials.length)]!
    return {
      service_line_era_data: {
        service_line_adjustments: [adjustment('CO', code, charge)],
        remittance_advice_remark_codes: [remark],
      },
      service_line_manual_adjustments:
        settled.writtenOff > 0
          ? [adjustment('OA', code, settled.writtenOff, 'Written off after the final denial')]
          : [],
      denial_reason: { reason },
    }
  }
  const parts = [
    ['CO', '45', settled.contractual],
    ['PR', '1', settled.deductible],
    ['PR', '2', settled.coinsurance],
    ['PR', '3', settled.copay],
  ] as const
  const adjustments = parts
    .filter(([, , cents]) => cents !== 0)
    .map(([group, reason, cents]) => adjustment(group, reason, cents))
  return {
    ...nothing,
    service_line_era_data: {
      service_line_adjustments: adjustments,
      remittance_advice_remark_codes: [],
    },
  }
}
