import { toCsv } from '#lib/core/csv.ts'
import { dollarsText } from '#lib/core/money.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { xlsxBytes, xlsxType, type XlsxCell } from '#lib/core/xlsx.ts'
import { daysLeft, endKinds } from '#lib/rules/coverage/expiring.ts'
import type { EndingMark } from '#lib/actions/replies.ts'
import type { Amounts, EndingRow } from './expiring-rows.ts'

const columns: readonly (readonly [string, XlsxCell['kind']])[] = [
  ['Ends', 'date'],
  ['Days left', 'number'],
  ['Kind', 'text'],
  ['ID', 'text'],
  ['Facility or provider', 'text'],
  ['NPI', 'text'],
  ['Payer', 'text'],
  ['Contracting provider', 'text'],
  ['Regions', 'text'],
  ['Captures', 'number'],
  ['Dollars', 'money'],
  ['Planned captures', 'number'],
  ['Planned dollars', 'money'],
  ['Captures without a charge', 'number'],
  ['Owner', 'text'],
  ['Renewal', 'text'],
  ['Renewal sent', 'date'],
]

const renewals = { sent: 'Sent', 'not-needed': 'Not needed', 'not-sent': 'Not sent' }

/** What a file says of rows besides themselves. */
export type FileParts = {
  amounts: Amounts
  markOf: ((row: EndingRow) => EndingMark) | undefined
  today: LocalDate
}

/** The rows as a file. An amount that nobody knows is an empty cell. It has no patient data. */
export async function expiringFile(
  format: 'csv' | 'xlsx',
  rows: readonly EndingRow[],
  given: FileParts,
): Promise<Blob> {
  const lines = rows.map((row) => lineOf(row, given))
  const heads = columns.map(([head]) => head)
  if (format === 'csv')
    return new Blob([toCsv([heads, ...lines])], { type: 'text/csv;charset=utf-8' })
  const cells = lines.map((line) =>
    line.map((text, column) => ({ kind: columns[column]![1], text })),
  )
  const parts: BlobPart[] = []
  for await (const bytes of xlsxBytes(heads, oneBatch(cells))) parts.push(new Uint8Array(bytes))
  return new Blob(parts, { type: xlsxType })
}

async function* oneBatch<T>(batch: T): AsyncGenerator<T, void> {
  yield batch
}

function lineOf(row: EndingRow, { amounts, markOf, today }: FileParts): string[] {
  const mark = markOf?.(row)
  const amount = amounts.ofRow(row)
  return [
    row.ends,
    String(daysLeft(row, today)),
    endKinds[row.kind],
    row.id,
    row.covered?.name ?? '',
    row.covered?.npi ?? '',
    row.payer.name,
    row.provider.name,
    row.regions === 'national' ? 'National' : (row.regions ?? []).join(' '),
    ...(amount
      ? [
          String(amount.captures),
          dollarsText(amount.cents),
          String(amount.planned.captures),
          dollarsText(amount.planned.cents),
          String(amount.without_amount),
        ]
      : ['', '', '', '', '']),
    mark?.owner ?? '',
    mark ? renewals[mark.renewal?.state ?? 'not-sent'] : '',
    mark?.renewal?.state === 'sent' ? mark.renewal.on : '',
  ]
}
