import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { parseExact } from '#lib/core/json.ts'
import { fail, type Failure } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import { type Pair, isEffective } from './pairs.ts'
import { toContractFacilities, toRosterFacts, type ContractFacts } from './read-facts.ts'
import type { BoardInput } from './board-input.ts'
import { noteUnread, walkList, type BoardTools } from './walk-list.ts'

// The number of contracts read at once: faster than one by one, and far below a partner's rate
// limit.
const atOnce = 3
const rosterPageSize = 1_000
// After this many failures in a row the partner is unreachable; more requests would only take time.
const mostFailures = 5

/**
 * Reads the roster with its spans of every effective contract, then the facilities of the
 * institutional ones. Only providers that captures name are kept; the rosters give their ids. A
 * contract that cannot be read is reported and leaves its pair open. Fails if the partner stopped
 * answering.
 */
export async function readRosters(
  reading: BoardTools,
  { pairs, names, unread }: BoardInput,
): Promise<Failure | null> {
  const open = pairs.all.flatMap((pair) =>
    pair.contracts.filter(isEffective).map((contract) => ({ pair, contract })),
  )
  const total = open.reduce((sum, { contract }) => sum + contract.count, 0)
  const contracts = open.length
  let done = 0
  let finished = 0
  let failures = 0
  let stopped: Failure | null = null
  const words = () =>
    `Reading rosters and their spans: contract ${Math.min(finished + 1, contracts)} of ${contracts}, providers`

  const count = (failure: Failure | null) => {
    failures = failure ? failures + 1 : 0
    if (failure && failures >= mostFailures && hasGone(failure)) stopped = failure
  }
  const readOne = async ({ pair, contract }: { pair: Pair; contract: ContractFacts }) => {
    const { contract_id } = contract
    const name = nameOf(contract)
    const end = await walkList(reading, {
      operation: operations.listContractProviderCredentialing,
      params: { contract_id },
      limit: rosterPageSize,
      toFacts: toRosterFacts,
      take: (provider) => {
        pair.addProvider(provider, reading.asOf)
        if (pair.wanted.has(provider.npi)) names.set(provider.npi, provider.name)
        done += 1
        return { words: words(), done, total: Math.max(total, done) }
      },
    })
    noteUnread(unread, end, {
      rest: `Roster of ${name}`,
      item: `Providers of ${name}`,
      contract_id,
    })
    if (end.failure || end.unreadable > 0) pair.isRosterWhole = false
    finished += 1
    count(end.failure)
  }
  await forEach(open, async (one) => {
    await readOne(one)
    return !stopped && !reading.signal.aborted
  })
  const institutional = open.filter(({ contract }) => contract.type === 'institutional')
  let read = 0
  if (!stopped)
    await forEach(institutional, async ({ pair, contract }) => {
      if (reading.signal.aborted) return false
      const failure = await readFacilities(reading, pair, contract)
      if (failure)
        unread.push({
          what: `Service facilities of ${nameOf(contract)}`,
          message: failure.message,
          contract_id: contract.contract_id,
        })
      read += 1
      count(failure)
      await reading.report({
        words: 'Reading the facilities of contracts',
        done: read,
        total: institutional.length,
      })
      return !stopped
    })
  return stopped
}

/** Runs `work` for each item, some at a time, until it returns false. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<boolean>): Promise<void> {
  const left = [...items]
  const runner = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      if (!(await work(next))) left.length = 0
  }
  await Promise.all(Array.from({ length: atOnce }, runner))
}

async function readFacilities(
  reading: BoardTools,
  pair: Pair,
  contract: ContractFacts,
): Promise<Failure | null> {
  const params = { contract_id: contract.contract_id }
  const reply = await reading.retrying((connection) =>
    call(connection, operations.getContractV3, { params }, { signal: reading.signal }),
  )
  if (!reply.ok) return reply.error
  contract.facilities = toContractFacilities(
    parseExact(reply.value.text),
    new Set([...pair.providers.values()].map(({ id }) => id)),
  )
  return contract.facilities
    ? null
    : fail('UnreadableReply', 'The partner sent them in an unknown format.').error
}

function nameOf({ payer, provider }: ContractFacts): string {
  return `${payer.name} with ${provider.name}`
}

function hasGone({ name }: Failure): boolean {
  return [
    'PartnerDown',
    'PartnerUnreachable',
    'PartnerUnresolved',
    'PartnerTimeout',
    'PartnerUnauthorized',
    'PartnerBusy',
    'PartnerTlsFailed',
  ].includes(name)
}
