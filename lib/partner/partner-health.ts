import 'server-only'
import { elapsed, now } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { log, logDefect } from '#lib/console/log.ts'
import { processState } from '#lib/console/process-state.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { PartnerState } from '#lib/core/partner-state.ts'
import { fail, type Failure } from '#lib/core/result.ts'
import { longestWaitMs, maxAttempts } from './retry.ts'

/**
 * What one exchange says about the partner.
 * - good: a reply that the console can use, or the partner's own refusal of this one request.
 * - answered: the partner is there, but this was no good answer (401, 429, its own error 500).
 * - bad: no answer, a 503, or a gateway's 5xx.
 * - none: it says nothing, such as a request that was cancelled or never sent.
 */
export type Sign = 'good' | 'answered' | 'bad' | 'none'

/**
 * What is known of one partner address for one key. Times are milliseconds of `elapsed`, except
 * `lastGoodAt`, which is UTC.
 */
export type Health = {
  /** The latest bad signs since the last answer, at most `opensAfter`. */
  failures: number[]
  /** How long the requests waited that have failed since the last answer. */
  silentMs: number
  /** Set while the breaker is open: no request before this time, then one probe. */
  openUntil: number | undefined
  probe: Promise<void> | undefined
  probedAt: number
  /** The partner asked for no request before this time. */
  parkedUntil: number
  /**
   * The least time between two requests, after a 429 without Retry-After; the next request's
   * earliest time.
   */
  gapMs: number
  nextAt: number
  lastGoodAt: number | null
  refusal: 'key-refused' | 'insecure' | undefined
  refusedAt: number
  /** The retry budget. */
  tokens: number
}

// The breaker opens after so many failures within this time, or after those of one read that waited
// so long in vain.
const opensAfter = 5
const withinMs = 10_000
const opensAfterSilentMs = 20_000
const openMs = 10_000
const jitterMs = 2_000
const longestParkMs = 5 * 60_000
const firstGapMs = 100
const longestGapMs = 2_000
const fullBudget = 100
const costOfRetry = 5
// Far more keys and addresses than a console has: rotated keys leave their entry behind.
const mostEntries = 200

const state = processState<{ partnerHealth: Map<string, Health> }>()

/** A partner of which nothing is known yet. */
export function freshHealth(): Health {
  return {
    failures: [],
    silentMs: 0,
    openUntil: undefined,
    probe: undefined,
    probedAt: Number.NEGATIVE_INFINITY,
    parkedUntil: 0,
    gapMs: 0,
    nextAt: 0,
    lastGoodAt: null,
    refusal: undefined,
    refusedAt: Number.NEGATIVE_INFINITY,
    tokens: fullBudget,
  }
}

/** The health of one partner address for one key. It lasts as long as the process. */
export function healthOf({ id, keyFingerprint }: Connection, origin: string): Health {
  const all = (state.partnerHealth ??= new Map())
  const key = `${id} ${keyFingerprint} ${origin}`
  const existing = all.get(key)
  if (existing) return existing
  const fresh = freshHealth()
  if (all.size >= mostEntries) all.delete(all.keys().next().value!)
  all.set(key, fresh)
  return fresh
}

/**
 * Asks to send one request. Answers the milliseconds to wait first, or the failure to return
 * instead: `PartnerDown` while the breaker is open, `PartnerBusy` while the partner wants a longer
 * pause than a person waits. When the breaker has been open long enough, this starts `probe` and
 * does not wait for it: no request waits for a partner that hangs.
 */
export function admit(health: Health, probe: () => Promise<void>): { waitMs: number } | Failure {
  if (health.openUntil !== undefined) {
    if (elapsed() >= health.openUntil) probeOnce(health, probe)
    return partnerDown(health)
  }
  const at = elapsed()
  if (health.parkedUntil - at > longestWaitMs) return partnerBusy(health.parkedUntil - at)
  const start = Math.max(at, health.parkedUntil, health.nextAt)
  if (start - at > longestWaitMs) return partnerBusy(start - at)
  health.nextAt = start + health.gapMs
  return { waitMs: start - at }
}

/**
 * Notes the outcome of one request that took so many milliseconds. Any answer closes an open
 * breaker.
 */
export function noteSign(health: Health, sign: Sign, tookMs: number): void {
  if (sign === 'none') return
  const at = elapsed()
  if (sign === 'bad') {
    health.failures = [...health.failures, at].slice(-opensAfter)
    const [first] = health.failures
    health.silentMs += tookMs
    // A partner that hangs fails too slowly for the first rule: three tries of one read take half a
    // minute.
    const isFailingOften =
      health.failures.length === opensAfter && first !== undefined && at - first <= withinMs
    const isSilent = isFailing(health) && health.silentMs >= opensAfterSilentMs
    const isOpening = health.openUntil === undefined && (isFailingOften || isSilent)
    if (isOpening)
      log('warn', 'the partner does not answer: calls fail at once until a probe is answered')
    // Requests that were under way when the breaker opened do not keep it open longer.
    if (isOpening) health.openUntil = restsUntil()
    return
  }
  if (health.openUntil !== undefined) log('info', 'the partner answers again')
  health.failures = []
  health.silentMs = 0
  health.openUntil = undefined
  if (sign === 'answered') return
  health.lastGoodAt = now()
  // An answer to a request from before the refusal says nothing about it.
  if (at - tookMs >= health.refusedAt) health.refusal = undefined
  health.gapMs = health.gapMs < firstGapMs / 4 ? 0 : health.gapMs * 0.9
}

/**
 * Notes that the partner refuses the key, or that its certificate can't be trusted; a good answer
 * clears it.
 */
export function noteRefusal(health: Health, refusal: NonNullable<Health['refusal']>): void {
  health.refusal = refusal
  health.refusedAt = elapsed()
}

/**
 * Notes a 429 or 503: with a wait, no request of this key is sent before it is over (at most five
 * minutes); a 429 without one doubles the time between requests.
 */
export function noteBusy(health: Health, status: number, waitMs: number | undefined): void {
  const at = elapsed()
  if (waitMs !== undefined) {
    health.parkedUntil = Math.max(health.parkedUntil, at + Math.min(waitMs, longestParkMs))
  } else if (status === 429) {
    health.gapMs = Math.min(longestGapMs, Math.max(firstGapMs, health.gapMs * 2))
    health.nextAt = Math.max(health.nextAt, at + health.gapMs)
  }
}

/**
 * True if the partner has failed at least as often in a row as one read tries it: a further read is
 * then tried once.
 */
export function isFailing({ failures }: Health): boolean {
  return failures.length >= maxAttempts
}

/**
 * Takes one retry from the budget; false if it is used up. Without it, every read would be sent
 * three times in an outage.
 */
export function takeRetry(health: Health): boolean {
  if (health.tokens < costOfRetry) return false
  health.tokens -= costOfRetry
  return true
}

/** Restores a little of the budget after an answer that is not a failure of the partner. */
export function restoreBudget(health: Health): void {
  health.tokens = Math.min(fullBudget, health.tokens + 1)
}

/**
 * How the partner answers by this health; the worse of the two where a connection has two
 * addresses.
 */
export function stateOf(healths: readonly Health[]): PartnerState {
  const kinds = healths.map(kindOf)
  const kind =
    (['down', 'insecure', 'key-refused', 'busy'] as const).find((each) => kinds.includes(each)) ??
    'answers'
  const inTrouble = healths.filter((_, at) => kinds[at] === kind)
  const times = inTrouble.map(({ lastGoodAt }) => lastGoodAt).filter((time) => time !== null)
  return { kind, last_answer_at: times.length > 0 ? Math.max(...times) : null }
}

/**
 * Looks in the background whether a partner in trouble is back: one probe at a time, and at most
 * one in ten seconds.
 */
export function lookAgain(health: Health, probe: () => Promise<void>): void {
  const kind = kindOf(health)
  if (kind === 'answers' || kind === 'busy') return
  const dueAt = health.openUntil ?? Math.max(health.failures.at(-1) ?? 0, health.probedAt) + openMs
  if (elapsed() >= dueAt) probeOnce(health, probe)
}

function probeOnce(health: Health, probe: () => Promise<void>): void {
  if (health.probe) return
  health.probedAt = elapsed()
  health.probe = probe()
    .catch((error: unknown) => void logDefect(error, 'probe'))
    .finally(() => {
      health.probe = undefined
      // An open breaker rests also after a probe that told nothing about the partner.
      if (health.openUntil !== undefined)
        health.openUntil = Math.max(health.openUntil, restsUntil())
    })
}

function restsUntil(): number {
  return elapsed() + openMs + Math.random() * jitterMs
}

function kindOf(health: Health): PartnerState['kind'] {
  const { openUntil, refusal, parkedUntil } = health
  if (openUntil !== undefined || isFailing(health)) return 'down'
  return refusal ?? (parkedUntil - elapsed() > longestWaitMs ? 'busy' : 'answers')
}

function partnerDown({ lastGoodAt }: Health): Failure {
  const since =
    lastGoodAt === null ? '' : ` Its last answer was ${agoWords(now() - lastGoodAt)} ago.`
  return fail('PartnerDown', `The partner isn’t answering.${since}`).error
}

/** The failure while the partner wants a pause of so many milliseconds. */
export function partnerBusy(waitMs: number, status = 0): Failure {
  const wait =
    waitMs > longestWaitMs ? `in ${agoWords(Math.min(waitMs, longestParkMs))}` : 'in a moment'
  return fail('PartnerBusy', `The partner is busy. Try again ${wait}.`, { status }).error
}

function agoWords(ms: number): string {
  if (ms < 90_000)
    return countOf(Math.max(1, Math.round(ms / 1_000)), { one: 'second', many: 'seconds' })
  if (ms < 90 * 60_000) return countOf(Math.round(ms / 60_000), { one: 'minute', many: 'minutes' })
  return countOf(Math.round(ms / 3_600_000), { one: 'hour', many: 'hours' })
}
