'use client'
import { useEffect, useMemo, useState } from 'react'
import { FixSelected, SetProposals } from '#components/bulk/fix-selected.tsx'
import { queueBase } from '#components/form/record-trail.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import type { ListColumn } from '#components/table/columns.tsx'
import { DataTable } from '#components/table/data-table.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { countOf } from '#lib/core/count-of.ts'
import { formatCents } from '#lib/core/money.ts'
import type { ItemRow } from '#lib/lists/columns/queue.ts'
import type { QueueItems, QueueView } from '#lib/lists/queue.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { EditRow, prepareEditRow, type RowSaved } from './edit-row.tsx'
import { walkOfRows } from './one-by-one.ts'
import {
  isEditable,
  itemRows,
  linkOfItem,
  nameOfItem,
  type ItemExtra,
  type RowEdit,
} from './queue-columns.tsx'
import { classOf } from '#lib/rules/bulk/change-class.ts'
import { QueueEmpty, readingWords, type QueueTable } from './queue-empty.tsx'
import { QueueFoot } from './queue-foot.tsx'
import { useQueueRows } from './use-queue-rows.ts'
import { useRowProposals } from './use-row-proposals.ts'

const noun = { one: 'item', many: 'items' }
const claimNoun = { one: 'claim', many: 'claims' }

type ItemTableProps = QueueTable & {
  view: QueueView
  cause: string | undefined
  pages: readonly QueueItems[] | undefined
  columns: readonly ListColumn<ItemRow, ItemExtra>[]
  body: ObjectShape
  /** The number of the open cause's claims. */
  claims: number | undefined
  hasMore: boolean
  isReadingMore: boolean
  onMore: () => void
}

/** The items of a view or of a cause, one row each; the field in error opens under its row. */
export function ItemTable({
  view,
  cause,
  pages,
  columns,
  body,
  claims,
  hasMore,
  isReadingMore,
  onMore,
  ...table
}: ItemTableProps) {
  const { href, today, isLoading, isOld, canEdit, onWork } = table
  const rows = useMemo(() => itemRows((pages ?? []).flatMap(({ items }) => items)), [pages])
  const walk = useMemo(() => walkOfRows(rows), [rows])
  const { tableProps, handle, choice, clear, selected, chosen, showCurrent } = useQueueRows({
    rows,
    base: queueBase,
    href,
    linkOf: linkOfItem,
    walk,
    isLoading,
    isOld,
    more: { hasMore, isReadingMore, onMore },
  })
  const [edits, setEdits] = useState<ReadonlyMap<string, RowEdit>>(new Map())
  const [openId, setOpenId] = useState<string>()
  const proposals = useRowProposals(rows, canEdit && cause !== undefined && !isOld)
  const context = useMemo(
    () => ({ today, extra: { edits, proposals, canEdit } }),
    [today, edits, proposals, canEdit],
  )
  useEffect(() => {
    if (!canEdit) return undefined
    const timer = setTimeout(prepareEditRow, 500)
    return () => clearTimeout(timer)
  }, [canEdit])

  const opened = rows.find((row) => row.id === openId)
  const fixed =
    opened?.capture_id === undefined ? undefined : { ...opened, capture_id: opened.capture_id }
  const focus = (index: number) => requestAnimationFrame(() => handle.current?.focusRow(index))
  const openAt = (index: number) => {
    const row = rows[index]
    if (!row || !canEdit || !isEditable(row)) return false
    choice.activate?.(index)
    setOpenId(row.id)
    return true
  }
  const close = (index: number) => {
    setOpenId(undefined)
    focus(index)
  }
  const onSaved = (row: ItemRow, { words, isCleared }: RowSaved) => {
    setEdits((now) => new Map(now).set(row.id, { words, isSaved: true, isCleared }))
    showToast({
      tone: isCleared ? 'green' : 'amber',
      message: `${nameOfItem(row)} ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
      link: { label: 'Open it', href: linkOfItem(row) },
    })
    const index = rows.findIndex(({ id }) => id === row.id)
    const next = rows.findIndex(
      (each, place) => place > index && isEditable(each) && !edits.get(each.id)?.isSaved,
    )
    if (next >= 0) {
      choice.activate?.(next)
      setOpenId(rows[next]!.id)
    } else close(index)
  }
  const onLeft = (id: string, isKept: boolean) =>
    setEdits((now) => {
      const next = new Map(now)
      if (isKept)
        next.set(id, {
          words: 'Unsaved changes, kept as a draft',
          isSaved: false,
          isCleared: false,
        })
      else if (next.get(id)?.isSaved === false) next.delete(id)
      return next
    })
  useKeys([
    {
      keys: 'e',
      label: 'Edit the field in error here',
      run: () =>
        openAt(choice.active) ||
        (rows[choice.active] &&
          showToast({ message: 'This one has no single field. Press Enter to open it.' })),
      opens: true,
      group: 'Queue',
    },
  ])
  const claimIds = [...new Set(chosen.map(({ claim_creation_id }) => claim_creation_id))]
  const captureIds = [...new Set(selected.flatMap(({ capture_id }) => capture_id ?? []))]
  const [one] = chosen
  const [page] = pages ?? []
  return (
    <>
      <DataTable
        label="Items"
        columns={columns}
        preference={table.preference}
        onPreference={table.onPreference}
        {...tableProps}
        context={context}
        nameOf={nameOfItem}
        widthsFor={`${view} ${cause ?? ''}`}
        onEdit={openAt}
        open={
          fixed && {
            id: fixed.id,
            content: (
              <EditRow
                key={fixed.id}
                row={fixed}
                body={body}
                onSaved={(done) => onSaved(fixed, done)}
                onLeft={(isKept) => onLeft(fixed.id, isKept)}
                onClose={() => close(rows.findIndex(({ id }) => id === fixed.id))}
              />
            ),
          }
        }
      />
      {rows.length === 0 && (
        <QueueEmpty
          {...table}
          view={view}
          hasCause={cause !== undefined}
          columns={columns.length}
        />
      )}
      <QueueFoot
        subjects={claimIds.map((id) => ({ claim_creation_id: id }))}
        subjectWords={
          chosen.length === 1
            ? `${nameOfItem(one!)} is`
            : `${countOf(claimIds.length, claimNoun)} are`
        }
        current={one && `${nameOfItem(one)} · ${moneyWords([one])}`}
        showCurrent={showCurrent}
        selected={
          selected.length > 0
            ? `${countOf(selected.length, noun)} selected · ${moneyWords(selected)}`
            : undefined
        }
        onClear={clear}
        today={today}
        people={table.people}
        ownId={table.ownId}
        note={chosen.length === 1 ? one!.mark.note : undefined}
        isSnoozed={
          chosen.length > 0 && chosen.every(({ mark }) => mark.snoozed_until !== undefined)
        }
        snoozedCauses={[
          ...new Set(chosen.flatMap((row) => (row.is_snoozed_by_cause ? row.cause : []))),
        ]}
        daysLeft={chosen.map((row) => row.filing_days_left)}
        canMark={table.canMark}
        onWork={() => onWork()}
        fixAll={
          canEdit && cause !== undefined && claims
            ? { cause, claims, filter: table.narrowedBy }
            : undefined
        }
        actions={
          canEdit && (
            <>
              {cause !== undefined && (
                <SetProposals
                  cause={cause}
                  ids={proposedIds(selected.length > 0 ? selected : rows, context.extra)}
                />
              )}
              {captureIds.length > 0 && <FixSelected ids={captureIds} request={undefined} />}
            </>
          )
        }
      >
        {page && (
          <span className="inline-flex items-center gap-2">
            {isReadingMore && <Spinner />}
            {table.isFirstReading
              ? readingWords
              : `${countOf(page.total, claimNoun)} · ${formatCents(page.cents)}`}
          </span>
        )}
      </QueueFoot>
    </>
  )
}

// The captures of rows whose only sure value stands ready, where many may be set at once.
function proposedIds(
  rows: readonly ItemRow[],
  { edits, proposals }: Pick<ItemExtra, 'edits' | 'proposals'>,
): string[] {
  const ready = rows.filter(
    ({ id, path }) =>
      proposals.get(id)?.kind === 'sure' &&
      !edits.get(id)?.isSaved &&
      path !== undefined &&
      classOf({ kind: 'map', path, is_table: true }, []).kind !== 'refused',
  )
  return [...new Set(ready.flatMap(({ capture_id }) => capture_id ?? []))]
}

// A claim with two errors is counted once.
function moneyWords(rows: readonly ItemRow[]): string {
  const cents = new Map(rows.map((row) => [row.claim_creation_id, row.cents ?? 0]))
  return formatCents([...cents.values()].reduce((sum, each) => sum + each, 0))
}
