'use client'
import { CornerDownLeft } from 'lucide-react'
import { useLayoutEffect, type KeyboardEvent, type ReactNode } from 'react'
import type { Among } from '#components/look-ups/look-up-kinds.ts'
import type { Found } from '#components/look-ups/look-up-lines.ts'
import { moveInMatches, PartyMatches } from '#components/look-ups/party-matches.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import type { BulkValues } from '#lib/actions/bulk/values.ts'
import { countOf } from '#lib/core/count-of.ts'
import { formatCents } from '#lib/core/money.ts'
import type { PartyKind } from '#lib/queries/spans.ts'
import type { RowOffer } from '#lib/rules/bulk/row-offers.ts'
import type { ValueRow } from '#lib/rules/bulk/value-table.ts'
import type { FieldShape } from '#lib/rules/edit/field-shape.ts'
import { fieldWords, isOfProviders } from './value-entries.ts'
import { ValueControl } from './value-control.tsx'

/**
 * A row as the table shows it: what its box has, whether that is a proposal nobody took yet, the
 * values that are only near, and what is wrong with what was typed. Without a box the chart decides.
 */
export type ShownRow = {
  row: ValueRow
  text: string
  isProposed: boolean
  proposal: RowOffer | undefined
  near: readonly RowOffer[]
  problem: string | undefined
  hasBox: boolean
}

/** Rows under one heading; without a heading where all are alike. */
export type ValueGroup = { heading?: ReactNode; rows: readonly ShownRow[]; needs: boolean }

type ValuesTableProps = {
  values: BulkValues
  shape: FieldShape
  groups: readonly ValueGroup[]
  active: number
  /** The rows whose captures are listed below them. */
  open: ReadonlySet<string>
  isLooking: boolean
  /** False where such a change is refused: there are no boxes. */
  hasBoxes: boolean
  onText: (row: ValueRow, text: string) => void
  onActive: (at: number) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>, at: number) => void
}

const mostCaptures = 50

/** The rows of a table of values with a box for each new value. */
export function ValuesTable({
  values,
  shape,
  groups,
  active,
  open,
  isLooking,
  hasBoxes,
  onText,
  onActive,
  onKeyDown,
}: ValuesTableProps) {
  const { by, path } = values
  const label = `New ${fieldWords(path)}`
  const columns = [
    ...(by === 'capture' ? [{ label: 'Capture' }, { label: 'Patient' }] : []),
    { label: 'Value now' },
    {
      label: by === 'payer' ? 'Payer name' : isOfProviders(by) ? 'Provider' : 'Payer',
    },
    ...(by === 'capture' ? [] : [{ label: 'Captures', isNumber: true }]),
    { label: 'Claims’ money', isNumber: true },
    ...(hasBoxes
      ? [
          { label, className: 'w-56' },
          { label: 'Where it comes from', className: 'w-1/3' },
        ]
      : []),
  ]
  return (
    <table aria-label="Values" className="w-full min-w-[56rem] text-sm">
      <SmallTableHead columns={columns} />
      {groups.map(({ heading, rows, needs }, at) => (
        <tbody key={at}>
          {heading !== undefined && (
            <tr className="border-b border-line bg-sunk">
              <th
                scope="colgroup"
                colSpan={columns.length}
                className="px-4 py-1.5 text-left font-normal text-ink-2"
              >
                {heading}
              </th>
            </tr>
          )}
          {rows.flatMap((shown, inGroup) => {
            const index = inGroup + (at > 0 ? groups[0]!.rows.length : 0) // there are at most two
            const { row } = shown
            return [
              <tr
                key={row.id}
                data-index={index}
                aria-current={index === active || undefined}
                onFocus={() => onActive(index)}
                className={classNames(
                  'h-9 border-b border-line',
                  needs && hasBoxes && 'bg-amber-tint',
                  index === active && 'shadow-[inset_2px_0_0_var(--accent)]',
                )}
              >
                <RowCells values={values} row={row} />
                {hasBoxes && (
                  <>
                    <td className="px-2 py-1 align-middle">
                      {shown.hasBox && (
                        <ValueBox
                          name={`value.${index}`}
                          label={`${label} for ${rowName(row, values)}`}
                          path={path}
                          shape={shape}
                          shown={shown}
                          isActive={index === active}
                          onText={(text) => onText(row, text)}
                          onKeyDown={(event) => onKeyDown(event, index)}
                        />
                      )}
                    </td>
                    <td className="px-4 py-1.5 text-ink-2">
                      <Source
                        shown={shown}
                        isLooking={isLooking}
                        onPick={(text) => onText(row, text)}
                      />
                    </td>
                  </>
                )}
              </tr>,
              open.has(row.id) && (
                <tr key={`${row.id} captures`} className="border-b border-line bg-sunk">
                  <td colSpan={columns.length} className="px-4 py-2">
                    <Captures row={row} />
                  </td>
                </tr>
              ),
            ]
          })}
        </tbody>
      ))}
    </table>
  )
}

/** What a row is called in words: its name, its capture, or its value now. */
function rowName({ name, now, captures }: ValueRow, { by }: Pick<BulkValues, 'by'>): string {
  if (by === 'capture') return captures[0]?.external_id ?? ''
  return name ?? (now === '' ? 'no value' : now)
}

function RowCells({ values: { by }, row }: { values: BulkValues; row: ValueRow }) {
  const { name, now, captures, payers, patient, cents } = row
  const [payer] = payers
  const others = payers.length - 1
  const isByName = by === 'payer' || isOfProviders(by)
  const cell = 'px-2 py-1.5 align-middle first:pl-4'
  return (
    <>
      {by === 'capture' && (
        <>
          <td className={`${cell} font-mono text-xs`}>{captures[0]?.external_id}</td>
          <td className={cell}>{patient ?? <span className="text-ink-3">Not known</span>}</td>
        </>
      )}
      <td className={`${cell} font-mono text-xs break-all`}>
        {now === '' ? <span className="font-sans text-ink-3">nothing</span> : now}
      </td>
      <td className={cell}>
        {isByName ? name : payer?.name}
        {(isByName ? name : payer) === undefined && <span className="text-ink-3">Not known</span>}
        {!isByName && others > 0 && (
          <span className="text-ink-2" title={payers.map((each) => each.name).join(', ')}>
            {' '}
            and {others} more
          </span>
        )}
      </td>
      {by !== 'capture' && (
        <td className={`${cell} text-right tabular-nums`}>
          {captures.length.toLocaleString('en-US')}
        </td>
      )}
      <td className={`${cell} text-right tabular-nums`}>{formatCents(cents)}</td>
    </>
  )
}

type ValueBoxProps = {
  name: string
  label: string
  path: string
  shape: FieldShape
  shown: ShownRow
  isActive: boolean
  onText: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

// A name has no digit; an id and an NPI have some.
const namePattern = /^[^\d]{3,}$/

type Listed = { kind: PartyKind; among?: Among }

/** The partner's list in which the value of a field stands. */
function listOf(path: string): Listed | undefined {
  if (path.endsWith('.payer_id')) return { kind: 'payer' }
  if (path.endsWith('rendering_provider.npi')) return { kind: 'provider', among: 'rendering' }
  if (path.endsWith('billing_provider.npi')) return { kind: 'provider', among: 'billing' }
  if (path.endsWith('service_facility.npi')) return { kind: 'facility' }
  return undefined
}

function valueOf(item: Found[PartyKind], kind: PartyKind): string {
  const value = (item as { [member: string]: unknown })[kind === 'payer' ? 'payer_id' : 'npi']
  return typeof value === 'string' ? value : ''
}

// A proposal is dashed until somebody takes it; typing replaces it.
function ValueBox({ name, label, path, shape, shown, isActive, onText, onKeyDown }: ValueBoxProps) {
  const { text, isProposed, problem } = shown
  const problemId = `${name}-problem`
  const list = listOf(path)
  useLayoutEffect(() => {
    const box = document.activeElement
    // A proposal that comes to somebody in its box is replaced by what they type.
    if (isProposed && box instanceof HTMLInputElement && box.id === name) box.select()
  }, [isProposed, name])
  const isName = list !== undefined && isActive && !isProposed && namePattern.test(text.trim())
  return (
    <span
      role="none"
      className={classNames(
        'relative block',
        isProposed &&
          '[&_:is(input,select)]:border-dashed [&_:is(input,select)]:border-accent [&_:is(input,select)]:pr-7 [&_:is(input,select)]:text-accent',
      )}
      onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
      onKeyDown={(event) => {
        if (isName) moveInMatches(event)
        if (!event.defaultPrevented) onKeyDown(event)
      }}
    >
      <ValueControl
        control={{
          id: name,
          name,
          required: undefined,
          'aria-label': label,
          'aria-invalid': problem === undefined || isName ? undefined : true,
          'aria-describedby': problem === undefined || isName ? undefined : problemId,
        }}
        path={path}
        shape={shape}
        value={text}
        onValue={onText}
      />
      {isProposed && (
        <CornerDownLeft
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-accent"
        />
      )}
      {isName && (
        <PartyMatches
          {...list}
          typed={text.trim()}
          onChoose={(item) => onText(valueOf(item, list.kind))}
        />
      )}
      {problem !== undefined && !isName && (
        <span id={problemId} role="alert" className="block pt-0.5 text-xs text-red">
          {problem}
        </span>
      )}
    </span>
  )
}

type SourceProps = { shown: ShownRow; isLooking: boolean; onPick: (text: string) => void }

function Source({
  shown: { proposal, isProposed, text, near, hasBox },
  isLooking,
  onPick,
}: SourceProps) {
  if (isLooking) return <span className="text-ink-3">looking…</span>
  if (!hasBox) return 'The chart decides this: open the capture.'
  if (isProposed) return proposal?.source
  if (text !== '') return 'Typed'
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {near.map((offer, at) => (
        <button
          key={offer.text}
          type="button"
          tabIndex={-1}
          title={offer.source}
          onClick={() => onPick(offer.text)}
          className="inline-flex h-6.5 items-center gap-1.5 rounded-control border border-line-strong bg-panel px-1.5 text-xs hover:bg-hover"
        >
          <Kbd keys={Array.from({ length: at + 1 }, () => '↓').join(' ')} />
          <span className="font-mono font-medium text-ink">{offer.text}</span>
          {offer.source}
        </button>
      ))}
      {proposal && (
        <button
          type="button"
          className="text-accent underline"
          onClick={() => onPick(proposal.text)}
        >
          Use {proposal.text}
        </button>
      )}
    </span>
  )
}

function Captures({ row: { captures } }: { row: ValueRow }) {
  const shown = captures.slice(0, mostCaptures)
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 font-mono text-xs">
      {shown.map(({ id, external_id }) => (
        // A page of its own: what is typed here stays.
        <a
          key={id}
          href={`/charge-captures/${encodeURIComponent(id)}`}
          target="_blank"
          rel="noreferrer"
          className="text-accent underline"
        >
          {external_id}
        </a>
      ))}
      {captures.length > shown.length && (
        <span className="font-sans text-ink-2">
          and {countOf(captures.length - shown.length, { one: 'capture', many: 'captures' })} more
        </span>
      )}
    </p>
  )
}
