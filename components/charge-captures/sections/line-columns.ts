/** Where the service lines stand in the update body. */
export const linesAt = 'data.service_lines'

/** The columns of the service line grid: the field, its head, and how wide it is; modifiers take the room that is left. */
export const lineColumns: readonly { name: string; label: string; width?: string; isEnd?: boolean; hint?: string }[] = [
  { name: 'procedure_code', label: 'Procedure', width: 'w-[4.5rem]' },
  { name: 'modifiers', label: 'Modifiers' },
  { name: 'diagnosis_pointers', label: 'Diagnoses', width: 'w-[4.6rem]', hint: 'Letters of the diagnoses above, the main one first' },
  { name: 'quantity', label: 'Qty', width: 'w-[2.9rem]', isEnd: true },
  { name: 'units', label: 'Unit', width: 'w-[3.3rem]' },
  { name: 'place_of_service_code', label: 'Place', width: 'w-[2.9rem]', hint: 'Place of service, two digits' },
  { name: 'charge_amount_cents', label: 'Charge', width: 'w-[5.3rem]', isEnd: true, hint: 'The line’s total: it is not multiplied by the quantity' },
  { name: 'date_of_service', label: 'Date', width: 'w-[5.5rem]' },
]

export const columnNames = lineColumns.map(({ name }) => name)

/** A control of a line: the line, counted from 0, and the field's path in it (`drug_identification.national_drug_code`). */
export type LineCellPlace = { line: number; field: string }

/** Which line's field a control stands for; undefined for anything else. */
export function cellOf(target: EventTarget | null): LineCellPlace | undefined {
  if (!(target instanceof HTMLElement)) return undefined
  const [, line, field] = /^data\.service_lines\.(\d+)\.(.+)$/.exec(target.getAttribute('name') ?? '') ?? []
  return line === undefined ? undefined : { line: Number(line), field: field! }
}

/** The control of a line's field; null where it has none (a value that cannot be read, a fold not yet opened). */
export function controlOf({ line, field }: LineCellPlace): HTMLElement | null {
  return document.querySelector(`[name="${CSS.escape(`${linesAt}.${line}.${field}`)}"]`)
}

/** Gives a line's field the focus, and selects its text as moving through a spreadsheet does. False where it has no control. */
export function focusCell(place: LineCellPlace): boolean {
  const control = controlOf(place)
  control?.focus()
  if (control instanceof HTMLInputElement && control.type === 'text') control.select()
  return control !== null
}
