'use client'
import { useMemo, useRef } from 'react'
import { DataTable, type TableHandle } from '#components/table/data-table.tsx'
import { useListKeys } from '#components/table/use-list-keys.ts'
import { useRowChoice } from '#components/table/use-row-choice.ts'
import { countOf } from '#lib/core/count-of.ts'
import { formatCents } from '#lib/core/money.ts'
import type { QueueCause } from '#lib/lists/queue.ts'
import { causeColumns, type CauseRow } from './queue-columns.tsx'
import { QueueEmpty, type QueueTable } from './queue-empty.tsx'
import { QueueFoot } from './queue-foot.tsx'

const noun = { one: 'cause', many: 'causes' }
const claimNoun = { one: 'claim', many: 'claims' }
const base = '/queue/causes'

/** The causes of the queue as a table; a cause's row leads to its captures. */
export function CauseTable({ causes, ...table }: QueueTable & { causes: readonly QueueCause[] | undefined }) {
  const { href, today, isLoading, isOld, onWork } = table
  const rows = useMemo<CauseRow[]>(() => (causes ?? []).map((cause) => ({ ...cause, id: cause.key })), [causes])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const handle = useRef<TableHandle>(null)
  const { choice, onScroll, startAt, clear } = useRowChoice({
    base,
    href,
    page: href,
    ids,
    isWaiting: isLoading || isOld,
    isGrowing: false,
    handle,
  })
  const context = useMemo(() => ({ today, extra: undefined }), [today])
  const search = href.includes('?') ? href.slice(href.indexOf('?')) : ''
  const linkOf = (row: CauseRow) => `${base}/${encodeURIComponent(row.key)}${search}`
  useListKeys({ rows, linkOf, handle, choice, clear, goNext: nowhere, goBack: nowhere, create: undefined })
  const selected = rows.filter(({ id }) => choice.selection.ids.has(id))
  const current = rows[choice.active]
  const chosen = selected.length > 0 ? selected : current ? [current] : []
  const [one] = chosen
  return (
    <>
      <DataTable
        label="Causes"
        columns={causeColumns}
        rows={rows}
        context={context}
        linkOf={linkOf}
        nameOf={({ words }) => words}
        choice={choice}
        isWhole={!isLoading && !isOld}
        isBusy={isOld}
        startAt={startAt}
        onScroll={onScroll}
        isTall
        handle={handle}
      />
      {rows.length === 0 && <QueueEmpty {...table} view="causes" hasCause={false} columns={causeColumns.length} />}
      <QueueFoot
        subjects={chosen.map(({ key }) => ({ cause: key }))}
        subjectWords={chosen.length === 1 ? `“${one!.words}” is` : `${countOf(chosen.length, noun)} are`}
        selected={
          selected.length > 0 ? `${countOf(selected.length, noun)} selected · ${sumWords(selected)}` : undefined
        }
        onClear={clear}
        today={today}
        people={table.people}
        ownId={table.ownId}
        note={chosen.length === 1 ? one!.mark.note : undefined}
        canMark={table.canMark}
        onWork={() => onWork(one?.key)}
        fixAll={table.canEdit && chosen.length === 1 ? { cause: one!.key, claims: one!.claims } : undefined}
      >
        {!isLoading && `${countOf(rows.length, noun)} · ${sumWords(rows)}`}
      </QueueFoot>
    </>
  )
}

function nowhere(): void {}

// A claim with two errors is in two causes: the sums are those of the rows, not of the queue.
function sumWords(rows: readonly CauseRow[]): string {
  const claims = rows.reduce((sum, row) => sum + row.claims, 0)
  return `${countOf(claims, claimNoun)} · ${formatCents(rows.reduce((sum, row) => sum + row.cents, 0))}`
}
