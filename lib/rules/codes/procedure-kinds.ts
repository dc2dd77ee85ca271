// Kinds of procedure codes by their first characters, as CMS assigns the ranges of HCPCS level II.
// Numeric codes are only compared as numbers: their meaning is licensed.

/** True for a drug: HCPCS J codes. */
export function isDrug(code: string): boolean {
  return /^J\d{4}$/i.test(code)
}

/**
 * True for a supply or piece of equipment: HCPCS A4 to A9, B, E, K and L codes (medical supplies,
 * enteral therapy, durable equipment, orthotics and prosthetics).
 */
export function isSupply(code: string): boolean {
  return /^(?:A[4-9]|[BEKL]\d)\d{3}$/i.test(code)
}

/** True for durable equipment, an orthosis or a prosthesis: HCPCS E, K and L codes. */
export function isEquipment(code: string): boolean {
  return /^[EKL]\d{4}$/i.test(code)
}

/** True for anesthesia: 00100 to 01999. */
export function isAnesthesia(code: string): boolean {
  return /^0[01]\d{3}$/.test(code) && code >= '00100'
}

/**
 * True for anesthesia whose time is billed in minutes. 01953 counts areas of the body, and 01996
 * counts days.
 */
export function isTimed(code: string): boolean {
  return isAnesthesia(code) && code !== '01953' && code !== '01996'
}

/**
 * True for a trip of an ambulance: HCPCS A0021, A0225 and A0380 to A0999, without the treatment of
 * A0998, which has no trip.
 */
export const isAmbulance = within('A0021 A0225 A0380-A0997 A0999')

/** True for other transport, such as a taxi, bus or wheelchair van: HCPCS A0080 to A0160. */
export const isOtherTransport = within('A0080-A0160')

/** True for an ambulance that flies: HCPCS A0430, A0431, A0435 and A0436. */
export const isAirAmbulance = within('A0430 A0431 A0435 A0436')

/**
 * True for equipment that Medicare rents for at most 13 months: beds, breathing aids, lifts, pumps
 * and wheelchairs. Source: CMS, DMEPOS fee schedule, category CR.
 */
export const isCappedRental = within(
  'E0250-E0270 E0277 E0290-E0304 E0470-E0471 E0570 E0601 E0630 E0781 E0791 E1130-E1298 K0001-K0009 K0813-K0891',
)

/**
 * True for equipment and nutrition that payers ask a certificate for: oxygen, pumps, stimulators,
 * compressors, lift chairs and enteral feeding.
 */
export const isCertified = within(
  'E0424-E0447 E0627-E0629 E0650-E0676 E0720-E0730 E0747-E0760 E0779-E0791 E1390-E1392 B4034-B9006',
)

/** True for chiropractic manipulation of the spine. */
export const isChiropractic = within('98940-98942')

/**
 * True for what Medicare always takes as therapy, whoever gives it. Source: CMS, annual therapy
 * update, "always therapy".
 */
export const isAlwaysTherapy = within(
  '92507-92508 92521-92526 97012-97028 97032-97039 97110-97128 97139-97150 97161-97168 97530-97542 97750-97763',
)

export type ProcedureKind =
  | 'ambulance'
  | 'anesthesia'
  | 'drug'
  | 'vaccine'
  | 'supply'
  | 'operation'
  | 'imaging'
  | 'laboratory'
  | 'service'

const kinds: readonly (readonly [ProcedureKind, RegExp])[] = [
  ['ambulance', /^A0/],
  ['anesthesia', /^0[01]\d{3}$/],
  ['drug', /^J/],
  // Radiopharmaceuticals (A95 to A97) are supplies and drugs.
  ['supply', /^(?:A(?:[4-8]|9(?![5-7]))|[BEKLV])/],
  ['operation', /^[1-6]\d{4}$/],
  ['imaging', /^7\d{4}$/],
  ['laboratory', /^(?:8\d{4}|\d{4}U|U\d{4})$/],
  ['vaccine', /^90(?:2[89]|3\d|[4-6]\d|7[0-5])\d$|^913[0-2]\d$/],
  ['service', /^(?:9\d{4}|[DGHMR])/],
]

/** The kind of a procedure code; undefined for one whose range holds several kinds (C, P, Q, S, T). */
export function kindOf(code: string): ProcedureKind | undefined {
  const capitals = code.toUpperCase()
  return kinds.find(([, pattern]) => pattern.test(capitals))?.[0]
}

/**
 * True for a code that never names a drug, so that a national drug code on its line is of another
 * one. Programs ask for it also with opioid treatment (G1028, G2067 to G2080, G2215, G2216, H codes),
 * allergens and supplies of a visit.
 */
export function isNoDrug(code: string): boolean {
  const kind = kindOf(code)
  if (kind === undefined || kind === 'drug' || kind === 'vaccine') return false
  if (kind === 'supply') return isEquipment(code)
  return !isGivenWithDrug(code)
}

const isGivenWithDrug = within(
  '95115-95199 99070 G1028 G2067-G2080 G2215-G2216 H0001-H9999 M0001-M9999',
)

/**
 * Codes of what has no code of its own: not otherwise classified or specified, unclassified,
 * unlisted or miscellaneous. Source: CMS, HCPCS level II annual file.
 */
const unlisted = new Set(
  (
    'A0999 A4335 A4421 A4641 A4649 A4913 A5507 A6261 A6262 A9152 A9153 A9279 A9280 A9698 A9699 A9900 A9999 B9998 B9999 ' +
    'C1889 C2698 C2699 C9399 E0769 E1399 E1699 H0046 H0047 J1566 J1599 J3301 J3490 J3590 J3591 J7192 J7195 J7199 J7599 ' +
    'J7699 J7799 J7999 J8498 J8499 J8597 J8999 J9999 K0108 K0812 K0898 K0899 L0999 L1499 L2999 L3649 L3999 L5999 ' +
    'L7499 L8039 L8048 L8499 L8699 P9099 Q0181 Q0507 Q0508 Q0509 Q2039 Q4050 Q4051 Q4082 Q4100 S5199 S8189 S9379 S9542 ' +
    'T1999 T2025 T5999 V2199 V2499 V2599 V2799 V5267 V5274 V5287 V5298 V5299 ' +
    // Of the AMA, beside those that end in 99.
    '21089 23929 26989 37501 38129 38589 43289 43659 44238 44979 47379 47579 49329 49659 50549 50949 55559 58578 58579 ' +
    '58679 59897 59898 60659 69949 69979 76496 76497 76498 81479 86486 86849 88749 89240 90749 92700 93998 96379 96549 ' +
    '97039 97139 99429 99600'
  ).split(' '),
)

/** Codes of the AMA that end in 99 and say what was given. */
const listed99 = new Set(['21199', '26499', '28299', '61799', '63199', '81299'])

/** True for a code that does not say what was given: the line must describe it. */
export function isUnlisted(code: string): boolean {
  return (
    unlisted.has(code.toUpperCase()) ||
    (/^(?:[1-9]\d|01)\d99$|^D\d999$/i.test(code) && !listed99.has(code))
  )
}

/**
 * True for the words of a code that does not say what was given. Source: X12 837P SV101-7, which
 * lists these words.
 */
export function saysUnlisted(words: string): boolean {
  return /\b(?:not\s+otherwise\s+(?:classified|specified)|noc|nos|unlisted|unspecified|unclassified|miscellaneous|misc)\b|\bother(?: type)?$/i.test(
    words.trim(),
  )
}

/** Tells codes in some ranges ("A0021 A0380-A0997"), whose ends have the same letter. */
function within(ranges: string): (code: string) => boolean {
  const pairs = ranges.split(' ').map((range) => {
    const [from = '', to = from] = range.split('-')
    return { from, to }
  })
  return (code) => {
    const capitals = code.toUpperCase()
    return capitals.length === 5 && pairs.some(({ from, to }) => from <= capitals && capitals <= to)
  }
}
