import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { maxProvidersV2 } from '#lib/contract/contracts/limits.ts'
import { operations } from '#lib/contract/operations.ts'
import { parseExact, toNumber, type JsonObject } from '#lib/core/json.ts'
import { memberAt } from '#lib/core/read-json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { WalkPage } from '#lib/lists/rows/rows.ts'
import { call } from '#lib/partner/call.ts'
import { applied } from '#lib/rules/facilities/assignments.ts'
import { findRosterProviders } from '#lib/actions/finding/find-providers.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { writeRecord } from '#lib/actions/writing/write-record.ts'
import type { Checking, RosterChanged } from '#lib/actions/writing/write-replies.ts'
import { getContract } from './read-contract.ts'
import { contractRefusal } from './save-contract.ts'

// Names are looked up fifty at a time, four look-ups at once: one page takes three rounds.
const pageOfIds = 500

/**
 * One page of the providers of a contract that was read by version 2, whose roster is a list of ids
 * in the contract. The ids are in order and `position` is the last id of the page before, so a
 * change meanwhile moves nobody to another page. A provider whom the organization's directory does
 * not name has the id alone. If the partner counts more providers than it lists, the reading ends
 * with `ListIncomplete` after those that it lists.
 */
export async function readRosterV2Page(
  { id, position = '' }: { id: string; position?: string | undefined },
  context: ActionContext,
): Promise<Result<WalkPage<RosterRow>>> {
  const { connection } = context
  const read = await readRoster(connection, id)
  await recordAct(context, 'read', operations.getContractV2.id, [id], { outcome: outcomeOf(read) })
  if (!read.ok) return read
  const cutOff = cutOffWords(read.value)
  const rest = [...new Set(read.value.ids)].filter((one) => one > position).toSorted()
  const ids = rest.slice(0, pageOfIds)
  if (cutOff !== undefined && ids.length === 0) return fail('ListIncomplete', cutOff)
  const found = await findRosterProviders({ ids, npis: [] }, context)
  if (!found.ok) return found
  const named = new Map(found.value.providers.map((row) => [keyOf(row.id), row]))
  const rows = ids.map((one): RosterRow => ({ ...named.get(keyOf(one)), id: one }))
  return ok({ rows, next: rest.length > ids.length || cutOff !== undefined ? ids.at(-1)! : null })
}

/** `add` and `remove`: provider ids. */
export type RosterV2Change = { id: string; operation_id: string; add: string[]; remove: string[] }

/** `updateContractV2` of a roster. `saved`: how many providers it has now. */
export type RosterV2Reply = (RosterChanged & { kind: 'saved' }) | Checking

type Roster = { ids: string[]; count: number | undefined }

/**
 * Adds and removes providers of a contract that was read by version 2. An update replaces the whole
 * list, so additions and removals are applied to the list as it is now: providers whom others added
 * stay. If the partner shows fewer providers than it counts, nothing is sent, because the others
 * would be removed.
 */
export const changeRosterV2 = writeRecord({
  noun: 'contract',
  operation: operations.updateContractV2.id,
  readOperation: operations.getContractV2.id,
  prepare({ operation_id: _, ...input }: RosterV2Change) {
    return ok({
      record: `contract/${input.id}/roster`,
      request: input,
      ids: [input.id],
      contract_id: input.id,
      add: new Set(input.add.map(keyOf)),
      remove: new Set(input.remove.map(keyOf)),
    })
  },
  read: ({ contract_id }, { connection }) => readRoster(connection, contract_id),
  content: ({ ids }): JsonObject => ({ rendering_provider_ids: ids.toSorted() }),
  plan({ add, remove }, { ids }) {
    const there = new Set(ids.map(keyOf))
    const leaving = new Set(ids.filter((one) => remove.has(keyOf(one))))
    const wanted = applied(ids, { add: add.difference(there), remove: leaving })
    const isSame = add.isSubsetOf(there) && leaving.size === 0
    const sent: JsonObject = isSame ? {} : { rendering_provider_ids: wanted }
    return { sent, wanted }
  },
  end(_job, { sent, wanted }, now, { isUncertain, isOnItsWay }): Result<never> | undefined {
    if (Object.keys(sent).length === 0) return undefined
    // The partner may have made the lost change, and somebody may have changed it since: a second
    // send would overwrite that.
    if (isUncertain)
      return isOnItsWay
        ? undefined
        : fail(
            'ChangedMeanwhile',
            'No answer from the partner, and someone has changed the roster since. Nothing was sent again. Check it and try again.',
          )
    const cutOff = cutOffWords(now)
    if (cutOff !== undefined) return fail('ListIncomplete', `${cutOff} Nothing was sent.`)
    if (wanted.length > maxProvidersV2)
      return fail(
        'InvalidInput',
        `A roster of version 2 has at most ${words(maxProvidersV2)} providers, and this one would have ${words(wanted.length)}. Nothing was sent. Add fewer, or remove others first.`,
      )
    return undefined
  },
  send: ({ contract_id }, { wanted }, _now, { connection }) =>
    call(connection, operations.updateContractV2, {
      params: { contract_id },
      body: { rendering_provider_ids: wanted },
    }),
  refusal: contractRefusal,
  differing({ add, remove }, _plan, { ids }) {
    const there = new Set(ids.map(keyOf))
    return add.isSubsetOf(there) && remove.isDisjointFrom(there) ? [] : ['rendering_provider_ids']
  },
  // The partner does not count what a replaced list added.
  show: (_job, _plan, { ids }): RosterChanged => ({
    provider_count: new Set(ids).size,
    added_count: null,
    ignored_count: null,
  }),
})

async function readRoster(connection: Connection, contractId: string): Promise<Result<Roster>> {
  const reply = await getContract(connection, contractId, 2)
  if (!reply.ok) return reply
  const contract = parseExact(reply.value.text)
  const ids = memberAt(contract, 'rendering_provider_ids')
  if (!Array.isArray(ids) || !ids.every((one) => typeof one === 'string'))
    return fail('UnreadableReply', 'The contract’s list of providers couldn’t be read.', {
      status: reply.value.status,
    })
  return ok({ ids, count: toNumber(memberAt(contract, 'provider_count')) })
}

// Why the roster cannot be replaced; undefined if the list is whole.
function cutOffWords({ ids, count }: Roster): string | undefined {
  const shown = new Set(ids).size
  if (count !== undefined && count <= shown) return undefined
  const all = count === undefined ? 'an unknown number of' : words(count)
  return `Version 2 lists ${words(shown)} of ${all} providers. A change here would remove the others: ask the partner to change this roster.`
}

// Ids are compared in lower case; the partner's own writing is what is sent back.
function keyOf(id: string): string {
  return id.toLowerCase()
}

function words(count: number): string {
  return count.toLocaleString('en-US')
}
