import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { keyedHash } from '#lib/console/connections/keys.ts'
import { operations } from '#lib/contract/operations.ts'
import { canonicalText } from '#lib/core/json.ts'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import { applied, isSameSet } from '#lib/rules/facilities/assignments.ts'
import { refuseStrangeIds } from '#lib/actions/finding/named-ids.ts'
import { refusalAtMember } from './contract-refusal.ts'
import type { ContractFacility, SaveFacilityReply } from './facility-replies.ts'
import { namedInFacility } from './named-in-facility.ts'
import { readContractFacilities, toContractFacility } from './read-contract-facilities.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { checking, maxSends, mayBeOnItsWay, stillUnknown } from '#lib/actions/writing/unknown-outcome.ts'
import { writeOnce, type Journal } from '#lib/actions/writing/write-once.ts'

// What is said while nobody can tell.
const unknown = { what: 'the change was saved', promise: 'nothing is written twice' }

/** `add` and `remove`: provider ids. `place`: which service facility it is to be, and which it was when that was decided. */
export type SaveFacilityInput = {
  operation_id: string
  contract_id: string
  contract_service_facility_id: string
  add: string[]
  remove: string[]
  place?: { from: string; to: string } | undefined
}

type Save = { input: SaveFacilityInput; context: ActionContext }
// The facility as it was read, as it is to be, and all of the contract’s.
type Plan = { now: ContractFacility; wanted: ContractFacility; facilities: readonly ContractFacility[] }

const operation = operations.updateContractServiceFacility

/**
 * Changes who works at a service facility of a contract, or which facility it is. An update replaces the list of
 * providers whole, so the contract is read just before and the change is put upon the list as it is then: whom others
 * assigned meanwhile stays. A lost answer is settled by reading again.
 */
export async function saveFacility(
  input: SaveFacilityInput,
  context: ActionContext,
): Promise<Result<SaveFacilityReply>> {
  const { operation_id, place, ...rest } = input
  const request = { ...rest, place: place ?? null }
  return writeOnce(
    { operation_id, operation: operation.id, record: `contract-facilities/${input.contract_id}`, request },
    context,
    (journal) => attempt({ input, context }, journal),
  )
}

async function attempt(save: Save, journal: Journal): Promise<Result<SaveFacilityReply>> {
  const { earlier } = journal
  const plan = await planOf(save, journal)
  if ('end' in plan) return plan.end
  if (!earlier) return sendFirst(save, plan, journal)
  if (mayBeOnItsWay(earlier.sentAt)) return checking(journal)
  // It may have been made and then changed by somebody: made again it would overwrite them.
  if (earlier.beforeHash !== (await hashOf(plan.now)))
    return fail(
      'ChangedMeanwhile',
      'The answer was lost, and somebody changed the facility since. Nothing was sent again: look at it and save again.',
    )
  if (earlier.sends >= maxSends) return stillUnknown(journal, unknown)
  await journal.resend()
  return send(save, plan, journal)
}

// What the change comes to on the contract as it is now, or the answer where nothing is to be sent.
async function planOf(save: Save, journal: Journal): Promise<Plan | { end: Result<SaveFacilityReply> }> {
  const {
    input: { contract_id, contract_service_facility_id, place },
    context,
  } = save
  const read = await readContractFacilities(context.connection, contract_id)
  if (!read.ok) return { end: journal.earlier ? await stillUnknown(journal, unknown, read.error) : read }
  const { facilities } = read.value
  const now = facilities.find((one) => one.contract_service_facility_id === contract_service_facility_id)
  if (!now)
    return { end: fail('EntityNotFoundError', 'The contract does not have this facility any more. Nothing was sent.') }
  const wanted = wantedOf(save, now)
  if (isDone(wanted, now)) return { end: await saved(save, now, true) }
  if (place && now.service_facility_id !== place.from && now.service_facility_id !== place.to)
    return { end: ok({ kind: 'moved', facility: now }) }
  if (place && facilities.some((one) => one !== now && one.service_facility_id === place.to))
    return { end: atPlace('The contract has this facility already.') }
  return { now, wanted, facilities }
}

async function sendFirst(save: Save, first: Plan, journal: Journal): Promise<Result<SaveFacilityReply>> {
  const {
    input: { add, place },
    context,
  } = save
  const named = namedInFacility(place?.to, add, first.facilities)
  const refusal = await refuseStrangeIds(named, context.connection)
  if (refusal) return refusal
  // Looking up takes seconds, in which others assign too, and the update replaces their list: it is put upon what is there then.
  const isLookedUp = named.some(({ ids }) => ids.some((id) => id !== undefined))
  const plan = isLookedUp ? await planOf(save, journal) : first
  if ('end' in plan) return plan.end
  await journal.begin(await hashOf(plan.now))
  return send(save, plan, journal)
}

function hashOf(facility: ContractFacility): Promise<string> {
  return keyedHash(
    canonicalText({ place: facility.service_facility_id, provider_ids: facility.provider_ids.toSorted() }),
  )
}

function wantedOf({ input: { add, remove, place } }: Save, now: ContractFacility): ContractFacility {
  return {
    ...now,
    service_facility_id: place?.to ?? now.service_facility_id,
    provider_ids: applied(now.provider_ids, { add: new Set(add), remove: new Set(remove) }),
  }
}

function isDone(wanted: ContractFacility, now: ContractFacility): boolean {
  return wanted.service_facility_id === now.service_facility_id && isSameSet(wanted.provider_ids, now.provider_ids)
}

async function send(save: Save, { now, wanted }: Plan, journal: Journal): Promise<Result<SaveFacilityReply>> {
  const {
    input: { contract_id, contract_service_facility_id },
    context,
  } = save
  const body = {
    ...(wanted.service_facility_id === now.service_facility_id
      ? {}
      : { service_facility_id: wanted.service_facility_id }),
    ...(isSameSet(wanted.provider_ids, now.provider_ids) ? {} : { provider_ids: wanted.provider_ids }),
  }
  await audit(save, 'intent', 'sent')
  const reply = await call(context.connection, operation, {
    params: { contract_id, contract_service_facility_id },
    body,
  })
  const isUnknown = !reply.ok && reply.error.name === 'OutcomeUnknown'
  if (!reply.ok && !isUnknown) {
    await audit(save, 'outcome', reply.error.name)
    return { ok: false, error: refusalAtMember(reply.error, ['service_facility_id', 'provider_ids']) }
  }
  const answer = reply.ok ? toContractFacility(JSON.parse(reply.value.text)) : undefined
  if (answer) return saved(save, answer, isDone(wanted, answer))
  return checking(journal)
}

async function saved(save: Save, facility: ContractFacility, is_verified: boolean): Promise<Result<SaveFacilityReply>> {
  await audit(save, 'outcome', 'ok')
  return ok({ kind: 'saved', facility, is_verified })
}

function atPlace(message: string): { ok: false; error: Failure } {
  return fail('InvalidInput', message, { issues: [{ path: 'service_facility_id', message }] })
}

function audit({ input, context }: Save, stage: 'intent' | 'outcome', outcome: string): Promise<void> {
  return recordAudit({
    accountId: context.account.id,
    connectionId: context.connection.id,
    operation: operation.id,
    stage,
    outcome,
    recordIds: [input.contract_id, input.contract_service_facility_id],
  })
}
