'use client'
import { useRecord } from '#components/form/record-context.tsx'
import { ChecksPanel } from './checks-panel.tsx'
import { useCaptureChecks, type CheckedRecord } from './use-capture-checks.ts'
import { useSameDayOfForm } from './use-same-day.tsx'

/** The checks of a form whose capture the partner does not know yet, compared with what else was done that day. */
export function FormChecks(checked: CheckedRecord) {
  const { marks } = useRecord()
  const { others, note } = useSameDayOfForm(checked.preEncounter === 'new')
  return <ChecksPanel findings={useCaptureChecks({ ...checked, others }, marks)} note={note} />
}
