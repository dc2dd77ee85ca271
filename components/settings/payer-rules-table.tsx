'use client'
import { CircleCheck } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { saveFilingLimits } from '#lib/actions/payer-rules.ts'
import type { PayerRow } from '#lib/actions/replies.ts'
import { useAct } from '#lib/queries/use-act.ts'
import { noLimitWords } from '#lib/rules/filing/left-words.ts'
import {
  isEmpty,
  kindWords,
  limitNames,
  limitWords,
  writtenLimits,
  type LimitName,
  type PayerLimits,
} from '#lib/rules/filing/rulebook.ts'

const labels: Record<LimitName, string> = {
  original: 'Original',
  corrected: 'Corrected',
  appeal: 'Appeal',
  secondary: 'Secondary',
}

type PayerRulesTableProps = {
  rows: readonly PayerRow[]
  canEdit: boolean
  /** The id of the payer whose row has boxes. */
  editing: string | undefined
  onEdit: (payer_id: string | undefined) => void
}

/** The payers with their limits; one row at a time has boxes. */
export function PayerRulesTable({ rows, canEdit, editing, onEdit }: PayerRulesTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const close = (payer_id: string) => {
    onEdit(undefined)
    requestAnimationFrame(() =>
      table.current?.querySelector<HTMLElement>(`[data-payer="${CSS.escape(payer_id)}"]`)?.focus(),
    )
  }
  return (
    <div className="overflow-x-auto">
      <table ref={table} className="w-full min-w-[73rem] table-fixed text-sm">
        <SmallTableHead
          columns={[
            { label: 'Payer' },
            ...limitNames.map((name) => ({
              label: labels[name],
              isNumber: true,
              className: name === 'original' ? 'w-30' : 'w-24',
            })),
            { label: 'Where it comes from', className: 'w-52' },
            { label: 'Confirmed', className: 'w-48' },
            ...(canEdit ? [{ label: 'Actions', isNumber: true, className: 'w-36' }] : []),
          ]}
        />
        <tbody>
          {rows.map((row) =>
            canEdit && row.payer_id === editing ? (
              <EditedRow key={row.payer_id} row={row} onClose={() => close(row.payer_id)} />
            ) : (
              <tr key={row.payer_id} className="h-12 border-t border-line first:border-0">
                <Named row={row} />
                {limitNames.map((name) => (
                  <td key={name} className="px-2 text-right whitespace-nowrap tabular-nums">
                    <LimitCell row={row} name={name} />
                  </td>
                ))}
                <Source row={row} />
                <td className="px-2">
                  <Confirmed row={row} />
                </td>
                {canEdit && (
                  <td className="px-4 text-right">
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
    </div>
  )
}

function Named({ row: { payer, payer_id, kind, is_shared } }: { row: PayerRow }) {
  return (
    <th scope="row" className="px-4 text-left font-medium">
      <span className="block truncate" title={payer}>
        {is_shared && payer_id !== '' ? `Every ${payer} payer` : payer}
      </span>
      {!is_shared && (
        <span className="block truncate text-xs font-normal text-ink-2">
          <span className="font-mono">{payer_id}</span>
          {kind && ` · ${kindWords[kind]}`}
        </span>
      )}
    </th>
  )
}

function Source({ row: { source, own, limits, is_shared } }: { row: PayerRow }) {
  if (limits.original === undefined && !is_shared && source === '')
    return <td className="px-2 text-amber">{noLimitWords}</td>
  return (
    <td className={`truncate px-2 ${own ? '' : 'text-ink-3'}`} title={source}>
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
  if (own?.[name] !== undefined) return <span className="font-semibold">{limitWords(limit)}</span>
  return (
    <span className="text-ink-3" title="Default, not confirmed for this payer">
      {limitWords(limit)}
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

/** A row with boxes. Nothing is filled in that nobody entered: a default shows in grey. */
function EditedRow({ row, onClose }: { row: PayerRow; onClose: () => void }) {
  const id = useId()
  const line = useRef<HTMLTableRowElement>(null)
  const [errors, setErrors] = useState<{ [name: string]: string }>({})
  const act = useAct('saveFilingLimits', saveFilingLimits, { tells: 'Not saved.' })
  useEffect(() => line.current?.querySelector('input')?.focus(), [])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (act.busy) return
    const typed = new FormData(event.currentTarget)
    const textOf = (name: string) => String(typed.get(name) ?? '').trim()
    const read = writtenLimits(textOf)
    const { limits } = read
    const source = textOf('source')
    const wrong: { [name: string]: string } = Object.fromEntries(
      read.wrong.map(({ name, advice }) => [name, advice]),
    )
    if (!isEmpty(limits) && source === '') wrong.source = 'Enter the contract, manual or law.'
    setErrors(wrong)
    const first = Object.keys(wrong)[0]
    if (first !== undefined) {
      line.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    const { payer_id, payer } = row
    const result = await act.ask({ rules: [{ payer_id, payer, limits, source }] })
    if (!result.ok) return
    showToast({
      tone: 'green',
      message: isEmpty(limits) ? `${payer} has no limits of its own now.` : `${payer}: saved.`,
    })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <tr
      ref={line}
      className="border-t border-line bg-accent-tint align-top first:border-0 [&>*]:py-2"
      onKeyDown={onKeyDown}
    >
      <Named row={row} />
      {limitNames.map((name) => {
        const entered = row.own?.[name]
        const usual = row.limits[name]
        return (
          <td key={name} className="px-1">
            <Field
              name={name}
              label={`${labels[name]} of ${row.payer}`}
              hideLabel
              error={errors[name]}
            >
              {(control) => (
                <TextInput
                  {...control}
                  form={id}
                  className="text-right"
                  maxLength={20}
                  defaultValue={entered === undefined ? '' : textOfLimit(entered)}
                  placeholder={usual === undefined ? 'days' : textOfLimit(usual)}
                />
              )}
            </Field>
          </td>
        )
      })}
      <td colSpan={2} className="px-1">
        <Field
          name="source"
          label={`Where the limits of ${row.payer} come from`}
          hideLabel
          error={errors.source}
        >
          {(control) => (
            <TextInput
              {...control}
              form={id}
              maxLength={200}
              defaultValue={row.own ? row.source : ''}
              placeholder="Contract, manual, law…"
            />
          )}
        </Field>
      </td>
      <td className="px-4" aria-label="Actions">
        <form id={id} noValidate onSubmit={(event) => void submit(event)}>
          <span className="flex justify-end gap-2">
            <Button size="small" onClick={onClose}>
              Cancel
            </Button>
            <Button size="small" tone="primary" type="submit" busy={act.busy}>
              Save
            </Button>
          </span>
        </form>
      </td>
    </tr>
  )
}

function textOfLimit(limit: NonNullable<PayerLimits[LimitName]>): string {
  return limit === 'calendar-year' ? 'calendar year' : String(limit)
}
