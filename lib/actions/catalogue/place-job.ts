import 'server-only'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { recordAct } from '#lib/actions/record-act.ts'
import type { JobKind } from '#lib/actions/jobs/job-kind.ts'
import { dropParts, hasParts, icd10Years, partOf, placeParts } from '#lib/console/code-lists.ts'
import { placedLists } from '#lib/console/placed-lists.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { fail, ok } from '#lib/core/result.ts'
import {
  icd10FileOf,
  icd10NameOf,
  longestIcd10File,
  readIcd10File,
  type LineProblem,
} from '#lib/rules/codes/icd10-file.ts'
import { firstProblem, listFileOf, readListFile } from '#lib/rules/codes/list-files.ts'

/** `name` is the one under which the console stores the list, `upload` the file that was sent. */
type PlaceInput = { name: string; upload: string }

type Change = { before: JsonObject | null; after: JsonObject }
type Read = { change: Change; words: string; count: number }

const readPart = 'read'

/**
 * Reads a file that was sent in parts and places it, whole or not at all, with its row in the trail.
 * Every line must be one of the list. Its progress ends with how many codes or entries it has.
 */
export const placeListJob: JobKind<PlaceInput> = {
  kind: 'place-code-list',
  task: 'placeCodeList',
  // No more uploads wait.
  mostOpen: 4,
  title: ({ name }) => `Place ${name}`,
  keepsParts: true,
  run: async (tools) => {
    const { name, upload } = tools.input
    const end = async ({ change, words, count }: Read) => {
      await recordAct(tools, 'outcome', 'placeCodeList', [], { change })
      await tools.report({ words, done: count, total: count })
      // The list is loaded from now on.
      await placedLists()
      return ok(undefined)
    }
    const refuse = async (message: string) => {
      const outcome = 'InvalidInput'
      await recordAct(tools, 'outcome', 'placeCodeList', [], { outcome })
      return fail(outcome, message)
    }
    if (!(await hasParts(upload))) {
      // An earlier start may have ended after it placed the file.
      const stored = await tools.stored(readPart)
      if (stored !== undefined) return end(JSON.parse(stored) as Read) // this job stored it
      return refuse('Nothing was placed: the file didn’t arrive. Pick it again.')
    }
    let rows = 0
    const read = await readUpload(tools.input, (more) =>
      tools.report({ words: 'Entries read', done: (rows += more), total: null }),
    )
    if ('problems' in read) {
      await dropParts(upload)
      return refuse(`Nothing was placed. ${firstProblem(read.problems)}`)
    }
    await tools.part(readPart, JSON.stringify(read satisfies Read))
    await placeParts(upload, name)
    return end(read)
  },
}

/** The name under which the console stores a published list; undefined for any other file. */
export function listNameOf(name: string): string | undefined {
  const icd10 = icd10FileOf(name)
  return icd10 ? icd10NameOf(icd10) : listFileOf(name, dayNow())?.name
}

async function readUpload(
  { name, upload }: PlaceInput,
  onRows: (count: number) => Promise<void>,
): Promise<Read | { problems: LineProblem[] }> {
  return icd10FileOf(name) ? readYear(name, upload) : readList(name, upload, onRows)
}

async function readYear(name: string, upload: string): Promise<Read | { problems: LineProblem[] }> {
  const { size } = await stat(partOf(upload))
  if (size > longestIcd10File)
    return { problems: [{ line: 0, message: 'The file has more than 20 MB.' }] }
  const read = readIcd10File(name, await readFile(partOf(upload), 'utf8'))
  if ('problems' in read) return read
  const { fiscal_year, codes, headers } = read
  const before = (await icd10Years()).find((year) => year.fiscal_year === fiscal_year)
  return {
    change: {
      before: before ? { fiscal_year, codes: before.codes, headers: before.headers } : null,
      after: { file: name, fiscal_year, codes, headers },
    },
    words: 'Codes read',
    count: codes,
  }
}

async function readList(
  name: string,
  upload: string,
  onRows: (count: number) => Promise<void>,
): Promise<Read | { problems: LineProblem[] }> {
  const file = listFileOf(name, dayNow())
  if (!file) throw new Error('a file of no list was sent to be placed')
  const text = createReadStream(partOf(upload), 'utf8')
  const read = await readListFile(file, text, (rows) => onRows(rows.length))
  if ('problems' in read) return read
  const before = (await placedLists()).find((list) => list.name === name)
  return {
    change: {
      before: before ? { file: name, entries: before.entries } : null,
      after: { file: name, entries: read.entries },
    },
    words: 'Entries read',
    count: read.entries,
  }
}
