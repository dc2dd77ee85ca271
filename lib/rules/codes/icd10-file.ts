import { isIcd10Shape } from './codes.ts'

/** A file of the yearly CMS ICD-10-CM lists: its fiscal year and its form. */
export type Icd10File = { fiscal_year: number; form: 'order' | 'codes' }

/**
 * Reads a CMS file name: `icd10cm-order-2027.txt`, `icd10cm_codes_2027.txt`, or an update with its
 * month (`icd10cm-order-April-2027.txt`). Returns undefined for any other file.
 */
export function icd10FileOf(name: string): Icd10File | undefined {
  const match = /^icd10cm[-_ ](order|codes)[-_ ](?:[a-z]+[-_ ])?(\d{4})\.txt$/i.exec(name)
  return match
    ? { form: match[1]!.toLowerCase() as 'order' | 'codes', fiscal_year: Number(match[2]) }
    : undefined
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
