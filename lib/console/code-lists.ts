import 'server-only'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { icd10FileOf, icd10LineOf, type Icd10File } from '#lib/rules/codes/icd10-file.ts'
import type { FindCode } from '#lib/rules/scrub/icd10-lists.ts'
import { log, logDefect } from './log.ts'
import { codeListsPlace } from './settings.ts'

/** A fiscal year's codes; true if billable. */
type YearList = Map<string, boolean>
type ListFile = Icd10File & { path: string; version: string }

let held: { version: string; years: Promise<Map<number, YearList>> } | undefined

/**
 * The ICD-10-CM lists that an administrator placed in `DATA_DIR/code-lists`. All files of a fiscal
 * year count, so an update within the year adds its codes. Indexed once, and again when a file is
 * added, removed or changed. Returns nothing for a year without codes. Never throws.
 */
export async function findIcd10(): Promise<FindCode> {
  const files = await listFiles(codeListsPlace())
  const version = files.map((file) => file.version).join(' ')
  if (held?.version !== version) held = { version, years: readYears(files) }
  const years = await held.years
  return ({ fiscal_year, code }) => {
    const list = years.get(fiscal_year)
    const isBillable = list?.get(code)
    if (!list) return undefined
    return isBillable === undefined ? 'absent' : isBillable ? 'billable' : 'header'
  }
}

async function listFiles(directory: string): Promise<ListFile[]> {
  const names = await readdir(directory).catch(() => [])
  const files = await Promise.all(
    names.toSorted().map(async (name): Promise<ListFile[]> => {
      const kind = icd10FileOf(name)
      const file = path.join(directory, name)
      const found = kind && (await stat(file).catch(() => undefined))
      return kind && found?.isFile()
        ? [{ ...kind, path: file, version: `${name}/${found.size}/${found.mtimeMs}` }]
        : []
    }),
  )
  return files.flat()
}

async function readYears(files: readonly ListFile[]): Promise<Map<number, YearList>> {
  const years = new Map<number, YearList>()
  const broken = new Set<number>()
  for (const file of files) {
    const list = years.get(file.fiscal_year) ?? new Map<string, boolean>()
    years.set(file.fiscal_year, list)
    await readInto(list, file).catch((error: unknown) => {
      logDefect(error, 'findIcd10')
      broken.add(file.fiscal_year)
    })
  }
  for (const [year, list] of years) {
    // A partly read list would make codes seem absent, so its year is unknown.
    if (list.size === 0 || broken.has(year)) years.delete(year)
    log('info', 'icd10 list read', {
      operation: `fiscal-year-${year}`,
      count: years.get(year)?.size ?? 0,
    })
  }
  return years
}

// Line by line, so other requests are answered in between.
async function readInto(list: YearList, { path: file, form }: ListFile): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file, 'latin1') })) {
    const found = icd10LineOf(line, form)
    if (found) list.set(found.code, found.isBillable || list.get(found.code) === true)
  }
}
