/** The columns of the service line grid: the field, its head, and how wide it is; modifiers take the room that is left. */
export const lineColumns: readonly { name: string; label: string; width?: string; isEnd?: boolean }[] = [
  { name: 'procedure_code', label: 'Procedure', width: 'w-[4.4rem]' },
  { name: 'modifiers', label: 'Modifiers' },
  { name: 'diagnosis_pointers', label: 'Diagnoses', width: 'w-[4.3rem]' },
  { name: 'quantity', label: 'Qty', width: 'w-[2.6rem]', isEnd: true },
  { name: 'units', label: 'Unit', width: 'w-[3.3rem]' },
  { name: 'place_of_service_code', label: 'Place', width: 'w-[3.1rem]' },
  { name: 'charge_amount_cents', label: 'Charge', width: 'w-[5.1rem]', isEnd: true },
  { name: 'date_of_service', label: 'Date', width: 'w-[7.8rem]' },
]
