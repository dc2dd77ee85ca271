import {
  BookOpenText,
  ChartNoAxesColumn,
  FilePen,
  FileSignature,
  FileStack,
  Inbox,
  ListChecks,
  History,
  IdCard,
  Plug,
  ReceiptText,
  RefreshCw,
  Stethoscope,
  UserRound,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { checksHref, codeSetsHref } from '#lib/lists/checks.ts'
import { firstStepsHref } from '#lib/lists/first-steps.ts'
import type { OperationId } from '#lib/contract/operations.ts'
import type { RailCounts } from '#lib/lists/queue.ts'

/** A page in the rail, the palette and the "g" keys. */
export type Place = {
  group: string
  label: string
  href: string
  icon: LucideIcon
  /** The letter after "g". */
  letter: string
  /** The operation or task of the page. Roles without it do not see the page. */
  task:
    | OperationId
    | 'readOverview'
    | 'readChecks'
    | 'readQueue'
    | 'readActivity'
    | 'listDrafts'
    | 'manageConnections'
    | 'managePeople'
    | 'manageOwnAccount'
  /**
   * The count that is shown beside the page, of what is there or waits there, and the words for it.
   */
  count?: { name: keyof RailCounts | 'drafts' | 'follow_ups'; words: string; note?: string }
}

/** The pages of the rail, top to bottom. */
export const places: readonly Place[] = [
  {
    group: 'Work',
    label: 'Overview',
    href: '/overview',
    icon: ChartNoAxesColumn,
    letter: 'o',
    task: 'readOverview',
  },
  {
    group: 'Work',
    label: 'Work queue',
    href: '/queue',
    icon: Inbox,
    letter: 'q',
    task: 'readQueue',
    count: { name: 'queue_errors', words: 'claims in error', note: 'Snoozed ones aren’t counted.' },
  },
  {
    group: 'Work',
    label: 'Updates',
    href: '/updates',
    icon: RefreshCw,
    letter: 'u',
    task: 'readQueue',
    count: {
      name: 'queue_updates',
      words: 'claims changed after billing',
      note: 'Snoozed ones aren’t counted.',
    },
  },
  {
    group: 'Work',
    label: 'Drafts',
    href: '/drafts',
    icon: FilePen,
    letter: 'd',
    task: 'listDrafts',
    count: { name: 'drafts', words: 'forms with unsaved changes' },
  },
  {
    group: 'Work',
    label: 'Activity',
    href: '/activity',
    icon: History,
    letter: 'a',
    task: 'readActivity',
    count: {
      name: 'approvals',
      words: 'waiting for your approval',
      note: 'You find them under Jobs.',
    },
  },
  {
    group: 'Records',
    label: 'Claim creations',
    href: '/claim-creations',
    icon: FileStack,
    letter: 'c',
    task: 'listClaimCreations',
  },
  {
    group: 'Records',
    label: 'Charge captures',
    href: '/charge-captures',
    icon: ReceiptText,
    letter: 'h',
    task: 'listChargeCaptures',
  },
  {
    group: 'Records',
    label: 'Encounters',
    href: '/encounters',
    icon: Stethoscope,
    letter: 'e',
    task: 'listEncounters',
  },
  {
    group: 'Payers',
    label: 'Contracts',
    href: '/contracts',
    icon: FileSignature,
    letter: 't',
    task: 'listContractsV3',
  },
  {
    group: 'Payers',
    label: 'Credentialing',
    href: '/credentialing',
    icon: IdCard,
    letter: 'r',
    task: 'listFacilityCredentialingSpans',
    count: { name: 'follow_ups', words: 'follow-ups late or due today' },
  },
  {
    group: 'Payers',
    label: 'Payer rules',
    href: '/settings/payers',
    icon: BookOpenText,
    letter: 'l',
    task: 'readQueue',
  },
  {
    group: 'Payers',
    label: 'Checks',
    href: checksHref,
    icon: ListChecks,
    letter: 'k',
    task: 'readChecks',
  },
  {
    group: 'Settings',
    label: 'Connections',
    href: '/settings/connections',
    icon: Plug,
    letter: 's',
    task: 'manageConnections',
  },
  {
    group: 'Settings',
    label: 'People',
    href: '/settings/people',
    icon: Users,
    letter: 'p',
    task: 'managePeople',
  },
  {
    group: 'Settings',
    label: 'Your account',
    href: '/settings/account',
    icon: UserRound,
    letter: 'y',
    task: 'manageOwnAccount',
  },
]

/** Pages inside a place, by the names on their tabs. The palette finds them. */
export const placeParts: readonly (Pick<Place, 'label' | 'href'> & { place: string })[] = [
  { place: '/credentialing', label: 'Coverage board', href: '/credentialing' },
  { place: '/credentialing', label: 'Expiring', href: '/credentialing/expiring' },
  { place: '/credentialing', label: 'Follow-ups', href: '/credentialing/follow-ups' },
  { place: '/credentialing', label: 'Facility spans', href: '/credentialing/facility-spans' },
  { place: '/credentialing', label: 'Provider spans', href: '/credentialing/provider-spans' },
  { place: '/queue', label: 'Work queue, mine', href: '/queue/mine' },
  { place: '/queue', label: 'Work queue, snoozed', href: '/queue/snoozed' },
  { place: '/queue', label: 'Work queue, on hold', href: '/queue/held' },
  { place: '/queue', label: 'Work queue, filing soon', href: '/queue/filing-soon' },
  { place: checksHref, label: 'Code sets', href: codeSetsHref },
  { place: '/activity', label: 'Activity by person', href: '/activity/people' },
  { place: '/activity', label: 'Jobs', href: '/activity/jobs' },
  { place: '/settings/people', label: 'First steps', href: firstStepsHref },
  { place: '/settings/people', label: 'Time zone', href: '/settings/people' },
]

/** True if a path is the place or below it. */
export function isInPlace(path: string, place: Pick<Place, 'href'>): boolean {
  return path === place.href || path.startsWith(`${place.href}/`)
}
