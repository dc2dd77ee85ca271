import type { ReactNode } from 'react'
import { Age, ageWords } from '#components/ui/age.tsx'
import type { Problem } from '#lib/lists/problem-words.ts'
import type { Visit, visitColumns } from '#lib/lists/columns/visits.ts'
import type { Looks } from './columns.tsx'

/** The looks of a visit's columns, which several lists show alike. */
export const visitLooks = {
  patient: {
    width: { least: 98, most: 150 },
    isName: true,
    card: 'title',
    title: (row) => [row.patient, row.patient_id].filter(Boolean).join(' · '),
  },
  patient_id: { className: 'font-mono text-xs' },
  payer: { width: { least: 110, most: 170 }, isName: true },
  facility: { width: { least: 110, most: 170 }, className: 'text-ink-2' },
  rendering: { isName: true },
  charges: { card: 'money' },
  age: {
    width: { least: 48, most: 80 },
    align: 'end',
    className: 'text-ink-2',
    text: (row, { today }) => ageWords(row.date_of_service, today),
    render: (row, { today }) => <Age since={row.date_of_service} today={today} />,
  },
} as const satisfies Looks<typeof visitColumns, Visit>

/** A problem in a cell: where it is, quietly, then what it is. */
export function problemWords(problem: Problem | undefined): ReactNode {
  if (!problem) return undefined
  return (
    <>
      {problem.where && <span className="text-ink-2">{problem.where} · </span>}
      {problem.what}
    </>
  )
}
