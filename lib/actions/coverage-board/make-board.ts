import 'server-only'
import { localDateAt } from '#lib/core/local-date.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { unjudgedReasons } from '#lib/rules/coverage/at-risk.ts'
import type { Amount, Board, NamedCause, UnjudgedCapture } from '#lib/rules/coverage/board.ts'
import type { JobKind, JobTools } from '#lib/actions/jobs/job-kind.ts'
import { judgeAll, type Judged } from './judge-all.ts'
import type { Pair } from './pairs.ts'
import { readBoardInput } from './read-board-input.ts'
import type { BoardInput } from './board-input.ts'

/** The parts of a board's result: the board itself, and for each of its rows the causes and the captures. */
export const boardPart = 'board'
export const unjudgedPart = 'unjudged'
export const causesPart = (place: number) => `causes ${place}`
export const capturesPart = (place: number) => `captures ${place}`

/**
 * Makes the coverage board: reads contracts, unlinked captures, facilities and rosters with their spans, and joins
 * them. The result names what could not be read. It fails only if nothing could be read.
 */
export const coverageBoard = {
  kind: 'coverage-board',
  task: 'runCoverageBoard',
  title: () => 'Coverage check',
  single: 'connection',
  run: makeBoard,
} as const satisfies JobKind<Record<string, never>>

/** The work of the job, with as much of its tools as it uses. */
export async function makeBoard({
  report,
  signal,
  patiently,
  part,
}: Pick<JobTools, 'report' | 'signal' | 'patiently' | 'part'>): Promise<Result<void>> {
  const asOf = localDateAt(Date.now())
  const input = await readBoardInput({ patiently, report, signal, asOf })
  if (!input.ok) return input
  await report({ words: 'Judging captures', done: input.value.captures.length, total: input.value.captures.length })
  const parts = toParts(input.value, await judgeAll(input.value, asOf), asOf)
  for (const [name, text] of parts) await part(name, text)
  return ok(undefined)
}

function toParts(input: BoardInput, judged: Judged, asOf: string): Map<string, string> {
  const { pairs, captures, unread } = input
  const all = pairs.all.filter(
    (pair) => pair.contracts.some((contract) => contract.status === 'effective') || pair.tally.list.length > 0,
  )
  const parts = new Map<string, string>()
  for (const [place, pair] of all.entries()) {
    if (pair.tally.list.length === 0) continue
    parts.set(causesPart(place), JSON.stringify(causesOf(pair, input)))
    parts.set(capturesPart(place), JSON.stringify(pair.tally.list))
  }
  const rows = all.map((pair, place) => pair.toRow(place, asOf))
  const riskOf = (kind: 'will' | 'may') => ({
    captures: sumOf(rows, ({ risk }) => risk[kind].captures),
    cents: sumOf(rows, ({ risk }) => risk[kind].cents),
  })
  const unjudged = unjudgedReasons.flatMap((reason) => {
    const found = judged.unjudged.filter((capture) => capture.reason === reason)
    return found.length > 0
      ? [{ reason, captures: found.filter(({ lines }) => lines === undefined).length, cents: amountOf(found).cents }]
      : []
  })
  const board: Board = {
    as_of: asOf,
    rows,
    read: amountOf(captures),
    fine: judged.fine,
    will_deny: riskOf('will'),
    may_deny: riskOf('may'),
    left_out: judged.leftOut,
    unjudged,
    unread,
  }
  parts.set(boardPart, JSON.stringify(board))
  parts.set(unjudgedPart, JSON.stringify(judged.unjudged satisfies UnjudgedCapture[]))
  return parts
}

function causesOf(pair: Pair, { facilities, names }: BoardInput): NamedCause[] {
  const npis = new Map([...pair.providers].map(([npi, { id }]) => [id, npi]))
  return pair.tally.sum().causes.map((cause) => {
    if (cause.kind === 'facility') {
      const facility = facilities.byId.get(cause.id)
      return { ...cause, name: facility?.name, npi: facility?.npi }
    }
    const npi = cause.state === 'not-listed' ? cause.id : npis.get(cause.id)
    const facility_name = cause.facility_id === undefined ? undefined : facilities.byId.get(cause.facility_id)?.name
    return { ...cause, npi, name: npi === undefined ? undefined : names.get(npi), facility_name }
  })
}

function amountOf(captures: readonly { cents?: number | undefined }[]): Amount {
  return { captures: captures.length, cents: sumOf(captures, ({ cents }) => cents ?? 0) }
}

function sumOf<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0)
}
