import 'server-only'
import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { icd10FileOf, icd10LineOf, type Icd10File } from '#lib/rules/codes/icd10-file.ts'
import type { FindCode } from '#lib/rules/scrub/icd10-lists.ts'
import { log, logDefect } from './log.ts'
import { codeListsPlace } from './settings.ts'

/** A fiscal year's codes; true if billable. */
type YearList = Map<string, boolean>
type ListFile = Icd10File & Icd10Year['files'][number] & { path: string; version: string }

let held: { version: string; years: Promise<Map<number, YearList>> } | undefined

/**
 * What is loaded of a fiscal year: its codes, how many of them are headers (0 if no file marks any)
 * and its files. A year whose files hold no code, or can't be read, has 0 codes and is not checked.
 */
export type Icd10Year = {
  fiscal_year: number
  codes: number
  headers: number
  files: { name: string; bytes: number; placed_at: string }[]
}

/**
 * The ICD-10-CM lists that an administrator placed in `DATA_DIR/code-lists`. All files of a fiscal
 * year count, so an update within the year adds its codes. Indexed once, and again when a file is
 * added, removed or changed. Returns nothing for a year without codes. Never throws.
 */
export async function findIcd10(): Promise<FindCode> {
  const { years } = await indexed()
  return ({ fiscal_year, code }) => {
    const list = years.get(fiscal_year)
    const isBillable = list?.get(code)
    if (!list) return undefined
    return isBillable === undefined ? 'absent' : isBillable ? 'billable' : 'header'
  }
}

/** The fiscal years with files in `DATA_DIR/code-lists`, the newest first. Never throws. */
export async function icd10Years(): Promise<Icd10Year[]> {
  const { files, years } = await indexed()
  const groups = Map.groupBy(files, ({ fiscal_year }) => fiscal_year)
  const found = [...groups].map(([fiscal_year, own]): Icd10Year => {
    const list = years.get(fiscal_year)
    return {
      fiscal_year,
      codes: list?.size ?? 0,
      headers: [...(list?.values() ?? [])].filter((isBillable) => !isBillable).length,
      files: own.map(({ name, bytes, placed_at }) => ({ name, bytes, placed_at })),
    }
  })
  return found.toSorted((a, b) => b.fiscal_year - a.fiscal_year)
}

/**
 * Adds a part to an upload that begins with `at` 0, the bytes that came before. False if the upload
 * has another length: a part is missing or came twice. Uploads that began more than a
 * day ago are removed, and the oldest of more than four.
 */
export async function addPart(upload: string, at: number, text: string): Promise<boolean> {
  const folder = codeListsPlace()
  const part = partOf(upload)
  if (at > 0) {
    const found = await stat(part).catch(() => undefined)
    if (found?.size !== at) return false
    await appendFile(part, text, { flush: true })
    return true
  }
  await mkdir(folder, { recursive: true })
  await removeOldParts(folder)
  try {
    await writeFile(part, text, { flag: 'wx', flush: true })
    return true
  } catch (error) {
    // A part that came twice leaves the first one as it is.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    await rm(part, { force: true })
    throw error
  }
}

/** The file of an upload. No name of a list, so nothing reads it as one. */
export function partOf(upload: string): string {
  return path.join(codeListsPlace(), `${upload}.part`)
}

/** True if a part of an upload has arrived. */
export async function hasParts(upload: string): Promise<boolean> {
  return stat(partOf(upload)).then(
    () => true,
    () => false,
  )
}

/**
 * Places an upload that was read without a problem under the name of its list, in place of the file
 * of that name: a reader has the former list or the new one. The name is made of its kind, never of
 * a person's text.
 */
export async function placeParts(upload: string, name: string): Promise<void> {
  await rename(partOf(upload), path.join(codeListsPlace(), name)).catch(async (error: unknown) => {
    await dropParts(upload)
    throw error
  })
}

/** Forgets an upload. */
export async function dropParts(upload: string): Promise<void> {
  await rm(partOf(upload), { force: true })
}

// A file has up to 200 MB, and nobody places many at once.
const mostUploads = 4

async function removeOldParts(folder: string): Promise<void> {
  const parts = (await readdir(folder)).filter((name) => name.endsWith('.part'))
  const found = await Promise.all(
    parts.map(async (name) => {
      const file = path.join(folder, name)
      return { file, at: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 }
    }),
  )
  const newest = found.toSorted((a, b) => b.at - a.at)
  for (const [place, { file, at }] of newest.entries())
    if (place >= mostUploads - 1 || at < Date.now() - 86_400_000) await rm(file, { force: true })
}

async function indexed(): Promise<{ files: ListFile[]; years: Map<number, YearList> }> {
  const files = await listFiles(codeListsPlace())
  const version = files.map((file) => file.version).join(' ')
  if (held?.version !== version) held = { version, years: readYears(files) }
  return { files, years: await held.years }
}

async function listFiles(directory: string): Promise<ListFile[]> {
  const names = await readdir(directory).catch(() => [])
  const files = await Promise.all(
    names.toSorted().map(async (name): Promise<ListFile[]> => {
      const kind = icd10FileOf(name)
      const file = path.join(directory, name)
      const found = kind && (await stat(file).catch(() => undefined))
      return kind && found?.isFile()
        ? [
            {
              ...kind,
              name,
              bytes: found.size,
              placed_at: found.mtime.toISOString(),
              path: file,
              version: `${name}/${found.size}/${found.mtimeMs}`,
            },
          ]
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
