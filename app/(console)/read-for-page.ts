import 'server-only'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { isDatabaseAway } from '#lib/console/postgres.ts'
import { may, type Task } from '#lib/console/accounts/permissions.ts'
import type { Account } from '#lib/console/accounts/account-of-token.ts'
import { asActor, databaseAway, refused, type ActionContext } from '#lib/actions/run-action.ts'
import { fail, type Result } from '#lib/core/result.ts'

/**
 * What a page shows first, read on the server while its frame is already on the way: the JSON text of a Result.
 * The same permission as the action of that name; a defect becomes a failure that the page can show.
 */
export async function readForPage<T, V>(
  account: Account,
  task: Task,
  verb: (input: T, context: ActionContext) => Promise<Result<V>>,
  input: T,
): Promise<string> {
  try {
    if (!may(account.role, task))
      return JSON.stringify(await refused(task, fail('Forbidden', 'Your role doesn’t include this.'), { account }))
    const result = await asActor(account, async () => verb(input, { account, connection: await activeConnection() }))
    return JSON.stringify(result)
  } catch (error) {
    if (isDatabaseAway(error)) return JSON.stringify(databaseAway())
    // The browser asks again through the action, which logs the defect by its digest.
    return JSON.stringify(fail('Unexpected', 'Something went wrong. Try again.'))
  }
}

/** True if the account may do the task of a page. Otherwise the audit trail has the attempt. */
export async function mayOpen(account: Account, task: Task): Promise<boolean> {
  if (may(account.role, task)) return true
  await refused(task, fail('Forbidden', 'Your role doesn’t include this page.'), { account })
  return false
}
