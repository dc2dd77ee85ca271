import type { Noun } from '#lib/core/count-of.ts'

/** The lists of the partner that this console pages through, by operation id. */
export const partnerListOperations = [
  'listClaimCreations',
  'listChargeCaptures',
  'listEncounters',
  'listContractsV3',
  'listContractsV2',
  'listFacilityCredentialingSpans',
  'listProviderCredentialingSpans',
] as const
export type PartnerListOperation = (typeof partnerListOperations)[number]

/**
 * The lists of the work queue, each with views of its own: the causes, the other views, the claims
 * of one cause, and the changes after billing.
 */
export const queueListIds = [
  'readQueue',
  'queueMine',
  'queueAssigned',
  'queueUnassigned',
  'queueResolved',
  'queueHeld',
  'queueFilingSoon',
  'queueSnoozed',
  'queueCause',
  'queueUpdates',
] as const
export type QueueListId = (typeof queueListIds)[number]

/** The lists that are read in pages by `readList`. */
export const pagedListOperations = [...partnerListOperations, 'readActivity'] as const

/**
 * Every list that this console shows: the partner's, its own audit trail, and those of the work
 * queue.
 */
export const listOperations = [...pagedListOperations, ...queueListIds] as const
export type ListOperation = (typeof listOperations)[number]

/** One filter's value in a view: text, a list of texts, or yes/no. Empty values are never kept. */
export type FilterValue = string | string[] | boolean

/**
 * Local dates, both inclusive; an absent one leaves its side open. A `from` in words that move
 * ("last 30 days") is the whole range, and `to` is absent.
 */
export type DateRange = { from?: string | undefined; to?: string | undefined }

/** Filter values by wire parameter name. */
export type FilterValues = Record<string, FilterValue>

/**
 * The look-up that finds a filter's values by name, and the member of what it finds that is the
 * value on the wire.
 */
export type FilterLookUp =
  | { kind: 'payer'; member: 'payer_name' | 'payer_id' | 'payer_uuid' }
  | { kind: 'facility'; member: 'organization_service_facility_id' }
  | {
      kind: 'provider'
      member: 'organization_provider_id' | 'npi'
      among?: 'rendering' | 'billing'
    }

export type FilterKind = 'text' | 'enum' | 'date' | 'multi' | 'boolean'

/**
 * One query parameter, as the interface needs it. The wire name is its key in the list's `filters`.
 */
export type FilterSpec<K extends FilterKind = FilterKind> = {
  kind: K
  label: string
  group:
    | 'Status'
    | 'Patient'
    | 'Visit'
    | 'Payer'
    | 'Providers'
    | 'Identifiers'
    | 'Labels'
    | 'Contract'
    | 'Activity'
    | 'Work'
  /**
   * The chip's words if they are not the label with "is" (or "is any of" for a list): "Service
   * date" "is on or after".
   */
  chip?: { label?: string; operator?: string }
  /**
   * The date with which a range begins: the filter `to` ends it, and a person sees both as one
   * filter, named by the chip's label. Without `to` the range has no end.
   */
  range?: { to?: string }
  /**
   * Parameters that a person sees as one filter have the same label here; `by` tells them apart.
   */
  entry?: { label: string; by: string }
  /** Protected health information: such a value never enters a URL. */
  phi?: true
  /** May be used in "show first" mode. */
  first?: true
  /** A date of which the partner takes the first instant, in UTC. */
  asInstant?: true
  /**
   * The console filters by it, by these values where it has a list of them: the partner has no such
   * parameter.
   */
  local?: readonly string[]
  /**
   * What a person types into the list's search box, or names of patients. The partner finds one
   * word, so the console holds the other words against the rows.
   */
  isSearch?: true
  /** Names of people, of which the partner finds a part of "first last". */
  ofPeople?: true
  /**
   * A row has at most one of its values, so the console may ask for a long list of them in parts.
   */
  splits?: true
  lookUp?: FilterLookUp
  /** Names of its values, by the interface's code. */
  valueNames?: Readonly<Record<string, string>>
  /** It has no values but those of `valueNames`: they are the console's own. */
  isClosed?: true
  hint?: string
  /** Other words by which people look for it. */
  alsoCalled?: string
}

/** One list: what can be asked of it and what its page is called. */
export type ListSpec = {
  operation: ListOperation
  filters: Record<string, FilterSpec>
  /**
   * The orders on offer; none where the partner has one order only and is not asked for another.
   */
  sorts: Record<string, string>
  /** The order that the list opens with; by creation unless set. */
  opensBy?: string
  /** The filters that the list opens with, where no role has a view for it. */
  opensWith?: FilterValues
  /**
   * The partner gives only a part where this filter is not set: the whole is then one walk a value,
   * merged.
   */
  splitBy?: { filter: string; values: readonly string[] }
  /**
   * The side that puts the "show first" rows first: the partner (a `*_ranked_sort` parameter) or
   * the console (two walks).
   */
  rankedBy: 'partner' | 'console'
  /** The partner takes the order as one value, `created_at:desc`, instead of two parameters. */
  joinsSort?: true
  /**
   * The console's own checks can judge its rows, for a column of that name; it costs, so only while
   * it is shown.
   */
  checksColumn?: string
  /**
   * Views whose number of rows the partner's summary counts: exactly these filters, and the count's
   * wire name.
   */
  totals?: readonly { filters: FilterValues; count: string }[]
  /** The word for one row and for many. */
  noun: Noun
  /**
   * What to do where the list is empty; by default that it includes only the connection's billing
   * NPIs.
   */
  emptyAdvice?: string
}

type PagingParameter = 'limit' | 'sort' | 'sort_direction' | 'page_token'
type KindOf<T> =
  NonNullable<T> extends boolean
    ? 'boolean'
    : NonNullable<T> extends readonly unknown[]
      ? 'multi'
      : 'text' | 'enum' | 'date'

/**
 * One entry for every filter parameter of an operation's query, with a control that fits the
 * parameter's type: a forgotten or misspelt parameter, or a control of the wrong kind, fails to
 * compile. Ranked twins are derived.
 */
export type ListFilters<Query> = {
  [
    K in keyof Query as K extends PagingParameter | `${string}_ranked_sort` ? never : K
  ]-?: FilterSpec<KindOf<Query[K]>> &
    (`${K & string}_ranked_sort` extends keyof Query ? { first: true } : unknown)
}

/** The values to offer for each enumerated filter, by wire name. */
export type FilterChoices = Record<string, readonly string[]>

/** The page sizes on offer; the partner's own default comes first in meaning. */
export const pageSizes = [25, 50, 100, 250, 500, 1000] as const

/** The page size when a view names none (Limits: default 100). */
export const defaultLimit = 100

/** The suffix that turns a filter parameter into its "show first" twin. */
export const rankedSuffix = '_ranked_sort'
