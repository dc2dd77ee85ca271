import 'server-only'
import { tasksOf } from '#lib/console/accounts/permissions.ts'
import {
  findNamedView,
  loadView,
  type NamedView,
  type ViewHead,
} from '#lib/console/accounts/views.ts'
import type { Json } from '#lib/core/json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import {
  savedViewPath,
  type OpenedView,
  type SavedView,
  type ViewListId,
} from '#lib/lists/saved-views.ts'
import type { ActionContext } from './run-action.ts'

/**
 * The view that a link's id names. Fails with `OtherConnection` for a named view of another
 * connection, and with `EntityNotFoundError` for one that is gone or that the person may not see.
 */
export async function openView(
  list: ViewListId,
  id: string,
  context: ActionContext,
): Promise<Result<OpenedView>> {
  const link = await loadView(list, id)
  if (link !== undefined) return ok({ view: JSON.parse(link) as Json })
  const found = await findView(list, id, context)
  if (!found.ok) return found
  const { view, columns } = JSON.parse(found.value.state) as { view: Json; columns?: Json }
  return ok({
    view,
    ...(columns === undefined ? {} : { columns }),
    saved: toSavedView(found.value, context),
  })
}

/** A named view that the person may see. Fails as `openView` does. */
export async function findView(
  list: ViewListId,
  id: string,
  context: ActionContext,
): Promise<Result<NamedView>> {
  const { account, connection } = context
  const reader = { accountId: account.id, connectionId: connection.id }
  const found = await findNamedView(list, id, reader, pathOfView)
  if (found === 'elsewhere')
    return fail(
      'OtherConnection',
      `This view belongs to another connection than ${connection.name}. It opens while that connection is active.`,
    )
  if (found) return ok(found)
  return fail(
    'EntityNotFoundError',
    'This view isn’t available: it was deleted, isn’t shared with you, or its link expired. Links of views without a name expire 90 days after their last use, or after 200 newer ones. Set the filters again.',
  )
}

/** The path of a view's page by its stored state. */
export function pathOfView(list: string, state: string): string {
  return savedViewPath(list as ViewListId, (JSON.parse(state) as { view: unknown }).view)
}

/** A named view as the person sees it. */
export function toSavedView(named: ViewHead, context: ActionContext): SavedView {
  return {
    id: named.id,
    list: named.list as ViewListId,
    path: named.path,
    name: named.name,
    owner: named.owner,
    is_shared: named.isShared,
    is_own: named.ownerId === context.account.id,
    may_change: mayChangeView(named, context),
    default_for: named.defaultFor,
  }
}

/** True for the view's owner, and for a shared view for those who manage team views. */
export function mayChangeView(
  { ownerId, isShared }: ViewHead,
  { account }: ActionContext,
): boolean {
  return (
    ownerId === account.id || (isShared && tasksOf(account.role, ['manageTeamViews']).length > 0)
  )
}
