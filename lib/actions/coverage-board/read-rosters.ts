import 'server-only'
import { operations } from '../../contract/operations.ts'
import { parseExact } from '../../core/json.ts'
import type { Failure } from '../../core/result.ts'
import { call } from '../../partner/call.ts'
import type { Pair } from './pairs.ts'
import { isEffective } from './pairs.ts'
import { toFacilityIds, toRosterFacts } from './read-facts.ts'
import type { ContractFacts } from './read-facts.ts'
import { tellUnread } from './tell-unread.ts'
import type { World } from './read-world.ts'
import { walkList } from './walk-list.ts'
import type { Reading } from './walk-list.ts'

// So many contracts are read at the same time: faster than one by one, and far from what a partner allows in a second.
const atOnce = 3
const rosterPageSize = 1_000
// After so many failures in a row nobody is there to answer, and asking for the rest would only take long.
const mostFailures = 5

/**
 * Reads the facilities and the roster with its spans of every effective contract. A contract that cannot be read is told
 * and leaves its pair open. Answers a failure when the partner stopped answering altogether.
 */
export async function readRosters(reading: Reading, { pairs, names, unread }: World): Promise<Failure | null> {
  const open = pairs.all.flatMap((pair) => pair.contracts.filter(isEffective).map((contract) => ({ pair, contract })))
  const total = open.reduce((sum, { contract }) => sum + contract.count, 0)
  const contracts = open.length
  let done = 0
  let finished = 0
  let failures = 0
  let stopped: Failure | null = null
  const words = () => `Reading rosters and their spans: contract ${Math.min(finished + 1, contracts)} of ${contracts}, providers`

  const readOne = async ({ pair, contract }: { pair: Pair; contract: ContractFacts }) => {
    const { contract_id } = contract
    const name = `${contract.payer.name} with ${contract.provider.name}`
    if (contract.type === 'institutional') {
      const message = await readFacilityIds(reading, contract)
      if (message !== null) unread.push({ what: `Service facilities of ${name}`, message, contract_id })
    }
    const end = await walkList(reading, {
      operation: operations.listContractProviderCredentialing, params: { contract_id }, limit: rosterPageSize, toFacts: toRosterFacts,
      take: (provider) => {
        pair.addProvider(provider, reading.asOf)
        if (pair.wanted.has(provider.npi)) names.set(provider.npi, provider.name)
        done += 1
        return { words: words(), done, total: Math.max(total, done) }
      },
    })
    tellUnread(unread, end, { rest: `Roster of ${name}`, item: `Providers of ${name}`, contract_id })
    if (end.failure || end.unreadable > 0) pair.isRosterWhole = false
    finished += 1
    failures = end.failure ? failures + 1 : 0
    if (end.failure && failures >= mostFailures && hasGone(end.failure)) stopped = end.failure
  }
  const runner = async () => {
    for (let next = open.shift(); next; next = open.shift()) {
      await readOne(next)
      if (stopped || reading.signal.aborted) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runner))
  return stopped
}

async function readFacilityIds({ connection, signal }: Reading, contract: ContractFacts): Promise<string | null> {
  const reply = await call(connection, operations.getContractV3, { params: { contract_id: contract.contract_id } }, { signal })
  if (!reply.ok) return reply.error.message
  contract.facility_ids = toFacilityIds(parseExact(reply.value.text))
  return contract.facility_ids ? null : 'The partner sent them in a form that the console cannot read.'
}

function hasGone({ name }: Failure): boolean {
  return ['PartnerUnreachable', 'PartnerTimeout', 'PartnerUnauthorized', 'PartnerBusy', 'PartnerTlsFailed'].includes(name)
}
