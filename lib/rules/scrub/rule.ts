import type { LocalDate } from '#lib/core/local-date.ts'

export type Severity = 'error' | 'warning'

/** One thing that is wrong. `path` is dotted and relative to `data` (`service_lines.1.diagnosis_pointers`). */
export type Finding = { rule: string; severity: Severity; path: string; message: string }

/** A charge capture as the rules read it. Every value may be anything that JSON can hold: nothing is trusted. */
export type ScrubInput = {
  /** ChargeCaptureData. */
  data: unknown
  /** The capture's status; rules about missing or future things are only warnings unless it is `billable`. */
  status?: unknown
  charge_external_id?: unknown
  ehr_source_url?: unknown
  /** The day on which "future" is judged. */
  today: LocalDate
  /** True while the capture is being made from pre-encounter records. */
  from_pre_encounter?: boolean
  /** The payer's filing limit in days, where it is known. */
  filing_limit_days?: number
}

/** Reports one complaint of a rule: `severity` only where it differs from the rule's own. */
export type Say = (path: string, message: string, severity?: Severity) => void

export type Rule = {
  id: string
  severity: Severity
  /** `capture`: judged on one capture alone. `claim`: only the whole claim can be judged, as another capture may fill it. */
  scope: 'capture' | 'claim'
  /** True where a capture that is not billable yet may still be so: the finding is then a warning. */
  laterIsFine?: boolean
  /** Where the rule comes from. */
  source: string
  check: (input: ScrubInput, say: Say) => void
}
