import type { Role } from '#lib/acts/acts.ts'
import type { ListOperation } from './list-spec.ts'

/**
 * The lists that have named views, by list id: the page of each, its name, and the task that a
 * person needs.
 */
export const viewLists = {
  listClaimCreations: {
    path: '/claim-creations',
    label: 'Claim creations',
    task: 'listClaimCreations',
  },
  listChargeCaptures: {
    path: '/charge-captures',
    label: 'Charge captures',
    task: 'listChargeCaptures',
  },
  listEncounters: { path: '/encounters', label: 'Encounters', task: 'listEncounters' },
  listContractsV3: { path: '/contracts', label: 'Contracts', task: 'listContractsV3' },
  listContractsV2: { path: '/contracts/v2', label: 'Contracts (v2)', task: 'listContractsV2' },
  listFacilityCredentialingSpans: {
    path: '/credentialing/facility-spans',
    label: 'Facility spans',
    task: 'listFacilityCredentialingSpans',
  },
  listProviderCredentialingSpans: {
    path: '/credentialing/provider-spans',
    label: 'Provider spans',
    task: 'listProviderCredentialingSpans',
  },
  readActivity: { path: '/activity', label: 'Activity', task: 'readActivity' },
  readQueue: { path: '/queue', label: 'Causes', task: 'readQueue' },
  queueMine: { path: '/queue/mine', label: 'My claims', task: 'readQueue' },
  queueAssigned: { path: '/queue/assigned', label: 'Assigned claims', task: 'readQueue' },
  queueUnassigned: { path: '/queue/unassigned', label: 'Unassigned claims', task: 'readQueue' },
  queueResolved: {
    path: '/queue/resolved',
    label: 'Claims in error, all resolved',
    task: 'readQueue',
  },
  queueHeld: { path: '/queue/held', label: 'Held claims', task: 'readQueue' },
  queueFilingSoon: { path: '/queue/filing-soon', label: 'Claims to file soon', task: 'readQueue' },
  queueSnoozed: { path: '/queue/snoozed', label: 'Snoozed claims', task: 'readQueue' },
  // Each cause has a page of its own below it.
  queueCause: { path: '/queue/causes', label: 'Claims of a cause', task: 'readQueue' },
  queueUpdates: { path: '/updates', label: 'Updates', task: 'readQueue' },
} as const satisfies Record<ListOperation, { path: string; label: string; task: string }>

/** The id of a list that has named views. */
export type ViewListId = keyof typeof viewLists

/** The ids of the lists that have named views. */
export const viewListIds = Object.keys(viewLists) as [ViewListId, ...ViewListId[]]

/** A view with a name, as a person sees it. */
export type SavedView = {
  id: string
  list: ViewListId
  /** The page that shows it. */
  path: string
  name: string
  is_shared: boolean
  is_own: boolean
  owner: string
  /** The person may change, share and delete it. */
  may_change: boolean
  /** The roles for which the list opens with it. */
  default_for: string[]
}

/**
 * A view that a link names: the list's own state, its columns where it has them, and its name if it
 * has one.
 */
export type OpenedView = { view: unknown; columns?: unknown; saved?: SavedView }

/** The saved views that a person sees, and what they may do with views. */
export type SavedViews = {
  views: SavedView[]
  may_share: boolean
  /** The roles whose default view the person may choose; none for most people. */
  default_roles: Role[]
}

/**
 * The rows of a view, counted at an instant (ISO text, UTC); `is_more`: at least so many. Null
 * where nobody counts them.
 */
export type ViewCount = { rows: number; is_more: boolean; at: string } | null

/** The address of a saved view's page with the view. It has only the opaque id. */
export function savedViewHref({ path, id }: Pick<SavedView, 'path' | 'id'>): string {
  return `${path}?view=${encodeURIComponent(id)}`
}

/** The page of a saved view of a list; `view` is its state. */
export function savedViewPath(list: ViewListId, view: unknown): string {
  const { path } = viewLists[list]
  if (list !== 'queueCause') return path
  const cause = (view as { filters?: { cause?: unknown } } | null)?.filters?.cause
  return typeof cause === 'string' ? `${path}/${encodeURIComponent(cause)}` : '/queue'
}

/** True for a list that opens with a view for a role: it is a page of its own. */
export function mayHaveDefault(list: ViewListId): boolean {
  return list !== 'queueCause'
}

/** The address that opens a list without the default view of a role. */
export const everythingView = 'all'

/** A count in words: "12", "1,000+". */
export function viewCountWords({ rows, is_more }: NonNullable<ViewCount>): string {
  return `${rows.toLocaleString('en-US')}${is_more ? '+' : ''}`
}
