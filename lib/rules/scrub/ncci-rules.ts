import type { LocalDate } from '#lib/core/local-date.ts'
import type { ListRow } from '#lib/rules/codes/list-kinds.ts'
import { asText, listAt, valueAt } from '#lib/rules/edit/json-path.ts'
import { isInstitutional, isMedicare, isSelfPay } from './payment.ts'
import { dayOfLine, procedureOf, rowsFor } from './placed-lists.ts'
import type { Report, Rule, ScrubInput, Severity } from './rule.ts'

/**
 * Modifiers that let both codes of a pair with indicator 1 be paid, on either of them. Source: CMS,
 * NCCI Policy Manual for Medicare, chapter I, E; CR 11168 for the place of 59 and X.
 */
const allowed: ReadonlySet<string> = new Set(
  (
    'E1 E2 E3 E4 FA F1 F2 F3 F4 F5 F6 F7 F8 F9 TA T1 T2 T3 T4 T5 T6 T7 T8 T9 LT RT LC LD RC LM RI ' +
    '24 25 57 58 78 79 27 59 91 XE XS XP XU'
  ).split(' '),
)

type Line = { at: number; code: string; day: LocalDate; isAllowed: boolean; isFree: boolean }
type Pair = { first: Line; second: Line; row: ListRow }

export const ncciRules: Rule[] = [
  {
    id: 'ncci-pair',
    title: 'Two codes of one day that Medicare doesn’t pay together',
    fields: ['service_lines.procedure_code'],
    needs: 'ncci',
    severity: 'error',
    otherwise: {
      severity: 'warning',
      when: 'a modifier may allow it, or the payer isn’t Medicare',
    },
    scope: 'capture',
    source:
      'CMS, Medicare NCCI procedure-to-procedure edits for practitioners: the column 2 code isn’t paid beside its column 1 code for the same patient, provider and day. Indicator 0: no modifier changes that; 1: a modifier of the list does, if the chart supports it. Medicaid and most other payers follow edits of their own that are nearly the same.',
    how: 'Delete the line that the other includes, or add the modifier that the chart supports.',
    check: checkPairs,
  },
]

// One provider is paid for a whole capture: its lines have none of their own.
function checkPairs({ data, lists }: ScrubInput, report: Report): void {
  if (!lists || isInstitutional(data) || isSelfPay(data)) return
  const isCertain = isMedicare(data, 'subscriber_primary')
  const lines = linesOf(data)
  for (const second of lines) {
    // A line without a charge loses nothing.
    if (second.isFree) continue
    const pairs = lines.flatMap((first) => pairOf(first, second, lists) ?? [])
    const pair = pairs.find(({ row }) => row.mark === '0') ?? pairs[0]
    if (!pair) continue
    const severity: Severity = pair.row.mark === '0' && isCertain ? 'error' : 'warning'
    report(`service_lines.${second.at}.procedure_code`, wordsOf(pair, isCertain), { severity })
  }
}

function linesOf(data: unknown): Line[] {
  return listAt(data, 'service_lines').flatMap((line, at) => {
    const [code, day] = [procedureOf(line), dayOfLine(data, line)]
    if (code === undefined || day === undefined) return []
    const modifiers = listAt(line, 'modifiers').map((one) => asText(one)?.toUpperCase() ?? '')
    const isAllowed = modifiers.some((modifier) => allowed.has(modifier))
    return [{ at, code, day, isAllowed, isFree: valueAt(line, 'charge_amount_cents') === 0 }]
  })
}

function pairOf(first: Line, second: Line, lists: ScrubInput['lists']): Pair | undefined {
  const { day } = second
  if (first.at === second.at || first.day !== day) return undefined
  const row = rowsFor(lists, 'ncci', day)?.find(
    ({ code, other, first_day, last_day }) =>
      code === first.code &&
      other === second.code &&
      (first_day === null || first_day <= day) &&
      (last_day === null || day <= last_day),
  )
  if (!row || row.mark === '9') return undefined
  if (row.mark === '1' && (first.isAllowed || second.isAllowed)) return undefined
  return { first, second, row }
}

function wordsOf({ first, second, row }: Pair, isMedicarePrimary: boolean): string {
  const both = `Line ${second.at + 1}: ${second.code} isn’t paid beside ${first.code} (line ${first.at + 1})`
  const change =
    row.mark === '0'
      ? ', and no modifier changes that'
      : ' without a modifier such as 59, XS or XU that the chart supports'
  return isMedicarePrimary
    ? `${both}${change}`
    : `${both}${change}, by Medicare’s NCCI edits. Most payers follow them`
}
