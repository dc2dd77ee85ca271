// The pages this tab came through, by view and token: the partner's own way back may start in the
// middle of a page that was shown.
const trail = new Map<string, { from: string | null; rowsBefore: number | undefined }>()

/**
 * Notes that the page at `to` was reached from the page at `from` (undefined: the first one), which
 * shows `rows` rows. `listKey` names the list with its filters and order.
 */
export function rememberStep(
  listKey: string,
  from: string | undefined,
  to: string,
  rows: number,
): void {
  const before = rowsBefore(listKey, from)
  trail.set(`${listKey} ${to}`, {
    from: from ?? null,
    rowsBefore: before === undefined ? undefined : before + rows,
  })
}

/**
 * The page before `at`: where this tab came from, else the partner's own token; undefined when
 * there is none. `null` is the first page.
 */
export function stepBack(
  listKey: string,
  at: string | undefined,
  prev: string | null,
): string | null | undefined {
  if (at === undefined) return undefined
  const step = trail.get(`${listKey} ${at}`)
  return step === undefined ? (prev ?? undefined) : step.from
}

/** The number of rows on the pages before `at`; undefined if this tab has not read them. */
export function rowsBefore(listKey: string, at: string | undefined): number | undefined {
  return at === undefined ? 0 : trail.get(`${listKey} ${at}`)?.rowsBefore
}
