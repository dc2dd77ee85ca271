export type BulkValue = string | number | boolean | null | readonly string[]

/** The columns and rows of one bulk insert. */
export type BulkRows = {
  table: string
  columns: readonly string[]
  rows: readonly (readonly BulkValue[])[]
}

const special = /[\\\t\n\r]/
const letters: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Rows in the text format of COPY, as bytes. */
export function copyBytes({ rows }: Pick<BulkRows, 'rows'>): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${rows.map((row) => row.map(copyText).join('\t')).join('\n')}\n`)
}

/** A list of texts as the database writes an array. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}

function copyText(value: BulkValue): string {
  if (value === null) return '\\N'
  const text = typeof value === 'object' ? arrayLiteral(value) : String(value)
  return special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (letter) => letters[letter]!) : text
}
