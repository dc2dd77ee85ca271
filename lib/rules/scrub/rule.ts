import type { Json } from '#lib/core/json.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { Rulebook } from '#lib/rules/filing/rulebook.ts'
import type { ListKind } from '#lib/rules/codes/list-kinds.ts'
import type { FindCode } from './icd10-lists.ts'
import type { ListAnswers } from './placed-lists.ts'

export type Severity = 'error' | 'warning'

/**
 * A change that certainly resolves a finding: the button's text, and the wire values to set by
 * path.
 */
export type Fix = {
  label: string
  sets: { path: string; value: Json }[]
  /** Moves a row of its list instead. Pointers to rows follow their rows. */
  move?: { list: 'diagnoses'; from: number; to: number }
  /**
   * The current values of the fields ('' if empty) and the new ones. `scrubCapture` fills in both.
   */
  from?: string
  to?: string
}

/**
 * One problem. `path` is dotted and relative to `data` (`service_lines.1.diagnosis_pointers`), or a
 * header field (`charge_external_id`). `certain`: the partner would reject the write, so it is not
 * sent. Other problems can be saved, because the partner accepts captures that it cannot bill yet.
 */
export type Finding = {
  rule: string
  severity: Severity
  path: string
  message: string
  certain: boolean
  fix?: Fix
}

/**
 * The entries of an NPI in the organization's provider list: null where it cannot be read, undefined
 * during the look-up.
 */
export type FindProviders = (npi: string) => readonly unknown[] | null | undefined

/** The payers whose name or ID has this text: null and undefined as for providers. */
export type FindPayers = (text: string) => readonly unknown[] | null | undefined

/** The providers of a capture that the organization's list can know: member and label. */
export const listedParties = [
  ['billing_provider', 'Billing provider'],
  ['rendering_provider', 'Rendering provider'],
] as const

/** A charge capture as the rules read it. Every value may be any JSON. */
export type ScrubInput = {
  /** ChargeCaptureData. */
  data: unknown
  /**
   * The capture's status. Findings about missing or future values are warnings unless it is
   * `billable`.
   */
  status?: unknown
  charge_external_id?: unknown
  ehr_source_url?: unknown
  /** The current date, to judge future dates. */
  today: LocalDate
  /** True for a capture that follows pre-encounter records, which fill its patient and coverage. */
  from_pre_encounter?: boolean
  /**
   * True once the partner stores the capture: values that the partner filled in are then no
   * findings.
   */
  is_held?: boolean
  /**
   * The filing limits of the capture's payers, once they are read, and the local date of the server
   * that they were read from: the queue counts days by it.
   */
  filing?: { book: Rulebook; today: LocalDate } | undefined
  /** Looks up codes in the yearly lists, if available. */
  findCode?: FindCode | undefined
  /** What the other placed lists say of the capture's codes, if available. */
  lists?: ListAnswers | undefined
  /**
   * The four digits after a ZIP code in the organization's own record of an NPI: null without a
   * record, undefined during the look-up.
   */
  findPlusFour?: ((npi: string, zip: string) => string | null | undefined) | undefined
  findProviders?: FindProviders | undefined
  findPayers?: FindPayers | undefined
}

/**
 * Reports one finding of a rule. `severity` only if it differs from the rule's own, `fix` only if
 * one is certainly right.
 */
export type Report = (
  path: string,
  message: string,
  more?: { severity?: Severity; fix?: Fix | undefined },
) => void

/**
 * What a check needs besides the capture. `icd10` is the ICD-10-CM list of the claim's fiscal year,
 * `icd10-headers` such a list that also marks headers, a `ListKind` that list for the day of
 * service, `filing-limits` the rulebook of payers,
 * `same-day-captures` the other captures of the patient, and `records` that the capture is about to
 * be made from pre-encounter records, and `provider-list` and `payer-list` the partner's lists.
 */
export type Need =
  | 'icd10'
  | 'icd10-headers'
  | ListKind
  | 'filing-limits'
  | 'same-day-captures'
  | 'records'
  | 'provider-list'
  | 'payer-list'

/** A check in words: what the catalogue shows of it. Its findings keep to it, and a test compares. */
export type CheckWords = {
  id: string
  /** What is wrong, in a few words, without values. */
  title: string
  /**
   * The wire paths of its findings without row numbers. `*` stands for any path: `*.npi` is every
   * NPI.
   */
  fields: readonly string[]
  severity: Severity
  /** The other severity of some of its findings, and which those are. */
  otherwise?: { severity: Severity; when: string }
  /**
   * True if a capture that is not billable yet may still violate the rule: the finding is then a
   * warning.
   */
  laterIsFine?: boolean
  /** True if the partner would reject the write. */
  isCertain?: boolean
  /** What its fix writes, where one is certainly right; missing where a person must decide. */
  offers?: string
  /** Missing for a check that needs nothing else. */
  needs?: Need
  /** The source of the rule, and why it matters. */
  source: string
  /** How to resolve the finding. */
  how: string
}

export type Rule = CheckWords & {
  /**
   * `capture`: judged on one capture. `claim`: judged only on the whole claim, because another
   * capture may fill the value.
   */
  scope: 'capture' | 'claim'
  check: (input: ScrubInput, report: Report) => void
}
