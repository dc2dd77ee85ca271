import { folded, foldedWords, hasWords } from '#lib/core/folded.ts'
import { coveredMember } from '#lib/rules/span-edit/span-terms.ts'
import type { EndingMark, EndingRow, ExpiringReply } from '#lib/actions/expiring/verbs.ts'
import {
  amountByRow,
  amountOf,
  type EndKind,
  type EndingAmount,
} from '#lib/rules/coverage/expiring.ts'
import { addDays, formatLocalDate } from '#lib/core/local-date.ts'

export type { EndingRow }

/** The rows of a kind that have every typed word in a name or an NPI. */
export function chosenRows(
  rows: readonly EndingRow[],
  { kind, text }: { kind: EndKind | 'all'; text: string },
): EndingRow[] {
  const words = foldedWords(text)
  return rows.filter((row) => {
    const names = [row.payer.name, row.provider.name, row.covered?.name, row.covered?.npi]
    const all = folded(names.join(' '))
    return (kind === 'all' || row.kind === kind) && hasWords(all, words)
  })
}

/** The planned and recent captures of rows; undefined where nobody knows. */
export type Amounts = {
  ofRow: (row: EndingRow) => EndingAmount | undefined
  /** Each capture once. Rows whose captures nobody knows are left out. */
  of: (rows: readonly EndingRow[]) => EndingAmount | undefined
}

const none: EndingAmount = {
  captures: 0,
  cents: 0,
  planned: { captures: 0, cents: 0 },
  without_amount: 0,
}

/** The amounts of a reply. */
export function amountsOf({ amounts }: Pick<ExpiringReply, 'amounts'>): Amounts {
  const own = amounts && amountByRow(amounts)
  return {
    ofRow: ({ place, is_money_known }) =>
      own && is_money_known ? (own.get(place) ?? none) : undefined,
    of: (rows) => {
      const known = rows.filter((row) => row.is_money_known)
      return amounts && (known.length > 0 || rows.length === 0)
        ? amountOf(amounts, new Set(known.map(({ place }) => place)))
        : undefined
    },
  }
}

/** The path of a row's contract or span. */
export function hrefOf({ kind, id }: Pick<EndingRow, 'kind' | 'id'>): string {
  const list = {
    contract: '/contracts',
    facility: '/credentialing/facility-spans',
    provider: '/credentialing/provider-spans',
  }
  return `${list[kind]}/${encodeURIComponent(id)}`
}

/** Whom a row is about: the payer of a contract, or whom the span covers. */
export function whoOf({ covered, payer }: EndingRow): string {
  return covered?.name ?? payer.name
}

/** With whom: the contracting provider of a contract, or the payer of a span. */
export function withOf({ covered, payer, provider }: EndingRow): string {
  return covered ? payer.name : provider.name
}

/** "11 d" before the end, "4 d ago" after it. */
export function leftWords(left: number): string {
  return left < 0 ? `${-left} d ago` : `${left} d`
}

/**
 * What follows a row: the form of the next span, filled with the same parties and regions from the
 * day after the last one, or the page of the contract.
 */
export function nextOf(row: EndingRow): { href: string; label: string } {
  const { kind, ends, covered, payer, provider, regions } = row
  if (kind === 'contract' || !covered) return { href: hrefOf(row), label: 'Open contract' }
  const first = addDays(ends, 1)
  const filled = new URLSearchParams({
    [coveredMember[kind]]: covered.id,
    contracting_provider_id: provider.id,
    payer_uuid: payer.uuid,
    start_date: first,
  })
  if (regions === 'national') filled.set('regions', regions)
  else for (const state of regions ?? []) filled.append('state', state)
  const list = hrefOf({ kind, id: 'new' })
  return {
    href: `${list}?${filled}`,
    label: `Extend from ${formatLocalDate(first, { weekday: false })}`,
  }
}

const urgentDays = 30
const soonDays = 60

/** How a row's renewal stands, in words. Not sent is red within 30 days and amber within 60. */
export function renewalWords(
  renewal: EndingMark['renewal'],
  left: number,
): { words: string; tone: 'green' | 'grey' | 'red' | 'amber' } {
  if (renewal?.state === 'sent')
    return { words: `Sent ${formatLocalDate(renewal.on, { weekday: false })}`, tone: 'green' }
  if (renewal) return { words: 'Not needed', tone: 'grey' }
  const tone = left <= urgentDays ? 'red' : left <= soonDays ? 'amber' : 'grey'
  return { words: 'Not sent', tone }
}
