import 'server-only'
import { now } from '#lib/console/clock.ts'
import { findJobRow, putPart, readJobPart } from '#lib/console/jobs/store.ts'
import { readRulebook } from '#lib/console/queue/payer-rules.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import type { Result } from '#lib/core/result.ts'
import type { Rulebook } from '#lib/rules/filing/rulebook.ts'
import {
  releasedOf,
  type Board,
  type CaptureAtRisk,
  type Recount,
  type ReleasedCapture,
  type StatedAmount,
} from '#lib/rules/coverage/board.ts'
import { sumStated } from '#lib/rules/coverage/board-sums.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import type { BoardInput } from './board-input.ts'
import {
  basisPart,
  boardPart,
  capturesPart,
  facilitiesPart,
  recountPart,
  type Basis,
} from './board-parts.ts'
import { countedGroup, judgeGroups } from './count-groups.ts'
import { Pairs, wantProvider } from './pairs.ts'
import { readFacilitySpans } from './read-board-input.ts'
import type { FacilityRead } from './read-facts.ts'
import { readRosters } from './read-rosters.ts'
import { gone, readStanding, startBoard, type BoardProgress } from './verbs.ts'
import type { BoardTools } from './walk-list.ts'

// A request of a person waits for it. A longer roster takes a job, which shows its progress.
const mostProviders = 5_000

/**
 * Counts one row of a board anew: its captures are those that the board read, its rosters and spans
 * are read again. The rows that share its captures are counted with it. Where the row cannot be
 * counted alone (the board is of another day or an earlier version, the roster is long, or
 * something cannot be read), the whole board is made anew instead.
 */
export async function countRow(
  { id, payer_uuid, provider_id }: { id: string; payer_uuid: string; provider_id: string },
  context: ActionContext,
): Promise<Result<BoardProgress>> {
  const { connection } = context
  const [text, job] = [
    await readJobPart(connection, id, boardPart),
    await findJobRow(connection, id),
  ]
  if (text === undefined || !job) return gone()
  const board = JSON.parse(text) as Board // the job stored these types
  const row = board.rows.find(
    ({ payer, provider }) => payer.uuid === payer_uuid && provider.id === provider_id,
  )
  if (!row) return startBoard({}, context)
  const [basisText, facilities] = [
    await readJobPart(connection, id, basisPart(row.group)),
    await readJobPart(connection, id, facilitiesPart),
  ]
  const today = dayNow()
  // What was not read at all may belong to any row.
  const isWhole = board.unread.every(({ contract_id }) => contract_id !== undefined)
  if (basisText === undefined || facilities === undefined || board.as_of !== today || !isWhole)
    return startBoard({}, context)
  const basis = JSON.parse(basisText) as Basis
  const recount = await recountOf(
    basis,
    JSON.parse(facilities) as FacilityRead[],
    await readRulebook(connection.boundTo),
    {
      asOf: today,
      signal: new AbortController().signal,
      report: async () => {},
      retrying: (ask) => ask(connection),
    },
  )
  if (!recount) return startBoard({}, context)
  const whole = await withReleased(recount, basis, (place) =>
    readJobPart(connection, id, capturesPart(place)),
  )
  await putPart(job, recountPart(row.group), JSON.stringify(whole))
  await recordAct(context, 'outcome', 'runCoverageBoard', [id])
  return readStanding({}, context)
}

// What the rows of the board as the job made it held, not as they were counted anew before.
async function withReleased(
  counted: Omit<Recount, 'released'>,
  { captures: read }: Basis,
  partAt: (place: number) => Promise<string | undefined>,
): Promise<Recount> {
  const planned = new Set(read.flatMap((each) => (each.isPlanned ? each.id : [])))
  const released: Recount['released'] = []
  const rows: Recount['rows'] = []
  for (const row of counted.rows) {
    const part = await partAt(row.place)
    const before = part === undefined ? [] : (JSON.parse(part) as CaptureAtRisk[])
    const captures = releasedOf(before, counted).map((each): ReleasedCapture => ({
      ...each,
      isPlanned: planned.has(each.id),
    }))
    released.push({ place: row.place, captures })
    rows.push(captures.length === 0 ? row : { ...row, released: sumStated(captures.map(statedOf)) })
  }
  return { ...counted, rows, released }
}

function statedOf({ cents = 0, isPlanned }: ReleasedCapture): StatedAmount {
  const own = { captures: 1, cents }
  return { ...own, planned: isPlanned ? own : { captures: 0, cents: 0 } }
}

// Undefined if it is too long, or if something could not be read: a job asks more patiently.
async function recountOf(
  { contracts, captures, others, denied, names, fine: fine_before }: Basis,
  facilities: FacilityRead[],
  rulebook: Rulebook,
  reading: BoardTools,
): Promise<Omit<Recount, 'released'> | undefined> {
  const counted_at = new Date(now()).toISOString()
  const input: BoardInput = {
    pairs: new Pairs(),
    captures,
    others,
    unreadableCaptures: 0,
    facilities: {
      byId: new Map(facilities.map((facility) => [facility.id, facility])),
      byNpi: new Map(facilities.flatMap(({ id, npi }) => (npi === undefined ? [] : [[npi, id]]))),
    },
    names: new Map(names),
    unread: [],
    denied: { claims: denied, unreadable: 0 },
    rulebook,
  }
  const { pairs } = input
  for (const { facts } of contracts) pairs.addContract(facts)
  if (
    pairs.all.flatMap((pair) => pair.contracts).reduce((sum, { count }) => sum + count, 0) >
    mostProviders
  )
    return
  for (const each of [...captures, ...others, ...denied]) wantProvider(pairs, each)
  for (const { contracts: own } of pairs.all) {
    const query = { payer_uuid: own[0]!.payer.uuid, contracting_provider_id: own[0]!.provider.id }
    await readFacilitySpans(reading, input, query)
  }
  await readRosters(reading, input)
  if (input.unread.length > 0) return undefined
  const places = new Map(
    contracts.map(({ facts, place }) => [pairs.ofSpan(facts.payer.uuid, facts.provider.id), place]),
  )
  const { groups } = await judgeGroups(input, reading.asOf)
  const counted = countedGroup(groups[0]!, {
    input,
    asOf: reading.asOf,
    placeOf: (pair) => places.get(pair)!,
  })
  return {
    ...counted,
    rows: counted.rows.map((row) => ({ ...row, counted_at })),
    counted_at,
    fine_before,
  }
}
