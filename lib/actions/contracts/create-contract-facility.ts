import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { operations } from '#lib/contract/operations.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import { refuseStrangeIds } from '#lib/actions/finding/named-ids.ts'
import type { CreateFacilityReply } from './facility-replies.ts'
import {
  facilitiesKey,
  facilityRefusal,
  hasItAlready,
  namedInFacility,
  readContractFacilities,
  toContractFacility,
} from './save-facility.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { checking, mayBeOnItsWay, stillUnknown } from '#lib/actions/writing/unknown-outcome.ts'
import { writeOnce, type Journal } from '#lib/actions/writing/write-once.ts'

// What is said while nobody can tell.
const unknown = { what: 'the facility was added', promise: 'nothing is added twice' }

export type CreateFacilityInput = {
  operation_id: string
  contract_id: string
  service_facility_id: string
  provider_ids: string[]
}

type Creation = { input: CreateFacilityInput; context: ActionContext }

const operation = operations.createContractServiceFacility

/**
 * Adds a service facility to an institutional contract, once. A create has no id of the sender's: the contract is read
 * first, and read again after a lost answer, because a facility is on a contract once. It is never sent a second time;
 * where the contract does not have it after all, that is said, and a person sends anew.
 */
export async function createFacility(
  input: CreateFacilityInput,
  context: ActionContext,
): Promise<Result<CreateFacilityReply>> {
  const { operation_id, ...request } = input
  return writeOnce(
    { operation_id, operation: operation.id, record: facilitiesKey(input.contract_id), request },
    context,
    (journal) => attempt({ input, context }, journal),
  )
}

async function attempt(creation: Creation, journal: Journal): Promise<Result<CreateFacilityReply>> {
  const { input, context } = creation
  const { earlier } = journal
  const now = await readContractFacilities(context.connection, input.contract_id)
  if (!now.ok) return earlier ? stillUnknown(journal, unknown, now.error) : now
  const there = now.value.facilities.find((facility) => facility.service_facility_id === input.service_facility_id)
  if (!earlier) {
    if (now.value.type !== 'institutional')
      return fail('InvalidInput', 'Only an institutional contract has service facilities.')
    if (there) return hasItAlready()
    const refusal = await refuseStrangeIds(
      namedInFacility(input.service_facility_id, input.provider_ids, now.value.facilities),
      context.connection,
    )
    if (refusal) return refusal
    await journal.begin(null)
    return send(creation, journal)
  }
  if (there) {
    await audit(creation, 'outcome', 'ok', there.contract_service_facility_id)
    return ok({ kind: 'created', facility: there, is_found: true })
  }
  if (mayBeOnItsWay(earlier.sentAt)) return checking(journal)
  await audit(creation, 'outcome', 'NotCreated')
  return fail(
    'NotCreated',
    'The answer was lost. The contract was read again and does not have the facility, so it was not added. Nothing was sent again.',
  )
}

async function send(creation: Creation, journal: Journal): Promise<Result<CreateFacilityReply>> {
  const {
    input: { contract_id, service_facility_id, provider_ids },
    context,
  } = creation
  await audit(creation, 'intent', 'sent')
  const reply = await call(context.connection, operation, {
    params: { contract_id },
    body: { service_facility_id, provider_ids },
  })
  const facility = reply.ok ? toContractFacility(JSON.parse(reply.value.text)) : undefined
  if (facility) {
    await audit(creation, 'outcome', 'ok', facility.contract_service_facility_id)
    return ok({ kind: 'created', facility, is_found: false })
  }
  if (reply.ok || reply.error.name === 'OutcomeUnknown') return checking(journal)
  await audit(creation, 'outcome', reply.error.name)
  return { ok: false, error: facilityRefusal(reply.error) }
}

function audit({ input, context }: Creation, stage: 'intent' | 'outcome', outcome: string, id?: string): Promise<void> {
  return recordAudit({
    accountId: context.account.id,
    connectionId: context.connection.id,
    operation: operation.id,
    stage,
    outcome,
    recordIds: id === undefined ? [input.contract_id] : [input.contract_id, id],
  })
}
