import { type Json, type JsonObject, isJsonObject, parseExact, toNumber } from '#lib/core/json.ts'
import { letterOf } from '#lib/rules/edit/draft-text.ts'

/** The amounts of a service line, by the names under which its table shows them. */
export const amounts = {
  charge: 'charge_amount_cents',
  allowed: 'allowed_amount_cents',
  primary: 'primary_paid_amount_cents',
  secondary: 'secondary_paid_amount_cents',
  tertiary: 'tertiary_paid_amount_cents',
  paid: 'paid_amount_cents',
  copay: 'copay_cents',
  coinsurance: 'coinsurance_cents',
  deductible: 'deductible_cents',
  share: 'patient_responsibility_cents',
  insuranceBalance: 'insurance_balance_cents',
  patientBalance: 'patient_balance_cents',
} as const

/** An amount of the wire, or what was adjusted: the sum over a line's adjustments. */
export type AmountName = keyof typeof amounts | 'adjusted'

/** Whole cents; undefined if the amount is not stated, which differs from $0.00. */
export type Amounts = { [name in AmountName]: number | undefined }

/**
 * Why a line was not paid in full. `isByHand` for the partner's own corrections, else the payer's.
 */
export type Adjustment = {
  group: string
  reason: string
  cents: number | undefined
  note: string | undefined
  isByHand: boolean
}

/** A service line of a claim. `diagnoses` are letters of the encounter's own list. */
export type Line = {
  record: JsonObject
  id: string
  /** The procedure, or the revenue code of a line that has none. */
  service: string
  /** The revenue code beside a procedure. */
  revenue: string | undefined
  modifiers: string[]
  diagnoses: string
  amounts: Amounts
  adjustments: Adjustment[]
  remarks: string[]
  denial: string | undefined
}

/** A claim with its lines. `status` is as the wire spells it. */
export type Claim = {
  record: JsonObject
  id: string
  status: string
  lines: Line[]
  total: Amounts
}

/** An invoice to the patient, once however many lines name it. */
export type Invoice = { id: string; record: JsonObject }

/** An encounter as its page shows it; `record` is all of it. */
export type LoadedEncounter = {
  record: JsonObject
  id: string
  externalId: string | undefined
  claimCreationId: string | undefined
  claims: Claim[]
  lines: Line[]
  total: Amounts
  invoices: Invoice[]
}

/** Reads an encounter's JSON text. Members of the wrong type are left out. */
export function toLoadedEncounter(text: string): LoadedEncounter {
  const parsed = parseExact(text)
  const record = isJsonObject(parsed) ? parsed : {}
  const letters = new Map(
    itemsOf(record.diagnoses).map((diagnosis, place) => [
      textOf(diagnosis.diagnosis_id) ?? '',
      letterOf(place),
    ]),
  )
  const claims = itemsOf(record.claims).map((claim) => toClaim(claim, letters))
  const lines = claims.flatMap((claim) => claim.lines)
  return {
    record,
    id: textOf(record.encounter_id) ?? '',
    externalId: textOf(record.external_id),
    claimCreationId: textOf(record.claim_creation_id),
    claims,
    lines,
    total: totalOf(lines),
    invoices: invoicesOf(lines),
  }
}

/** The sums of lines' amounts; an amount that no line states has no sum. */
export function totalOf(lines: readonly Line[]): Amounts {
  const names = [...(Object.keys(amounts) as AmountName[]), 'adjusted' as const]
  return Object.fromEntries(
    names.map((name) => [name, sum(lines.map((line) => line.amounts[name]))]),
  ) as Amounts
}

/** Objects of a list; anything else in it is left out. */
export function itemsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((item) => isJsonObject(item)) : []
}

/** Text that says something, else undefined. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A whole number of cents, else undefined. */
export function centsOf(value: Json | undefined): number | undefined {
  const number = toNumber(value)
  return Number.isSafeInteger(number) ? number : undefined
}

function toClaim(record: JsonObject, letters: ReadonlyMap<string, string>): Claim {
  const lines = itemsOf(record.service_lines).map((line) => toLine(line, letters))
  return {
    record,
    id: textOf(record.claim_id) ?? '',
    status: textOf(record.status) ?? 'unreadable',
    lines,
    total: totalOf(lines),
  }
}

function toLine(record: JsonObject, letters: ReadonlyMap<string, string>): Line {
  const era = isJsonObject(record.service_line_era_data) ? record.service_line_era_data : {}
  const adjustments = [
    ...itemsOf(era.service_line_adjustments).map((item) => toAdjustment(item, false)),
    ...itemsOf(record.service_line_manual_adjustments).map((item) => toAdjustment(item, true)),
  ]
  const pointers = [
    'diagnosis_id_zero',
    'diagnosis_id_one',
    'diagnosis_id_two',
    'diagnosis_id_three',
  ].map((name) => textOf(record[name]))
  const stated = Object.fromEntries(
    Object.entries(amounts).map(([name, wire]) => [name, centsOf(record[wire])]),
  ) as Omit<Amounts, 'adjusted'>
  const procedure = textOf(record.procedure_code)
  const code = textOf(record.revenue_code)
  const revenue = code && `Revenue code ${code}`
  return {
    record,
    id: textOf(record.service_line_id) ?? '',
    service: procedure ?? revenue ?? '',
    revenue: procedure && revenue,
    modifiers: Array.isArray(record.modifiers)
      ? record.modifiers.filter((modifier) => typeof modifier === 'string')
      : [],
    diagnoses: pointers
      .filter((id) => id !== undefined)
      .map((id) => letters.get(id) ?? '?')
      .join(' '),
    // Group PR is the patient's share, which has columns of its own: the rest was taken off.
    amounts: {
      ...stated,
      adjusted: sum(adjustments.filter((each) => each.group !== 'PR').map((each) => each.cents)),
    },
    adjustments,
    remarks: Array.isArray(era.remittance_advice_remark_codes)
      ? era.remittance_advice_remark_codes.filter((code) => typeof code === 'string')
      : [],
    denial: isJsonObject(record.denial_reason) ? textOf(record.denial_reason.reason) : undefined,
  }
}

function toAdjustment(item: JsonObject, isByHand: boolean): Adjustment {
  return {
    group: textOf(item.adjustment_group_code) ?? '',
    reason: textOf(item.adjustment_reason_code) ?? '',
    cents: centsOf(item.adjustment_amount_cents),
    note: textOf(item.adjustment_note),
    isByHand,
  }
}

// Every line of an invoice names all of it.
function invoicesOf(lines: readonly Line[]): Invoice[] {
  const found = new Map<string, Invoice>()
  for (const line of lines) {
    for (const info of itemsOf(line.record.related_invoice_info)) {
      const id = textOf(info.id)
      if (id !== undefined && !found.has(id)) found.set(id, { id, record: info })
    }
  }
  return [...found.values()]
}

function sum(cents: readonly (number | undefined)[]): number | undefined {
  const stated = cents.filter((each) => each !== undefined)
  return stated.length === 0 ? undefined : stated.reduce((total, each) => total + each, 0)
}
