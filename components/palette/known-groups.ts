import {
  ChevronRight,
  FileSignature,
  FileStack,
  IdCard,
  Inbox,
  ListFilter,
  ReceiptText,
  Stethoscope,
  type LucideIcon,
} from 'lucide-react'
import { runAction, writtenKeys, type KeyBinding } from '#components/frame/keys/keys.ts'
import { countOf } from '#lib/core/count-of.ts'
import { openedKinds, type OpenedKind, type OpenedLine } from '#lib/lists/opened.ts'
import type { QueueCause } from '#lib/lists/queue.ts'
import { savedViewHref, viewLists, type SavedView } from '#lib/lists/saved-views.ts'
import { kindLabels, type Line, type LineGroup } from './lines.ts'
import { rank } from './match.ts'

// What the palette knows without asking the partner: actions, causes, saved views, and what the
// person opened lately.

// The console's own groups come after those of the page.
const everywhere = ['New record', 'Go to', 'Everywhere']
const pageGroup = 'This page'

/**
 * The actions that match the typed text, under what they change or where they work; the page's own
 * first for no text, the best match first for any other. Actions that only the page itself can run
 * are left out.
 */
export function actionGroups(bindings: readonly KeyBinding[], typed: string): LineGroup[] {
  const place = ({ group }: KeyBinding) => everywhere.indexOf(group ?? pageGroup)
  const labels = new Set<string>()
  const actions = bindings
    .filter(({ run, keys }) => run && keys !== 'Mod+k')
    .toSorted((one, other) => place(one) - place(other))
    // A list's "New" is the console's as well, and two keys may do the same.
    .filter(({ label }) => !labels.has(label) && labels.add(label))
  const matching = rank(actions, typed, ({ label, group }) => `${label} ${group ?? ''}`)
  const headed = Map.groupBy(matching, ({ target, group }) => target ?? group ?? pageGroup)
  return [...headed].map(([label, members]) => ({
    key: `action ${label}`,
    kind: 'action',
    label,
    lines: members.map((binding) => ({
      id: `action ${binding.label}`,
      icon: ChevronRight,
      title: binding.label,
      keys: binding.keys === undefined ? undefined : writtenKeys(binding.keys),
      whyNot: binding.whyNot,
      run: () => runAction(binding),
    })),
  }))
}

const openedLooks: { [kind in OpenedKind]: { icon: LucideIcon; word: string } } = {
  'charge-capture': { icon: ReceiptText, word: 'Charge capture' },
  'claim-creation': { icon: FileStack, word: 'Claim creation' },
  encounter: { icon: Stethoscope, word: 'Encounter' },
  contract: { icon: FileSignature, word: 'Contract' },
  'facility-span': { icon: IdCard, word: 'Facility span' },
  'provider-span': { icon: IdCard, word: 'Provider span' },
  cause: { icon: Inbox, word: 'Cause' },
}
const mostOpened = 8

/** What the person opened lately and matches, without the page at `path`; at most eight. */
export function latelyGroup(opened: readonly OpenedLine[], typed: string, path: string): LineGroup {
  const others = opened
    .map((line) => ({
      ...line,
      href: `${openedKinds[line.kind].path}/${encodeURIComponent(line.id)}`,
    }))
    .filter(({ href }) => href !== path && !path.startsWith(`${href}/`))
  const lines = rank(others, typed, ({ words }) => words.join(' ')).map(
    ({ kind, id, words, href }): Line => ({
      id: `lately ${kind} ${id}`,
      icon: openedLooks[kind].icon,
      title: words[0] ?? id,
      details: words.slice(1),
      end: openedLooks[kind].word,
      href,
    }),
  )
  return group('lately', lines.slice(0, mostOpened))
}

/** The causes of the queue whose words, field or quoted values match. */
export function causeGroup(causes: readonly QueueCause[], typed: string): LineGroup {
  const text = ({ words, field_label, values }: QueueCause) =>
    [words, field_label, ...values.flatMap(({ value, name }) => [value, name])].join(' ')
  const lines = rank(causes, typed, text).map(
    ({ key, words, field_label, claims, cents }): Line => ({
      id: `cause ${key}`,
      icon: Inbox,
      title: words,
      details: [field_label, countOf(claims, { one: 'claim', many: 'claims' })],
      cents,
      href: `/queue/causes/${encodeURIComponent(key)}`,
    }),
  )
  return { ...group('cause', lines), all: '/queue' }
}

/** The saved views whose name or list matches. */
export function viewGroup(views: readonly SavedView[], typed: string): LineGroup {
  const lines = rank(views, typed, ({ name, list }) => `${name} ${viewLists[list].label}`).map(
    (view): Line => ({
      id: `view ${view.id}`,
      icon: ListFilter,
      title: view.name,
      details: [viewLists[view.list].label, view.is_own ? undefined : `by ${view.owner}`],
      end: 'View',
      href: savedViewHref(view),
    }),
  )
  return group('view', lines)
}

function group(kind: LineGroup['kind'], lines: readonly Line[]): LineGroup {
  return { key: kind, kind, label: kindLabels[kind], lines }
}
