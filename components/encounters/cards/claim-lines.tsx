import { LocalDate } from '#components/ui/local-date.tsx'
import { type FieldShape, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { AllFields } from './all-fields.tsx'
import { Amount } from './amount.tsx'
import { amountColumns, amountGroups } from './line-columns.ts'
import {
  type Adjustment,
  type Amounts,
  type Claim,
  type Line,
  textOf,
} from '#components/encounters/loaded-encounter.ts'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { SideScroll } from '#components/ui/side-scroll.tsx'
import { formatCents } from '#lib/core/money.ts'

// The name of a line stays in sight while its amounts are scrolled.
const stuck = 'sticky left-0 z-1 bg-panel'

/** A claim's lines with all their money, and the sums. */
export function ClaimLines({
  claim,
  shape,
  label,
}: {
  claim: Claim
  shape: FieldShape
  label: string
}) {
  const lineShape = shapeAt(shape, 'service_lines.0')
  return (
    <SideScroll>
      <table
        aria-label={`Lines of ${label}`}
        className="w-full min-w-256 text-sm whitespace-nowrap"
      >
        <thead className="text-xs text-ink-2">
          <tr>
            <th
              scope="col"
              rowSpan={2}
              className={`${stuck} border-b border-line px-4 pb-1.5 text-left align-bottom font-medium`}
            >
              Service
            </th>
            {amountGroups.map((group) => (
              <th
                key={group.title}
                scope="colgroup"
                colSpan={group.columns.length}
                className="border-l border-line px-2 pt-1 text-left font-medium text-ink-3"
              >
                {group.title}
              </th>
            ))}
          </tr>
          <tr className="border-b border-line">
            {amountColumns.map(({ name, header, title }) => (
              <th
                key={name}
                scope="col"
                title={title}
                className={`px-2 py-1.5 text-right font-medium ${startsGroup(name)}`}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {claim.lines.map((line, place) => (
          <tbody key={line.id || place} className="border-b border-line">
            <LineRow line={line} />
            <tr>
              <td colSpan={1 + amountColumns.length} className="px-4 pb-2 whitespace-normal">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <LineDecisions line={line} />
                  <AllFields
                    of="the line"
                    value={line.record}
                    shape={lineShape}
                    className="open:w-full"
                  />
                </div>
              </td>
            </tr>
          </tbody>
        ))}
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className={`${stuck} px-4 py-2 text-left`}>
              Total
            </th>
            <AmountCells of={claim.total} isTotal />
          </tr>
        </tfoot>
      </table>
    </SideScroll>
  )
}

function LineRow({ line }: { line: Line }) {
  const { record } = line
  return (
    <tr className="align-top">
      <th scope="row" className={`${stuck} max-w-64 px-4 pt-2 text-left font-normal`}>
        <span className="font-mono text-xs font-semibold">{line.service}</span>
        {line.modifiers.length > 0 && (
          <span className="ml-1.5 font-mono text-xs text-ink-2">{line.modifiers.join(' ')}</span>
        )}
        <span className="ml-2 text-ink-2">
          <LocalDate date={textOf(record.date_of_service)} />
        </span>
        <span className="block text-xs text-ink-3">
          {line.revenue && `${line.revenue} · `}
          {textOf(record.quantity)} {textOf(record.units)}
          {line.diagnoses !== '' && ` · Dx ${line.diagnoses}`}
        </span>
      </th>
      <AmountCells of={line.amounts} />
    </tr>
  )
}

function AmountCells({ of, isTotal = false }: { of: Amounts; isTotal?: boolean }) {
  return amountColumns.map(({ name, title, strong }) => (
    <td
      key={name}
      title={title}
      className={`px-2 ${isTotal ? 'py-2' : 'pt-2'} text-right tabular-nums ${startsGroup(name)}`}
    >
      <Amount cents={of[name]} strong={strong && !isTotal} />
    </td>
  ))
}

function startsGroup(name: string): string {
  return amountGroups.some((group) => group.columns[0]!.name === name) ? 'border-l border-line' : ''
}

const groups: Record<string, string> = {
  CO: 'the contract takes it off',
  PR: 'the patient’s share',
  OA: 'another adjustment',
  PI: 'the payer takes it off',
  CR: 'a correction',
}

/** The result of a line: a denial, each adjustment with its group and reason code, remark codes. */
function LineDecisions({ line }: { line: Line }) {
  const description = textOf(line.record.description)
  if (
    description === undefined &&
    line.denial === undefined &&
    line.adjustments.length + line.remarks.length === 0
  )
    return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
      {description !== undefined && <span>{description}</span>}
      {line.denial !== undefined && <StatusBadge tone="red">Denied: {line.denial}</StatusBadge>}
      {line.adjustments.map((adjustment, place) => (
        // Two adjustments may be alike in every word.
        <AdjustmentText key={place} adjustment={adjustment} />
      ))}
      {line.remarks.length > 0 && (
        <span title="Remittance advice remark codes">
          Remarks <span className="font-mono">{line.remarks.join(' ')}</span>
        </span>
      )}
    </div>
  )
}

function AdjustmentText({
  adjustment: { group, reason, cents, note, isByHand },
}: {
  adjustment: Adjustment
}) {
  const code = [group, reason].filter(Boolean).join('-') || 'Adjustment'
  return (
    <span title={groups[group]}>
      <span className="font-mono font-medium text-ink">{code}</span>{' '}
      {cents === undefined ? 'without an amount' : formatCents(cents)}
      {isByHand && ' by hand'}
      {note !== undefined && ` (${note})`}
    </span>
  )
}
