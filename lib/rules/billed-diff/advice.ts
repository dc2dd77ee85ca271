import { daysBetween, formatLocalDate, localDateAt, type LocalDate } from '#lib/core/local-date.ts'
import { countOf } from '#lib/core/count-of.ts'
import {
  clockWords,
  defaultWords,
  filingClock,
  lastDayOf,
  type FilingFacts,
} from '#lib/rules/filing/filing-clock.ts'
import { correctedLimit, isMedicarePartB } from '#lib/rules/filing/resend-clock.ts'
import type { Insurance, NamedPayer } from '#lib/rules/filing/insurances.ts'
import {
  limitFor,
  limitWords,
  payerKind,
  type Limit,
  type Rulebook,
} from '#lib/rules/filing/rulebook.ts'
import type { ChangeSigns } from './change-signs.ts'
import type { ClaimFacts, EncounterClaim } from './claim-facts.ts'

/**
 * What to do with a claim that changed after billing. `edit`: the encounter, before it is sent;
 * `new`: a new claim; `corrected` and `void`: replace or cancel the payer's claim; `finish`: the
 * visit; `unknown`: what decides it could not be read.
 */
export type AdviceKind =
  | 'edit'
  | 'new'
  | 'wait'
  | 'corrected'
  | 'void'
  | 'void-and-new'
  | 'secondary'
  | 'attachment'
  | 'reopening'
  | 'appeal'
  | 'finish'
  | 'nothing'
  | 'unknown'

/** X12 837 CLM05-3 where a claim is sent: 1 original, 7 replaces a prior claim, 8 voids it. */
const frequencies: { [Kind in AdviceKind]?: '1' | '7' | '8' } = {
  new: '1',
  corrected: '7',
  void: '8',
}

/** One suggestion. Nothing of it is done or stated by itself: a person decides. */
export type Advice = {
  kind: AdviceKind
  frequency?: '1' | '7' | '8'
  /** Why, in full sentences. */
  reason: string
  /** The last day for it with the days left, in words; also that it passed, or is not known. */
  deadline?: string
  /** What is not known or not there, in full sentences. */
  missing: string[]
  /** That a payer may have paid too much, in full sentences. */
  overpayment?: string
}

/**
 * The suggestion for a claim whose captures changed after billing: by the first row that fits.
 * `today` is the organization's day in its time zone.
 *
 * Sources. X12 837P CLM05-3 and REF F8: a replacement (7) and a void (8) name the payer's control
 * number; a payer has one only after it took the claim, and a replacement before its answer is a
 * duplicate. A replacement holds every line of the claim, and stays with its payer, patient and
 * billing provider. A rejected claim never reached the payer. Medicare Part B takes neither 7 nor 8
 * on a professional claim: it reopens its decision within one year (42 CFR 405.980(c)(1)), and
 * returns what it cannot process with MA130, which is billed anew.
 */
export function advice(
  signs: ChangeSigns,
  claim: ClaimFacts,
  book: Rulebook,
  { today, timeZone }: { today: LocalDate; timeZone: string },
): Advice {
  const own = { signs, book, today }
  if (signs.what === 'none') return told('nothing', 'Billed and current values match.')
  if (signs.is_planned)
    return told(
      'finish',
      'The visit is not complete: a capture is planned again. Finish the visit first, then decide about the claim.',
    )
  if (signs.what === 'cosmetic') return told('nothing', 'The differences don’t affect payment.')
  if (signs.what === 'payer-id' && isSamePayer(signs, book))
    return told(
      'nothing',
      `The rulebook has both payer IDs as ${nameOf(signs.now.insurances[0] ?? {})}.`,
    )
  if (claim.known === 'unread') return told('unknown', claim.why)
  if (claim.known === 'no-claim') return withoutClaim(own)
  if (claim.known === 'claim' && claim.is_already_there) return alreadyThere(claim, timeZone)
  const stage = stageOf(claim.status)
  if (stage === undefined)
    return told('unknown', `The console doesn’t know the claim status “${claim.status}”.`)
  if (stage === 'unsent') return unsent(own)
  if (stage === 'rejected') return rejected(own)
  if (stage === 'sent') return sent(own)
  return decided(own, claim.known === 'claim' ? claim : listed(claim.status))
}

type Own = { signs: ChangeSigns; book: Rulebook; today: LocalDate }

const stages: { [status in string]?: 'unsent' | 'rejected' | 'sent' | 'decided' } = {
  biller_received: 'unsent',
  coded: 'unsent',
  missing_information: 'unsent',
  waiting_for_provider: 'unsent',
  held_by_customer: 'unsent',
  not_billable: 'unsent',
  rejected: 'rejected',
  submitted_to_payer: 'sent',
  era_received: 'decided',
  era_requires_review: 'decided',
  paid: 'decided',
  paid_incorrectly: 'decided',
  finalized_paid: 'decided',
  denied: 'decided',
  finalized_denied: 'decided',
}

function stageOf(status: string) {
  return Object.hasOwn(stages, status) ? stages[status] : undefined
}

// A list tells the status alone: a denied claim is taken as unpaid, any other as perhaps paid.
function listed(status: string): EncounterClaim {
  return { status, paid: { kind: status.endsWith('denied') ? 'not-paid' : 'unknown' } }
}

function withoutClaim({ signs, book, today }: Own): Advice {
  if (signs.pays === 'insurance')
    return told('new', 'The patient was to pay, so no payer has had a claim. Send a new claim.', {
      deadline: filedBy(signs.now, book, today),
    })
  return signs.billed.insurances.length === 0
    ? told('nothing', 'The patient pays, and the encounter has no claim.')
    : told('unknown', 'The encounter has no claim.')
}

function alreadyThere({ last_submitted_at: sentAt }: EncounterClaim, timeZone: string): Advice {
  const last = sentAt === undefined ? undefined : Date.parse(sentAt)
  const submission =
    last === undefined || Number.isNaN(last)
      ? 'It says of no submission.'
      : `It was last submitted on ${formatLocalDate(localDateAt(last, timeZone))}: check whether that was with the new values.`
  return told('nothing', `Already corrected there: the encounter has the new values. ${submission}`)
}

function unsent({ signs, book, today }: Own): Advice {
  if (signs.is_nothing_left)
    return told('edit', 'The claim hasn’t been sent, and nothing is left to bill. Cancel it there.')
  if (signs.pays === 'patient')
    return told('edit', 'The claim hasn’t been sent. Set the encounter to self-pay.')
  return told(
    'edit',
    'The claim hasn’t been sent to a payer. Edit the encounter; it needs no frequency code.',
    { deadline: filedBy(signs.now, book, today) },
  )
}

function rejected({ signs, book, today }: Own): Advice {
  const why = 'The claim was rejected, so the payer has no claim to correct or void.'
  if (signs.is_nothing_left) return told('nothing', `${why} Nothing is left to bill.`)
  if (signs.pays === 'patient') return told('nothing', `${why} The patient pays now.`)
  return told('new', `${why} Fix it and send a new claim.`, {
    deadline: filedBy(signs.now, book, today),
  })
}

function sent({ signs }: Own): Advice {
  const payer = nameOf(payerOf(signs))
  if (signs.what === 'other-card')
    return told(
      'secondary',
      `Nothing changes for ${payer}. Bill the secondary after the primary’s remittance.`,
    )
  const then =
    signs.what === 'attachment'
      ? 'Then send the attachment with its control number.'
      : signs.is_nothing_left || signs.other || signs.pays === 'patient'
        ? 'A void now would find no claim.'
        : 'A corrected claim (frequency 7) now would be a duplicate.'
  return told('wait', `Wait until ${payer} has answered. ${then}`)
}

/** The payer has decided: what can be changed there, and by when. The first row that fits. */
function decided(own: Own, claim: EncounterClaim): Advice {
  const { signs, book, today } = own
  const payer = payerOf(signs)
  const name = nameOf(payer)
  const { withNumber, missing } = controlNumber(claim)
  const isDenied = claim.paid.kind === 'not-paid'
  const isPartB = isMedicarePartB(signs.billed)
  const elsewhere = elsewhereOf(signs, name)
  const filing = filedBy(signs.now, book, today)
  const isCancelled = signs.is_nothing_left === true || signs.pays === 'patient'
  const isLess = elsewhere !== undefined || isCancelled || signs.moved_cents < 0
  const overpayment = isDenied || !isLess ? undefined : overpaymentWords(payer)
  const facts = { missing, overpayment }
  const noVoid = `${name} denied the claim, so there is nothing to void.`
  const toVoid = isPartB
    ? `Medicare Part B takes no void: ask ${name} for a reopening${withNumber}`
    : `Void the claim (frequency 8) at ${name}${withNumber}`
  if (elsewhere !== undefined && isDenied)
    return told('new', `${elsewhere} ${noVoid} Send a new claim${toPayer(signs)}.`, {
      deadline: filing,
    })
  if (elsewhere !== undefined) {
    const words = `${elsewhere} ${toVoid}, then send a new claim (frequency 1)${toPayer(signs)}.`
    return told('void-and-new', words, { ...facts, deadline: filing })
  }
  if (isCancelled) {
    const why = signs.is_nothing_left ? 'Nothing is left to bill.' : 'The patient pays now.'
    if (isDenied) return told('nothing', `${why} ${noVoid}`)
    const words = `${why} ${toVoid}, and refund what it paid.`
    return told(isPartB ? 'reopening' : 'void', words, facts)
  }
  if (signs.what === 'other-card')
    return told('secondary', `Nothing changes for ${name}. Bill the secondary with its answer.`, {
      deadline: secondaryBy(own, claim),
    })
  if (signs.what === 'attachment')
    return told('attachment', `Send the attachment to ${name}${withNumber}. It needs no claim.`, {
      missing,
    })
  if (isPartB && claim.is_unprocessable)
    return told(
      'new',
      `${name} returned the claim as unprocessable (MA130). Fix it, send it anew.`,
      {
        deadline: filing,
      },
    )
  if (isPartB) {
    const words = `Medicare Part B takes no corrected claim of a professional service. Ask ${name} for a reopening${withNumber}.`
    return told('reopening', words, { ...facts, deadline: reopenedBy(claim, today) })
  }
  return corrected(own, claim, facts)
}

const because = {
  'first-diagnosis': 'The payer decides by the first diagnosis. ',
  description: 'The payer decides by the description of such a code. ',
}

function corrected({ signs, book, today }: Own, claim: EncounterClaim, facts: AdviceFacts): Advice {
  const payer = payerOf(signs)
  const name = nameOf(payer)
  const { withNumber } = controlNumber(claim)
  const limit = correctedLimit(signs.billed, payer, claim.remitted_on, book)
  const deadline = limit
    ? by('Corrected', limit.limit, limit, today)
    : `No limit for corrected claims entered for ${name}`
  if (limit?.lastDay !== undefined && daysBetween(today, limit.lastDay) < 0) {
    const words = `The limit for a corrected claim has passed. ${deadline}. Appeal to ${name}${withNumber}.`
    return told('appeal', words, { ...facts, deadline: appealBy(payer, claim, book, today) })
  }
  const why = signs.because ? because[signs.because] : ''
  const words = `${why}Send a corrected claim (frequency 7) to ${name}${withNumber} and all original lines, the unchanged ones too.`
  return told('corrected', words, { ...facts, deadline })
}

// Words of a deadline.

type Basis = {
  from: LocalDate | undefined
  of: 'service' | 'remittance'
  source?: string | undefined
  isDefault?: boolean | undefined
  /** Nobody entered what the limit counts from. */
  isAssumed?: boolean
}

/** "Corrected by Wed 03/03/2027, 41 days left (90 days after the remittance of …, Contract § 4.1)". */
function by(what: string, limit: Limit, basis: Basis, today: LocalDate): string {
  const { from, of, source, isDefault, isAssumed } = basis
  const origin = of === 'service' ? 'the service' : 'the remittance'
  if (from === undefined)
    return `${what} within ${limitWords(limit)} after ${origin}, whose date isn’t known`
  const last = lastDayOf(limit, from)
  const left = daysBetween(today, last)
  const why = [
    `${limitWords(limit)} after ${origin} of ${formatLocalDate(from, { weekday: false })}`,
    source,
    isDefault ? defaultWords : '',
    isAssumed ? 'counted from the remittance, not confirmed' : '',
  ]
  const words = `(${why.filter(Boolean).join(', ')})`
  return left < 0
    ? `The last day was ${formatLocalDate(last)}, ${countOf(-left, days)} ago ${words}`
    : `${what} by ${formatLocalDate(last)}, ${countOf(left, days)} left ${words}`
}

const days = { one: 'day', many: 'days' }

function appealBy(
  payer: NamedPayer,
  { remitted_on: from }: EncounterClaim,
  book: Rulebook,
  today: LocalDate,
): string {
  const found = limitFor(payer, 'appeal', book)
  if (!found) return `No limit for appeals entered for ${nameOf(payer)}`
  return by('Appeal', found.limit, { ...found, from, of: 'remittance' }, today)
}

function reopenedBy({ remitted_on: from }: EncounterClaim, today: LocalDate): string {
  const source = '42 CFR 405.980(c)(1)'
  return by('Reopening', 'calendar-year', { from, of: 'remittance', source }, today)
}

function filedBy(facts: FilingFacts, book: Rulebook, today: LocalDate): string | undefined {
  const primary = facts.insurances.find(({ rank }) => rank === 'primary')
  return primary && clockWords(filingClock(facts, primary, book, today))
}

function secondaryBy({ signs, book, today }: Own, claim: EncounterClaim): string | undefined {
  const next = signs.now.insurances.find(({ rank }) => rank !== 'primary')
  const facts = { ...signs.now, primary_remitted_on: claim.remitted_on }
  return next && clockWords(filingClock(facts, next, book, today))
}

// Payers.

const first = (facts: FilingFacts): Insurance | undefined =>
  facts.insurances.find(({ rank }) => rank === 'primary')

/** The payer that has the claim: as billed. */
function payerOf({ billed, payers }: ChangeSigns): NamedPayer {
  return payers?.billed ?? first(billed) ?? {}
}

function nameOf({ payer, payer_id }: NamedPayer): string {
  return payer ?? payer_id ?? 'the payer'
}

/**
 * True if only the id of the primary payer is another one: a payer may have several ids, and the
 * rulebook then has the same name for them.
 */
export function isSamePayer({ payers }: ChangeSigns, { byId }: Rulebook): boolean {
  const [one, other] = [payers?.billed, payers?.now].map(({ payer_id = '' } = {}) =>
    byId.get(payer_id)?.payer.trim().toLowerCase(),
  )
  return one !== undefined && one !== '' && one === other
}

function elsewhereOf(signs: ChangeSigns, payer: string): string | undefined {
  if (signs.other === 'person') return 'The claim is of another person now.'
  if (signs.other === 'provider')
    return `Another provider bills now, and ${payer} can’t replace a claim of somebody else.`
  return signs.payers ? 'Another payer owes the claim now.' : undefined
}

function toPayer({ payers }: ChangeSigns): string {
  return payers ? ` to ${nameOf(payers.now)}` : ''
}

function controlNumber({ control_number: id }: EncounterClaim) {
  return id === undefined
    ? {
        withNumber: ' with its control number',
        missing: ['The payer’s control number is not known here.'],
      }
    : { withNumber: ` with its control number ${id}`, missing: [] }
}

// 42 CFR 401.305(b)(1): sixty days for Medicare and, by 42 U.S.C. 1320a-7k(d), Medicaid.
function overpaymentWords(payer: NamedPayer): string {
  const kind = payerKind(payer)
  const isPublic = kind === 'medicare' || kind === 'medicaid'
  const due = isPublic ? ' Report and return it within 60 days of the day it is identified.' : ''
  return `Possible overpayment: resolving needs a reason.${due}`
}

type AdviceFacts = {
  deadline?: string | undefined
  missing?: string[]
  overpayment?: string | undefined
}

function told(
  kind: AdviceKind,
  reason: string,
  { deadline, missing = [], overpayment }: AdviceFacts = {},
): Advice {
  const frequency = frequencies[kind]
  return {
    kind,
    ...(frequency && { frequency }),
    reason,
    ...(deadline !== undefined && { deadline }),
    missing,
    ...(overpayment !== undefined && { overpayment }),
  }
}
