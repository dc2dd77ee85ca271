import 'server-only'
import { toJsonText } from '#lib/core/json-text.ts'
import { redirect } from 'next/navigation'
import type { PreparedList, StoredView } from '#components/table/list-definition.ts'
import { readPage } from '#lib/actions/lists/partner-lists.ts'
import { openView } from '#lib/actions/open-view.ts'
import { asActor, type ActionContext } from '#lib/actions/run-action.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { readPreferences } from '#lib/console/accounts/preferences.ts'
import { throwIfDatabaseAway } from '#lib/console/postgres.ts'
import type { Account } from '#lib/console/accounts/account-of-token.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { defaultViewOf } from '#lib/console/accounts/views.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import type { OperationId } from '#lib/contract/operations.ts'
import { mayOpen } from '#app/(console)/read-for-page.ts'
import { fail, type Failure, type Result } from '#lib/core/result.ts'
import { filterChoices } from '#lib/lists/filter-choices.ts'
import type { FilterValues, ListSpec } from '#lib/lists/list-spec.ts'
import { everythingView, savedViewHref, viewLists } from '#lib/lists/saved-views.ts'
import {
  defaultView,
  toRequest,
  type ListRequest,
  viewFromStore,
  viewFromUrl,
  viewToUrl,
} from '#lib/lists/view.ts'

// More rows than a screen shows would hold back those it does: the browser reads the rest of a long
// page by itself.
const firstRows = 100

/** A page's search parameters as Next hands them over. */
export type PageSearch = Promise<Record<string, string | string[] | undefined>>

/** A list page's data for its first paint, or why this person may not have it. */
export type Preparation<Page = unknown> =
  | { prepared: PreparedList<Page>; failure?: undefined }
  | { prepared?: undefined; failure: Failure }

/** How a list that is not read in the partner's pages is read. */
type OwnRead<Page> = (request: ListRequest, context: ActionContext) => Promise<Result<Page>>

/**
 * Everything that a list shows at first: the view behind the address, its first page already as
 * rows, the person's columns. A failed read is part of it, so that the page can say so at once.
 */
export async function prepareList<Page = unknown>(
  spec: ListSpec,
  path: string,
  searchParams: PageSearch,
  always: FilterValues = {},
  ownRead?: OwnRead<Page>,
): Promise<Preparation<Page>> {
  const account = await requireAccount(path)
  return throwIfDatabaseAway(prepareFor(account, spec, path, searchParams, always, ownRead))
}

async function prepareFor<Page>(
  account: Account,
  spec: ListSpec,
  path: string,
  searchParams: PageSearch,
  always: FilterValues,
  ownRead: OwnRead<Page> | undefined,
): Promise<Preparation<Page>> {
  if (!(await mayOpen(account, viewLists[spec.operation].task)))
    return { failure: fail('Forbidden', 'Your role doesn’t include this list.').error }
  const [search, connection, preferences] = await Promise.all([
    searchParams,
    activeConnection(),
    readPreferences(account.id),
  ])
  const context = { account, connection }
  const [stored, base, standard] = await Promise.all([
    openNamed(spec, search.view, context),
    openNamed(spec, search.base, context),
    path === viewLists[spec.operation].path
      ? defaultViewOf(spec.operation, connection.id, account.role)
      : undefined,
  ])
  if (Object.keys(search).length === 0) {
    if (standard !== undefined) redirect(savedViewHref({ path, id: standard }))
    if (spec.opensWith)
      redirect(path + viewToUrl(spec, { ...defaultView(spec), filters: spec.opensWith }))
  }
  const { view, refused } = viewFromUrl(spec, search)
  const prepared: PreparedList<Page> = {
    path,
    always,
    choices: filterChoices(spec.operation),
    today: dayNow(),
    columns: preferences.columns?.[spec.operation],
    canCreate: may(account.role, creating[spec.operation] ?? ''),
    canExport: may(account.role, 'exportList'),
    refused,
    hasDefault: standard !== undefined || spec.opensWith !== undefined,
    ...(stored ? { stored } : {}),
    ...(base?.opened.saved ? { base } : {}),
  }
  if (search.view !== undefined && search.view !== everythingView && !stored) return { prepared }
  const columns =
    (stored?.opened.saved ? stored : prepared.base)?.opened.columns ?? prepared.columns
  const request = toRequest(spec, stored ? viewFromStore(spec, stored.opened.view) : view, {
    always,
    columns,
    today: prepared.today,
  })
  const limit = Math.min(Number(request.query.limit), firstRows)
  const part = { ...request, query: { ...request.query, limit } }
  // A list without a reading of its own has the rows of its operation.
  const read = ownRead ?? (readPage as OwnRead<Page>)
  const reply = await asActor(account, () => read(part, context))
  return {
    prepared: { ...prepared, first: { request, limit, reply: toJsonText(reply), at: Date.now() } },
  }
}

const creating: { [list: string]: OperationId } = {
  listChargeCaptures: 'createChargeCapture',
  listEncounters: 'createEncounterFromPreEncounter',
  listContractsV3: 'createContractV3',
  listContractsV2: 'createContractV2',
  listFacilityCredentialingSpans: 'createFacilityCredentialingSpan',
  listProviderCredentialingSpans: 'createProviderCredentialingSpan',
}

async function openNamed(
  spec: ListSpec,
  id: unknown,
  context: ActionContext,
): Promise<StoredView | undefined> {
  if (typeof id !== 'string' || id === everythingView) return undefined
  const opened = await openView(spec.operation, id, context)
  return opened.ok ? { id, opened: opened.value } : undefined
}
