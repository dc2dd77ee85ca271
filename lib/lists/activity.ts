import { actGroups, acts, actOf, type ActName, type RecordKind, type Task } from '#lib/acts/acts.ts'
import type { FilterSpec, ListSpec } from './list-spec.ts'
import { humanize } from './filter-value.ts'
import type { BaseRow } from './rows/rows.ts'

const actNames = Object.keys(acts) as ActName[]

/** The pages of the records that an entry of the trail links to. */
export const recordKinds = {
  'charge-capture': { one: 'charge capture', href: '/charge-captures', task: 'getChargeCapture' },
  'claim-creation': { one: 'claim creation', href: '/claim-creations', task: 'getClaimCreation' },
  encounter: { one: 'encounter', href: '/encounters', task: 'getEncounter' },
  contract: { one: 'contract', href: '/contracts', task: 'getContractV3' },
  'facility-span': {
    one: 'facility span',
    href: '/credentialing/facility-spans',
    task: 'getFacilityCredentialingSpan',
  },
  'provider-span': {
    one: 'provider span',
    href: '/credentialing/provider-spans',
    task: 'getProviderCredentialingSpan',
  },
} as const satisfies Record<RecordKind, { one: string; href: string; task: Task }>

/** What was done, in words; of a request that names no action, its path. */
export function actionWords(operation: string): string {
  if (operation.startsWith('/')) return `Requested ${operation}`
  return actOf(operation)?.words ?? humanize(operation.replaceAll(/([a-z])([A-Z])/g, '$1_$2'))
}

/** The kinds of action that a person chooses from: a group, or all that changed something. */
export const actionKinds = ['changes', ...actGroups] as const
export type ActionKind = (typeof actionKinds)[number]

/** The operations of a kind of action; `changes` are those of every group but the reads. */
export function actionsOf(kind: ActionKind): string[] {
  return actNames.filter((name) =>
    kind === 'changes' ? acts[name].group !== 'reads' : acts[name].group === kind,
  )
}

/** The operations that belong to the history of a record of a kind, of a group. */
export function historyActions(kind: RecordKind, group: 'reads' | 'writes'): string[] {
  return actionsOf(group).filter(
    (name) => recordKindOf(name) === kind || historyKindsOf(name).includes(kind),
  )
}

/**
 * The kind of record that an entry is about, as it says itself or its operation does; undefined
 * where it has no page.
 */
export function recordKindOf(operation: string, told?: string | null): RecordKind | undefined {
  if (told && Object.hasOwn(recordKinds, told)) return told as RecordKind
  return actOf(operation)?.record
}

/**
 * The kinds of records whose history has an entry about a part of them: a resolved error is in that
 * of its claim creation.
 */
export function historyKindsOf(operation: string): readonly RecordKind[] {
  return actOf(operation)?.history ?? []
}

/** How an act ended, as people search for it. */
export const outcomeWords = {
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'Unknown',
  sent: 'Sent',
} as const
export type OutcomeClass = keyof typeof outcomeWords

/**
 * Outcomes of an act that the console did not allow, and of one of which nobody knows whether it
 * was made.
 */
export const refusedOutcomes = [
  'Forbidden',
  'Unauthenticated',
  'ForeignOrigin',
  'InvalidInput',
  'DisabledAccount',
  'INVALID_EMAIL_OR_PASSWORD',
  'TOO_MANY_ATTEMPTS',
  'TooManyAttempts',
  'TooManyReads',
  'TooManyJobs',
  'TooManyNotes',
  'TooLarge',
] as const
export const unknownOutcomes = ['OutcomeUnknown', 'SavedButUnread'] as const

/** The class of a stored outcome: `ok`, `sent` or an error's name. */
export function outcomeClass(outcome: string): OutcomeClass {
  if (outcome === 'ok') return 'done'
  if (outcome === 'sent') return 'sent'
  if ((refusedOutcomes as readonly string[]).includes(outcome)) return 'refused'
  return (unknownOutcomes as readonly string[]).includes(outcome) ? 'unknown' : 'failed'
}

/** One entry of the trail as the list shows it. No member holds a record's values. */
export type ActivityRow = BaseRow & {
  /** ISO text in UTC. */
  at: string
  operation: string
  outcome: string
  person?: string
  email?: string
  /** The role at that time. */
  role?: string
  connection?: string
  /** The network address that the request came from. */
  address?: string
  browser?: string
  /** What the first record is, where it has a page. */
  record_kind?: RecordKind
  /** The name of the first record, where the console holds it: a person, a connection. */
  record_name?: string
  /** The first records of the entry, and how many it has. */
  record_ids: string[]
  record_count: number
  /** The entry holds a sealed before and after. */
  has_change?: true
}

const filters = {
  account_id: {
    kind: 'multi',
    label: 'Person',
    group: 'Activity',
    local: [],
    alsoCalled: 'who user account',
  },
  record_id: {
    kind: 'text',
    label: 'Record ID',
    group: 'Activity',
    local: [],
    alsoCalled: 'capture claim encounter contract span',
    hint: 'The ID of a charge capture, claim creation, encounter, contract, span, connection or account.',
  },
  group: {
    kind: 'enum',
    label: 'Kind of action',
    group: 'Activity',
    local: actionKinds,
    valueNames: {
      changes: 'All but reads',
      reads: 'Reads',
      writes: 'Writes',
      'sign-ins': 'Sign-ins',
      settings: 'Settings',
      exports: 'Exports',
    },
    alsoCalled: 'reads writes changes sign-ins settings exports',
  },
  action: {
    kind: 'multi',
    label: 'Action',
    group: 'Activity',
    local: actNames,
    valueNames: Object.fromEntries(actNames.map((name) => [name, acts[name].words])),
    alsoCalled: 'what operation',
  },
  outcome: {
    kind: 'enum',
    label: 'Outcome',
    group: 'Activity',
    local: Object.keys(outcomeWords),
    valueNames: outcomeWords,
    hint: '“Sent” lists writes as they were sent, before the partner answered.',
  },
  from: {
    kind: 'date',
    label: 'From',
    group: 'Activity',
    local: [],
    chip: { label: 'Day', operator: 'is on or after' },
    range: { to: 'to' },
    alsoCalled: 'time date since',
  },
  to: {
    kind: 'date',
    label: 'To',
    group: 'Activity',
    local: [],
    chip: { label: 'Day', operator: 'is on or before' },
    alsoCalled: 'time date until',
  },
} satisfies Record<string, FilterSpec>

/** The audit trail as a list, newest first. Its filters hold ids and words, no patient data. */
export const activityList: ListSpec = {
  operation: 'readActivity',
  filters,
  // A day has a hundred reads for each change, and people come for what was done.
  opensWith: { group: 'changes' },
  sorts: {},
  rankedBy: 'console',
  noun: { one: 'entry', many: 'entries' },
  emptyAdvice: 'Try other days, or fewer filters.',
}
