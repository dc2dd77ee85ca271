'use client'
import { useMemo, type ReactNode } from 'react'
import { useRecord } from '#components/form/record-context.tsx'
import { ChecksPanel } from './checks-panel.tsx'
import { dedupeFindings } from './dedupe-findings.ts'
import { useCaptureChecks, type CheckedRecord } from './use-capture-checks.ts'
import { WhyPanel, type WhyPanelProps } from './why-panel.tsx'

type WhyAndChecksProps = {
  why: Omit<WhyPanelProps, 'helps'>
  checked: CheckedRecord
  /** What the checks compared the capture with. */
  note?: ReactNode
  /** What stands between the two. */
  children?: ReactNode
}

/** The partner's errors and the findings of the checks. A problem that both report is shown once, as the partner's error. */
export function WhyAndChecks({ why, checked, note, children }: WhyAndChecksProps) {
  const { marks } = useRecord()
  const findings = useCaptureChecks(checked, marks)
  const { helps, rest } = useMemo(() => dedupeFindings(why.errors, findings ?? []), [why.errors, findings])
  return (
    <>
      <WhyPanel {...why} helps={helps} />
      {children}
      <ChecksPanel findings={findings} shown={findings && rest} note={note} />
    </>
  )
}
