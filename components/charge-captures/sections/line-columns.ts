/** The columns of the service line grid: the field, its head, and how wide it is. */
export const lineColumns: readonly { name: string; label: string; width: string; isEnd?: boolean }[] = [
  { name: 'procedure_code', label: 'Procedure', width: 'w-22' },
  { name: 'modifiers', label: 'Modifiers', width: 'w-20' },
  { name: 'diagnosis_pointers', label: 'Diagnoses', width: 'w-20' },
  { name: 'quantity', label: 'Quantity', width: 'w-16', isEnd: true },
  { name: 'units', label: 'Unit', width: 'w-18' },
  { name: 'place_of_service_code', label: 'Place', width: 'w-18' },
  { name: 'charge_amount_cents', label: 'Charge', width: 'w-25', isEnd: true },
  { name: 'date_of_service', label: 'Date', width: 'w-34' },
]
