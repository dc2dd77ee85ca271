import { openFold } from '#components/form/focus-control.ts'

/** The path of the service lines in the update body. */
export const linesAt = 'data.service_lines'

/** The columns of the service line grid: the field and its head. */
export const lineColumns: readonly {
  name: string
  label: string
  isEnd?: boolean
  hint?: string
}[] = [
  { name: 'procedure_code', label: 'Procedure' },
  { name: 'modifiers', label: 'Modifiers' },
  {
    name: 'diagnosis_pointers',
    label: 'Diagnoses',
    hint: 'Letters of the diagnoses above, the main one first',
  },
  { name: 'quantity', label: 'Qty', isEnd: true },
  { name: 'units', label: 'Unit' },
  { name: 'place_of_service_code', label: 'Place', hint: 'Place of service, two digits' },
  {
    name: 'charge_amount_cents',
    label: 'Charge',
    isEnd: true,
    hint: 'The line’s total, not multiplied by the quantity',
  },
  { name: 'date_of_service', label: 'Date' },
]

/**
 * The grid of a line: its number, the columns, of which modifiers take the room that is left, and
 * its buttons.
 */
export const lineGrid =
  'grid grid-cols-[2rem_4.5rem_minmax(0,1fr)_4.625rem_2.875rem_3.3125rem_2.875rem_5.3125rem_5.5rem_8.125rem]'

export const columnNames = lineColumns.map(({ name }) => name)

/**
 * A control of a line: the line, counted from 0, and the field's path in it
 * (`drug_identification.national_drug_code`).
 */
export type LineCellPlace = { line: number; field: string }

/** The line and field of a control; undefined for any other control. */
export function cellOf(target: EventTarget | null): LineCellPlace | undefined {
  if (!(target instanceof HTMLElement)) return undefined
  const [, line, field] =
    /^data\.service_lines\.(\d+)\.(.+)$/.exec(
      target.getAttribute('name') ?? target.dataset.cell ?? '',
    ) ?? []
  return line === undefined ? undefined : { line: Number(line), field: field! }
}

/**
 * The control of a line's field, or the text shown for it; null if it has neither (an unreadable
 * value, a closed fold).
 */
export function standInOf({ line, field }: LineCellPlace): HTMLElement | null {
  const name = CSS.escape(`${linesAt}.${line}.${field}`)
  return document.querySelector(`[name="${name}"], [data-cell="${name}"]`)
}

/**
 * Focuses a line's field and selects its text, as a spreadsheet does. Returns false if it has no
 * control.
 */
export function focusCell(place: LineCellPlace): boolean {
  const found = standInOf(place)
  if (found?.matches('[data-cell]')) openFold(found.closest('[data-fold]'))
  const control = standInOf(place)
  control?.focus()
  if (control instanceof HTMLInputElement && control.type === 'text') control.select()
  return control !== null
}
