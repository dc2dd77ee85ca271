import { isIcd10Shape } from './codes.ts'

/**
 * A file of the yearly CMS ICD-10-CM lists: its fiscal year and its form, and of an update the word
 * for it in small letters ("april").
 */
export type Icd10File = { fiscal_year: number; form: 'order' | 'codes'; update?: string }

/**
 * Reads a CMS file name: `icd10cm-order-2027.txt`, `icd10cm_codes_2027.txt`, or an update with its
 * month (`icd10cm-order-April-2027.txt`). Returns undefined for any other file.
 */
export function icd10FileOf(name: string): Icd10File | undefined {
  const match = /^icd10cm[-_ ](order|codes)[-_ ](?:([a-z]+)[-_ ])?(\d{4})\.txt$/i.exec(name)
  if (!match) return undefined
  const [, form, update, year] = match
  return {
    form: form!.toLowerCase() as Icd10File['form'],
    fiscal_year: Number(year),
    ...(update !== undefined && { update: update.toLowerCase() }),
  }
}

/** The name under which the console stores such a file. */
export function icd10NameOf({ form, update, fiscal_year }: Icd10File): string {
  return `${['icd10cm', form, update, fiscal_year].filter(Boolean).join('-')}.txt`
}

/**
 * Reads one line of such a file. Order files have fixed columns: 1-5 a number, 7-13 the code, 15
 * billable (1) or header (0), then descriptions. Codes files have the code in 1-7 and only billable
 * codes. Returns undefined for any other line.
 */
export function icd10LineOf(
  line: string,
  form: Icd10File['form'],
): { code: string; isBillable: boolean } | undefined {
  const code = (form === 'order' ? line.slice(6, 13) : line.slice(0, 7)).trim()
  if (!isIcd10Shape(code) || code.includes('.')) return undefined
  if (form === 'codes') return { code, isBillable: true }
  const flag = line.slice(14, 15)
  return flag === '0' || flag === '1' ? { code, isBillable: flag === '1' } : undefined
}

/** A line of a file that does not fit: its number from 1, and why. Line 0 is the whole file. */
export type LineProblem = { line: number; message: string }

/** "Line 12: …" of a problem; its message alone if it is of the whole file. */
export function problemWords({ line, message }: LineProblem): string {
  return line > 0 ? `Line ${line.toLocaleString('en-US')}: ${message}` : message
}

/** The most that a file may have, in characters; a year's order file has 14 million. */
export const longestIcd10File = 20_000_000

/**
 * Reads a whole file strictly, under its CMS name: how many codes it has and how many of these are
 * headers, or what is wrong, at most 100 lines. Every line must be one of the list, and an order
 * file must have its numbers without a gap, so that a list with a part missing is not taken. The
 * numbers do not tell if the end is missing: a person compares the count.
 */
export function readIcd10File(
  name: string,
  text: string,
): (Icd10File & { codes: number; headers: number }) | { problems: LineProblem[] } {
  const kind = icd10FileOf(name)
  const whole = (message: string) => ({ problems: [{ line: 0, message }] })
  if (!kind)
    return whole(
      'The name isn’t one of the yearly CMS files. Pick the file unchanged, such as icd10cm-order-2027.txt.',
    )
  if (text.length > longestIcd10File) return whole('The file has more than 20 MB.')
  const seen = new Map<string, boolean>()
  const problems: LineProblem[] = []
  let expected = 1
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const message = problemOf(line, kind.form, seen, expected)
    expected = (Number(line.slice(0, 5)) || expected) + 1
    if (message === undefined) continue
    problems.push({ line: index + 1, message })
    if (problems.length >= 100) break
  }
  if (problems.length > 0) return { problems }
  if (seen.size === 0) return whole('The file has no codes.')
  const headers = [...seen.values()].filter((isBillable) => !isBillable).length
  return { ...kind, codes: seen.size, headers }
}

// Adds the line's code to `seen`, or says what is wrong. `expected` is the number that comes next in an
// order file.
function problemOf(
  line: string,
  form: Icd10File['form'],
  seen: Map<string, boolean>,
  expected: number,
): string | undefined {
  const found = icd10LineOf(line, form)
  if (!found)
    return form === 'order'
      ? 'There is no number, code and 0 or 1 in the columns of an order file.'
      : 'There is no code in the first seven columns.'
  if (seen.has(found.code)) return `The code ${found.code} is listed twice.`
  if (form === 'order' && line.slice(0, 5) !== String(expected).padStart(5, '0'))
    return `The number ${line.slice(0, 5)} isn’t ${String(expected).padStart(5, '0')}: a line is missing or moved.`
  seen.set(found.code, found.isBillable)
  return undefined
}
