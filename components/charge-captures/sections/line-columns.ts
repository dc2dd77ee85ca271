/** The columns of the service line grid: the field, its head, and how wide it is. */
export const lineColumns: readonly { name: string; label: string; width: string; isEnd?: boolean }[] = [
  { name: 'procedure_code', label: 'Procedure', width: 'w-[4.6rem]' },
  { name: 'modifiers', label: 'Modifiers', width: 'min-w-[5.5rem]' },
  { name: 'diagnosis_pointers', label: 'Diagnoses', width: 'w-[4.4rem]' },
  { name: 'quantity', label: 'Qty', width: 'w-[3.2rem]', isEnd: true },
  { name: 'units', label: 'Unit', width: 'w-[3.7rem]' },
  { name: 'place_of_service_code', label: 'Place', width: 'w-[3.6rem]' },
  { name: 'charge_amount_cents', label: 'Charge', width: 'w-[5.6rem]', isEnd: true },
  { name: 'date_of_service', label: 'Date', width: 'w-[7.6rem]' },
]
