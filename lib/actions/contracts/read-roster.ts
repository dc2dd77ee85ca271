import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import type { Result } from '#lib/core/result.ts'
import { toRosterRow, type RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { WalkPage } from '#lib/lists/rows/rows.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { readWalkedPage } from '#lib/actions/lists/partner-pages.ts'

/** One page of the providers of a contract, as small rows. */
export async function readRosterPage(
  { id, position }: { id: string; position?: string | undefined },
  context: ActionContext,
): Promise<Result<WalkPage<RosterRow>>> {
  return readWalkedPage(
    {
      operation: operations.listContractProviders,
      input: { params: { contract_id: id } },
      position,
      toRow: toRosterRow,
      recordIds: [id],
    },
    context,
  )
}
