/**
 * Why a claim creation is in the work queue: the partner found an error, it is still in error
 * although each error is resolved, it is held, or one of its captures was changed after billing and
 * the change is unresolved.
 */
export const queueKinds = ['error', 'resolved', 'held', 'updated'] as const
export type QueueKind = (typeof queueKinds)[number]

/** The team's mark on a cause or on a claim creation. The partner does not know it. */
export type TeamMark = {
  owner_id?: string
  /** The owner's name. */
  owner?: string
  /** Hidden from the working views before this local date. */
  snoozed_until?: string
  priority?: 'high' | 'low'
  note?: string
}

/** A change after billing, compared with the billed claim (lib/rules/billed-diff). */
export type QueueChange = {
  /** The ids of the unresolved changes: what resolving takes. */
  update_ids: string[]
  /** The most important effect; missing if the billed data is unknown. */
  effect?: 'money' | 'coding' | 'coverage' | 'cosmetic'
  /**
   * Whole cents that the charges moved by, negative when they fell; missing if the billed data is
   * unknown.
   */
  moved_cents?: number
  /**
   * What is suggested by the claim's status alone, with its reason; missing if the billed data is
   * unknown. Opened, the change has the advice by its encounter.
   */
  step?:
    | 'edit'
    | 'new'
    | 'wait'
    | 'corrected'
    | 'void'
    | 'void-and-new'
    | 'secondary'
    | 'attachment'
    | 'reopening'
    | 'appeal'
    | 'finish'
    | 'nothing'
    | 'unknown'
  step_words?: string
  /** What changed, in one line; missing if nothing differs or the billed data is unknown. */
  summary?: string
}

/**
 * One reason for work in one claim creation: an unresolved error, a hold, or its changes after
 * billing. A claim creation with three errors has three items, each in its own cause. Members
 * without a value are missing.
 */
export type QueueItem = {
  /** Unique in the queue: the error's id, otherwise the claim creation's. */
  id: string
  claim_creation_id: string
  kind: QueueKind
  /** The key of its cause. */
  cause: string
  error_id?: string
  /** The partner's words: of the error, or of the latest change after billing. */
  message?: string
  /** The partner's `field_in_error`, in its own spelling. */
  field?: string
  field_label?: string
  /**
   * The form control of the field in the capture (`data.rendering_provider.npi`), if exactly one
   * control has it.
   */
  path?: string
  /**
   * The JSON text of the field's value in the capture; missing if `path` is, or if the capture has
   * none.
   */
  value?: string
  /**
   * The capture that the error names, or the only one; missing if several captures share the
   * problem.
   */
  capture_id?: string
  /** How many captures the claim creation has. */
  captures: number
  /** The capture's charge_external_id. */
  external_id?: string
  patient?: string
  /** The patient's external id. */
  patient_id?: string
  payer?: string
  payer_id?: string
  facility?: string
  rendering?: string
  rendering_npi?: string
  date_of_service?: string
  /** Whole cents: the charges of the claim creation's captures together. */
  cents?: number
  /** Why the claim creation is held, or in error without an open error, in words. */
  hold?: string
  change?: QueueChange
  /**
   * When the console first read it, and when it last read it changed (ISO). The partner gives no
   * times.
   */
  first_seen_at: string
  changed_at: string
  /** The mark of the claim creation; what it lacks comes from the mark of its cause. */
  mark: TeamMark
  /** It is hidden because its cause is snoozed, not by itself. */
  is_snoozed_by_cause?: true
  /**
   * Whole days until the last day to file; negative once it has passed. Missing without a limit or
   * a date.
   */
  filing_days_left?: number
  /**
   * The claim's clock: its filing limit passed, is near (30 days or less), or neither; `not-set`
   * if no limit is known for the payer. Missing without a payer or a date of service, and for a
   * claim that changed after billing, which is filed already.
   */
  filing?: 'passed' | 'near' | 'fine' | 'not-set'
  /** The clock in words, with the last day, the limit and where it comes from. */
  filing_words?: string
  /** The limit is a default that nobody confirmed for this payer. */
  is_filing_default?: true
  /** The partner's words of errors of this capture that go away with this one. */
  folds?: string[]
  /** The service lines that the row is about, from 1; missing where its field is in no line. */
  lines?: number[]
  /** The same problem in other fields of the same capture: they are one row. */
  also?: SameProblem[]
  /**
   * How many other problems the claim creation has; in a list with one row for each of them alone.
   */
  others?: number
  /** Names of colleagues who have the capture open, or whose turn it is. */
  open_by?: string[]
}

/** One more field of a capture with the problem of its row. */
export type SameProblem = {
  [Name in 'error_id' | 'message' | 'field' | 'path' | 'value']?: string | undefined
}

/** A value that cleared this cause before. Nothing applies it by itself. */
export type FixOffer = {
  /** The form control that the value goes to; in a cause without the numbers of rows. */
  path: string
  /** The JSON text of the value. */
  value: string
  /**
   * On how many captures it was written, how many of them made a claim, and how many of those
   * claims were denied since.
   */
  times: number
  billed: number
  denied: number
  /** Who wrote it last, by name. */
  by?: string
  /** What the fixes have in common: the same payer, provider or facility, in words. */
  where?: string
}

/**
 * The claims of the queue by filing limit: `past` it, `near` it (30 days or less), and those whose
 * payers have none. Claims count once; `cents` are whole cents. The payers on a default have a limit
 * that nobody confirmed for them.
 */
export type FilingSums = {
  past: { claims: number; cents: number }
  near: { claims: number; cents: number }
  payersWithoutLimit: number
  claimsWithoutLimit: number
  payersOnDefault: number
}

/** A code or id that messages of a cause quote: what it is, and for a provider the name. */
export type CauseValue = { kind: string; value: string; name?: string | undefined; claims: number }

/** Items with the same problem: fixing it once fixes them all. */
export type QueueCause = {
  /** Stable for the same problem; it says nothing about any patient. */
  key: string
  kind: QueueKind
  /**
   * The partner's message without what differs from claim to claim: "Rendering provider NPI fails
   * its check digit".
   */
  words: string
  /** The field without prefix and row numbers: `service_lines.procedure_code`. */
  field?: string
  field_label?: string
  /** Claim creations, and their charges in whole cents. */
  claims: number
  cents: number
  /** Payers by number of claim creations, most first, at most five; `payer_count` counts all. */
  payers: { name: string; claims: number }[]
  payer_count: number
  /**
   * What the partner's messages quote, by number of claim creations, most first, at most ten;
   * `value_count` counts all.
   */
  values: CauseValue[]
  value_count: number
  /** How many errors of the same captures go away with these. */
  folds: number
  /** The least days that are left to file one of its claims; negative once a limit has passed. */
  filing_days_left?: number
  /**
   * Its claims by filing clock: those whose limit passed, those whose payer has none, and the least
   * days that are left of the others.
   */
  filing: { passed: number; not_set: number; next_days?: number }
  /** The earliest date of service. */
  oldest?: string
  /** When one of its claim creations was last read changed (ISO). */
  changed_at?: string
  /**
   * Open claim creations at the end of each of the last 14 days, oldest first; today's is the
   * number now.
   */
  trend: number[]
  mark: TeamMark
  fix?: FixOffer
}

/** The counts of the queue's snapshot, its age, and the parts that could not be read. */
export type QueueState = {
  /**
   * Rises with every change of the queue and of what the team noted: an unchanged number needs no
   * new reading of items.
   */
  version: number
  /**
   * When the last reading ended that read the partner's lists to their ends; null before the first.
   */
  read_at: string | null
  /** When the next reading is due; null while nobody is signed in. */
  next_at: string | null
  is_reading: boolean
  /** The parts that could not be read: their rows are as old as their last reading, or missing. */
  unread: { what: string; message: string }[]
  counts: QueueCounts
  /**
   * Bulk fixes of others that wait for this person's decision; 0 for somebody who may not decide.
   */
  approvals: number
}

/**
 * The numbers of the rail, by name. Those of the queue are the ones that its pages show; missing
 * before the first reading.
 */
export type RailCounts = {
  approvals: number
  queue_errors?: number
  queue_updates?: number
  /** The claims that the person cleared today, and their charges in whole cents. */
  cleared_claims?: number
  cleared_cents?: number
}

/** The rail's numbers, out of the queue's state. */
export function railCountsOf({
  read_at,
  counts,
  approvals,
}: Pick<QueueState, 'read_at' | 'counts' | 'approvals'>): RailCounts {
  return {
    approvals,
    ...(read_at !== null && { queue_errors: counts.errors, queue_updates: counts.updates }),
  }
}

/** Claim creations in each view; those that are snoozed are in `snoozed` alone. */
export type QueueCounts = {
  /** Those with errors. */
  errors: number
  mine: number
  assigned: number
  unassigned: number
  /** In error, with every error resolved. */
  resolved: number
  held: number
  filing_soon: number
  updates: number
  snoozed: number
}

/**
 * The views of the queue. `causes` has the open errors, `resolved` the claims in error without one;
 * `mine`, `assigned` and `unassigned` have every kind, `filing-soon` errors and holds. Snoozed
 * items are in `snoozed` alone.
 */
export const queueViews = [
  'causes',
  'mine',
  'assigned',
  'unassigned',
  'resolved',
  'held',
  'filing-soon',
  'updates',
  'snoozed',
] as const
export type QueueView = (typeof queueViews)[number]

/**
 * Orders: charges falling, claims falling, date of service rising, last change falling, days left
 * to file rising. Ties keep the oldest first.
 */
export const queueSorts = ['money', 'claims', 'oldest', 'changed', 'left'] as const
export type QueueSort = (typeof queueSorts)[number]

/** The page of the payer rulebook. */
export const payerRulesHref = '/settings/payers'

/** How the payer of a claim got its filing limit, in words. */
export const filingLimitKinds = {
  unset: 'None entered',
  default: 'Default, not confirmed',
  entered: 'Entered for the payer',
}
export type FilingLimitKind = keyof typeof filingLimitKinds

/** The owner of what nobody owns, in filters. */
export const nobody = 'nobody'

/** Which items, and in which order. Texts must match as a whole. */
export type QueueFilter = {
  view: QueueView
  /** A cause's key. */
  cause?: string | undefined
  /** A payer's id, otherwise its name. */
  payer?: string | undefined
  /** A facility's name. */
  facility?: string | undefined
  /** A rendering provider's NPI. */
  provider?: string | undefined
  /** Local dates, both included. */
  date_of_service_min?: string | undefined
  date_of_service_max?: string | undefined
  /** Those without a date of service, or with false those that have one. */
  is_undated?: boolean | undefined
  /** The first local day on which the console read them. */
  first_seen_min?: string | undefined
  /** Those whose filing limit has passed, or with false those that still have days to file. */
  is_late?: boolean | undefined
  /** The claims to file soon by where their limit comes from; with `unset`, those that have none. */
  filing_limit?: FilingLimitKind | undefined
  /** An account's id, or `nobody`. */
  owner?: string | undefined
  sort: QueueSort
}

/** The form of a cause's key. */
export const causeKey = /^[a-z0-9]{11}$/

/** Items of one answer. */
export const queuePageSize = 200

/** A person who works one by one gets none of the last 1,000 claim creations that they visited. */
export const mostVisited = 1_000

/**
 * One answer of `readQueueItems`. `total` claim creations and their `cents` count the whole filter,
 * `next` is the place of the next page.
 */
export type QueueItems = { items: QueueItem[]; next: number | null; total: number; cents: number }

/**
 * One answer of `nextInQueue`. `left` counts the claim creations of the filter that the person has
 * not visited and that nobody else has open, this one included; cents are whole.
 */
export type NextInQueue = { item: QueueItem; left: { claims: number; cents: number } }

/**
 * The answer of `nextInQueue` where nothing is left: what became of the claim creations that the
 * person visited. `billed` are those that the partner has accepted, with their charges in whole
 * cents; `open` are still in error or on hold. Null if the partner could not say, or none was
 * visited.
 */
export type RoundEnd = {
  item: null
  came: { billed: { claims: number; cents: number }; open: number } | null
}

/** What the claims of the queue are counted by besides their causes. */
export type QueuePart = 'payers' | 'facilities' | 'providers'

/** A value that a filter can have, with its number of claim creations in the view. */
export type QueueOption = { value: string; label: string; claims: number }

/**
 * The answer of `readQueue`. `claims` and `cents` count the whole filter, each claim creation once;
 * `filing` counts the whole queue. `team` are the people who can own an item; `options` are the
 * view's most frequent values.
 */
export type QueueReply = {
  state: QueueState
  claims: number
  cents: number
  /** The same by kind; a claim creation with work of two kinds is in both. */
  kinds: Record<QueueKind, number>
  filing: FilingSums
  causes: QueueCause[]
  team: { id: string; name: string }[]
  options: Record<QueuePart, QueueOption[]>
}

/**
 * A change of marks on causes and claim creations. null removes a value; a missing member stays.
 */
export type MarkChange = {
  owner_id?: string | null | undefined
  /** A local date. */
  snoozed_until?: string | null | undefined
  priority?: 'high' | 'low' | null | undefined
  note?: string | null | undefined
}
/**
 * What the changed members were before, in the order of the subjects; null for a subject that was
 * left as it is.
 */
export type MarksBefore = { before: (MarkChange | null)[] }
export type MarkSubject = { cause: string } | { claim_creation_id: string }
