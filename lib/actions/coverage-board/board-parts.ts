import 'server-only'
import { listJobParts, readJobPart } from '#lib/console/jobs/store.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import type { Recount, StatedAmount } from '#lib/rules/coverage/board.ts'
import type { OtherClaim } from '#lib/rules/coverage/facts.ts'
import type { DeniedClaim } from '#lib/rules/coverage/reprocess.ts'
import type { BoardInput } from './board-input.ts'
import type { Group } from './count-groups.ts'
import { isJudged } from './judge-all.ts'
import type { Pair } from './pairs.ts'
import type { CaptureRead, ContractFacts } from './read-facts.ts'

/**
 * The parts of a board's result: the board itself, and for each of its rows the causes, the captures
 * and the denied claims to send again.
 */
// A board of an earlier version has no denied claims: by its name it counts as expired.
export const boardPart = 'board with denials'
export const unjudgedPart = 'unjudged'
export const causesPart = (place: number) => `causes ${place}`
export const capturesPart = (place: number) => `captures ${place}`
export const reprocessPart = (place: number) => `reprocess ${place}`
/**
 * What a group of rows is counted anew from, and the service facilities that every group needs
 * (`FacilityRead[]`).
 */
export const basisPart = (group: number) => `basis ${group}`
export const facilitiesPart = 'facilities'
/** A group of rows that was counted anew. */
export const recountPart = (group: number) => `recount ${group}`

/**
 * What a group is counted anew from, besides the rosters and spans, which are read again. It has no
 * patient data.
 */
export type Basis = {
  /**
   * Without their facilities, which are read again. `place` is that of the row, if the pair has
   * one.
   */
  contracts: { facts: ContractFacts; place: number | undefined }[]
  captures: CaptureRead[]
  others: OtherClaim[]
  denied: DeniedClaim[]
  /** Names of rendering providers by NPI. */
  names: [string, string][]
  fine: StatedAmount
}

/** The basis of a judged group. */
export function basisOf(
  { pairs, captures, others, denied, judged }: Group,
  { names }: BoardInput,
  placeOf: (pair: Pair) => number | undefined,
): Basis {
  const wanted = [...new Set(pairs.flatMap((pair) => [...pair.wanted]))]
  return {
    contracts: pairs.flatMap((pair) =>
      pair.contracts.map(({ facilities: _, ...facts }) => ({ facts, place: placeOf(pair) })),
    ),
    captures: captures.filter(isJudged),
    others: [...others],
    denied: [...denied],
    names: wanted.flatMap((npi): [string, string][] =>
      names.has(npi) ? [[npi, names.get(npi)!]] : [],
    ),
    fine: judged.fine,
  }
}

/** The groups of a board that were counted anew since it was made. */
export async function readRecounts(
  connection: Pick<Connection, 'boundTo'>,
  id: string,
): Promise<Recount[]> {
  const names = (await listJobParts(connection, id)).filter((name) =>
    name.startsWith(recountPart(0).slice(0, -1)),
  )
  const texts = await Promise.all(names.map((name) => readJobPart(connection, id, name)))
  // countRow stored this type
  return texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as Recount]))
}
