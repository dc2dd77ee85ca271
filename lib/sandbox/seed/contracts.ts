import { partyColumns } from '#lib/sandbox/contracts/contract-parties.ts'
import { statesOf } from '#lib/sandbox/contracts/contract-terms.ts'
import { folded } from '#lib/core/folded.ts'
import { personName } from '#lib/sandbox/db/capture-columns.ts'
import type { NewContractRow } from '#lib/sandbox/db/contracts-schema.ts'
import type { DemoDataBatch } from '#lib/sandbox/db/demo-data-rows.ts'
import {
  contractDates,
  contractInsurance,
  contractRegions,
  contractSignatory,
  contractStatusOf,
} from './contract-terms.ts'
import type { ContractTools, FullBatch } from './contract-tools.ts'
import { makeLateLoads } from './late-loads.ts'
import { makeNetworkProviders, networkSize } from './network-providers.ts'
import type { Clinic } from './organization.ts'
import { makeSpans } from './span-patterns.ts'
import { type WaitingPlan, makeWaitingCaptures } from './waiting-captures.ts'

/** A row with its `seq`: rows get it in the order in which they are loaded. */
type Member = { id: string; seq: number }

/** With fewer contracts, none has the large network, so that small data sets load quickly. */
export const networkFrom = 100

const hour = 3_600_000
const maxStaff = 60
const national = JSON.stringify({ type: 'national' })
const sources = ['MANUAL', 'MANUAL', 'IMPORT', 'MEDALLION'] as const

/**
 * Contracts of both types and all statuses for the clinics and payers, with their rosters, service
 * facilities and credentialing spans. In data sets with 100 contracts or more, the first contract
 * has a network of 60,000 providers. With a plan it also makes waiting captures: captures under
 * contract without a claim creation; and claims that were denied before their span was loaded.
 */
export function* generateContracts(
  tools: ContractTools,
  count: number,
  waiting?: WaitingPlan,
): Generator<DemoDataBatch> {
  const { organization } = tools
  const members = new Map(
    organization.providers.map((provider, i) => [
      provider,
      { id: provider.organization_provider_id, seq: i + 1 },
    ]),
  )
  const made: FullBatch = {
    contracts: [],
    contractProviders: [],
    contractFacilities: [],
    contractFacilityProviders: [],
    providerSpans: [],
    facilitySpans: [],
  }
  for (let index = 0; index < count; index += 1) addContract(tools, made, members, index)
  if (count >= networkFrom) made.contracts[0]!.provider_count! += networkSize
  yield made
  if (waiting) yield { chargeCaptures: makeWaitingCaptures(tools, made, waiting) }
  if (count < networkFrom) return
  let nextSeq = organization.providers.length + 1
  for (const providers of makeNetworkProviders(tools.random, tools.names)) {
    const added = providers.map(({ id }, i) => ({ id, seq: nextSeq + i }))
    nextSeq += added.length
    const contractProviders = added.map(({ seq }) => ({ contract_seq: 1, provider_seq: seq }))
    const covered = added.filter((_, i) => i % 5 === 0)
    yield {
      organizationProviders: providers,
      contractProviders,
      providerSpans: spansOf(tools, made.contracts[0]!, covered, 0),
    }
  }
  if (waiting) yield makeLateLoads(tools, made, waiting.firstPatient + waiting.count)
}

function addContract(
  tools: ContractTools,
  made: FullBatch,
  members: ReadonlyMap<object, Member>,
  index: number,
): void {
  const { random, organization, today, now } = tools
  const clinic = organization.clinics[index % organization.clinics.length]!
  const round = Math.floor(index / organization.clinics.length)
  const contract = makeContract(tools, clinic, index, round)
  const seq = made.contracts.push(contract)
  const roster = rosterOf(tools, clinic, members)
  const facilities =
    contract.type === 'institutional' ? facilitiesOf(tools, clinic) : clinic.facilities
  if (contract.type === 'institutional') {
    for (const [place, facility] of facilities.entries()) {
      const facilitySeq = made.contractFacilities.push({
        id: random.uuid(),
        contract_seq: seq,
        service_facility_id: facility.organization_service_facility_id,
      })
      const there = roster.filter((_, i) => (i + place) % 3 !== 0)
      made.contractFacilityProviders.push(
        ...there.map((member) => ({ facility_seq: facilitySeq, provider_seq: member.seq })),
      )
    }
  }
  made.contractProviders.push(
    ...roster.map((member) => ({ contract_seq: seq, provider_seq: member.seq })),
  )
  contract.provider_count = roster.length
  if (contract.contract_status === 'cancelled') return
  made.providerSpans.push(
    ...limitSome(spansOf(tools, contract, roster, index * 5), contract, clinic, roster),
  )
  for (const [place, facility] of facilities.entries()) {
    const covered = {
      ...coveredBy(contract),
      service_facility_id: facility.organization_service_facility_id,
    }
    for (const span of makeSpans(random, today, index + place * 4)) {
      made.facilitySpans.push({
        id: random.uuid(),
        created_at: now - random.int(1, 2000) * hour,
        ...covered,
        ...span,
      })
    }
  }
}

/**
 * Under a national contract, every third provider's spans are for the clinic's own state only, as
 * payers often enroll.
 */
function limitSome(
  spans: ReturnType<typeof spansOf>,
  contract: NewContractRow,
  { town: [, state] }: Clinic,
  roster: readonly Member[],
): ReturnType<typeof spansOf> {
  if (contract.regions !== national) return spans
  const regions = JSON.stringify({ type: 'states', states: [state] })
  const limited = new Set(roster.filter((_, i) => i % 3 === 0).map(({ id }) => id))
  return spans.map((span) =>
    limited.has(span.rendering_provider_id) ? { ...span, regions } : span,
  )
}

function makeContract(
  tools: ContractTools,
  clinic: Clinic,
  index: number,
  round: number,
): NewContractRow {
  const { random, names, organization, today, now } = tools
  const payerIndex = (index * 7 + round * 13) % organization.payers.length
  const payer = organization.payers[payerIndex]!
  const status = contractStatusOf(index, round)
  const regions =
    index === 0 ? { type: 'national' as const } : contractRegions(random, names, clinic.town)
  const provider = {
    id: clinic.provider.organization_provider_id,
    npi: clinic.npi,
    name: personName(clinic.provider),
  }
  return {
    id: random.uuid(),
    created_at: now - (500 - (index % 500)) * 7 * hour,
    type: (index * 3 + round) % 7 > 4 ? 'institutional' : 'professional',
    ...partyColumns(provider, {
      payer_uuid: payer.payer_uuid,
      payer_id: payer.payer_id,
      name: folded(payer.payer_name),
    }),
    ...contractDates(random, status, today),
    contract_status: status,
    regions: JSON.stringify(regions),
    states: statesOf(regions),
    authorized_signatory: contractSignatory(random, names),
    ...contractInsurance(random, payerIndex),
    // About every third effective contract, but not the first, is linked to a fee schedule.
    fee_schedule_id: status === 'effective' && index % 3 === 2 ? random.uuid() : '',
  }
}

/** Most of the clinic's staff, and some staff of the next clinic. */
function rosterOf(
  { organization }: ContractTools,
  clinic: Clinic,
  members: ReadonlyMap<object, Member>,
): Member[] {
  const next =
    organization.clinics[(organization.clinics.indexOf(clinic) + 1) % organization.clinics.length]!
  const staff = [
    ...clinic.staff.slice(0, maxStaff).filter((_, i) => i % 8 !== 7),
    ...next.staff.slice(0, 3),
  ]
  return staff.map((provider) => members.get(provider)!).toSorted((a, b) => a.seq - b.seq)
}

/** An institution's sites: the clinic's own sites and those of up to two other clinics. */
function facilitiesOf({ random, organization }: ContractTools, clinic: Clinic) {
  const own = organization.clinics.indexOf(clinic)
  const others = Array.from(
    { length: random.int(1, 2) },
    (_, i) => organization.clinics[(own + 11 * (i + 1)) % organization.clinics.length]!,
  )
  return [clinic, ...others].flatMap((each) => each.facilities)
}

function coveredBy(contract: NewContractRow) {
  const { contracting_provider_id, payer_uuid, billing_provider_npi } = contract
  return { contracting_provider_id, payer_uuid, billing_provider_npi }
}

function spansOf(
  { random, today, now }: ContractTools,
  contract: NewContractRow,
  members: readonly Member[],
  shift: number,
) {
  return members.flatMap(({ id: rendering_provider_id }, i) =>
    makeSpans(random, today, shift + i).map((span) => ({
      id: random.uuid(),
      created_at: now - random.int(1, 2000) * hour,
      ...coveredBy(contract),
      rendering_provider_id,
      regions: contract.regions,
      source: random.pick(sources),
      ...span,
    })),
  )
}
