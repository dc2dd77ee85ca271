import { choiceLabel, fieldLabel, pathLabel } from '#lib/contract/field-labels.ts'

const key = 'charge_external_id'
/** The heading of the column that names the captures. */
export const keyLabel = fieldLabel(key)
// "Capture" is what lists and their files call it.
const keyNames = [keyLabel, key, 'Capture'].map((name) => name.toLowerCase())

/** True for a heading of that column, in words or as the partner calls it. */
export function isKeyName(name: string): boolean {
  return keyNames.includes(name.toLowerCase())
}

/** The headings of a file of values for a field, as people see them. */
export function columnNames(path: string): [string, string] {
  return [keyLabel, choiceLabel(path)]
}

/**
 * What is wrong with the heading of a file for a field; undefined if it names both columns, in
 * words or as the partner does.
 */
export function headingProblem(cells: string[], path: string): string | undefined {
  const names = cells.map((cell) => cell.trim())
  const own = names.findIndex(isKeyName)
  if (own === -1) return `There is no column “${keyLabel}”.`
  if (names.length !== 2)
    return `There are ${names.length} columns. Give “${keyLabel}” and “${choiceLabel(path)}” only.`
  const other = names[1 - own]!
  const last = path.split('.').at(-1)!
  const accepted = [
    choiceLabel(path),
    pathLabel(path.replaceAll('.*', '')),
    path,
    path.replace(/^data\./, ''),
    last,
    fieldLabel(last),
  ]
  return accepted.some((name) => name.toLowerCase() === other.toLowerCase())
    ? undefined
    : `The column is called “${other.slice(0, 60)}”, not “${choiceLabel(path)}”.`
}
