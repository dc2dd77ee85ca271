import 'server-only'
import { dayNow } from '#lib/console/time-zone.ts'
import { withWrittenDates } from '#lib/core/local-date.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import type { RowChecks } from '#lib/lists/rows/rows.ts'
import { repeatedCaptures } from '#lib/rules/scrub/repeated-captures.ts'
import type { Rulebook } from '#lib/rules/filing/rulebook.ts'
import type { FindCode } from '#lib/rules/scrub/icd10-lists.ts'
import type { Finding } from '#lib/rules/scrub/rule.ts'
import { scrubCapture } from '#lib/rules/scrub/scrub.ts'

const mostWords = 6
const judged: ReadonlySet<unknown> = new Set(['planned', 'billable'])

/**
 * What the rules find in each charge capture of a page, in their order. Captures that are past
 * billing are not judged: those with a change recorded after it, and those that will never be
 * billed. `book`: the limits of the payers; `findCode`: the yearly lists, where known.
 */
export function judgeCaptures(
  items: readonly unknown[],
  { book, findCode }: { book: Rulebook; findCode?: FindCode },
): (RowChecks | undefined)[] {
  const today = dayNow()
  const repeated = repeatedCaptures(items.map(captureOf))
  return items.map((item, index) => {
    const updates = memberAt(item, 'updates')
    if (!judged.has(memberAt(item, 'status')) || (Array.isArray(updates) && updates.length > 0))
      return undefined
    const { data, status, charge_external_id } = captureOf(item)
    const findings = [
      ...scrubCapture({
        data,
        status,
        charge_external_id,
        ehr_source_url: memberAt(item, 'ehr_source_url'),
        today,
        findCode,
        filing: { book, today },
      }),
      ...(repeated.get(index) ?? []),
    ]
    return toChecks(findings)
  })
}

function captureOf(item: unknown) {
  return {
    data: memberAt(item, 'charge_capture_data'),
    status: memberAt(item, 'status'),
    charge_external_id: memberAt(item, 'charge_external_id'),
    patient_external_id: textOf(memberAt(item, 'patient_external_id')),
  }
}

function toChecks(findings: readonly Finding[]): RowChecks {
  const sorted = [
    ...findings.filter((finding) => finding.severity === 'error'),
    ...findings.filter((finding) => finding.severity === 'warning'),
  ]
  const lines = sorted
    .slice(0, mostWords)
    .map(
      ({ severity, message }) =>
        `${severity === 'error' ? 'Error' : 'Warning'}: ${withWrittenDates(message)}`,
    )
  if (sorted.length > mostWords) lines.push(`and ${sorted.length - mostWords} more`)
  const errors = findings.filter((finding) => finding.severity === 'error').length
  return { errors, warnings: findings.length - errors, words: lines.join('\n') }
}
