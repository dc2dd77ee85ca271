'use client'
import { type ReactNode, useMemo } from 'react'
import { useRecord } from '#components/form/record-context.tsx'
import { withWrittenDates } from '#lib/core/local-date.ts'
import { ChecksPanel } from './checks-panel.tsx'
import { type CheckedRecord, useCaptureChecks } from './use-capture-checks.ts'
import { WhyPanel, type WhyPanelProps } from './why-panel.tsx'
import type { PlacedFinding } from './capture-checks.ts'
import type { PlacedError } from './capture-marks.ts'

type WhyAndChecksProps = {
  why: Omit<WhyPanelProps, 'helps'>
  checked: CheckedRecord
  /** The data that the checks compared the capture with. */
  note?: ReactNode
  /** Content between the two panels. */
  children?: ReactNode
}

/**
 * The partner's errors and the findings of the checks. A problem that both report is shown once, as
 * the partner's error.
 */
export function WhyAndChecks({ why, checked, note, children }: WhyAndChecksProps) {
  const { marks } = useRecord()
  const findings = useCaptureChecks(checked, marks)
  const { helps, rest } = useMemo(
    () => dedupeFindings(why.errors, findings ?? []),
    [why.errors, findings],
  )
  return (
    <>
      <WhyPanel {...why} helps={helps} />
      {children}
      <ChecksPanel findings={findings} shown={findings && rest} note={note} />
    </>
  )
}

/**
 * The finding that helps with each partner error, by the error's id, and the findings without such
 * an error.
 */
export type DedupedFindings = {
  helps: ReadonlyMap<string, PlacedFinding>
  rest: readonly PlacedFinding[]
}

/**
 * A partner error and a finding often report the same problem. Show it once, as the partner's
 * error, with the finding's help. They are the same if both are at one control and have the same
 * message, or are the only errors there.
 */
export function dedupeFindings(
  errors: readonly PlacedError[],
  findings: readonly PlacedFinding[],
): DedupedFindings {
  const helps = new Map<string, PlacedFinding>()
  for (const error of errors) {
    const here = findings.filter(
      (finding) => finding.severity === 'error' && finding.name === error.name,
    )
    const alike = here.find((finding) => finding.message === withWrittenDates(error.message))
    const isAlone =
      here.length === 1 && errors.filter((other) => other.name === error.name).length === 1
    const help = alike ?? (isAlone ? here[0] : undefined)
    if (help) helps.set(error.id, help)
  }
  const shown = new Set(helps.values())
  return { helps, rest: findings.filter((finding) => !shown.has(finding)) }
}
