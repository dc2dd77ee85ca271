import { type Json, toNumber } from '#lib/core/json.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { sortedNameOf } from '#lib/lists/rows/rows.ts'

/** What identifies a visit: who, whose payer, when, where and for how much. */
export type VisitFacts = {
  /** "Last, First". */
  patient: string | undefined
  /** A local date. */
  birthDate: string | undefined
  gender: string | undefined
  patientId: string | undefined
  payer: string | undefined
  /** A local date. */
  date: string | undefined
  facility: string | undefined
  /** Whole cents; undefined if no line states an amount. */
  cents: number | undefined
}

/**
 * The facts in the data of a charge capture, in the merged data of a claim creation, or in an
 * encounter, which has its patient's id and no lines. What cannot be read is undefined.
 */
export function visitFacts(data: Json | undefined): VisitFacts {
  const patient = memberAt(data, 'patient')
  const lines = itemsOf(memberAt(data, 'service_lines'))
  return {
    patient: sortedNameOf(patient),
    birthDate: textOf(memberAt(patient, 'date_of_birth')),
    gender: textOf(memberAt(patient, 'gender')),
    patientId: textOf(memberAt(patient, 'external_id')),
    payer: textOf(memberAt(data, 'subscriber_primary', 'insurance_card', 'payer_name')),
    date: textOf(memberAt(data, 'date_of_service')) ?? firstDate(lines),
    facility: textOf(memberAt(data, 'service_facility', 'organization_name')),
    cents: sumOf(lines.map((line) => toNumber(memberAt(line, 'charge_amount_cents')))),
  }
}

/** The sum of whole cents; undefined if none of them is known. */
export function sumOf(amounts: readonly (number | undefined)[]): number | undefined {
  const known = amounts.filter((cents) => cents !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, cents) => sum + cents, 0)
}

/** The first facts where they say something, and the others where they do not. */
export function orFacts(first: VisitFacts, others: VisitFacts): VisitFacts {
  const known = Object.entries(first).filter(([, value]) => value !== undefined)
  return { ...others, ...Object.fromEntries(known) }
}

// A visit may give its dates on the lines alone.
function firstDate(lines: readonly unknown[]): string | undefined {
  return lines.flatMap((line) => textOf(memberAt(line, 'date_of_service')) ?? []).toSorted()[0]
}
