import 'server-only'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { isDatabaseAway } from '#lib/console/postgres.ts'
import { requestId } from '#lib/console/request-id.ts'
import type { Task } from '#lib/acts/acts.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import type { Account } from '#lib/console/accounts/account-of-token.ts'
import { asActor, databaseAway, refused, type ActionContext } from '#lib/actions/run-action.ts'
import { toJsonText, type JsonText } from '#lib/core/json-text.ts'
import { fail, type Result } from '#lib/core/result.ts'

/**
 * What a page shows first, read on the server while its frame is already on the way: the JSON text
 * of a Result. The same permission as the action of that name; a defect becomes a failure that the
 * page can show.
 */
export async function readForPage<I, V>(
  account: Account,
  task: Task,
  run: (input: I, context: ActionContext) => Promise<Result<V>>,
  input: NoInfer<I>,
): Promise<JsonText<Result<V>>> {
  try {
    if (!may(account.role, task))
      return toJsonText<Result<V>>(
        await refused(task, fail('Forbidden', 'Your role doesn’t include this.'), { account }),
      )
    const result = await asActor(account, async () =>
      run(input, { account, connection: await activeConnection() }),
    )
    return toJsonText<Result<V>>(result)
  } catch (error) {
    if (isDatabaseAway(error)) return toJsonText<Result<V>>(databaseAway())
    // The browser asks again through the action, which logs the defect by its digest.
    return toJsonText<Result<V>>(
      fail('Unexpected', 'Something went wrong. Try again.', { requestId: requestId() }),
    )
  }
}

/** True if the account may do the task of a page. Otherwise the audit trail has the attempt. */
export async function mayOpen(account: Account, task: Task): Promise<boolean> {
  if (may(account.role, task)) return true
  await refused(task, fail('Forbidden', 'Your role doesn’t include this page.'), { account })
  return false
}
