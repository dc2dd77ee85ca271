'use client'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { PayerRow } from '#lib/actions/payer-rules/verbs.ts'
import { noLimitWords } from '#lib/rules/filing/left-words.ts'
import { isEmpty, limitNames, limitText, type LimitName } from '#lib/rules/filing/rulebook.ts'
import { EditedPayerRow } from './edited-payer-row.tsx'
import { BoxLabel, limitLabels, PayerName } from './payer-row-parts.tsx'

type PayerRulesTableProps = {
  rows: readonly PayerRow[]
  canEdit: boolean
  /** The id of the payer whose row has boxes. */
  editing: string | undefined
  onEdit: (payer_id: string | undefined) => void
  /** Opens the next payer without confirmed limits, in a round of them. */
  onNext: (() => void) | undefined
}

/** The payers with their limits; one row at a time has boxes. */
export function PayerRulesTable({ rows, canEdit, editing, onEdit, onNext }: PayerRulesTableProps) {
  const table = useRef<HTMLTableElement>(null)
  // The focus goes back to the row that had boxes, once its button is drawn.
  const edited = useRef(editing)
  useEffect(() => {
    const before = edited.current
    edited.current = editing
    if (before === undefined || editing !== undefined) return
    table.current?.querySelector<HTMLElement>(`[data-payer="${CSS.escape(before)}"]`)?.focus()
  }, [editing])
  return (
    <table
      ref={table}
      className="w-full table-fixed text-sm max-lg:block max-lg:[&>tbody]:block max-lg:[&>thead]:sr-only"
    >
      <SmallTableHead
        columns={[
          { label: 'Payer' },
          ...limitNames.map((name) => ({
            label: limitLabels[name],
            isNumber: true,
            className: name === 'original' ? 'w-28 xl:w-30' : 'w-20 xl:w-24',
          })),
          { label: 'Where it comes from', className: 'w-36 xl:w-52' },
          { label: 'Confirmed', className: 'w-34 xl:w-52' },
          ...(canEdit ? [{ label: 'Actions', isNumber: true, className: 'w-22 xl:w-24' }] : []),
        ]}
      />
      <tbody>
        {rows.map((row) =>
          canEdit && row.payer_id === editing ? (
            <EditedPayerRow
              key={row.payer_id}
              row={row}
              onClose={() => onEdit(undefined)}
              onNext={onNext}
            />
          ) : (
            <tr
              key={row.payer_id}
              className="border-t border-line first:border-0 max-lg:grid max-lg:grid-cols-4 max-lg:gap-x-3 max-lg:gap-y-2 max-lg:px-4 max-lg:py-3 max-sm:gap-x-2 max-sm:px-3 lg:h-12"
            >
              <PayerName row={row} className="max-lg:col-span-3" />
              {limitNames.map((name) => (
                <td key={name} className="tabular-nums lg:px-2 lg:text-right">
                  <BoxLabel>{limitLabels[name]}</BoxLabel>
                  <LimitCell row={row} name={name} />
                </td>
              ))}
              <Source row={row} />
              <td className="max-lg:col-span-2 max-lg:text-right lg:px-2">
                <Confirmed row={row} />
              </td>
              {canEdit && (
                <td className="text-right max-lg:col-start-4 max-lg:row-start-1 lg:px-4">
                  <Button
                    size="small"
                    data-payer={row.payer_id}
                    aria-label={`Edit limits: ${row.payer}`}
                    onClick={() => onEdit(row.payer_id)}
                  >
                    Edit
                  </Button>
                </td>
              )}
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

function Source({ row: { source, own, limits, is_shared } }: { row: PayerRow }) {
  if (limits.original === undefined && !is_shared && source === '')
    return <td className="text-amber max-lg:col-span-2 lg:px-2">{noLimitWords}</td>
  return (
    <td className={`truncate max-lg:col-span-2 lg:px-2 ${own ? '' : 'text-ink-3'}`} title={source}>
      {source}
    </td>
  )
}

/** A limit: in ink if somebody entered it for the payer, grey if it is a default. */
function LimitCell({ row: { limits, own, is_shared }, name }: { row: PayerRow; name: LimitName }) {
  const limit = limits[name]
  if (limit === undefined)
    return name === 'original' && !is_shared ? (
      <span className="text-amber">No limit</span>
    ) : (
      <span className="text-ink-3">–</span>
    )
  const [days, from] = limitText(limits, name)?.split(' from ') ?? []
  const words = (
    <>
      {days}
      {from !== undefined && <span className="block text-xs font-normal"> from {from}</span>}
    </>
  )
  if (own?.[name] !== undefined) return <span className="font-semibold">{words}</span>
  return (
    <span className="text-ink-3" title="Default, not confirmed for this payer">
      {words}
      <span className="sr-only"> (default)</span>
    </span>
  )
}

function Confirmed({
  row: { own, limits, is_shared, confirmed_by, confirmed_at },
}: {
  row: PayerRow
}) {
  if (own)
    return (
      <span className="inline-flex items-center gap-1.5">
        <CircleCheck aria-hidden="true" className="size-3.5 text-green" />
        {confirmed_at === undefined ? (
          'Entered earlier'
        ) : (
          <span>
            {confirmed_by ?? 'Former colleague'}, <LocalTime at={confirmed_at} />
          </span>
        )}
      </span>
    )
  if (isEmpty(limits)) return <span className="text-ink-3">–</span>
  return is_shared ? (
    <StatusBadge tone="green">By law</StatusBadge>
  ) : (
    <StatusBadge tone="amber">Not confirmed</StatusBadge>
  )
}
