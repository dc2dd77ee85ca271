import { bareCell } from '#lib/core/table-text.ts'
import { groupsOf, hasPlaceholderWord, isFilledIn } from './placeholders.ts'

/** Separators that people copy from a card: spaces, dots, hyphens and dashes. */
const onlySeparated = /^[A-Z\d\s.\-\u2010-\u2015]+$/i

/** Words that people type beside an id. */
const noteWords = new Set(
  'BRING CARD CASH COPY FILE FORGOT INSURANCE LOST MEDICAID MEDICARE NEW NOT OLD ON PATIENT PAY SEE SELF'.split(
    ' ',
  ),
)

/**
 * Labels of a card's other numbers and of the member id itself. No prefix of an id is spelled like
 * that.
 */
const labels = new Set(
  (
    'ACCT BIN DL DOB EFF EXP FAX GROUP GRP ID MBR MEM MEMBER MRN NO NUM NUMBER PCN PH PHONE PIN POL POLICY RX RXBIN ' +
    'RXGRP RXPCN SSN SUBSCRIBER TEL'
  ).split(' '),
)

const months = new Set('JAN FEB MAR APR MAY JUN JUL AUG SEP SEPT OCT NOV DEC'.split(' '))

/** What a text in a member id field is, if it is no member id. */
export type MemberIdProblem = 'note' | 'placeholder' | 'date' | 'telephone' | 'social'

/**
 * True for a plain run of letters and digits that may be a member id. Source: X12 837P NM109, 2 to
 * 80 characters.
 */
export function isMemberId(id: string): boolean {
  return /^[A-Z\d]{2,80}$/i.test(id) && memberIdProblem(id) === undefined
}

/**
 * True for a Medicare beneficiary identifier without hyphens, in any case. Source: CMS,
 * "Understanding the MBI format": 11 characters of fixed kinds, without the letters S, L, O, I, B
 * and Z.
 */
export function isMbi(id: string): boolean {
  return /^[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d[AC-HJKMNP-RT-Y]{2}\d{2}$/i.test(
    id,
  )
}

/**
 * What the text in a member id field is instead: a note (words, a label, two ids), a placeholder, a
 * date, a telephone number, or a number with the shape of a social security number, which must not
 * go to a payer. Undefined if it may be an id.
 */
export function memberIdProblem(text: string): MemberIdProblem | undefined {
  const groups = groupsOf(text.toUpperCase())
  if (isLabelled(text, groups)) return 'note'
  if (hasSocialSecurityNumber(text) && /[1-9]/.test(text)) return 'social'
  if (isFilledIn(text)) return 'placeholder'
  if (groups.some((_, place) => isDate(groups.slice(place, place + 3)))) return 'date'
  if (isTelephone(groups)) return 'telephone'
  return hasSeveral(groups, text.toUpperCase()) ? 'note' : undefined
}

/**
 * The id in a text that was copied from a card with separators; undefined unless exactly one id is
 * possible. With `isMedicare`, only a Medicare beneficiary identifier counts.
 */
export function memberIdIn(text: string, isMedicare: boolean): string | undefined {
  const bare = bareCell(text)
  const id = groupsOf(bare).join('')
  if (id === text || !onlySeparated.test(bare) || memberIdProblem(bare) !== undefined)
    return undefined
  if (isMedicare) return isMbi(id) ? id : undefined
  return id.length >= 6 && id.length <= 20 && isMemberId(id) ? id : undefined
}

function isLabelled(text: string, groups: readonly string[]): boolean {
  return (
    hasPlaceholderWord(text) ||
    groups.some((group) => noteWords.has(group) || labels.has(group)) ||
    // A label that was typed without a space, before a number of the length that it announces.
    groups.some((group) => /^SSN\d{9}$|^DOB(?:\d{6}|\d{8})$/.test(group))
  )
}

// Two ids, or words beside one. Letters alone are a word, except for the short prefix that some
// payers print before the number. A card may print one id with a hyphen before its digits.
function hasSeveral(groups: readonly string[], text: string): boolean {
  const isOne = /^\s*[A-Z]+\d*[-\u2010-\u2015]\d+\s*$/.test(text)
  return (
    (!isOne && groups.filter((group) => group.length > 5).length > 1) ||
    (groups.length > 1 &&
      groups.some((group, place) => !/\d/.test(group) && (place > 0 || group.length > 3)))
  )
}

// Medicare's older ids have a letter behind it. Only the typed grouping tells: many plans have ids
// of nine digits.
function hasSocialSecurityNumber(text: string): boolean {
  return /(?<!\d)\d{3}[\s.\-\u2010-\u2015]+\d{2}[\s.\-\u2010-\u2015]+\d{4}(?!\d)/.test(text)
}

// Month, day and year in any usual order.
function isDate([a, b, c]: readonly string[]): boolean {
  if (a === undefined || b === undefined || c === undefined) return false
  const isDay = (group: string) =>
    /^\d{1,2}$/.test(group) && Number(group) >= 1 && Number(group) <= 31
  const isMonth = (group: string) => months.has(group) || (isDay(group) && Number(group) <= 12)
  const isYear = (group: string) => /^(?:19|20)?\d{2}$/.test(group)
  const endsInYear = isYear(c) && ((isMonth(a) && isDay(b)) || (isDay(a) && isMonth(b)))
  return endsInYear || (a.length === 4 && isYear(a) && isMonth(b) && isDay(c))
}

// With or without the country's 1 and the area code.
function isTelephone(groups: readonly string[]): boolean {
  const shape = groups.map((group) => (/^\d+$/.test(group) ? group.length : 'x')).join(' ')
  return /^(?:1 )?3 3 4$|^3 4$/.test(shape)
}
