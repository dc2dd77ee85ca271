'use client'
import { useRecord } from '#components/form/record-context.tsx'
import { ChecksPanel } from './checks-panel.tsx'
import { useCaptureChecks } from './use-capture-checks.ts'
import type { CheckedRecord } from './use-capture-checks.ts'

/** The checks of a form whose record the partner does not know yet. */
export function FormChecks(checked: CheckedRecord) {
  const { marks } = useRecord()
  return <ChecksPanel findings={useCaptureChecks(checked, marks)} />
}
