import type { ReactNode } from 'react'
import { Age, ageWords } from '#components/ui/age.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { Money } from '#components/ui/money.tsx'
import { formatLocalDate, isLocalDate } from '#lib/core/local-date.ts'
import { formatCents } from '#lib/core/money.ts'
import type { BaseRow, VisitRow } from '#lib/lists/rows/rows.ts'

/** Data for cells beside their row. */
export type CellContext<Extra = unknown> = {
  /** The person's local date, the same on server and in the browser. */
  today: string
  /** Data about the rows that the list loads after them; undefined until then. */
  extra: Extra | undefined
}

/**
 * One column of a list. Columns are module constants; `text` and `render` are plain functions
 * without hooks.
 */
export type ListColumn<Row extends BaseRow, Extra = unknown> = {
  id: string
  header: string
  /**
   * Pixels: the least that the column is squeezed to, the most that it asks for, and what a cell
   * shows beside its text (the dot and ends of a badge).
   */
  width: { least: number; most: number; beside?: number }
  align?: 'end'
  /** As wide as its longest text, like a number: half a date is useless. */
  isNeverCut?: true
  /**
   * Says why the row needs work: it gets its room before the other columns. One column of a list
   * has it.
   */
  isCause?: true
  /** The sort field that this column shows. */
  sort?: string
  /** The cell that links to the item; it cannot be hidden. One column of a list has it. */
  isMain?: true
  /** Not shown until the person chooses it. */
  isOptional?: true
  className?: string
  // Methods, so that a list's columns fit where any row is drawn: a table only ever hands them its
  // own rows.
  /**
   * The cell's text, from which its width follows; also shown on hover, because a cell may be cut.
   */
  text(row: Row, context: CellContext<Extra>): string | undefined
  /** The cell's content where it is more than its text. */
  render?(row: Row, context: CellContext<Extra>): ReactNode
  /** A second line under the cell's content, outside of its link, in a table of two lines. */
  below?(row: Row, context: CellContext<Extra>): ReactNode
  /** The hover's text where it is more than the cell's. */
  title?(row: Row, context: CellContext<Extra>): string | undefined
}

type Column = ListColumn<VisitRow>

const code = 'font-mono text-xs'

/** A column of local dates. */
export function dateColumn<Row extends BaseRow>(
  id: string,
  header: string,
  dateOf: (row: Row) => string | undefined,
  { weekday = false, year = true, none }: { weekday?: boolean; year?: boolean; none?: string } = {},
): ListColumn<Row> {
  return {
    id,
    header,
    width: { least: 92, most: 120, beside: 3 },
    isNeverCut: true,
    className: 'text-ink-2',
    text: (row) => {
      const date = dateOf(row)
      if (!date) return none
      return isLocalDate(date) ? formatLocalDate(date, { weekday, year }) : date
    },
    render: (row) =>
      dateOf(row) || none === undefined ? (
        <LocalDate date={dateOf(row)} weekday={weekday} year={year} />
      ) : (
        <span className="text-ink-3">{none}</span>
      ),
  }
}

/** An amount in whole cents. */
export function moneyColumn<Row extends BaseRow>(
  id: string,
  header: string,
  centsOf: (row: Row) => number | undefined,
): ListColumn<Row> {
  return {
    id,
    header,
    width: { least: 64, most: 130 },
    align: 'end',
    text: (row) => {
      const cents = centsOf(row)
      return cents === undefined ? undefined : formatCents(cents)
    },
    render: (row) => <Money cents={centsOf(row)} />,
  }
}

/**
 * A column of plain text that is shown when the person chooses it; `kind: 'code'` for numbers by
 * which others know an item.
 */
export function optionalColumn<Row extends BaseRow>(
  id: string,
  header: string,
  text: (row: Row) => string | undefined,
  kind: 'words' | 'code' = 'words',
): ListColumn<Row> {
  const className = kind === 'code' ? `${code} text-ink-2` : 'text-ink-2'
  return { id, header, width: { least: 76, most: 170 }, isOptional: true, className, text }
}

/**
 * A column of ids that is shown when the person chooses it: their ends tell them apart, the whole
 * id is in the hover.
 */
export function idColumn<Row extends BaseRow>(
  id: string,
  header: string,
  idOf: (row: Row) => string | undefined,
): ListColumn<Row> {
  const text = (row: Row) => {
    const whole = idOf(row)
    return whole && middleTruncate(whole, 13)
  }
  return { ...optionalColumn(id, header, text, 'code'), title: idOf }
}

// Columns of a visit that several lists show alike.

export const fieldColumn: Column = {
  id: 'field',
  header: 'Field',
  width: { least: 104, most: 190 },
  className: 'text-ink-2',
  text: (row) => row.field_label,
  title: (row) => row.field,
}

export const patientColumn: Column = {
  id: 'patient',
  header: 'Patient',
  width: { least: 98, most: 150 },
  text: (row) => row.patient ?? row.patient_id,
  title: (row) => [row.patient, row.patient_id].filter(Boolean).join(' · '),
}

export const patientIdColumn: Column = {
  ...optionalColumn<VisitRow>('patient_id', 'Patient ID', (row) => row.patient_id, 'code'),
  className: code,
}

export const payerColumn: Column = {
  id: 'payer',
  header: 'Payer',
  width: { least: 110, most: 170 },
  text: (row) => row.payer,
}

export const facilityColumn: Column = {
  id: 'facility',
  header: 'Facility',
  width: { least: 110, most: 170 },
  className: 'text-ink-2',
  text: (row) => row.facility,
}

export const renderingColumn = optionalColumn<VisitRow>(
  'rendering',
  'Rendering provider',
  (row) => row.rendering,
)

export const billingNpiColumn = optionalColumn<VisitRow>(
  'billing_npi',
  'Billing NPI',
  (row) => row.billing_npi,
  'code',
)

export const categoryColumn = optionalColumn<VisitRow>(
  'category',
  'Category',
  (row) => row.category,
)

export const serviceDateColumn: Column = {
  ...dateColumn<VisitRow>('date_of_service', 'Service date', (row) => row.date_of_service, {
    weekday: true,
    year: false,
  }),
  sort: 'date_of_service',
}

export const ageColumn: Column = {
  id: 'age',
  header: 'Age',
  width: { least: 48, most: 80 },
  align: 'end',
  className: 'text-ink-2',
  text: (row, { today }) => ageWords(row.date_of_service, today),
  render: (row, { today }) => <Age since={row.date_of_service} today={today} />,
}

export const chargesColumn: Column = moneyColumn('charges', 'Charges', (row) => row.charges)

export const linesColumn: Column = {
  id: 'lines',
  header: 'Lines',
  width: { least: 48, most: 70 },
  align: 'end',
  isOptional: true,
  className: 'text-ink-2',
  text: (row) => row.lines?.toLocaleString('en-US'),
}
