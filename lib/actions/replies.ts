import type { Icd10Year } from '#lib/console/code-lists.ts'
import type { PlacedList } from '#lib/console/placed-lists.ts'
import type { CheckWords } from '#lib/rules/scrub/rule.ts'
import type { DraftPlace } from '#lib/rules/edit/draft-kinds.ts'
import type { Json } from '#lib/core/json.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { Failure } from '#lib/core/result.ts'
import type { ActivityRow } from '#lib/lists/activity.ts'
import type { ClaimCreationRow } from '#lib/lists/rows/rows.ts'
import type { FilingSums, FixOffer } from '#lib/lists/queue.ts'
import type { AskedConsent, BulkTally } from '#lib/console/records/bulk-fixes.ts'
import type { FollowUp } from '#lib/console/records/follow-ups.ts'
import type { EndingMark } from '#lib/console/records/ending-marks.ts'
import type { KeptResolution } from '#lib/console/records/update-resolutions.ts'
import type { BulkState, JobItemState } from '#lib/console/schema.ts'
import type { ItemCounts, Job, JobItem } from '#lib/console/jobs/store.ts'
import type {
  CaptureAtRisk,
  NamedCause,
  ReleasedCapture,
  UnjudgedCapture,
} from '#lib/rules/coverage/board.ts'
import type { Ending, EndWindow, Expiring } from '#lib/rules/coverage/expiring.ts'
import type { ReprocessClaim } from '#lib/rules/coverage/reprocess.ts'
import type { JoinContract } from '#lib/rules/coverage/join-plan.ts'
import type {
  ContractOfProvider,
  RiskOfPair,
  SpanOfProvider,
} from '#lib/rules/coverage/provider-pairs.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import type { ChangeClass, ChangeReason } from '#lib/rules/bulk/change-class.ts'
import type { ClaimOutlook } from '#lib/rules/bulk/forecast.ts'
import type { FileProblem } from '#lib/rules/bulk/value-file.ts'
import type { Proposal } from '#lib/rules/queue/proposals.ts'
import type { ValueRowsBy, ValueTable } from '#lib/rules/bulk/value-table.ts'
import type { Advice } from '#lib/rules/billed-diff/advice.ts'
import type { BilledChange, BilledDiff } from '#lib/rules/billed-diff/billed-change.ts'
import type { PayerKind, PayerLimits, PayerRule } from '#lib/rules/filing/rulebook.ts'
import type { CodeValidity, YearCode } from '#lib/rules/scrub/icd10-lists.ts'
import type { Registered } from '#lib/rules/new-records/registered-person.ts'
import type { AppointmentLine, PatientLine, RecordFill } from '#lib/rules/pre-encounter-record.ts'

// The replies of actions inside a Result. A member with a whole partner record is JSON *text*:
// parse it with `parseExact` where it is edited, so that unknown members, nulls and the spelling of
// numbers survive.

/**
 * A read's answer: given at once, so that reads do not queue behind each other; `reply` is the JSON
 * text of a Result.
 */
export type Pending = { reply: Promise<string> }

export type { YearCode } from '#lib/rules/scrub/icd10-lists.ts'

/** What the other placed lists are asked about one capture. */
export type { ListQuestion } from '#lib/rules/scrub/placed-lists.ts'
export type { SaveReason } from '#lib/console/records/save-reasons.ts'

/** Accounts and open invitations as an administrator sees them. */
export type { Invitation, Person } from '#lib/console/accounts/people.ts'

/** A person's own account. */
export type { AppSetup, OwnAccount } from '#lib/console/accounts/own-account.ts'

/** `startPasskey`: what the browser needs to make a passkey. */
export type { PublicKeyCredentialCreationOptionsJSON as PasskeyCreation } from '@simplewebauthn/server'

/**
 * Uses of break glass, and what the frame tells of one that an administrator has not acknowledged.
 */
export type { BreakGlass, BreakGlassAlert } from '#lib/console/accounts/break-glass.ts'

/** The token for a link that works once, shown once, and when it ends (ISO text in UTC). */
export type Invited = { token: string; expires_at: string }

/** `invitePeople`: each person's link. */
export type InvitedPerson = Invited & { email: string; role: string }

/**
 * An entry of the audit trail with what it changed; null where it changed nothing, or the person
 * may not see such records.
 */
export type EntryReply = { row: ActivityRow & { session?: string }; change: RevealedChange | null }

/** What a write changed. Differences have classes only where the record is on a claim. */
export type RevealedChange = { changes: BilledChange[]; is_by_class: boolean }

/**
 * A payer of the rulebook. `limits` and `source` are those in force; `own` are those that a person
 * entered for the payer, the others are defaults that nobody confirmed for it.
 */
export type PayerRow = {
  payer_id: string
  payer: string
  /** Missing if the claims in the queue do not tell one kind. */
  kind?: PayerKind
  /** A row that stands for many payers: a default by law, or every other payer. */
  is_shared?: true
  limits: PayerLimits
  own?: PayerLimits
  source: string
  confirmed_by?: string
  /** An instant (ISO, UTC). */
  confirmed_at?: string
}

/** The rulebook, and what its limits make of today's queue. */
export type PayerRulesReply = { rows: PayerRow[]; filing: FilingSums }

/**
 * The entered rules of the payers of one claim. `today` is the server's local date: the browser's
 * may be another.
 */
export type FilingRulesReply = { rules: PayerRule[]; today: LocalDate }

/**
 * Of the saves that ended a check's findings in a field in error: how many there were, of how many
 * the claim was then made, and how many of these were denied.
 */
export type CheckOutcome = { saves: number; billed: number; denied: number }

/** A check of the catalogue with what it does here. */
export type CheckRow = CheckWords & {
  /** Without its code list it finds nothing. */
  isAsleep: boolean
  /**
   * In how many captures it found something, and of how many that it could judge; missing if it is
   * asleep or was not counted.
   */
  found?: { captures: number; of: number }
  /** Missing if no such save is known. */
  outcome?: CheckOutcome
}

/**
 * Every check, in the order in which a biller reads a charge. `counted` is missing before the queue
 * was read whole: when (ISO, UTC), of how many captures, and if those are all. `since` is the first
 * save (ISO, UTC) that outcomes are known of. `years` are the loaded ICD-10-CM fiscal years.
 */
export type ChecksReply = {
  checks: CheckRow[]
  counted?: { at: string; captures: number; isAll: boolean }
  since?: string
  years: number[]
}

/**
 * The loaded code lists. `fiscal_year` is the ICD-10-CM year of today; `lists` are the
 * files of the other lists, and `checks` those that need any list.
 */
export type CodeSetsReply = {
  fiscal_year: number
  years: Icd10Year[]
  lists: PlacedList[]
  checks: Pick<CheckRow, 'id' | 'title' | 'needs' | 'isAsleep'>[]
}

/** What a partner's key may do. */
export type { KeyAccess } from '#lib/partner/check-connection.ts'

/** A partner connection as an administrator sees it. */
export type { ShownConnection } from '#lib/console/connections/connections.ts'

/**
 * `readResolvedUpdates`: a resolution with what the queue knows: true if one of its changes is open
 * at the partner.
 */
export type ResolvedUpdate = KeptResolution & { is_open_again: boolean }

/** `elsewhere`: settled claims of which nothing is stored here; null until the queue was read. */
export type ResolvedReply = {
  items: ResolvedUpdate[]
  total: number
  next: number | null
  elsewhere: number | null
}

/**
 * `readOverpayments`: `days_left` of 60 to report and return it; negative after `return_by`, a
 * local date.
 */
export type Overpayment = KeptResolution & { return_by: string; days_left: number }
export type OverpaymentsReply = { items: Overpayment[]; total: number; next: number | null }

/** Long work in the background and how it goes. */
export type { Job } from '#lib/console/jobs/store.ts'

/**
 * `readJobs`: a job with its items by their state. `is_own` if the person started it; `fix_id` is
 * then the bulk fix that it sends or takes back, if it is one.
 */
export type JobLine = Job & { is_own: boolean; items: ItemCounts; fix_id?: string }

/** `readJobItems`: items of a job; `next` is the position to go on after, null at the end. */
export type JobItemsReply = { items: (JobItem & { position: number })[]; next: number | null }

/** `readChargeCapture`: the capture, and the claim creation that it belongs to. */
export type ChargeCaptureReply = {
  charge_capture: string
  /** Null when the capture belongs to none, or when it could not be read. */
  claim_creation: string | null
  claim_creation_failure: Failure | null
  /** Set when the capture follows pre-encounter records, which overwrite some of its members. */
  pre_encounter?: PreEncounterOrigin | null
  /** What cleared its open errors before, by the error's id. */
  fixes?: { [error_id: string]: FixOffer[] }
}

/**
 * How it is known that a capture follows pre-encounter records: it was `made` from them here, it is
 * `named` in the capture itself, or it was `seen` that the partner overwrote a save. The last is a
 * conclusion, not a fact.
 */
export type PreEncounterOrigin = {
  source: 'made' | 'named' | 'seen'
  patient_id: string | null
  appointment_ids: string[]
}

/** `readClaimCreation`: the claim creation and its captures. */
export type ClaimCreationReply = {
  claim_creation: string
  /** JSON text of an array of charge captures. */
  charge_captures: string
  /** False when there are more captures than were read, or reading stopped: see the failure. */
  is_complete: boolean
  charge_captures_failure: Failure | null
  /**
   * The billed data compared with the captures as they are now; null before billing, or when not
   * all captures could be read.
   */
  billed_diff: BilledDiff | null
  change_advice: ChangeAdvice
  /** When this console resolved its errors, by the error's id, in UTC milliseconds. */
  resolved_at: { [error_id: string]: number }
}

/** `readEncounter`: the encounter's JSON text. */
export type EncounterReply = { encounter: string }

/** `resolveClaimCreationError`: who settled an error and why, as the partner keeps it. */
export type ErrorResolved = {
  id: string
  resolved_by: string | null
  resolution_reason: string | null
}

/**
 * What to do with open changes after billing; null without any, or without a comparison.
 * `encounter_failure` is why the encounter could not be read, on which the advice depends.
 */
export type ChangeAdvice = { advice: Advice | null; encounter_failure: Failure | null }

/** One claim creation whose captures were changed after billing. */
export type UpdateItem = ClaimCreationRow &
  ChangeAdvice & {
    /** Null when there is nothing to compare with, or when not all its captures could be read. */
    diff: BilledDiff | null
    captures: UpdatedCapture[]
    is_complete: boolean
    /** Why its captures could not all be read. */
    captures_failure: Failure | null
  }

/** One of its captures, oldest first, with every change after billing that the partner recorded. */
export type UpdatedCapture = { id: string; external_id?: string; updates: CaptureUpdate[] }
/** `message_type` is the HL7 message type of the change, where the partner shows one. */
export type CaptureUpdate = {
  id: string
  message: string
  resolved: boolean
  message_type?: string
}

/**
 * The version of the partner's interface that a contract was read by, and is written by. Version 2
 * has no type or facilities.
 */
export type ContractVersion = 2 | 3

/**
 * `readContract`: one contract, without the ids of its roster. `version` is 2 where version 3 does
 * not have it.
 */
export type ContractReply = { contract: string; version: ContractVersion }

/** `readSummary`: the partner's five counts, or null when the key may not read them. */
export type SummaryReply = { [count: string]: number } | null

/**
 * A look-up's answer. `is_available` is false when the stored key may not look up: the field then
 * takes free text.
 */
export type LookUpReply<Item = Json> = { is_available: boolean; items: Item[] }

/** `findRosterProviders`: those of the asked ids and NPIs that a rendering provider has. */
export type ProvidersFound = { is_available: boolean; providers: RosterRow[] }

/**
 * `proposeValues`: what is known of a capture's fields, by control name. `is_whole` is false if a
 * list or the other captures could not be read.
 */
export type ProposedValues = { proposals: { [name: string]: Proposal[] }; is_whole: boolean }

/** `proposeForRows`: the same by the ids of the captures. A capture that is gone is missing. */
export type ProposedForCaptures = {
  proposals: { [capture_id: string]: ProposedValues['proposals'] }
  is_whole: boolean
}

/**
 * `readPreEncounter`: a patient with the chosen appointments; `missing` are ids of appointments
 * that are not there.
 */
export type PreEncounterReply = {
  patient: PatientLine
  fills: RecordFill[]
  registered: Registered
  appointments: AppointmentLine[]
  missing: string[]
}

/** `findDiagnosisCodes`: what the list of a fiscal year says of one code. */
export type FoundCode = YearCode & { standing: CodeValidity }

/** Another capture of the same patient, as far as the rule about double billing reads it. */
export type OtherCapture = {
  id: string
  charge_external_id: string | null
  patient_external_id: string | null
  status: string | null
  data: {
    date_of_service: string | null
    place_of_service_code: string | null
    service_lines: {
      procedure_code: string | null
      modifiers: string[]
      date_of_service: string | null
      place_of_service_code: string | null
      drug_identification: { national_drug_code: string | null }
      ordering_provider: { npi: string | null }
    }[]
  }
}

/** `readSameDay`: false in `is_complete` when the partner has more of them than were read. */
export type SameDayReply = { others: OtherCapture[]; is_complete: boolean }

/** An error that came or went with a save; `id` is empty where the partner gave none. */
export type ChangedError = { id: string; message: string }

/** The change of the claim creation by a save. */
export type ClaimCreationChange = {
  id: string
  status_before: string | null
  status_after: string | null
  /** Unresolved errors that are gone, those that are new, and how many remain. */
  cleared: ChangedError[]
  added: ChangedError[]
  remaining: number
}

/**
 * A span of a payer and contracting provider was recorded, changed or deleted at `at` (ISO), by a
 * person or by "you". `is_counted` once their row of the board was counted anew.
 */
export type RecordedSpan = {
  payer_uuid: string
  provider_id: string
  at: string
  by: string
  is_counted: boolean
}

/**
 * `readCoverageBoardStanding`: the newest job of the board, and the newest one that has a result,
 * with the spans that were recorded since that one began: its result may not have them.
 * `counted_at` is when a row of that result was last counted anew (ISO).
 */
export type BoardProgress = {
  job: Job | null
  done: {
    id: string
    finished_at: string
    counted_at: string | null
    /** The console made it by itself, at night. */
    is_nightly: boolean
  } | null
  recorded: RecordedSpan[]
}

/**
 * `readExpiringStanding`: how the newest check goes, and which has the newest result. `is_late`: it is
 * older than the last night. `recorded` is the number of payers and contracting providers with a span
 * that was recorded or changed since it began.
 */
export type ExpiringStanding = {
  job: Job | null
  done: {
    id: string
    finished_at: string
    is_nightly: boolean
    is_late: boolean
    recorded: number
  } | null
}

/** A row of what ends, and its place in the whole result. */
export type EndingRow = Ending & { place: number }
export type { EndWindow } from '#lib/rules/coverage/expiring.ts'

/** `readEndingMarks`: marks by the subject that `endingKey` gives, and who can own a row. */
export type EndingMarksReply = {
  marks: Record<string, EndingMark>
  team: { id: string; name: string }[]
  today: LocalDate
}
export type { EndingMark, EndingMarkChange } from '#lib/console/records/ending-marks.ts'

/**
 * `readWhatExpires`: the rows of one window, by their places in the whole result, and how many rows
 * each window has. `amounts` are those that the rows share.
 */
export type ExpiringReply = Omit<Expiring, 'rows'> & {
  rows: EndingRow[]
  today: LocalDate
  counts: Record<EndWindow, number>
}

/**
 * `readFollowUps`, `readFollowUpsDue`: follow-ups, who can own one, and who asks. `is_cut`: there are
 * more than these.
 */
export type FollowUpsReply = {
  items: FollowUp[]
  is_cut: boolean
  team: { id: string; name: string }[]
  own_id: string
  today: LocalDate
}
export type { FollowUp } from '#lib/console/records/follow-ups.ts'

/** `readCoverageBoard`: what a finished job found. */
export type { Board } from '#lib/rules/coverage/board.ts'

/** The causes of one row of the board. */
export type RowCauses = { place: number; causes: NamedCause[] }

/**
 * Captures of the board; `total` says how many there are where not all are given. `released` are
 * those of the row that the board held and that are fine since the row was counted anew.
 */
export type BoardCaptures = {
  captures: (CaptureAtRisk | UnjudgedCapture)[]
  total: number
  released: ReleasedCapture[]
}

/** Claims of a row that were denied before their span was loaded; `total` as for captures. */
export type BoardClaims = { claims: ReprocessClaim[]; total: number }

/** `readBulkFix`: a bulk fix and how far it is. */
export type BulkProgress = {
  id: string
  title: string
  /** The cause that the captures share, by its key in the queue. */
  cause?: string
  /** Only those captures of the cause that a filter of the queue found. */
  is_part: boolean
  /** Null until it is chosen. The values of a file stay on the server. */
  change: AskedChange | null
  /** How many lines of a file the person chose to leave out. */
  left_out: number
  /** Captures as far as they are known; `is_read` once all were read. */
  total: number
  is_read: boolean
  /** Set when there are more captures than one fix takes. */
  is_cut: boolean
  tally: BulkTally
  /** Why the whole file, or the change of these captures, is refused. */
  problems: FileProblem[]
  /** What the change asks of the person; null while there is none. */
  asks: ChangeClass | null
  why: ChangeReason | null
  /**
   * How it stands with a second person; null where none is asked. `captures` are those that would
   * be sent.
   */
  consent: {
    state: 'asked' | 'approved' | 'declined'
    captures: number
    decided: AskedConsent['decided'] | null
  } | null
  /** The job that reads it; null once all captures were read. */
  reading: BulkJob | null
  /** The jobs that send it and take it back. */
  job: BulkJob | null
  undo: BulkJob | null
}

/** A job of a bulk fix, with its items by state. */
export type BulkJob = Job & { items: Partial<Record<JobItemState, number>> }

/** How a claim stands: `other` is neither billed nor in error. */
export type ClaimState = 'billed' | 'in-error' | 'other'

/**
 * One capture of a bulk fix: what would change, and what the rules say of it. Values are texts of
 * controls.
 */
export type BulkRow = {
  id: string
  place: number
  state: BulkState
  external_id?: string
  patient?: string
  /**
   * Its claim creation, or itself without one; what the claim is worth and what the capture
   * charges, in whole cents.
   */
  claim?: string
  cents?: number
  charges?: number
  /**
   * The captures of its claim in the fix that can be sent: ready, with a new error, billed.
   */
  together?: readonly [ready: number, keeps: number, billed: number]
  /** What becomes of its claim once all its ready captures are sent. */
  outlook?: ClaimOutlook
  changes: { label: string; before: string; after: string }[]
  /** Further changes that are not listed. */
  more: number
  verdict: string
  /**
   * What became of it, once it was sent or taken back. `claim`: how its claim stands now, and the
   * first of the errors that it has, in the partner's words.
   */
  result?: {
    state: JobItemState
    words: string | null
    is_undo: boolean
    claim?: { state: ClaimState; errors: number; words?: string }
  }
}

/** `readBulkRows`: rows, and the place of the next page; null at the end. */
export type BulkRows = { rows: BulkRow[]; next: number | null }

/**
 * `readBulkOutcome`: the claims of the captures that a fix changed and that were not restored, as
 * the partner has them now. Each claim counts once; cents are whole, of the claims whose worth is
 * known.
 */
export type BulkOutcome = {
  captures: number
  billed: { captures: number; claims: number; cents: number }
  in_error: { claims: number; cents: number }
  /** Neither billed nor in error: the partner has not tried them yet, or they are held. */
  other: { claims: number; cents: number }
}

/**
 * `readBulkApprovals`: a fix that waits for a second person. Cents are whole, times ISO text in
 * UTC.
 */
export type BulkApproval = {
  id: string
  /** The person's own: somebody else decides. */
  is_own: boolean
  requested_by: string
  asked_at: string
  title: string
  change: AskedChange
  why: ChangeReason
  captures: number
  billed: number
  /** What the captures charge. */
  charges: number
  /** The values as they were in the captures of the fix, the ten first ones that were read. */
  olds: { text: string; captures: number }[]
}

/**
 * A cause of the queue as the page of its fix names it. `path` is the field in error with `*` for
 * every row, if it is known, `value` the text that all its captures have there; cents are whole.
 */
export type FixedCause = {
  key: string
  words: string
  claims: number
  cents: number
  path?: string
  value?: string
}

/**
 * `readBulkValues`: the distinct values of a cause's field and the claims of all its rows. `path` has
 * `*` for every row of a list.
 */
export type BulkValues = ValueTable & {
  path: string
  by: ValueRowsBy
  /** Rows that are not given, and their captures. */
  more: { rows: number; captures: number }
}

/**
 * One of a person's drafts: its form, what its record is called where the draft says it, its page,
 * and how long it is kept.
 */
export type DraftLine = DraftPlace & {
  form: string
  name: string | null
  href: string
  saved_at: string
  expires_at: string
}

/** A list that was read; `failure` says why it is not whole. */
export type Read<Item> = { items: Item[]; failure: Failure | null }

/** A rendering provider as the partner's directory names them. `ended_on`: a local date. */
export type ProviderHead = {
  id: string
  npi: string
  name: string
  license: string | undefined
  taxonomy: string | undefined
  /** City and state of their first address. */
  place: string | undefined
  is_rendering: boolean
  ended_on: string | undefined
}

/** A service facility at which contracts authorize a provider. Without a name it is not looked up. */
export type FacilityOfProvider = {
  id: string
  name: string | undefined
  contracts: { contract_id: string; payer: string }[]
}

/**
 * A provider's captures at risk. `made_at` is when the coverage board was made (ISO); `is_whole` is
 * false if the board has more rows than are read.
 */
export type ProviderRisk = { rows: RiskOfPair[]; made_at: string; is_whole: boolean }

/** `readProvider`. `risk` is null if there is no coverage board. */
export type ProviderReply = {
  today: LocalDate
  provider: ProviderHead
  contracts: Read<ContractOfProvider>
  spans: Read<SpanOfProvider>
  facilities: Read<FacilityOfProvider>
  risk: ProviderRisk | null
}

/**
 * `readStatusReport`: a provider with contracts and spans, and what is missing by their open
 * follow-ups. `made_at` is ISO text.
 */
export type StatusReportReply = Pick<
  ProviderReply,
  'today' | 'provider' | 'contracts' | 'spans'
> & {
  missing: { id: string; payer: string; missing: string; next_on: LocalDate | undefined }[]
  made_by: string
  made_at: string
}

/** `readJoinChoice`: `is_whole` is false if the partner has more contracts than are listed. */
export type JoinChoice = { contracts: JoinContract[]; is_whole: boolean }

/**
 * `readJoin`: what the partner knows of a provider now. `on` are the contracts whose roster has
 * them; `read_at` is ISO text.
 */
export type JoinFacts = {
  today: LocalDate
  read_at: string
  provider: ProviderHead
  on: string[]
  spans: SpanOfProvider[]
}
