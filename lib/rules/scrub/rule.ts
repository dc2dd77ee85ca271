import type { Json } from '#lib/core/json.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { FindCode } from './icd10-lists.ts'

export type Severity = 'error' | 'warning'

/** A change that certainly puts a finding right: what a button says, and the wire values to set, by path as in findings. */
export type Fix = {
  label: string
  sets: { path: string; value: Json }[]
  /** A row that goes to another place of its list instead; whatever points at rows of the list goes on naming the same. */
  move?: { list: 'diagnoses'; from: number; to: number }
  /** What the fields say now, '' where they are empty, and what they will say. `scrubCapture` fills both in. */
  from?: string
  to?: string
}

/**
 * One thing that is wrong. `path` is dotted and relative to `data` (`service_lines.1.diagnosis_pointers`), or a field of
 * the capture's own (`charge_external_id`). `certain`: the partner would refuse the write itself, so it is not sent;
 * whatever else is wrong may be saved, as the partner takes captures that it cannot bill yet.
 */
export type Finding = { rule: string; severity: Severity; path: string; message: string; certain: boolean; fix?: Fix }

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
  /** True for a capture that follows pre-encounter records: they fill its patient and cover. */
  from_pre_encounter?: boolean
  /** True once the partner holds the capture, so that what it filled in itself is nobody's mistake. */
  is_held?: boolean
  /** The payer's filing limit in days, where it is known. */
  filing_limit_days?: number
  /** What the yearly lists of diagnosis codes say, where they are known. */
  findCode?: FindCode | undefined
  /**
   * The four digits after a ZIP code in the organisation's own record of an NPI: null where it has none, undefined while
   * the record is being looked up.
   */
  findPlusFour?: ((npi: string, zip: string) => string | null | undefined) | undefined
}

/** Reports one complaint of a rule: `severity` only where it differs from the rule's own, `fix` where one is certainly right. */
export type Say = (path: string, message: string, more?: { severity?: Severity; fix?: Fix | undefined }) => void

export type Rule = {
  id: string
  severity: Severity
  /** `capture`: judged on one capture alone. `claim`: only the whole claim can be judged, as another capture may fill it. */
  scope: 'capture' | 'claim'
  /** True where a capture that is not billable yet may still be so: the finding is then a warning. */
  laterIsFine?: boolean
  /** True where the partner would refuse the write itself. */
  isCertain?: boolean
  /** Where the rule comes from, which is why it matters. */
  source: string
  /** What a person does about it. */
  how: string
  check: (input: ScrubInput, say: Say) => void
}
