'use server'

import { z } from 'zod'
import { columnLayout } from '#lib/console/accounts/preferences.ts'
import { roles } from '#lib/acts/acts.ts'
import { may, tasksOf } from '#lib/console/accounts/permissions.ts'
import {
  changeNamedView,
  createNamedView,
  deleteNamedView,
  maxViewBytes,
  namedViews,
  setViewDefaults,
  storeView,
  type NamedView,
  type ViewRefusal,
} from '#lib/console/accounts/views.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { listOperations } from '#lib/lists/list-spec.ts'
import {
  mayHaveDefault,
  viewListIds,
  viewLists,
  type SavedView,
  type SavedViews,
  type ViewCount,
  type ViewListId,
} from '#lib/lists/saved-views.ts'
import { listSpecs } from '#lib/lists/list-specs.ts'
import { viewFromStore, withoutPosition } from '#lib/lists/view.ts'
import { countRows } from './lists/count-rows.ts'
import { findView, mayChangeView, openView, pathOfView, toSavedView } from './open-view.ts'
import { readAct, writeAct } from './act.ts'
import { recordAct } from './record-act.ts'
import { refused, type ActionContext } from './run-action.ts'
import { shownName } from './shown-names.ts'

// Views of lists: those that only a link names, and those with a name.

const list = z.enum(viewListIds)
const id = z.string().min(1).max(100)
const view: z.ZodType<{ [name: string]: unknown }, object> = z.record(z.string().max(100), z.json())
const one = z.strictObject({ list, id })

// A view has a list's filters, so it needs that list's permission.
function listTask(input: unknown): string {
  const asked = (input as { list?: unknown } | null | undefined)?.list
  return viewLists[viewListIds.find((known) => known === asked) ?? viewListIds[0]].task
}

/** Stores a view that a link must not contain, sealed, and returns the id for the link. */
export const saveView = writeAct(listTask, {
  input: z.strictObject({ list: z.enum(listOperations), view }),
  run: async (given, context) => {
    const state = JSON.stringify(given.view)
    if (Buffer.byteLength(state) > maxViewBytes)
      return tooLong('These filters are too long for a link')
    const stored = await storeView(given.list, state, context.account.id)
    await recordAct(context, 'outcome', 'saveView', [stored])
    return ok({ id: stored })
  },
})

/**
 * A view by the id in a link, readable by everyone who may read that list. The trail has each
 * reader: the filters may hold a patient's name.
 */
export const readView = writeAct(listTask, {
  input: one,
  run: async (given, context) => {
    const opened = await openView(given.list, given.id, context)
    if (opened.ok) await recordAct(context, 'read', 'readView', [given.id])
    return opened
  },
})

/** The named views of the lists that the person may read. */
export const listSavedViews = readAct('listSavedViews', {
  input: z.strictObject({}),
  isWork: false,
  run: async (_, context): Promise<Result<SavedViews>> => {
    const { role } = context.account
    const allowed = tasksOf(
      role,
      viewListIds.map((known) => viewLists[known].task),
    )
    const views = await namedViews(
      reader(context),
      viewListIds.filter((known) => allowed.includes(viewLists[known].task)),
      pathOfView,
    )
    const ids = views.map((named) => named.id)
    // A view's name may be a patient's.
    if (ids.length > 0) await recordAct(context, 'read', 'listSavedViews', ids)
    return ok({
      views: views.map((named) => toSavedView(named, context)),
      may_share: tasksOf(role, ['shareView']).length > 0,
      default_roles: tasksOf(role, ['manageTeamViews']).length > 0 ? [...roles] : [],
    })
  },
})

const name = shownName(80)
const state = z.strictObject({ view, columns: columnLayout.optional() })
const change = z.strictObject({
  list,
  id: id.optional(),
  name: name.optional(),
  state: state.optional(),
  is_shared: z.boolean().optional(),
})
type Change = z.infer<typeof change>

/**
 * Saves a named view. Without an id it makes a view with a name, the list's state and its columns;
 * with one it changes what is given. Filters that the list does not know are left out.
 */
export const saveNamedView = writeAct(listTask, {
  input: change,
  run: async (given, context): Promise<Result<SavedView>> => {
    if (given.is_shared && !may(context.account.role, 'shareView'))
      return refused(
        'shareView',
        fail('Forbidden', 'Your role can’t share views with the team.'),
        context,
      )
    const text =
      given.state &&
      JSON.stringify({ ...given.state, view: knownState(given.list, given.state.view) })
    if (text !== undefined && Buffer.byteLength(text) > maxViewBytes)
      return tooLong('These filters are too long for a view')
    const saved =
      given.id === undefined
        ? await makeView({ ...given, text }, context)
        : await changeView({ ...given, id: given.id, text }, context)
    if (!saved.ok) return saved
    await recordAct(context, 'outcome', 'saveNamedView', [saved.value])
    const found = await findView(given.list, saved.value, context)
    return found.ok ? ok(toSavedView(found.value, context)) : found
  },
})

// What the list knows of a state from outside. A view opens with its first page.
function knownState(of: ViewListId, given: unknown): object {
  return withoutPosition(viewFromStore(listSpecs[of], given))
}

async function makeView(
  {
    list: of,
    name: called,
    text,
    is_shared: isShared = false,
  }: Change & { text: string | undefined },
  context: ActionContext,
): Promise<Result<string>> {
  const message = 'Enter a name.'
  if (called === undefined || text === undefined)
    return fail('InvalidInput', message, { issues: [{ path: 'name', message }] })
  const { accountId: ownerId, connectionId } = reader(context)
  const made = await createNamedView(
    { list: of, connectionId, ownerId, isShared },
    { name: called, state: text },
    pathOfView,
  )
  return made.refusal ? notStored(made.refusal) : ok(made.id)
}

const fullWords: { [refusal in ViewRefusal]?: string } = {
  'too many': 'You have 100 saved views. Delete one to save another.',
  'too large': 'Your saved views have 2 MB of filters. Use fewer values, or delete a view.',
  'too many shared': 'The team has 200 shared views. Stop sharing one to share another.',
}

function notStored(refusal: ViewRefusal) {
  const full = fullWords[refusal]
  if (full) return fail('InvalidInput', full)
  const whose = refusal === 'own name' ? 'You have' : 'The team has'
  const message = `${whose} a view of this list with this name. Choose another name.`
  return fail('InvalidInput', message, { issues: [{ path: 'name', message }] })
}

async function changeView(
  {
    list: of,
    id: changed,
    name: called,
    text,
    is_shared: isShared,
  }: Change & { id: string; text: string | undefined },
  context: ActionContext,
): Promise<Result<string>> {
  const found = await findToChange(of, changed, context)
  if (!found.ok) return found
  const refusal = await changeNamedView(
    { list: of, id: changed },
    {
      ...(called === undefined ? {} : { name: called }),
      ...(text === undefined ? {} : { state: text }),
      ...(isShared === undefined ? {} : { isShared }),
    },
    pathOfView,
  )
  return refusal ? notStored(refusal) : ok(changed)
}

/** Deletes a named view. */
export const deleteSavedView = writeAct(listTask, {
  input: one,
  run: async (given, context) => {
    const found = await findToChange(given.list, given.id, context)
    if (!found.ok) return found
    await deleteNamedView(given.id)
    await recordAct(context, 'outcome', 'deleteSavedView', [given.id])
    return ok(null)
  },
})

const defaults = one.extend({ roles: z.array(z.enum(roles)).max(roles.length) })

/** The list opens with this team view for exactly these roles. */
export const setDefaultView = writeAct('manageTeamViews', {
  input: defaults,
  run: async (given, context) => {
    if (!may(context.account.role, viewLists[given.list].task))
      return refused(
        viewLists[given.list].task,
        fail('Forbidden', 'Your role doesn’t include this list.'),
        context,
      )
    const found = await findView(given.list, given.id, context)
    if (!found.ok) return found
    if (!mayHaveDefault(given.list))
      return fail('InvalidInput', 'The claims of a cause have no default view.')
    if (!found.value.isShared) return fail('InvalidInput', 'Share the view with the team first.')
    await setViewDefaults(found.value, given.roles)
    await recordAct(context, 'outcome', 'setDefaultView', [given.id])
    return ok(null)
  },
})

/** The number of rows of a named view, at most 1,000, from at most ten minutes ago. */
export const countSavedView = readAct(listTask, {
  input: one,
  isWork: false,
  run: async (given, context): Promise<Result<ViewCount>> => {
    const found = await findView(given.list, given.id, context)
    return found.ok ? countRows(found.value, context) : found
  },
})

async function findToChange(
  of: ViewListId,
  changed: string,
  context: ActionContext,
): Promise<Result<NamedView>> {
  const found = await findView(of, changed, context)
  if (!found.ok || mayChangeView(found.value, context)) return found
  const words = `Only ${found.value.owner}, a manager or an administrator can change this view.`
  return refused('manageTeamViews', fail('Forbidden', words), { ...context, record: changed })
}

function tooLong(words: string) {
  return fail('InvalidInput', `${words} (256 KB), so the list didn’t change. Use fewer values.`)
}

function reader({ account, connection }: ActionContext) {
  return { accountId: account.id, connectionId: connection.id }
}
