import type { NamedPayer } from './insurances.ts'

// How long payers accept claims: what the team entered, and what the law says.

/** How long a payer accepts a claim: whole days, or one calendar year. */
export type Limit = number | 'calendar-year'

/** The most days of a limit: ten years. */
export const mostDays = 3_650

/**
 * The limits of one payer. `original` counts from the service, `appeal` from the payer's decision,
 * `secondary` from the remittance of the primary payer. `corrected` counts from what
 * `corrected_from` says: without it, from the payer's decision. A missing member was not entered.
 */
export type PayerLimits = {
  original?: Limit | undefined
  corrected?: Limit | undefined
  appeal?: Limit | undefined
  secondary?: number | undefined
  corrected_from?: CorrectedFrom | undefined
}

/** What a payer counts its limit for corrected claims from. */
export type CorrectedFrom = 'service' | 'remittance'

/** The limits in the order in which a page and a file show them. */
export const limitNames = ['original', 'corrected', 'appeal', 'secondary'] as const
export type LimitName = (typeof limitNames)[number]

/**
 * What the team entered for a payer. `payer_id` can also be the id of a default (`medicare`) or
 * `everyOther`. `source` is the contract, manual or law that the person names.
 */
export type PayerRule = { payer_id: string; payer: string; limits: PayerLimits; source: string }

/** The id of the limits of every payer that has none of its own and is no payer by law. */
export const everyOther = ''

/** The kind of a payer; it decides which default fits. */
export type PayerKind =
  | 'medicare'
  | 'medicare-advantage'
  | 'medicaid'
  | 'tricare'
  | 'veterans'
  | 'commercial'
  | 'workers-comp'
  | 'liability'
  | 'other'

/** The kinds in words. */
export const kindWords: { [kind in PayerKind]: string } = {
  medicare: 'Medicare',
  'medicare-advantage': 'Medicare Advantage',
  medicaid: 'Medicaid',
  tricare: 'TRICARE',
  veterans: 'Veterans Affairs',
  commercial: 'Commercial',
  'workers-comp': 'Workers’ comp.',
  liability: 'Auto and liability',
  other: 'Other',
}

// X12 005010 SBR09. ZZ ("mutually defined") names no kind, so the payer's name decides.
const kindOfPlan: { [plan in string]?: PayerKind } = {
  '09': 'other',
  '11': 'other',
  '12': 'commercial',
  '13': 'commercial',
  '14': 'commercial',
  '15': 'commercial',
  '16': 'medicare-advantage',
  '17': 'commercial',
  AM: 'liability',
  BL: 'commercial',
  CH: 'tricare',
  CI: 'commercial',
  DS: 'commercial',
  FI: 'other',
  HM: 'commercial',
  LM: 'liability',
  MA: 'medicare',
  MB: 'medicare',
  MC: 'medicaid',
  OF: 'other',
  TV: 'other',
  VA: 'veterans',
  WC: 'workers-comp',
}

/** A limit that a public source certainly says for every payer of a kind. */
export type DefaultRule = PayerRule & { kind: PayerKind }

/**
 * The defaults by kind of payer.
 *
 * - Medicare, original claim: "within 1 calendar year after the date of service", 42 CFR 424.44(a).
 *   Appeal: 120 calendar days after the notice of the initial determination, 42 CFR 405.942(a).
 * - TRICARE, original claim: one year after the services are provided, 10 U.S.C. 1106(b); TRICARE
 *   Operations Manual, chapter 8, section 3, gives the same date of the next year.
 *
 * Other kinds have none. 42 CFR 447.45(d) gives Medicaid programs 12 months at most, and states set
 * less. Medicare Advantage, commercial and liability payers set limits by contract.
 */
export const defaultRules: readonly DefaultRule[] = [
  {
    kind: 'medicare',
    payer_id: 'medicare',
    payer: 'Medicare',
    limits: { original: 'calendar-year', appeal: 120 },
    source: '42 CFR 424.44(a); appeal: 42 CFR 405.942(a)',
  },
  {
    kind: 'tricare',
    payer_id: 'tricare',
    payer: 'TRICARE',
    limits: { original: 'calendar-year' },
    source: '10 U.S.C. 1106(b)',
  },
]

// Original Medicare by its usual names: each word is one of these, or "Medicare Part B" has a
// region after it. Any other word ("Aetna Medicare PPO", "Medicare Gold Plus") may be a private
// plan's, which has its own limit.
const medicareWords = new Set(
  'medicare original traditional cms railroad part parts a b and of dme mac noridian novitas palmetto gba wps cgs ngs'.split(
    ' ',
  ),
)
const medicarePart = /\bmedicare parts? [ab]\b/i
const planWords =
  /\b(?:advantage|hmo|ppo|pos|pffs|snp|part c|plan|plus|gold|select|complete|choice|supplement|medigap)\b/i

/** True if a payer's name is Original Medicare's, which is no private Medicare plan. */
export function isOriginalMedicare(payer: string): boolean {
  const words = payer.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  if (medicarePart.test(payer)) return !planWords.test(payer)
  return words.includes('medicare') && words.every((word) => word === '' || medicareWords.has(word))
}

/** The kind of a payer: by the plan type, without one by the name; undefined if neither tells. */
export function payerKind({ plan_type, payer }: NamedPayer): PayerKind | undefined {
  const kind = plan_type === undefined ? undefined : kindOfPlan[plan_type]
  if (kind) return kind
  return payer !== undefined && isOriginalMedicare(payer) ? 'medicare' : undefined
}

/** What the team entered, by payer id and by the payer's name in lowercase. */
export type Rulebook = {
  byId: ReadonlyMap<string, PayerRule>
  byName: ReadonlyMap<string, PayerRule>
}

/** The entered rules, arranged for look-ups. */
export function rulebookOf(rules: readonly PayerRule[]): Rulebook {
  return {
    byId: new Map(rules.map((rule) => [rule.payer_id, rule])),
    byName: new Map(rules.map((rule) => [rule.payer.toLowerCase(), rule])),
  }
}

/** A limit in force for a payer, and where it comes from. */
export type FoundLimit<L> = {
  limit: L
  /** Nobody entered it for this payer: it is a default of the payer's kind or of every payer. */
  isDefault: boolean
  source: string
  /** What a limit for corrected claims counts from, as entered with it. */
  counted_from?: CorrectedFrom
}

/**
 * The limit of one kind that holds for a payer: its own, else the one for its kind, else the one
 * entered for every other payer. Undefined if there is none. A payer with a default by law never
 * takes the limit of every other payer. A payer without an id is known by its whole name.
 */
export function limitFor<Name extends LimitName>(
  payer: NamedPayer,
  name: Name,
  { byId, byName }: Rulebook,
): FoundLimit<NonNullable<PayerLimits[Name]>> | undefined {
  const own =
    payer.payer_id === undefined
      ? byName.get(payer.payer?.toLowerCase() ?? '')
      : byId.get(payer.payer_id)
  const kind = payerKind(payer)
  const law = kind && defaultRules.find((rule) => rule.kind === kind)
  const candidates = [own, ...(law ? [byId.get(law.payer_id), law] : [byId.get(everyOther)])]
  const rule = candidates.find((each) => each?.limits[name] !== undefined)
  const limit = rule?.limits[name]
  if (!rule || limit === undefined) return undefined
  const from = name === 'corrected' ? rule.limits.corrected_from : undefined
  return {
    limit,
    isDefault: rule !== own,
    source: rule.source,
    ...(from !== undefined && { counted_from: from }),
  }
}

/** A limit in words: "90 days", "1 calendar year". */
export function limitWords(limit: Limit): string {
  if (limit === 'calendar-year') return '1 calendar year'
  return limit === 1 ? '1 day' : `${limit.toLocaleString('en-US')} days`
}

const fromWords = / (?:from|after) (?:the )?(service|remittance)$/i

/** A payer's limit as a person would write it: "90 days", "60 days from service". */
export function limitText(limits: PayerLimits, name: LimitName): string | undefined {
  const limit = limits[name]
  if (limit === undefined) return undefined
  const from = name === 'corrected' ? limits.corrected_from : undefined
  return from === undefined ? limitWords(limit) : `${limitWords(limit)} from ${from}`
}

/**
 * The limit that a person wrote: "90", "90 days", "1 calendar year". Undefined for other text and
 * for fewer than 1 or more than 3,650 days.
 */
export function writtenLimit(text: string): Limit | undefined {
  const words = text.trim().toLowerCase()
  if (/^(?:1 |one |a )?calendar[ -]year$/.test(words)) return 'calendar-year'
  const [, digits] = /^(\d{1,3}(?:,\d{3})|\d{1,4})(?: ?d(?:ays?)?)?$/.exec(words) ?? []
  const days = Number(digits?.replace(',', ''))
  return days >= 1 && days <= mostDays ? days : undefined
}

/**
 * The limits that a person wrote, by name; blank texts are not entered. `wrong` names those that
 * cannot be read, with what to enter instead. Days after the primary's remittance are no year. A
 * limit for corrected claims may say what it counts from: "60 days from service".
 */
export function writtenLimits(textOf: (name: LimitName) => string): {
  limits: PayerLimits
  wrong: { name: LimitName; advice: string }[]
} {
  const limits: { [name in LimitName]?: Limit } & { corrected_from?: CorrectedFrom } = {}
  const wrong: { name: LimitName; advice: string }[] = []
  for (const name of limitNames) {
    const text = textOf(name).trim()
    const from = name === 'corrected' ? fromWords.exec(text) : null
    const limit = text === '' ? undefined : writtenLimit(text.slice(0, from?.index))
    const isYear = limit === 'calendar-year'
    if (limit !== undefined && !(isYear && name === 'secondary')) {
      limits[name] = limit
      if (from) limits.corrected_from = from[1]!.toLowerCase() as CorrectedFrom // one of the two
    } else if (text !== '')
      wrong.push({
        name,
        advice: `Enter 1 to 3,650 days${name === 'secondary' ? '' : ', or “calendar year”'}.`,
      })
  }
  return { limits: limits as PayerLimits, wrong } // a year is not taken for `secondary`
}

/** True if nothing was entered. */
export function isEmpty(limits: PayerLimits): boolean {
  return limitNames.every((name) => limits[name] === undefined)
}

/** True if two payers' rules say the same. */
export function isSameRule(one: PayerRule, other: PayerRule): boolean {
  return (
    one.payer === other.payer &&
    one.source === other.source &&
    one.limits.corrected_from === other.limits.corrected_from &&
    limitNames.every((name) => one.limits[name] === other.limits[name])
  )
}
