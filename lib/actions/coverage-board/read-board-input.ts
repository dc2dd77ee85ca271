import 'server-only'
import { contractStatus } from '#lib/contract/contracts/terms.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { operations } from '#lib/contract/operations.ts'
import { ok, type Failure, type Result } from '#lib/core/result.ts'
import type { Rulebook } from '#lib/rules/filing/rulebook.ts'
import { Pairs, wantProvider } from './pairs.ts'
import {
  otherClaims,
  toCaptureFacts,
  toContractFacts,
  toFacility,
  toFacilitySpan,
} from './read-facts.ts'
import { readDenied } from './read-denied.ts'
import { readRosters } from './read-rosters.ts'
import { noteUnread, walkList, type BoardTools } from './walk-list.ts'
import type { BoardInput } from './board-input.ts'

const pageSize = 1_000
// A capture has some kilobytes, and a reply has at most 20 MB.
const capturesPageSize = 500
// The interface states no largest page for these lists; every partner serves its own default.
const spansPageSize = 100

/**
 * Reads the board's input. Captures and denied claims come before rosters, because only the
 * providers that they name are kept of a roster. Fails if no contract could be read or the partner stopped answering.
 */
export async function readBoardInput(
  reading: BoardTools,
  rulebook: Rulebook,
): Promise<Result<BoardInput>> {
  const input: BoardInput = {
    pairs: new Pairs(),
    captures: [],
    others: [],
    unreadableCaptures: 0,
    facilities: { byId: new Map(), byNpi: new Map() },
    names: new Map(),
    unread: [],
    denied: { claims: [], unreadable: 0 },
    rulebook,
  }
  const failure = await readContracts(reading, input)
  if (failure && input.pairs.all.length === 0) return { ok: false, error: failure }
  await readCaptures(reading, input)
  await readDenied(reading, input)
  await readFacilities(reading, input)
  const stopped = await readRosters(reading, input)
  return stopped ? { ok: false, error: stopped } : ok(input)
}

// Without a status the list has pending contracts only, so each status is a separate walk (decision
// 0018).
async function readContracts(
  reading: BoardTools,
  { pairs, unread }: BoardInput,
): Promise<Failure | null> {
  const seen = new Set<string>()
  let last: Failure | null = null
  for (const contract_status of knownValues(contractStatus)!.values) {
    const end = await walkList(reading, {
      operation: operations.listContractsV3,
      query: { contract_status },
      limit: pageSize,
      toFacts: toContractFacts,
      take: (contract) => {
        if (!seen.has(contract.contract_id)) pairs.addContract(contract)
        seen.add(contract.contract_id)
        return { words: 'Reading contracts', done: seen.size, total: null }
      },
    })
    noteUnread(unread, end, {
      rest: `Contracts with the status ${contract_status}`,
      item: `Contracts with the status ${contract_status}`,
    })
    last = end.failure ?? last
  }
  return last
}

async function readCaptures(reading: BoardTools, input: BoardInput): Promise<void> {
  const { captures, pairs, names, unread } = input
  const seen = new Set<string>()
  const end = await walkList(reading, {
    operation: operations.listChargeCaptures,
    // Oldest first: new captures are added at the end, so no page shifts.
    query: {
      exclude_charges_linked_to_claims: true,
      sort: 'created_at',
      sort_direction: 'asc',
    },
    limit: capturesPageSize,
    toFacts: toCaptureFacts,
    take: (capture) => {
      const others = seen.has(capture.id) ? [] : otherClaims(capture)
      if (!seen.has(capture.id)) captures.push(capture)
      seen.add(capture.id)
      input.others.push(...others)
      const { rendering_npi: npi, rendering_name: name } = capture
      for (const each of [capture, ...others]) wantProvider(pairs, each)
      if (npi !== undefined && name !== undefined) names.set(npi, name)
      return { words: 'Reading unlinked charge captures', done: captures.length, total: null }
    },
  })
  input.unreadableCaptures = end.unreadable
  if (end.failure)
    unread.push({
      what:
        captures.length === 0
          ? 'Charge captures'
          : `Charge captures after the first ${captures.length.toLocaleString('en-US')}`,
      message: end.failure.message,
    })
}

async function readFacilities(
  reading: BoardTools,
  { facilities, pairs, unread }: BoardInput,
): Promise<void> {
  const before = unread.length
  const listEnd = await walkList(reading, {
    operation: operations.listServiceFacilities,
    limit: spansPageSize,
    toFacts: toFacility,
    take: (facility) => {
      facilities.byId.set(facility.id, facility)
      if (facility.npi !== undefined) facilities.byNpi.set(facility.npi, facility.id)
      return { words: 'Reading service facilities', done: facilities.byId.size, total: null }
    },
  })
  noteUnread(unread, listEnd, {
    rest: 'The organisation’s service facilities',
    item: 'Service facilities',
  })
  await readFacilitySpans(reading, { pairs, unread })
  // A span that could not be read has an unknown pair.
  if (unread.length > before) for (const pair of pairs.all) pair.areFacilitiesWhole = false
}

/**
 * Reads the facility spans that a query finds, each for its pair. False if some could not be read.
 */
export async function readFacilitySpans(
  reading: BoardTools,
  { pairs, unread }: Pick<BoardInput, 'pairs' | 'unread'>,
  query: { payer_uuid?: string; contracting_provider_id?: string } = {},
): Promise<boolean> {
  let spans = 0
  const end = await walkList(reading, {
    operation: operations.listFacilityCredentialingSpans,
    query,
    limit: spansPageSize,
    toFacts: toFacilitySpan,
    take: ({ owner, payer_uuid, provider_id, span }) => {
      pairs.ofSpan(payer_uuid, provider_id)?.addFacilitySpan(owner, span)
      spans += 1
      return { words: 'Reading facility spans', done: spans, total: null }
    },
  })
  noteUnread(unread, end, { rest: 'Facility spans', item: 'Facility spans' })
  return !end.failure && end.unreadable === 0
}
