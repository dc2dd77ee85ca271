'use client'
import { useMemo } from 'react'
import { DataTable } from '#components/table/data-table.tsx'
import { countOf } from '#lib/core/count-of.ts'
import { formatCents } from '#lib/core/money.ts'
import type { QueueCause } from '#lib/lists/queue.ts'
import type { CauseRow } from '#lib/lists/columns/queue.ts'
import { causeTable } from './queue-columns.tsx'
import { QueueEmpty, readingWords, type QueueTable } from './queue-empty.tsx'
import { QueueFoot } from './queue-foot.tsx'
import { useQueueRows } from './use-queue-rows.ts'

const noun = { one: 'cause', many: 'causes' }
const claimNoun = { one: 'claim', many: 'claims' }
const base = '/queue/causes'

type CauseTableProps = QueueTable & {
  causes: readonly QueueCause[] | undefined
  /** The filters and the order, as the address of another list has them. */
  search: string
}

/** The causes of the queue as a table; a cause's row leads to its captures. */
export function CauseTable({ causes, search, ...table }: CauseTableProps) {
  const { href, today, isLoading, isOld, onWork } = table
  const rows = useMemo<CauseRow[]>(
    () => (causes ?? []).map((cause) => ({ ...cause, id: cause.key })),
    [causes],
  )
  const context = useMemo(() => ({ today, extra: undefined }), [today])
  const linkOf = (row: CauseRow) => `${base}/${encodeURIComponent(row.key)}${search}`
  const { tableProps, selected, chosen, showCurrent, clear } = useQueueRows({
    rows,
    base,
    href,
    linkOf,
    isLoading,
    isOld,
  })
  const [one] = chosen
  return (
    <>
      <DataTable
        label="Causes"
        columns={causeTable}
        preference={table.preference}
        onPreference={table.onPreference}
        {...tableProps}
        context={context}
        nameOf={({ words }) => words}
        isTall
      />
      {rows.length === 0 && (
        <QueueEmpty {...table} view="causes" hasCause={false} columns={causeTable.length} />
      )}
      <QueueFoot
        subjects={chosen.map(({ key }) => ({ cause: key }))}
        subjectWords={
          chosen.length === 1 ? `“${one!.words}” is` : `${countOf(chosen.length, noun)} are`
        }
        current={one && `${one.words} · ${sumWords([one])}`}
        showCurrent={showCurrent}
        selected={
          selected.length > 0
            ? `${countOf(selected.length, noun)} selected · ${sumWords(selected)}`
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
        daysLeft={chosen.map((row) => row.filing_days_left)}
        canMark={table.canMark}
        onWork={() => onWork(one?.key)}
        fixAll={
          table.canEdit && chosen.length === 1
            ? { cause: one!.key, claims: one!.claims, filter: table.narrowedBy }
            : undefined
        }
      >
        {table.isFirstReading ? readingWords : !isLoading && countOf(rows.length, noun)}
      </QueueFoot>
    </>
  )
}

// A claim with two errors is in two causes: the sums are those of the selected rows, not of the
// queue.
function sumWords(rows: readonly CauseRow[]): string {
  const claims = rows.reduce((sum, row) => sum + row.claims, 0)
  return `${countOf(claims, claimNoun)} · ${formatCents(rows.reduce((sum, row) => sum + row.cents, 0))}`
}
