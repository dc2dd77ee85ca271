import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { call } from '#lib/partner/call.ts'
import { applied, isSameSet } from '#lib/rules/facilities/assignments.ts'
import { refuseStrangeIds, type NamedIds } from '#lib/actions/finding/named-ids.ts'
import type { Refused } from '#lib/actions/writing/write-once.ts'
import { createRecord } from '#lib/actions/writing/create-record.ts'
import { writeRecord } from '#lib/actions/writing/write-record.ts'
import type { Checking } from '#lib/actions/writing/write-replies.ts'
import { refusalAtMember } from './save-contract.ts'

/**
 * A service facility of a contract: the facility, and the providers who may work there under the
 * contract.
 */
export type ContractFacility = {
  contract_service_facility_id: string
  service_facility_id: string
  provider_ids: string[]
}

/**
 * `updateContractServiceFacility`.
 * - saved: the facility as it is now. `is_verified` is false when the partner has other values than those sent.
 * - moved: nothing was sent, because somebody else replaced the facility meanwhile.
 */
export type SaveFacilityReply =
  | { kind: 'saved'; facility: ContractFacility; is_verified: boolean }
  | { kind: 'moved'; facility: ContractFacility }
  | Checking

/**
 * `add` and `remove`: provider ids. `place`: the new service facility, and the one that the person
 * replaced.
 */
export type SaveFacilityInput = {
  operation_id: string
  contract_id: string
  contract_service_facility_id: string
  add: string[]
  remove: string[]
  place?: { from: string; to: string } | undefined
}

// The facility is undefined when the contract no longer has it.
type Now = { facility: ContractFacility | undefined; facilities: readonly ContractFacility[] }

const { updateContractServiceFacility } = operations

/**
 * Changes the providers of a contract's service facility, or replaces the facility. An update
 * replaces the whole list of providers, so additions and removals are applied to the current list:
 * providers whom others assigned stay.
 */
export const saveFacility = writeRecord({
  noun: 'contract',
  operation: updateContractServiceFacility.id,
  readOperation: 'getContractV3',
  prepare({ operation_id: _, place, ...input }: SaveFacilityInput) {
    const { contract_id, contract_service_facility_id } = input
    return ok({
      record: facilitiesKey(contract_id),
      request: { ...input, place: place ?? null },
      ids: [contract_id, contract_service_facility_id],
      change: { add: new Set(input.add), remove: new Set(input.remove) },
      ...input,
      place,
    })
  },
  async read({ contract_id, contract_service_facility_id }, { connection }): Promise<Result<Now>> {
    const read = await readContractFacilities(connection, contract_id)
    if (!read.ok) return read
    const { facilities } = read.value
    const facility = facilities.find(
      (one) => one.contract_service_facility_id === contract_service_facility_id,
    )
    return ok({ facility, facilities })
  },
  content: ({ facility }): JsonObject =>
    facility
      ? { place: facility.service_facility_id, provider_ids: facility.provider_ids.toSorted() }
      : {},
  plan({ change, place }, { facility }) {
    if (!facility) return { sent: {}, wanted: undefined }
    const provider_ids = applied(facility.provider_ids, change)
    const wanted = {
      ...facility,
      service_facility_id: place?.to ?? facility.service_facility_id,
      provider_ids,
    }
    const isMoving = wanted.service_facility_id !== facility.service_facility_id
    const isAssigning = !isSameSet(provider_ids, facility.provider_ids)
    const sent = {
      ...(isMoving && { service_facility_id: wanted.service_facility_id }),
      ...(isAssigning && { provider_ids }),
    }
    return { sent, wanted }
  },
  end(
    { place },
    { sent },
    { facility, facilities },
    { isUncertain, isOnItsWay },
  ): Result<Moved> | undefined {
    if (!facility)
      return fail(
        'EntityNotFoundError',
        'This facility is no longer on the contract. Nothing was sent.',
      )
    if (Object.keys(sent).length === 0) return undefined
    if (
      place &&
      facility.service_facility_id !== place.from &&
      facility.service_facility_id !== place.to
    )
      return ok({ kind: 'moved', facility })
    if (place && facilities.some((one) => one !== facility && one.service_facility_id === place.to))
      return hasItAlready()
    // The partner may have made the lost change, and somebody may have changed it since: a second
    // send would overwrite that.
    if (isUncertain && !isOnItsWay)
      return fail(
        'ChangedMeanwhile',
        'No answer from the partner, and someone has changed the facility since. Nothing was sent again. Check it and save again.',
      )
    return undefined
  },
  refuseFirst({ add, place }, _plan, { facilities }, { connection }) {
    const named = namedInFacility(place?.to, add, facilities)
    const isNamed = named.some(({ ids }) => ids.some((id) => id !== undefined))
    return isNamed ? refuseStrangeIds(named, connection) : undefined
  },
  send: ({ contract_id, contract_service_facility_id }, { sent }, _now, { connection }) =>
    call(connection, updateContractServiceFacility, {
      params: { contract_id, contract_service_facility_id },
      body: sent,
    }),
  inReply(_job, reply): Now | undefined {
    const facility = toContractFacility(JSON.parse(reply.text))
    return facility && { facility, facilities: [facility] }
  },
  refusal: facilityRefusal,
  differing: (_job, { wanted }, { facility }) => [
    ...(wanted?.service_facility_id === facility?.service_facility_id
      ? []
      : ['service_facility_id']),
    ...(isSameSet(wanted?.provider_ids ?? [], facility?.provider_ids ?? [])
      ? []
      : ['provider_ids']),
  ],
  show: (_job, { wanted }, { facility }, unverified) => ({
    // If the contract lacks the facility after the save, answer what was sent, as unverified.
    facility: (facility ?? wanted)!,
    is_verified: unverified.length === 0,
  }),
})

/** `saved`: the contract does not have the facility any more, unless `is_verified` is false. */
export type RemoveFacilityReply = { kind: 'saved'; is_verified: boolean } | Checking

export type RemoveFacilityInput = {
  operation_id: string
  contract_id: string
  contract_service_facility_id: string
}

const { updateContractV3 } = operations

/**
 * Removes a service facility from an institutional contract. The partner takes the list of all
 * facilities that stay, so it is made from the contract as it is now: facilities that others added
 * stay. If one of them cannot be read, nothing is sent, because it would be removed too.
 */
export const removeFacility = writeRecord({
  noun: 'contract',
  operation: updateContractV3.id,
  readOperation: 'getContractV3',
  prepare({ operation_id: _, ...input }: RemoveFacilityInput) {
    const { contract_id, contract_service_facility_id } = input
    return ok({
      record: facilitiesKey(contract_id),
      request: { ...input, removes: true },
      ids: [contract_id, contract_service_facility_id],
      ...input,
    })
  },
  async read({ contract_id }, { connection }): Promise<Result<Facilities>> {
    const read = await readContractFacilities(connection, contract_id)
    if (!read.ok) return read
    if (read.value.unreadable > 0)
      return fail(
        'UnreadableReply',
        'One of the contract’s facilities couldn’t be read. Nothing was removed.',
      )
    return read
  },
  content: ({ facilities }): JsonObject => ({
    contract_service_facility_ids: idsOf(facilities).toSorted(),
  }),
  plan({ contract_service_facility_id }, { facilities }) {
    const wanted = idsOf(facilities).filter((id) => id !== contract_service_facility_id)
    const isGone = wanted.length === facilities.length
    const sent: JsonObject = isGone ? {} : { contract_service_facility_ids: wanted }
    return { sent, wanted }
  },
  send: ({ contract_id }, { wanted }, _now, { connection }) =>
    call(connection, updateContractV3, {
      params: { contract_id },
      body: { type: 'institutional', contract_service_facility_ids: wanted },
    }),
  differing: ({ contract_service_facility_id }, _plan, { facilities }) =>
    idsOf(facilities).includes(contract_service_facility_id)
      ? ['contract_service_facility_ids']
      : [],
  show: (_job, _plan, _after, unverified) => ({ is_verified: unverified.length === 0 }),
})

function idsOf(facilities: readonly ContractFacility[]): string[] {
  return facilities.map(({ contract_service_facility_id }) => contract_service_facility_id)
}

type Moved = { kind: 'moved'; facility: ContractFacility }

/**
 * `createContractServiceFacility`.
 * - created: the facility. `is_found` when the answer was lost and the contract has it.
 * - checking: the outcome is unknown. Ask again with the same operation id and body.
 */
export type CreateFacilityReply =
  | { kind: 'created'; facility: ContractFacility; is_found: boolean }
  | Checking

export type CreateFacilityInput = {
  operation_id: string
  contract_id: string
  service_facility_id: string
  provider_ids: string[]
}

/**
 * Adds a service facility to an institutional contract. The sender gives it no id, but a contract
 * has each facility only once: the contract is read before the send, and again after a lost answer.
 * It is never sent a second time; if the contract lacks the facility, the reply says so, and the
 * person sends a new request.
 */
export const createFacility = createRecord({
  operation: operations.createContractServiceFacility,
  unknown: { what: 'the facility was added', promise: 'nothing is added twice' },
  prepare({ operation_id: _, ...input }: CreateFacilityInput) {
    return ok({
      record: facilitiesKey(input.contract_id),
      request: input,
      ids: [input.contract_id],
      ...input,
    })
  },
  async refuseFirst({ contract_id, service_facility_id, provider_ids }, { connection }) {
    const read = await readContractFacilities(connection, contract_id)
    if (!read.ok) return read
    const { type, facilities } = read.value
    if (type !== 'institutional')
      return fail('InvalidInput', 'Only an institutional contract has service facilities.')
    if (facilities.some((facility) => facility.service_facility_id === service_facility_id))
      return hasItAlready()
    return refuseStrangeIds(
      namedInFacility(service_facility_id, provider_ids, facilities),
      connection,
    )
  },
  send: ({ contract_id, service_facility_id, provider_ids }, { connection }) =>
    call(connection, operations.createContractServiceFacility, {
      params: { contract_id },
      body: { service_facility_id, provider_ids },
    }),
  read: (_job, reply) => toContractFacility(JSON.parse(reply)),
  idsOf: ({ contract_id }, { contract_service_facility_id }) => [
    contract_id,
    contract_service_facility_id,
  ],
  created: (_job, facility, is_found) => ({ kind: 'created' as const, facility, is_found }),
  async look({ contract_id, service_facility_id, ids }, { isOnItsWay }, { connection }) {
    const read = await readContractFacilities(connection, contract_id)
    if (!read.ok) return { kind: 'failed', failure: read.error }
    const made = read.value.facilities.find(
      (facility) => facility.service_facility_id === service_facility_id,
    )
    if (made) return { kind: 'found', made }
    if (isOnItsWay) return { kind: 'absent' }
    return { kind: 'settled', result: notCreated(), outcome: 'NotCreated', ids }
  },
  refusal: facilityRefusal,
})

function notCreated(): Refused {
  return fail(
    'NotCreated',
    'No answer from the partner. The facility isn’t on the contract, so it wasn’t added. Try again.',
  )
}

/** The key of the lock and the journal for writes to a contract's facilities. */
function facilitiesKey(contractId: string): string {
  return `contract-facilities/${contractId}`
}

/** The refusal when the contract has the facility already. */
function hasItAlready(): Refused {
  const message = 'This facility is already on the contract.'
  return fail('InvalidInput', message, { issues: [{ path: 'service_facility_id', message }] })
}

/** Adds the field to a refusal, if the refusal's words tell it. */
function facilityRefusal(failure: Failure): Failure {
  return refusalAtMember(failure, ['service_facility_id', 'provider_ids'])
}

/**
 * The ids that a change names: a new service facility, and the providers. Providers at one of the
 * contract's `facilities` are known already.
 */
function namedInFacility(
  facilityId: string | undefined,
  providerIds: readonly string[],
  facilities: readonly ContractFacility[],
): NamedIds[] {
  const known = new Set(facilities.flatMap(({ provider_ids }) => provider_ids))
  return [
    { path: 'service_facility_id', kind: 'facility', ids: [facilityId] },
    { path: 'provider_ids', kind: 'provider', ids: providerIds.filter((id) => !known.has(id)) },
  ]
}

type Facilities = { type: string | undefined; facilities: ContractFacility[]; unreadable: number }

/** A contract's current type and service facilities. Unreadable facilities are only counted. */
async function readContractFacilities(
  connection: Connection,
  contractId: string,
): Promise<Result<Facilities>> {
  const reply = await call(connection, operations.getContractV3, {
    params: { contract_id: contractId },
  })
  if (!reply.ok) return reply
  const contract = JSON.parse(reply.value.text) as unknown
  if (textOf(memberAt(contract, 'contract_id')) === undefined)
    return fail('UnreadableReply', 'The partner’s reply has an unknown format.', {
      status: reply.value.status,
    })
  const items = itemsOf(memberAt(contract, 'contract_service_facilities'))
  const facilities = items.map(toContractFacility).filter((one) => one !== undefined)
  return ok({
    type: textOf(memberAt(contract, 'type')),
    facilities,
    unreadable: items.length - facilities.length,
  })
}

/** A service facility from any JSON; undefined without ids. */
function toContractFacility(item: unknown): ContractFacility | undefined {
  const contract_service_facility_id = textOf(memberAt(item, 'contract_service_facility_id'))
  const service_facility_id = textOf(memberAt(item, 'service_facility_id'))
  if (contract_service_facility_id === undefined || service_facility_id === undefined)
    return undefined
  return {
    contract_service_facility_id,
    service_facility_id,
    provider_ids: itemsOf(memberAt(item, 'provider_ids'))
      .map(textOf)
      .filter((id) => id !== undefined),
  }
}
