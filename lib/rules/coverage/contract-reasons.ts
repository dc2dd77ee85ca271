import { addDays, type LocalDate } from '#lib/core/local-date.ts'
import { payerKind, type PayerKind } from '#lib/rules/filing/rulebook.ts'
import type {
  CaptureFacts,
  ContractTerms,
  DenialReason,
  LineOfBusiness,
  PairCover,
  UnjudgedReason,
} from './facts.ts'
import type { Days } from './coverage-gap.ts'
import { reachOf, type ServicePlace } from './regions.ts'

// Other kinds of payers are in no line of business of a contract.
const lineOfKind: { [kind in PayerKind]?: LineOfBusiness } = {
  commercial: 'commercial',
  medicare: 'medicare',
  'medicare-advantage': 'medicare',
  medicaid: 'medicaid',
}

/**
 * The contracts of a pair that decide whether a service on these days is paid, and what is wrong
 * with them. Without a contract only the reasons count; a text says why nobody can tell. A contract
 * that has ended or is for other states is never a certain denial: it may have been renewed or
 * amended without a record.
 */
export function decidingContracts(
  pair: Pick<PairCover, 'contracts' | 'npi'>,
  { from, to }: Days,
  facts: CaptureFacts,
  place: ServicePlace | undefined,
): { contracts: readonly ContractTerms[]; reasons: DenialReason[] } | UnjudgedReason {
  const held = pair.contracts.filter((contract) => isInForce(contract, from))
  const isIndividual = pair.npi !== undefined && pair.npi !== facts.billing_npi
  if (isIndividual)
    return held.length > 0 ? alone(held, { state: 'individual', is_certain: false }) : 'no-contract'
  if (held.length === 0) return notInForce(pair.contracts, from) ?? 'not-in-force'
  const reaching = held.filter(({ states }) => reachOf(states, place) !== 'out')
  if (reaching.length === 0)
    return alone(held, {
      state: 'other-region',
      is_certain: false,
      // Only a known place is certainly outside.
      place_state: place!.state,
    })
  const fitting = facts.is_institutional
    ? reaching.filter(({ type }) => type === 'institutional')
    : reaching
  if (fitting.length === 0) return alone(reaching, { state: 'other-claim-type', is_certain: false })
  const line = lineOfKind[payerKind(facts.plan ?? {}) ?? 'other']
  const ofLine =
    line === undefined ? fitting : fitting.filter(({ lines }) => lines?.[line] !== 'none')
  if (ofLine.length === 0)
    return alone(fitting, { state: 'other-line', is_certain: true, line: line! })
  const reasons: DenialReason[] = []
  if (
    line !== undefined &&
    !ofLine.some(({ lines }) => covers(lines?.[line], facts.insurance_type))
  )
    reasons.push(reasonOf(ofLine, { state: 'other-line', is_certain: false, line }))
  const days = ofLine.map(({ expiration_date }) => expiration_date)
  const end = days.every((day) => day && day < to) ? days.toSorted().at(-1) : undefined
  if (end && !pair.contracts.some((contract) => isInForce(contract, to)))
    reasons.push(
      reasonOf(ofLine, {
        state: 'contract-ended',
        is_certain: false,
        contract_day: end,
        partly_on: addDays(end, 1),
      }),
    )
  return { contracts: ofLine, reasons }
}

/** True if the contract is effective and the day is within its dates, both included. */
export function isInForce(
  {
    status,
    effective_date,
    expiration_date,
  }: Pick<ContractTerms, 'status' | 'effective_date' | 'expiration_date'>,
  day: LocalDate,
): boolean {
  return (
    status === 'effective' &&
    effective_date !== undefined &&
    effective_date <= day &&
    (!expiration_date || day <= expiration_date)
  )
}

type Lack = Omit<DenialReason, 'kind' | 'id' | 'contract_id'>

function reasonOf([contract]: readonly ContractTerms[], lack: Lack): DenialReason {
  const { contract_id } = contract! // every caller has a contract
  return { kind: 'contract', id: contract_id, contract_id, ...lack }
}

const alone = (contracts: readonly ContractTerms[], lack: Lack) => ({
  contracts: [],
  reasons: [reasonOf(contracts, lack)],
})

// An effective contract that ended before the day, otherwise one that begins after it.
function notInForce(contracts: readonly ContractTerms[], day: LocalDate) {
  const effective = contracts.filter(({ status }) => status === 'effective')
  const ended = effective
    .filter(({ expiration_date: end }) => end && end < day)
    .toSorted((a, b) => (a.expiration_date! < b.expiration_date! ? 1 : -1))
  if (ended.length > 0)
    return alone(ended, {
      state: 'contract-ended',
      is_certain: false,
      contract_day: ended[0]!.expiration_date!,
    })
  const later = effective
    .filter(({ effective_date: start }) => start && start > day)
    .toSorted((a, b) => (a.effective_date! < b.effective_date! ? -1 : 1))
  if (later.length === 0) return undefined
  return alone(later, {
    state: 'contract-later',
    is_certain: false,
    contract_day: later[0]!.effective_date!,
  })
}

// A card without a type of insurance says nothing against a contract of its line.
function covers(
  types: 'all' | 'none' | readonly string[] | undefined,
  own: string | undefined,
): boolean {
  return typeof types !== 'object' || own === undefined || types.includes(own)
}
