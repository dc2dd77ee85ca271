import 'server-only'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { LocalDate } from '#lib/core/local-date.ts'
import { judgeOther, verdictOfAll } from '#lib/rules/coverage/at-risk.ts'
import {
  partsAtRisk,
  type Board,
  type NamedCause,
  type Recount,
} from '#lib/rules/coverage/board.ts'
import type { OtherClaim } from '#lib/rules/coverage/facts.ts'
import { firstDay, loadedSince, type DeniedClaim } from '#lib/rules/coverage/reprocess.ts'
import { resendBy } from '#lib/rules/filing/resend-clock.ts'
import type { BoardInput } from './board-input.ts'
import { bookOf, judgeAll, judgedAtOnce, type Judged } from './judge-all.ts'
import { isEffective, type Pair } from './pairs.ts'
import type { CaptureRead } from './read-facts.ts'

/**
 * Pairs with the same payer id and NPI, the captures, the claims to other insurances and the denied
 * claims that name these, and what became of the captures.
 */
export type Group = {
  pairs: readonly Pair[]
  captures: readonly CaptureRead[]
  others: readonly OtherClaim[]
  denied: readonly DeniedClaim[]
  judged: Judged
}

/**
 * Judges every capture and every denied claim in the group of its pairs; `rest` is what became of the captures without a
 * pair.
 */
export async function judgeGroups(
  input: BoardInput,
  asOf: LocalDate,
): Promise<{ groups: Group[]; rest: Judged; others: Board['others'] }> {
  const found = Map.groupBy(input.captures, (capture) => input.pairs.ofCapture(capture)[0])
  const deniedOf = Map.groupBy(input.denied.claims, (claim) => input.pairs.ofCapture(claim)[0])
  const othersOf = Map.groupBy(input.others, (claim) => input.pairs.ofCapture(claim)[0])
  const groups: Group[] = []
  let unjudged = othersOf.get(undefined)?.length ?? 0
  let since = 0
  for (const pairs of input.pairs.groups) {
    const captures = found.get(pairs[0]) ?? []
    const denied = deniedOf.get(pairs[0]) ?? []
    const others = othersOf.get(pairs[0]) ?? []
    unjudged += addOthers(others, pairs, input, asOf)
    addReprocess(denied, pairs, input, asOf)
    groups.push({
      pairs,
      captures,
      others,
      denied,
      judged: await judgeAll({ ...input, captures, unreadableCaptures: 0 }, asOf),
    })
    since += captures.length
    if (since < judgedAtOnce) continue
    since = 0
    await otherWork()
  }
  return {
    groups,
    rest: await judgeAll({ ...input, captures: found.get(undefined) ?? [] }, asOf),
    others: { claims: input.others.length, unjudged },
  }
}

/** True for a pair that has a row: others have no contract by which a capture could be denied. */
export function hasRow({ contracts }: Pair): boolean {
  return contracts.some(isEffective)
}

/** A judged group as the board stores it: its rows, with their causes and captures by place. */
export function countedGroup(
  { pairs, judged }: Group,
  { input, asOf, placeOf }: { input: BoardInput; asOf: LocalDate; placeOf: (pair: Pair) => number },
): Omit<Recount, 'counted_at' | 'fine_before' | 'released'> {
  const placed = pairs.filter(hasRow).map((pair) => ({ pair, place: placeOf(pair) }))
  const group = Math.min(...placed.map(({ place }) => place))
  const atRisk = placed.filter(({ pair }) => pair.tally.list.length > 0)
  return {
    group,
    rows: placed.map(({ pair, place }) => pair.toRow({ place, group }, asOf)),
    causes: atRisk.map(({ pair, place }) => ({ place, causes: causesOf(pair, input) })),
    captures: atRisk.map(({ pair, place }) => ({ place, captures: pair.tally.list })),
    reprocess: placed
      .filter(({ pair }) => pair.reprocess.length > 0)
      .map(({ pair, place }) => ({ place, claims: pair.reprocess })),
    fine: judged.fine,
    unjudged: judged.unjudged.map((capture) => ({ ...capture, group })),
  }
}

// The claims to other insurances, each in the pair of its payer. Returns how many could not be judged.
function addOthers(
  claims: readonly OtherClaim[],
  pairs: readonly Pair[],
  { facilities }: BoardInput,
  asOf: LocalDate,
): number {
  let unjudged = 0
  for (const claim of claims) {
    const judgement = judgeOther(claim, pairs, bookOf(facilities), { asOf, expiringDays: 0 })
    const verdict = 'parts' in judgement ? verdictOfAll(judgement.parts) : 'unjudged'
    if (!('parts' in judgement) || verdict === 'unjudged') unjudged += 1
    if (!('parts' in judgement) || verdict === 'unjudged' || verdict === 'fine') continue
    const { parts } = judgement
    const lines = parts.reduce((sum, { part }) => sum + part.lines.length, 0)
    const isRestJudged = parts.every((found) => 'reasons' in found)
    // `judgeOther` returned one of these pairs.
    const pair = judgement.pair as Pair
    const found = { ...claim, isByAlias: pair.isByAlias(claim) }
    pair.tally.add(found, parts.flatMap(partsAtRisk), lines, isRestJudged)
  }
  return unjudged
}

// The claims that were denied before their span was loaded, each in the pair that pays it now.
function addReprocess(
  claims: readonly DeniedClaim[],
  pairs: readonly Pair[],
  { facilities, rulebook }: BoardInput,
  asOf: LocalDate,
): void {
  const view = { asOf, expiringDays: 0 }
  for (const claim of claims) {
    const found = loadedSince(claim, pairs, bookOf(facilities), view)
    const date = firstDay(claim)
    if (!found || date === undefined) continue
    // `loadedSince` returned one of these pairs.
    const pair = found.pair as Pair
    pair.reprocess.push({
      id: claim.id,
      claim_id: claim.claim_id,
      external_id: claim.external_id,
      control_number: claim.control_number,
      date,
      cents: claim.cents,
      reason: claim.reason,
      is_final: claim.is_final,
      denied_on: claim.denied_on,
      loaded_on: found.loaded_on,
      rendering_npi: claim.rendering_npi,
      by: resendBy(claim.filing, claim.denied_on, rulebook, asOf),
    })
  }
}

function causesOf(pair: Pair, { facilities, names }: BoardInput): NamedCause[] {
  const npis = new Map([...pair.providers].map(([npi, { id }]) => [id, npi]))
  return pair.tally.sum().causes.map((cause) => {
    if (cause.kind === 'facility') {
      const facility = facilities.byId.get(cause.id)
      return { ...cause, name: facility?.name, npi: facility?.npi }
    }
    if (cause.kind === 'contract') {
      const contract = pair.contracts.find(({ contract_id }) => contract_id === cause.id)
      return { ...cause, name: contractName(contract?.type) }
    }
    const npi = cause.state === 'not-listed' ? cause.id : npis.get(cause.id)
    const facility_name =
      cause.facility_id === undefined ? undefined : facilities.byId.get(cause.facility_id)?.name
    return { ...cause, npi, name: npi === undefined ? undefined : names.get(npi), facility_name }
  })
}

function contractName(type: string | undefined): string {
  if (type === 'professional') return 'Professional contract'
  return type === 'institutional' ? 'Institutional contract' : 'Contract'
}
