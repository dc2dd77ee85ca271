import { Age, ageWords } from '#components/ui/age.tsx'
import type { Visit, visitColumns } from '#lib/lists/columns/visits.ts'
import type { Looks } from './columns.tsx'

/** The looks of a visit's columns, which several lists show alike. */
export const visitLooks = {
  field: {
    width: { least: 104, most: 190 },
    className: 'text-ink-2',
    title: (row) => row.field,
  },
  patient: {
    width: { least: 98, most: 150 },
    title: (row) => [row.patient, row.patient_id].filter(Boolean).join(' · '),
  },
  patient_id: { className: 'font-mono text-xs' },
  payer: { width: { least: 110, most: 170 } },
  facility: { width: { least: 110, most: 170 }, className: 'text-ink-2' },
  age: {
    width: { least: 48, most: 80 },
    align: 'end',
    className: 'text-ink-2',
    text: (row, { today }) => ageWords(row.date_of_service, today),
    render: (row, { today }) => <Age since={row.date_of_service} today={today} />,
  },
} as const satisfies Looks<typeof visitColumns, Visit>
