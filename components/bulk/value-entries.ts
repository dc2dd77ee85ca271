import { withoutInvisible } from '#lib/core/invisible-signs.ts'
import { copiedId } from '#lib/core/copied-id.ts'
import { folded } from '#lib/core/folded.ts'
import { fieldLabel, labelInSentence } from '#lib/contract/field-labels.ts'
import type { ValueRow, ValueRowsBy } from '#lib/rules/bulk/value-table.ts'

/** What a person has typed, by the id of a row. A row without an entry shows its proposal. */
export type Entries = ReadonlyMap<string, string>

/** True where rows are told apart by the names of providers. */
export function isOfProviders(by: ValueRowsBy): boolean {
  return by === 'provider' || by === 'party'
}

/** The name of a field in a sentence: "payer ID". */
export function fieldWords(path: string): string {
  return labelInSentence(fieldLabel(path.split('.').at(-1)!))
}

/**
 * The rows below one that take the same value by right: of the same payer or provider; of the same
 * patient with the same value now; without either, all of them.
 */
export function rowsLike(rows: readonly ValueRow[], at: number, by: ValueRowsBy): ValueRow[] {
  const from = rows[at]
  if (!from) return []
  const isLike = (row: ValueRow) =>
    by === 'value' ||
    (by === 'capture'
      ? row.patient_id !== undefined && row.patient_id === from.patient_id && row.now === from.now
      : row.name !== undefined && row.name === from.name)
  return rows.slice(at + 1).filter(isLike)
}

/** What a paste gives: texts by row, how many rows, and the lines that fit no one row. */
export type Pasted = { entries: Map<string, string>; unfit: string[] }

/**
 * Reads the cells of a spreadsheet. With two columns a line names its row by name, capture or
 * present value, and has the new value behind it; with one, the values go into the rows in order,
 * from `at` on. Undefined for the text of one cell.
 */
export function readPaste(text: string, rows: readonly ValueRow[], at: number): Pasted | undefined {
  const lines = withoutInvisible(text)
    .replace(/(?:\r?\n)+$/, '')
    .split(/\r?\n/)
  const isPaired = lines.some((line) => line.includes('\t'))
  if (!isPaired && lines.length === 1) return undefined
  const entries = new Map<string, string>()
  const unfit: string[] = []
  for (const [place, line] of lines.entries()) {
    const [key = '', value = ''] = line.split('\t').map((cell) => cell.trim())
    if (isPaired ? value === '' : key === '') continue
    const row = isPaired ? rowsOfKey(rows, key) : rows.slice(at + place, at + place + 1)
    if (row.length === 0) unfit.push(isPaired ? key : line)
    for (const { id } of row) entries.set(id, isPaired ? value : key)
  }
  return { entries, unfit }
}

// A present value that several names share does not say which row is meant.
function rowsOfKey(rows: readonly ValueRow[], key: string): ValueRow[] {
  const isSame = (text: string | undefined, other: string) =>
    text?.toLowerCase() === other.toLowerCase()
  const named = rows.filter(({ name }) => name !== undefined && folded(name) === folded(key))
  if (named.length > 0) return named
  const captured = rows.filter(({ captures }) =>
    captures.some(({ external_id }) => isSame(external_id, copiedId(key))),
  )
  if (captured.length > 0) return captured.filter(({ captures }) => captures.length === 1)
  const same = rows.filter(({ now }) => isSame(now, key))
  return same.length === 1 ? same : []
}
