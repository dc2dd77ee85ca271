import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject } from '#lib/core/json.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { askPages, readWhole } from '#lib/actions/lists/partner-pages.ts'
import { contentOf } from '#lib/actions/charge-captures/capture-content.ts'
import { claimErrorsOf, type ClaimBefore } from '#lib/rules/bulk/forecast.ts'
import { claimCents } from '#lib/actions/queue/stored-items.ts'

/** `other` is neither billed nor in error. */
export type ClaimState = 'billed' | 'in-error' | 'other'

/**
 * A claim creation as a bulk fix needs it, with the update bodies of its captures. `cents` are whole,
 * and absent if nothing says what the claim is worth.
 */
export type ClaimFacts = {
  state: ClaimState
  cents?: number
} & ClaimBefore

// As the queue reads them: an address of 6 KB, which every gateway takes.
const idsAtOnce = 100
const pageSize = 250
const mostPages = 50
const readingsAtOnce = 4

/**
 * The claim creations with these ids, of each once. Those that the partner does not have are left
 * out, and without `withBodies` their captures: 10,000 would be too much. Counts, amounts and errors
 * are made from them, and errors are shown beside captures whose reading is in the trail.
 */
export async function readClaims(
  connection: Connection,
  ids: Iterable<string>,
  { withBodies = false }: { withBodies?: boolean } = {},
): Promise<Result<Map<string, ClaimFacts>>> {
  const wanted = [...new Set(ids)]
  const facts = new Map<string, ClaimFacts>()
  const groups = Array.from({ length: Math.ceil(wanted.length / idsAtOnce) }, (_, at) =>
    wanted.slice(at * idsAtOnce, (at + 1) * idsAtOnce),
  )
  for (let at = 0; at < groups.length; at += readingsAtOnce) {
    const read = await Promise.all(
      groups.slice(at, at + readingsAtOnce).map((some) => readSome(connection, some, withBodies)),
    )
    for (const each of read) {
      if (!each.ok) return each
      for (const [id, fact] of each.value) facts.set(id, fact)
    }
  }
  return ok(facts)
}

async function readSome(
  connection: Connection,
  ids: readonly string[],
  withBodies: boolean,
): Promise<Result<[string, ClaimFacts][]>> {
  const [creations, captures] = await Promise.all([
    readWhole(
      askPages(connection, operations.listClaimCreations, {}),
      { claim_creation_ids: [...ids], limit: idsAtOnce },
      { pages: mostPages },
    ),
    readWhole(
      askPages(connection, operations.listChargeCaptures, {}),
      { claim_creation_ids: [...ids], limit: pageSize, sort: 'created_at', sort_direction: 'asc' },
      { pages: mostPages },
    ),
  ])
  const failure = creations.failure ?? captures.failure
  if (failure) return { ok: false, error: failure }
  const groups = Map.groupBy(captures.items, (capture) =>
    textOf(memberAt(capture, 'claim_creation_id')),
  )
  return ok(
    creations.items.flatMap((creation) => {
      const id = textOf(memberAt(creation, 'id'))
      return id === undefined
        ? []
        : [[id, factsOf(creation, groups.get(id) ?? [], withBodies)] as [string, ClaimFacts]]
    }),
  )
}

function factsOf(creation: unknown, captures: readonly unknown[], withBodies: boolean): ClaimFacts {
  const status = textOf(memberAt(creation, 'status'))
  const errors = claimErrorsOf(creation, captures)
  const isBilled = textOf(memberAt(creation, 'created_encounter_id')) !== undefined
  const cents = claimCents(creation, captures)
  return {
    state: isBilled ? 'billed' : status === 'in-error' ? 'in-error' : 'other',
    ...(cents !== undefined && { cents }),
    isTried: status === 'in-error' && errors.length > 0,
    errors,
    bodies: new Map(
      withBodies
        ? captures.filter(isJsonObject).map((each) => [textOf(each.id) ?? '', contentOf(each)])
        : [],
    ),
  }
}
