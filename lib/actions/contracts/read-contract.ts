import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject, parseExact, type Json } from '#lib/core/json.ts'
import { ok, type Failure, type Result } from '#lib/core/result.ts'
import { call, type Reply } from '#lib/partner/call.ts'
import { isNotOffered } from '#lib/actions/finding/look-up.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/**
 * The version of the partner's interface that a contract was read by, and is written by. Version 2
 * has no type or facilities.
 */
export type ContractVersion = 2 | 3

/** `contract` is JSON text, without the ids of its roster. */
export type ContractReply = { contract: string; version: ContractVersion }

/**
 * The operations that read, change and delete a contract in each version of the partner's
 * interface.
 */
export const contractOperations = {
  2: {
    get: operations.getContractV2,
    update: operations.updateContractV2,
    delete: operations.deleteContractV2,
  },
  3: {
    get: operations.getContractV3,
    update: operations.updateContractV3,
    delete: operations.deleteContractV3,
  },
} as const

/**
 * One contract by version 3, or by version 2 where version 3 does not have it. The audit has the
 * reader first.
 */
export async function readContractText(
  { id }: { id: string },
  context: ActionContext,
): Promise<Result<ContractReply>> {
  const { connection } = context
  const { version, reply } = await readEither(connection, id)
  await recordAct(context, 'read', contractOperations[version].get.id, [id], {
    outcome: outcomeOf(reply),
  })
  return reply.ok
    ? ok({ contract: JSON.stringify(withoutRoster(reply.value.text)), version })
    : reply
}

/**
 * Reads a contract by one version. Never the other version instead: a write reads what it is going
 * to write.
 */
export function getContract(
  connection: Connection,
  id: string,
  version: ContractVersion,
): Promise<Result<Reply>> {
  const input = { params: { contract_id: id } }
  return version === 2
    ? call(connection, operations.getContractV2, input)
    : call(connection, operations.getContractV3, input)
}

// Version 3 has every contract, so version 2 is asked only if version 3 has no such contract or the
// key may not use it.
async function readEither(
  connection: Connection,
  id: string,
): Promise<{ version: ContractVersion; reply: Result<Reply> }> {
  const third = await getContract(connection, id, 3)
  if (third.ok || !isNotOffered(third.error.status)) return { version: 3, reply: third }
  const second = await getContract(connection, id, 2)
  if (second.ok || tellsMore(second.error, third.error)) return { version: 2, reply: second }
  return { version: 3, reply: third }
}

// If neither version offers the contract, the failure of version 3 is shown, unless only version 2
// says that it has none.
function tellsMore(second: Failure, third: Failure): boolean {
  if (!isNotOffered(second.status)) return true
  return second.name === 'EntityNotFoundError' && third.name !== 'EntityNotFoundError'
}

/**
 * A contract's JSON without `rendering_provider_ids`. Version 3 deprecates this list and cuts it
 * off at 4,000 ids, so no page and no update of terms may use it as the roster.
 */
export function withoutRoster(text: string): Json {
  const contract = parseExact(text)
  if (isJsonObject(contract)) delete contract.rendering_provider_ids
  return contract
}
