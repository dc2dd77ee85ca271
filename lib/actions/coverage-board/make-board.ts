import 'server-only'
import { readRulebook } from '#lib/console/queue/payer-rules.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { Amount, Board, BoardRow, UnjudgedCapture } from '#lib/rules/coverage/board.ts'
import { riskSums, sumStated, unjudgedSums } from '#lib/rules/coverage/board-sums.ts'
import { sumClaims } from '#lib/rules/coverage/reprocess.ts'
import type { JobKind, JobTools } from '#lib/actions/jobs/job-kind.ts'
import { dueTonight } from '#lib/actions/jobs/nightly.ts'
import type { BoardInput } from './board-input.ts'
import {
  basisOf,
  basisPart,
  boardPart,
  capturesPart,
  causesPart,
  facilitiesPart,
  reprocessPart,
  unjudgedPart,
} from './board-parts.ts'
import { countedGroup, hasRow, judgeGroups, type Group } from './count-groups.ts'
import type { Judged } from './judge-all.ts'
import { readBoardInput } from './read-board-input.ts'

/**
 * Makes the coverage board: reads contracts, unlinked captures, facilities and rosters with their
 * spans, and joins them. The result names what could not be read. It fails only if nothing could be
 * read. People start it, and each night the console does.
 */
export const coverageBoard = {
  kind: 'coverage-board',
  task: 'runCoverageBoard',
  title: () => 'Coverage check',
  single: 'connection',
  run: makeBoard,
  everyMinute: () => dueTonight('coverage-board'),
} as const satisfies JobKind<Record<string, never>>

/** The work of the job, with as much of its tools as it uses. */
export async function makeBoard({
  report,
  signal,
  retrying,
  part,
  connection,
}: Pick<JobTools, 'report' | 'signal' | 'retrying' | 'part' | 'connection'>): Promise<
  Result<void>
> {
  const asOf = dayNow()
  const rulebook = await readRulebook(connection.boundTo)
  const input = await readBoardInput({ retrying, report, signal, asOf }, rulebook)
  if (!input.ok) return input
  await report({
    words: 'Judging captures',
    done: input.value.captures.length,
    total: input.value.captures.length,
  })
  const parts = toParts(input.value, await judgeGroups(input.value, asOf), asOf)
  for (const [name, text] of parts) await part(name, text)
  return ok(undefined)
}

function toParts(
  input: BoardInput,
  { groups, rest, others }: { groups: readonly Group[]; rest: Judged; others: Board['others'] },
  asOf: string,
): Map<string, string> {
  const places = new Map(input.pairs.all.filter(hasRow).map((pair, place) => [pair, place]))
  const parts = new Map<string, string>()
  const rows: BoardRow[] = []
  // The captures of a group without a row are judged by no row.
  const unjudged = [
    rest,
    ...groups.filter(({ pairs }) => !pairs.some(hasRow)).map(({ judged }) => judged),
  ].flatMap((judged) => judged.unjudged)
  for (const group of groups) {
    if (!group.pairs.some(hasRow)) continue
    const counted = countedGroup(group, { input, asOf, placeOf: (pair) => places.get(pair)! })
    rows.push(...counted.rows)
    unjudged.push(...counted.unjudged)
    for (const { place, causes } of counted.causes)
      parts.set(causesPart(place), JSON.stringify(causes))
    for (const { place, captures } of counted.captures)
      parts.set(capturesPart(place), JSON.stringify(captures))
    for (const { place, claims } of counted.reprocess)
      parts.set(reprocessPart(place), JSON.stringify(claims))
    parts.set(
      basisPart(counted.group),
      JSON.stringify(basisOf(group, input, (pair) => places.get(pair))),
    )
  }
  const judged = [rest, ...groups.map((group) => group.judged)]
  const leftOut = (kind: keyof Board['left_out']): Amount => ({
    captures: sumOf(judged, (each) => each.leftOut[kind].captures),
    cents: sumOf(judged, (each) => each.leftOut[kind].cents),
  })
  const { claims, ...denials } = input.denied
  const board: Board = {
    as_of: asOf,
    rows: rows.toSorted((a, b) => a.place - b.place),
    checked: sumStated(judged.map(({ checked }) => checked)),
    fine: sumStated(judged.map(({ fine }) => fine)),
    ...riskSums(rows),
    left_out: {
      not_to_bill: leftOut('not_to_bill'),
      self_pay: leftOut('self_pay'),
      unknown: leftOut('unknown'),
    },
    unjudged: unjudgedSums(unjudged),
    unread: input.unread,
    others,
    denied: { ...denials, ...sumClaims(claims) },
  }
  parts.set(boardPart, JSON.stringify(board))
  parts.set(unjudgedPart, JSON.stringify(unjudged satisfies UnjudgedCapture[]))
  parts.set(facilitiesPart, JSON.stringify([...input.facilities.byId.values()]))
  return parts
}

function sumOf<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0)
}
