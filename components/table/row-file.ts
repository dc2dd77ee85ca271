import { toCsv } from '#lib/core/csv.ts'
import { dollarsText } from '#lib/core/money.ts'
import { xlsxBytes, xlsxType } from '#lib/core/xlsx.ts'
import { valueOf, type RowTable } from './row-declaration.ts'

const kinds = { text: 'text', count: 'number', cents: 'money', date: 'date', time: 'text' } as const

/** The columns with a value as a file; a value that nobody knows is an empty cell. */
export async function rowFile<Row, About>(
  format: 'csv' | 'xlsx',
  { columns }: Pick<RowTable<Row, About>, 'columns'>,
  rows: readonly Row[],
  about: About,
): Promise<Blob> {
  const own = Object.values(columns).filter(({ value }) => value)
  const heads = own.map(({ header }) => header)
  const lines = rows.map((row) =>
    own.map(({ kind, value }) => {
      const given = valueOf(value, row, about)
      return kind === 'cents' && typeof given === 'number' ? dollarsText(given) : `${given ?? ''}`
    }),
  )
  if (format === 'csv')
    return new Blob([toCsv([heads, ...lines])], { type: 'text/csv;charset=utf-8' })
  const cells = lines.map((line) =>
    line.map((text, column) => ({ kind: kinds[own[column]!.kind ?? 'text'], text })),
  )
  const parts: BlobPart[] = []
  for await (const bytes of xlsxBytes(heads, oneBatch(cells))) parts.push(new Uint8Array(bytes))
  return new Blob(parts, { type: xlsxType })
}

async function* oneBatch<T>(batch: T): AsyncGenerator<T, void> {
  yield batch
}
