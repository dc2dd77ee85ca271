import { ArrowRight, ArrowUp, Eye, Pencil, StickyNote } from 'lucide-react'
import { wireValue } from '#lib/contract/wire-words.ts'
import { columnsOf, type ListColumn, type Look, type Looks } from '#components/table/columns.tsx'
import { visitLooks } from '#components/table/visit-looks.tsx'
import { Age, ageWords } from '#components/ui/age.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { Json } from '#lib/core/json.ts'
import { formatLocalDate, isLocalDate } from '#lib/core/local-date.ts'
import {
  causeColumns,
  causeItemColumns,
  itemColumns,
  type CauseRow,
  type ItemRow,
} from '#lib/lists/columns/queue.ts'
import type { QueueCause, QueueItem, QueueView, TeamMark } from '#lib/lists/queue.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { RowProposal } from '#lib/rules/queue/row-proposals.ts'
import { causeFilingLook, daysLook, soonLook } from './filing-looks.tsx'
import { TrendBars, trendWords } from './trend-bars.tsx'

/**
 * What the rows of a list of items need besides, by row id: what became of those that were edited in
 * this visit, and what is proposed for their fields; and whether the person may edit.
 */
export type ItemExtra = {
  edits: ReadonlyMap<string, RowEdit>
  proposals: ReadonlyMap<string, RowProposal>
  canEdit: boolean
}

/** What became of an edited row, in words. */
export type RowEdit = { words: string; isSaved: boolean; isCleared: boolean }

/** The name of an item for a person. */
export function nameOfItem({ external_id, capture_id, claim_creation_id }: ItemRow): string {
  return external_id ?? middleTruncate(capture_id ?? claim_creation_id, 9)
}

/**
 * The page of an item: its capture's at the field in error, or its claim creation's where several
 * captures share it.
 */
export function linkOfItem({ capture_id, claim_creation_id, field }: ItemRow): string {
  if (capture_id === undefined) return `/claim-creations/${encodeURIComponent(claim_creation_id)}`
  const at = field === undefined ? '' : `?field=${encodeURIComponent(field)}`
  return `/charge-captures/${encodeURIComponent(capture_id)}${at}`
}

/**
 * Items as rows: the first of a record has the record's id, by which its page finds its place in
 * the list.
 */
export function itemRows(items: readonly QueueItem[]): ItemRow[] {
  const seen = new Set<string>()
  return items.map((item) => {
    const record = item.capture_id ?? item.claim_creation_id
    const id = seen.has(record) ? item.id : record
    seen.add(record)
    return { ...item, id }
  })
}

/**
 * True if the row's value can be edited in the list: the partner names one control of one capture.
 */
export function isEditable({ capture_id, path }: ItemRow): boolean {
  return capture_id !== undefined && path !== undefined
}

/** The owner's initials, with the whole name for everybody who does not know them. */
function Owner({ mark }: { mark: TeamMark }) {
  if (mark.owner === undefined) return <span className="text-ink-3">–</span>
  return (
    <span
      role="img"
      aria-label={mark.owner}
      title={mark.owner}
      className="inline-flex h-5.5 min-w-5.5 items-center justify-center rounded-full bg-accent-tint px-1 text-2xs font-semibold text-accent"
    >
      <span aria-hidden="true">{initialsOf(mark.owner)}</span>
    </span>
  )
}

/** "MR" for "Maria Reyes"; the first two letters of a single name. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.@_-]+/).filter(Boolean)
  const letters =
    words.length > 1
      ? `${words[0]!.charAt(0)}${words.at(-1)!.charAt(0)}`
      : (words[0] ?? '').slice(0, 2)
  return letters.toUpperCase()
}

/** What the team noted: a high priority, a note. */
export function Signs({ mark }: { mark: TeamMark }) {
  return (
    <>
      {mark.priority === 'high' && (
        <span title="High priority" className="mr-1 text-red">
          <ArrowUp aria-hidden="true" className="-mt-0.5 inline size-3.5" />
          <span className="sr-only">High priority: </span>
        </span>
      )}
      {mark.note !== undefined && (
        <span title={mark.note} className="mr-1 text-ink-3">
          <StickyNote aria-hidden="true" className="-mt-0.5 inline size-3.5" />
          <span className="sr-only">Note: {mark.note}. </span>
        </span>
      )}
    </>
  )
}

const moreErrors = { one: 'error that follows from it', many: 'errors that follow from it' }

/** "also clears 3 errors that follow from it"; undefined without any. */
export function foldWords(folds: number): string | undefined {
  return folds > 0 ? `also clears ${countOf(folds, moreErrors)}` : undefined
}

function snoozeWords({ snoozed_until: until }: TeamMark, today: string): string | undefined {
  return until !== undefined && until > today && isLocalDate(until)
    ? `Snoozed until ${formatLocalDate(until, { weekday: false, year: false })}`
    : undefined
}

/** "Aetna 22, Cigna 18 and 6 more payers". */
function payerWords({ payers, payer_count }: QueueCause): string {
  const named = payers
    .map((payer) => `${payer.name} ${payer.claims.toLocaleString('en-US')}`)
    .join(', ')
  const others = payer_count - payers.length
  return others > 0
    ? `${named} and ${countOf(others, { one: 'more payer', many: 'more payers' })}`
    : named
}

/**
 * The payer with the most claims and the number of the other payers; a narrow column cuts only the
 * name.
 */
function Payers({ payers: [first], payer_count }: Pick<QueueCause, 'payers' | 'payer_count'>) {
  if (!first) return null
  return (
    <span className="flex gap-1">
      <span className="truncate">{first.name}</span>
      {payer_count > 1 && (
        <span className="shrink-0 text-ink-3 tabular-nums">{morePayers(payer_count)}</span>
      )}
    </span>
  )
}

function morePayers(count: number): string {
  return count > 1 ? `and ${(count - 1).toLocaleString('en-US')} more` : ''
}

/** Who has it. */
export const ownerLook = {
  width: { least: 64, most: 72, beside: 6 },
  text: ({ mark }) => (mark.owner === undefined ? undefined : initialsOf(mark.owner)),
  title: ({ mark }) => mark.owner,
  render: ({ mark }) => <Owner mark={mark} />,
} as const satisfies Look<BaseRow & { mark: TeamMark }>

const causeLooks: Looks<typeof causeColumns, CauseRow> = {
  cause: {
    width: { least: 180, most: 620 },
    card: 'whole',
    isCause: true,
    className: 'leading-5',
    render: ({ words, mark }) => (
      <>
        <Signs mark={mark} />
        <span className="font-semibold">{words}</span>
      </>
    ),
    below: ({ field_label, fix, mark, folds }, { today }) => (
      <span className="block truncate text-xs text-ink-2">
        {[field_label, foldWords(folds), snoozeWords(mark, today)].filter(Boolean).join(' · ')}
        {fix && (
          <span className="text-accent">
            {field_label && ' · '}
            {fix.times.toLocaleString('en-US')} {fix.times === 1 ? 'time' : 'times'}: set to{' '}
            {wireValue(fix.path, parsed(fix.value))}
          </span>
        )}
      </span>
    ),
    title: ({ words, mark }) => [words, mark.note].filter(Boolean).join('\n'),
  },
  claims: {
    width: { least: 60, most: 90 },
    className: 'font-semibold',
    card: 'end',
    cardNoun: 'claims',
  },
  charges: { card: 'money' },
  payers: {
    width: { least: 110, most: 230 },
    className: 'text-ink-2',
    text: ({ payers: [first], payer_count }) => first && `${first.name} ${morePayers(payer_count)}`,
    render: ({ payers, payer_count }) => <Payers payers={payers} payer_count={payer_count} />,
    title: (row) => payerWords(row),
  },
  oldest: {
    width: { least: 126, most: 170, beside: 6 },
    className: '',
    text: ({ oldest }, { today }) =>
      oldest && `${formatLocalDate(oldest, { weekday: false })} ${ageWords(oldest, today) ?? ''}`,
    render: ({ oldest }, { today }) => (
      <>
        <LocalDate date={oldest} />{' '}
        <span className="text-ink-3">
          <Age since={oldest} today={today} />
        </span>
      </>
    ),
  },
  filing: causeFilingLook,
  trend: {
    width: { least: 92, most: 92, beside: 0 },
    isNeverCut: true,
    // As wide as the bars.
    text: () => '0000000000',
    title: ({ trend }) => trendWords(trend),
    render: ({ trend }) => <TrendBars trend={trend} />,
  },
  owner: ownerLook,
}

/** The columns of the table of causes. */
export const causeTable = columnsOf(causeColumns, causeLooks)

type ItemLook = Look<ItemRow, ItemExtra>

const stateLook = {
  width: { least: 56, most: 300 },
  text: (row, { today, extra }) =>
    extra?.edits.get(row.id)?.words ?? openWords(row) ?? snoozeWords(row.mark, today),
  render: (row, { today, extra }) => {
    const edit = extra?.edits.get(row.id)
    if (edit)
      return <span className={edit.isCleared ? 'text-green' : 'text-amber'}>{edit.words}</span>
    const open = openWords(row)
    if (open === undefined)
      return <span className="text-ink-2">{snoozeWords(row.mark, today)}</span>
    return (
      <span className="text-amber">
        <Eye aria-hidden="true" className="-mt-0.5 mr-1 inline size-3.5" />
        {open}
      </span>
    )
  },
} as const satisfies ItemLook

/**
 * The same with room for what becomes of a row before any row has it: columns would move when it
 * comes.
 */
const roomyStateLook: ItemLook = {
  ...stateLook,
  text: (row, context) =>
    context.extra === undefined ? 'Saved. Still in error' : stateLook.text(row, context),
}

function openWords({ open_by: names }: ItemRow): string | undefined {
  const [first, ...more] = names ?? []
  return first && `Open by ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`
}

const valueLook: ItemLook = {
  card: 'end',
  width: { least: 120, most: 240, beside: 44 },
  text: itemValue,
  title: ({ field_label }) => field_label,
  render: (row, { extra }) => {
    const words = itemValue(row)
    if (!extra?.canEdit || !isEditable(row)) return words
    const proposal = extra.edits.get(row.id)?.isSaved ? undefined : extra.proposals.get(row.id)
    return (
      <button
        type="button"
        data-edit
        title={proposal && `${words} → ${proposalWords(proposal)}`}
        className="-mx-1.5 inline-flex max-w-full items-center gap-1.5 rounded-control border border-transparent px-1.5 hover:border-control hover:bg-panel"
      >
        <span className="sr-only">
          Edit {row.field_label ?? 'the value'} of {nameOfItem(row)}:{' '}
        </span>
        {/* Beside a proposal its source yields first. */}
        <span className={`truncate font-mono text-xs ${proposal ? 'max-w-32 shrink-0' : ''}`}>
          {words}
        </span>
        {proposal && <ProposedValue proposal={proposal} />}
        <Pencil aria-hidden="true" className="size-3 shrink-0 text-ink-3" />
      </button>
    )
  },
}

function proposalWords(proposal: RowProposal): string {
  return proposal.kind === 'sure'
    ? `${proposal.words}, ${proposal.source}`
    : `needs you. ${proposal.words}`
}

function ProposedValue({ proposal }: { proposal: RowProposal }) {
  return (
    <>
      <ArrowRight aria-hidden="true" className="size-3 shrink-0 text-ink-3" />
      {proposal.kind === 'sure' ? (
        <>
          <span className="sr-only">proposed</span>
          <span className="shrink-0 border-b border-dashed border-accent font-mono text-xs font-medium text-accent">
            {proposal.words}
          </span>
          <span className="truncate text-xs text-ink-3">{proposal.source}</span>
        </>
      ) : (
        <>
          <span className="shrink-0 text-xs font-medium text-amber">needs you</span>
          <span className="sr-only">{proposal.words}</span>
        </>
      )}
    </>
  )
}

/**
 * The value of the field in error in words, with its lines; undefined where the list does not know
 * one field.
 */
function itemValue({ path, value, lines, also = [] }: ItemRow): string | undefined {
  if (path === undefined) return undefined
  const wordsOf = (text: string | undefined) =>
    text === undefined ? 'Empty' : wireValue(path, parsed(text))
  const words = [...new Set([value, ...also.map((each) => each.value)].map(wordsOf))].join(', ')
  // A narrow column cuts the lines, which the opened row names again.
  return lines ? `${words} · ${lineWords(lines)}` : words
}

const mostLines = 6

/** "line 2", "lines 1, 2, 3". */
export function lineWords(lines: readonly number[]): string {
  const named = lines.slice(0, mostLines).join(', ')
  const others = lines.length - mostLines
  return `${lines.length === 1 ? 'line' : 'lines'} ${named}${others > 0 ? ` and ${others} more` : ''}`
}

function parsed(text: string): Json {
  return JSON.parse(text) as Json // our own server wrote it
}

const { patient, patient_id, payer, facility, charges, age } = visitLooks

const itemLooks: Looks<typeof itemColumns, ItemRow, ItemExtra> = {
  capture: {
    width: { least: 92, most: 170 },
    card: 'detail',
    className: 'font-mono text-xs',
    text: nameOfItem,
    render: (row) => (
      <>
        <Signs mark={row.mark} />
        {nameOfItem(row)}
      </>
    ),
  },
  // A name can be cut a little; a problem of three words says nothing.
  problem: { width: { least: 190, most: 320 }, isCause: true },
  value: valueLook,
  state: stateLook,
  patient,
  patient_id,
  payer,
  facility,
  charges,
  age,
  filing: daysLook,
  owner: ownerLook,
}

type ItemColumn = ListColumn<ItemRow, ItemExtra>

const itemTable: readonly ItemColumn[] = columnsOf(itemColumns, itemLooks)
// The problem is in the head there, and the value gets its room: for a proposal with its source.
const causeItemTable: readonly ItemColumn[] = columnsOf(causeItemColumns, {
  ...itemLooks,
  value: { ...valueLook, width: { least: 120, most: 420, beside: 200 } },
  state: roomyStateLook,
})

const soonTable: readonly ItemColumn[] = columnsOf(itemColumns, { ...itemLooks, filing: soonLook })

/** The columns of the items of a view, or of one cause, whose words are in the page's head. */
export function itemTableOf(view: QueueView, isOfCause: boolean): readonly ItemColumn[] {
  const left: readonly string[] = [
    isOfCause && 'problem',
    (view === 'held' || view === 'resolved') && 'value',
  ].filter((id) => id !== false)
  const table = view === 'filing-soon' ? soonTable : itemTable
  return (isOfCause ? causeItemTable : table).filter(({ id }) => !left.includes(id))
}
