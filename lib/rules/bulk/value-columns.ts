import { choiceLabel, fieldLabel, pathLabel } from '#lib/contract/field-labels.ts'

const key = 'charge_external_id'
/** The heading of the column that names the captures. */
export const keyLabel = fieldLabel(key)
/** The heading of the column with the values that captures have now. */
export const nowLabel = 'Value now'
// "Capture" is what lists and their files call it.
const keyNames = [keyLabel, key, 'Capture', 'Charge ID', 'Capture ID'].map((name) =>
  name.toLowerCase(),
)

/** True for a heading of the column that names the captures, in words or as the partner calls it. */
export function isKeyName(name: string): boolean {
  return keyNames.includes(name.toLowerCase())
}

/** The headings of a file of values for a field, as people see them. */
export function columnNames(path: string): [string, string] {
  return [keyLabel, choiceLabel(path)]
}

/**
 * The places of a file's columns. `now` is the column with the present values: a line of such a
 * file changes a capture only while it has that value, and without a new value it is left out.
 */
export type ValueColumns = { id: number; value: number; now: number | undefined }

/**
 * Finds the columns of a file for a field by their usual names, in words or as the partner calls
 * them. Other columns are ignored. Otherwise the words of what is missing or there twice.
 */
export function findColumns(cells: readonly string[], path: string): ValueColumns | string {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const isOf = (accepted: readonly string[]) => (name: string) => accepted.includes(name)
  const [id, ...otherKeys] = placesOf(names, isKeyName)
  const nows = placesOf(names, isOf([nowLabel.toLowerCase()]))
  // A new charge external id has the same name as the one that names the capture.
  const values = placesOf(names, isOf(valueNames(path))).filter((place) => place !== id)
  const [, label] = columnNames(path)
  if (id === undefined) return `There is no column “${keyLabel}”.`
  if (otherKeys.some((place) => !values.includes(place)))
    return `Several columns are called “${keyLabel}”.`
  if (nows.length > 1) return `Several columns are called “${nowLabel}”.`
  if (values.length > 1) return `Several columns can be “${label}”. Keep one.`
  const [value] = values
  if (value !== undefined) return { id, value, now: nows[0] }
  const [other] = cells.filter((_, place) => place !== id)
  return cells.length === 2
    ? `The column is called “${other!.trim().slice(0, 60)}”, not “${label}”.`
    : `There is no column “${label}”.`
}

function placesOf(names: readonly string[], isWanted: (name: string) => boolean): number[] {
  return names.flatMap((name, place) => (isWanted(name) ? [place] : []))
}

function valueNames(path: string): string[] {
  const last = path.split('.').at(-1)!
  const names = [
    choiceLabel(path),
    pathLabel(path.replaceAll('.*', '')),
    path,
    path.replace(/^data\./, ''),
    last,
    fieldLabel(last),
  ]
  return [...names, ...names.map((name) => `New ${name}`), 'New value'].map((name) =>
    name.toLowerCase(),
  )
}
