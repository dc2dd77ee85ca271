import {
  isAlwaysTherapy,
  isAmbulance,
  isCappedRental,
  isChiropractic,
  isOtherTransport,
  isTimed,
  kindOf,
  type ProcedureKind,
} from './procedure-kinds.ts'

// What modifiers say of each other and of their line, each with its source. No descriptor of a
// licensed code set is used.

const codesOf = (text: string): readonly string[] => text.split(' ')
const sidesOf = (text: string) => text.split(' | ').map(codesOf)

/** Modifiers of two sides are not on one line. `meant`: right at some payers, so only a warning. */
export type Excluding = {
  sides: readonly (readonly string[])[]
  why: string
  source: string
  isUnusual?: boolean
}

const excludes = (sides: string, why: string, source: string): Excluding => ({
  sides: sidesOf(sides),
  why,
  source,
})
const isSeldomWith = (sides: string, why: string, source: string): Excluding => ({
  ...excludes(sides, why, source),
  isUnusual: true,
})

export const manualName = 'Medicare Claims Processing Manual, chapter '
const manual = (place: string) => `${manualName}${place}`
const telehealthList = 'CMS, telehealth services'

export const excluding: readonly Excluding[] = [
  excludes('26 | TC', 'the professional and the technical part are two lines', manual('13 §20')),
  excludes('50 | RT LT', '50 already means both sides', manual('12 §40.7')),
  excludes('59 | XE XS XP XU', 'an X modifier replaces 59', 'MLN1783722'),
  excludes('76 | 77', 'the same person repeats a service, or another one', 'CPT, appendix A'),
  excludes('58 | 78 | 79', 'planned, not planned or not related', manual('12 §40.2')),
  excludes('52 | 53 | 73 | 74', 'reduced or discontinued', manual('4 §20.6.4')),
  excludes('62 | 66 | 80 | 81 | 82', 'two surgeons, a team or an assistant', manual('12 §40.8')),
  excludes('AA | AD | QK | QX | QY | QZ', 'one person gave or directed it', manual('12 §50')),
  excludes('P1 | P2 | P3 | P4 | P5 | P6', 'a patient has one physical status', 'CPT, anesthesia'),
  excludes('NU | RR | UE', 'bought new, rented or bought used', manual('20 §30')),
  excludes('KH | KI | KJ', 'the first, the next two or a later month', manual('20 §30.5')),
  excludes('BP | BR | BU', 'bought, rented or not decided', manual('20 §30.5')),
  excludes('RA | RB', 'the whole item or a part is replaced', manual('20 §50')),
  excludes('K0 | K1 | K2 | K3 | K4', 'a patient has one functional level', 'DME MAC policy L33787'),
  excludes('GA | GZ | GX GY', 'the statements of liability differ', 'MM6563'),
  excludes('GV | GW', 'related to the terminal illness, or not', manual('11 §40')),
  excludes('Q5 | Q6', 'one kind of substitute', manual('1 §30.2.10')),
  excludes('GN | GO | GP', 'a plan of therapy has one discipline', manual('5 §20.1')),
  excludes('CQ | CO', 'a plan of therapy has one discipline', manual('5 §20.1')),
  excludes('JW | JZ', 'some of the drug was discarded, or nothing', manual('17 §40')),
  excludes('QM | QN', 'by arrangement or by the hospital itself', manual('15 §30')),
  excludes('93 | 95 GT', 'sound alone, or sound and picture', telehealthList),
  excludes('GQ | 93 95 FQ GT', 'live, or not', telehealthList),
  isSeldomWith(
    'RT | LT',
    'both sides are billed with modifier 50, or as two lines',
    manual('12 §40.7'),
  ),
  isSeldomWith('95 | GT', 'payers take one of the two for telehealth', telehealthList),
  isSeldomWith('FQ | 93 95 GT', 'payers take one modifier for telehealth', telehealthList),
]

/** A modifier that is not on a line without one of others. */
export const needing = [
  { of: codesOf('KI KJ KR'), one: codesOf('RR'), source: manual('20 §30.5') },
  { of: codesOf('KH'), one: codesOf('RR NU UE'), source: manual('20 §30.5') },
  { of: codesOf('CQ'), one: codesOf('GP'), source: manual('5 §20.1') },
  { of: codesOf('CO'), one: codesOf('GO'), source: manual('5 §20.1') },
]

/** Modifiers that bound the units of their line. */
export const bounding = [
  { of: codesOf('50'), most: 1, source: manual('12 §40.7') },
  { of: codesOf('53 73 74'), most: 1, source: manual('4 §20.6.4') },
]

type Fits = (kind: ProcedureKind | undefined, code: string) => boolean
const only =
  (...kinds: (ProcedureKind | undefined)[]): Fits =>
  (kind) =>
    kinds.includes(kind)
const never =
  (...kinds: ProcedureKind[]): Fits =>
  (kind) =>
    kind === undefined || !kinds.includes(kind)

/** Modifiers of one class of procedures. A class is wide where codes of a range differ. */
export const belonging: readonly {
  of: readonly string[]
  to: string
  fits: Fits
  source: string
}[] = [
  {
    of: codesOf('24 25 57'),
    to: 'a visit',
    fits: only(undefined, 'service'),
    source: 'NCCI policy manual, chapter I',
  },
  {
    of: codesOf('QS G8 G9 P1 P2 P3 P4 P5 P6'),
    to: 'anesthesia',
    fits: only('anesthesia'),
    source: manual('12 §50'),
  },
  {
    of: codesOf('AA AD QK QX QY QZ'),
    to: 'anesthesia',
    fits: never('drug', 'vaccine', 'supply', 'laboratory', 'ambulance'),
    source: manual('12 §50'),
  },
  {
    of: codesOf('JW JZ JA JB JG TB'),
    to: 'a drug',
    fits: only(undefined, 'drug', 'vaccine'),
    source: manual('17 §40'),
  },
  {
    of: codesOf('NU RR UE KH KI KJ KR BP BR BU RA RB'),
    to: 'equipment',
    fits: only(undefined, 'supply'),
    source: manual('20 §30'),
  },
  {
    of: codesOf('GN GO GP CQ CO'),
    to: 'therapy',
    fits: never('drug', 'vaccine', 'anesthesia', 'imaging', 'laboratory', 'ambulance'),
    source: manual('5 §20.1'),
  },
  {
    of: codesOf('QW 90 91'),
    to: 'a laboratory test',
    // Some tests are G codes.
    fits: (kind, code) => kind === 'laboratory' || kind === undefined || /^G/i.test(code),
    source: manual('16 §70 and §100'),
  },
  {
    of: codesOf('26 TC'),
    to: 'a test or image',
    fits: never('drug', 'vaccine', 'supply', 'anesthesia', 'ambulance'),
    source: manual('13 §20'),
  },
  {
    of: codesOf('54 55 56 62 66 80 81 82 AS'),
    to: 'an operation',
    fits: never('drug', 'vaccine', 'supply', 'anesthesia', 'laboratory', 'ambulance'),
    source: manual('12 §40'),
  },
  {
    of: codesOf('QL QM QN'),
    to: 'an ambulance trip',
    fits: only('ambulance'),
    source: manual('15 §30'),
  },
]

/** Two letters of a trip that also mean something else. */
const otherMeaning: ReadonlySet<string> = new Set(
  codesOf(
    'ED EE EJ EP ER EX GE GG GH GJ GN GP GR GS GX HD HE HG HH HI HJ HN HP HR HS HX JD JE JG NR PD PI PN PS RD RE RI RR SD SE SG SH SJ SN SS',
  ),
)

/** True for where a trip began and ended. Source: Medicare Claims Processing Manual, chapter 15, 30. */
function isTrip(modifier: string): boolean {
  return /^[DEGHIJNPRS][DEGHIJNPRSX]$/.test(modifier)
}

/** True for two letters that mean a trip and nothing else. */
export function isTripAlone(modifier: string): boolean {
  return isTrip(modifier) && !otherMeaning.has(modifier)
}

const ofEquipment = codesOf('KH KI KJ')

/** Procedures that need one of some modifiers. `isSure`: every payer refuses it without. */
export const asking: readonly {
  on: (code: string, modifiers: readonly string[]) => boolean
  passes: (modifier: string) => boolean
  lacks: string
  isSure?: boolean
  isMedicare?: boolean
  source: string
}[] = [
  {
    on: isAmbulance,
    // QL: the patient died before the trip.
    passes: (modifier) => isTrip(modifier) || modifier === 'QL',
    lacks: 'is an ambulance trip, but no modifier says from where to where, such as RH',
    isSure: true,
    source: manual('15 §30'),
  },
  {
    on: isOtherTransport,
    passes: isTrip,
    lacks: 'is a trip, but no modifier says from where to where, such as RP',
    source: 'State Medicaid programs, non-emergency transport',
  },
  {
    on: isTimed,
    passes: (modifier) => /^(?:A[AD]|Q[KXYZ])$/.test(modifier),
    lacks: 'is anesthesia, but no modifier says who gave it: AA, QK, QX, QY, QZ or AD',
    source: manual('12 §50'),
  },
  {
    on: isAlwaysTherapy,
    passes: (modifier) => /^G[NOP]$/.test(modifier),
    lacks: 'is therapy for Medicare, but no modifier says of which plan: GN, GO or GP',
    isSure: true,
    isMedicare: true,
    source: manual('5 §20.1'),
  },
  {
    on: isChiropractic,
    passes: (modifier) => /^(?:AT|G[AYZ])$/.test(modifier),
    lacks: 'is chiropractic, and Medicare pays it as active treatment (AT) only',
    isMedicare: true,
    source: manual('12 §220'),
  },
  {
    on: (code, modifiers) => isCappedRental(code) && modifiers.includes('RR'),
    passes: (modifier) => ofEquipment.includes(modifier),
    lacks: 'is rented for Medicare, but no modifier says which month it is: KH, KI or KJ',
    isMedicare: true,
    source: manual('20 §30.5'),
  },
]

/** Modifiers of telehealth, and if they mean a live visit. Source: CMS, telehealth services. */
export const telehealth: { readonly [modifier: string]: 'Synchronous' | 'Asynchronous' } = {
  93: 'Synchronous',
  95: 'Synchronous',
  FQ: 'Synchronous',
  GT: 'Synchronous',
  GQ: 'Asynchronous',
}

/** The modifiers of a line that say something beside its trip. */
export function withoutTrip(code: string, modifiers: readonly string[]): readonly string[] {
  return kindOf(code) === 'ambulance' ? modifiers.filter((one) => !isTrip(one)) : modifiers
}
