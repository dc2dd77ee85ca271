import type { BaseRow, RowPage } from '#lib/lists/rows/rows.ts'

/** The rows of pages read one after the other. A row that moved between two reads shows once, where it was last seen to be new. */
export function mergePages<Row extends BaseRow>(pages: readonly RowPage<Row>[]): Row[] {
  if (pages.length === 1) return pages[0]!.rows
  const places = new Map<string, number>()
  const rows: Row[] = []
  for (const row of pages.flatMap((page) => page.rows)) {
    const place = row.id === '' ? undefined : places.get(row.id)
    if (place !== undefined) rows[place] = row
    else {
      if (row.id !== '') places.set(row.id, rows.length)
      rows.push(row)
    }
  }
  return rows
}

/** True when the page that a person asked for is not full although the partner has more. */
export function shouldReadOn({ rows, limit, hasMore }: { rows: number; limit: number; hasMore: boolean }): boolean {
  return hasMore && rows < limit
}

/** One read of the partner: where it began and how many rows it asked for. */
export type Part = { position: string | null; limit: number }

/** How many rows the parts of a page asked for together. */
export function askedFor(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + part.limit, 0)
}

/**
 * How many rows the next read asks for: the rest of a page whose parts were full, else a whole page, because the
 * partner left rows out of what it read and a small rest would leave even fewer.
 */
export function nextLimit({ rows, asked, limit }: { rows: number; asked: number; limit: number }): number {
  return rows === asked && rows < limit ? limit - rows : limit
}

// Tokens this tab has come from, by view and token: the partner's own way back may start in the middle of what was shown.
const trail = new Map<string, string | null>()

/** Notes that the page at `to` was reached from the page at `from` (null: the first one). `view` names the walk. */
export function rememberStep(view: string, from: string | undefined, to: string): void {
  trail.set(`${view} ${to}`, from ?? null)
}

/** The page before `at`: where this tab came from, else the partner's own token; undefined when there is none. `null` is the first page. */
export function stepBack(view: string, at: string | undefined, prev: string | null): string | null | undefined {
  if (at === undefined) return undefined
  const came = trail.get(`${view} ${at}`)
  return came === undefined ? (prev ?? undefined) : came
}
