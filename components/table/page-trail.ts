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
