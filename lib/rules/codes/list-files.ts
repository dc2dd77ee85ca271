import type { LocalDate } from '#lib/core/local-date.ts'
import { problemWords, type LineProblem } from './icd10-file.ts'
import { hcpcsFileOf, hcpcsReader } from './hcpcs-file.ts'
import type { ListFile, ListKind, ListReader, ListRow } from './list-kinds.ts'
import { ncciFileOf, ncciReader } from './ncci-file.ts'
import { ndcFileOf, ndcReader } from './ndc-file.ts'
import { orderingFileOf, orderingReader } from './ordering-file.ts'

/** The most bytes of one file; the largest that CMS publishes has about 70 million. */
export const longestListFile = 200_000_000

/** The most characters of one part of a file that is sent in parts. */
export const longestPart = 8_000_000

/** The most entries that are kept of one file; the longest list has about 2 million. */
export const mostEntries = 3_000_000

const mostProblems = 100

// The longest line of a published list has about 400 characters.
const longestLine = 4_096

const readers: { [kind in ListKind]: (file: ListFile) => ListReader } = {
  ncci: ncciReader,
  ordering: orderingReader,
  hcpcs: hcpcsReader,
  ndc: ndcReader,
}

/**
 * Which list a file is by the name that its publisher gave it; undefined for any other name. Some
 * names have no date: `placedOn` is then the day that the list is of.
 */
export function listFileOf(name: string, placedOn: LocalDate): ListFile | undefined {
  return (
    ncciFileOf(name) ??
    orderingFileOf(name, placedOn) ??
    hcpcsFileOf(name) ??
    ndcFileOf(name, placedOn)
  )
}

/**
 * Reads a whole file strictly: how many entries it has and how many of them can judge a claim, or
 * what is wrong, at most 100 lines. Every line after the heading must be one of the list. `onRows`
 * gets the entries that are kept, some at a time.
 */
export async function readListFile(
  file: ListFile,
  chunks: AsyncIterable<string>,
  onRows?: (rows: readonly ListRow[]) => Promise<void>,
): Promise<{ entries: number; kept: number } | { problems: LineProblem[] }> {
  const reader = readers[file.kind](file)
  const problems: LineProblem[] = []
  let [line, entries, kept] = [0, 0, 0]
  for await (const lines of linesOf(chunks)) {
    if (lines === 'too long')
      return whole(
        'The file has a line of more than 4,096 characters, so it is none of these lists.',
      )
    const rows: ListRow[] = []
    for (const text of lines) {
      line += 1
      const found = text.trim() === '' ? undefined : reader.read(text)
      if (found === undefined) continue
      if (found !== 'dropped' && 'message' in found) {
        problems.push({ line, message: found.message })
        if (problems.length >= mostProblems) return { problems }
        continue
      }
      entries += 1
      if (found !== 'dropped') rows.push(found.row)
    }
    kept += rows.length
    if (kept > mostEntries)
      return whole(`The file has more than ${mostEntries.toLocaleString('en-US')} entries.`)
    if (problems.length === 0 && rows.length > 0) await onRows?.(rows)
  }
  if (problems.length > 0) return { problems }
  const unfinished = reader.unfinished()
  if (unfinished !== undefined) return whole(unfinished)
  return entries === 0 ? whole('The file has no entries.') : { entries, kept }
}

// Lines of a text that arrives in chunks, many at a time: a wait for each of two million lines
// costs seconds.
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string[] | 'too long'> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    // An unfinished line that grew with every chunk would be copied each time.
    if (rest.length > longestLine) yield 'too long'
    yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  }
  yield [rest]
}

/** The first problem of a file in words. */
export function firstProblem(problems: readonly LineProblem[]): string {
  return problems.slice(0, 1).map(problemWords).join('')
}

function whole(message: string): { problems: LineProblem[] } {
  return { problems: [{ line: 0, message }] }
}
