import { movedWords } from '#components/resolve/diff-words.ts'
import { columnsOf, type ListColumn, type Looks } from '#components/table/columns.tsx'
import { visitLooks } from '#components/table/visit-looks.tsx'
import { Age } from '#components/ui/age.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Tone } from '#components/ui/tone.ts'
import { nameOfItem, ownerLook, Signs } from '#components/queue/queue-columns.tsx'
import { updateColumns, type ItemRow } from '#lib/lists/columns/queue.ts'
import {
  kindOf,
  stepOf,
  updateKinds,
  updateSteps,
  type UpdateKind,
  type UpdateStep,
} from '#lib/lists/updates.ts'
import { partnerWords } from '#lib/contract/wire-words.ts'

const kindTones: Record<UpdateKind, Tone> = {
  money: 'accent',
  coverage: 'blue',
  coding: 'violet',
  cosmetic: 'grey',
  unknown: 'amber',
}
const stepTones: Record<UpdateStep, string> = {
  void: 'text-red',
  replace: 'text-red',
  appeal: 'text-red',
  reopening: 'text-ink',
  correct: 'text-ink',
  new: 'text-ink',
  secondary: 'text-ink',
  attachment: 'text-ink',
  edit: 'text-ink',
  finish: 'text-ink',
  wait: 'text-ink-2',
  ignore: 'text-ink-2',
  unknown: 'text-amber',
}

/** The patient, otherwise the capture. */
function whoOf(row: ItemRow): string {
  return row.patient ?? nameOfItem(row)
}

function amountOf({ change }: ItemRow): string | undefined {
  if (change?.moved_cents === undefined) return undefined
  return change.moved_cents === 0 ? 'No change' : movedWords(change.moved_cents)
}

// What changed says more than the kind of handling, which is the line above it.
function whyOf(row: ItemRow): string {
  return row.change?.summary ?? row.change?.step_words ?? 'No billed data to compare with'
}

const looks: Looks<typeof updateColumns, ItemRow> = {
  patient: {
    // Bold letters and signs are wider.
    width: { least: 120, most: 190, beside: 12 },
    isName: true,
    card: 'whole',
    text: whoOf,
    render: (row) => (
      <>
        <Signs mark={row.mark} />
        <span className="font-semibold">{whoOf(row)}</span>
      </>
    ),
    below: (row) => (
      <span className="block truncate font-mono text-xs text-ink-2">{nameOfItem(row)}</span>
    ),
    title: (row) => [whoOf(row), nameOfItem(row), row.mark.note].filter(Boolean).join('\n'),
  },
  kind: {
    width: { least: 94, most: 116, beside: 32 },
    card: 'end',
    isNeverCut: true,
    render: (row) => (
      <StatusBadge tone={kindTones[kindOf(row)]}>{updateKinds[kindOf(row)]}</StatusBadge>
    ),
    title: ({ message }) => message && partnerWords(message),
  },
  moved: {
    width: { least: 84, most: 120 },
    card: 'money',
    isNeverCut: true,
    text: amountOf,
    render: (row) => (
      <span className={row.change?.moved_cents ? 'font-semibold tabular-nums' : 'text-ink-3'}>
        {amountOf(row)}
      </span>
    ),
  },
  suggestion: {
    // As wide as “Edit before it is sent”.
    width: { least: 156, most: 260 },
    text: whyOf,
    render: (row) => (
      <span className={`font-medium ${stepTones[stepOf(row)]}`}>{updateSteps[stepOf(row)]}</span>
    ),
    below: (row) => <span className="block truncate text-xs text-ink-2">{whyOf(row)}</span>,
    title: ({ change, message }) =>
      [change?.summary, change?.step_words, message && partnerWords(message)]
        .filter(Boolean)
        .join('\n'),
  },
  payer: visitLooks.payer,
  date_of_service: {
    width: { least: 92, most: 120, beside: 6 },
    below: ({ date_of_service: date }, { today }) => (
      <span className="block text-xs text-ink-3">
        <Age since={date} today={today} />
      </span>
    ),
  },
  owner: ownerLook,
}

/** The columns of the table of changes after billing; each row has two lines. */
export const updateTable: readonly ListColumn<ItemRow>[] = columnsOf(updateColumns, looks)
