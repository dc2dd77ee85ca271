import { isJsonObject } from '#lib/core/json.ts'
import { withNamedInvisible, withoutControls, withoutInvisible } from '#lib/core/invisible-signs.ts'
import { cellFault, repairedText } from '#lib/core/table-text.ts'
import { memberIdProblem } from '#lib/rules/codes/member-id.ts'
import { hasPlaceholderWord, isFilledIn, isPlaceholderWord } from '#lib/rules/codes/placeholders.ts'
import { asText } from '#lib/rules/edit/json-path.ts'
import { claimTexts, codes, eachOf, pathsOf, textsOf } from './fields.ts'
import { fixTo } from './fixes.ts'
import type { Rule } from './rule.ts'

// Notes are read by people, and some scripts need the signs.
const prose = /(^|[._])(text|response|note|notes|description|additional_information|metadata)$/

/** Visits each text with its path but for prose. */
function eachShortText(value: unknown, path: string, visit: (text: string, path: string) => void) {
  if (typeof value === 'string') visit(value, path)
  else if (Array.isArray(value))
    value.forEach((item, at) => eachShortText(item, `${path}.${at}`, visit))
  else if (isJsonObject(value as never))
    for (const [name, member] of Object.entries(value as object)) {
      const at = path === '' ? name : `${path}.${name}`
      if (!prose.test(at)) eachShortText(member, at, visit)
    }
}

const hasWords = /(?:^|[._])(?:name|address1|address2|city)$/

// A button must not write a note or a placeholder, also if only its spaces are wrong.
function isNoCode(path: string, text: string): boolean {
  if (path.endsWith('member_id')) return memberIdProblem(text) !== undefined
  if (hasWords.test(path)) return isPlaceholderWord(text)
  return !path.endsWith('quantity') && (hasPlaceholderWord(text) || isFilledIn(text))
}

/** True for a word in place of a name or address, and for Xs alone. Na is a surname. */
function isPlaceholder(text: string): boolean {
  return (isPlaceholderWord(text) && !/^na$/i.test(text)) || /^x{2,}$/i.test(text)
}

// What a program writes without a value, and signs alone: nobody has such a name.
const isNothing = /^(?:(?:undefined|nan|\[object object\]|n\s*\/\s*a)\s*)+$|^[^\p{L}\p{N}]+$/iu

const spaced = [...textsOf('name', 'place', 'number', 'card', 'own'), ...codes]
// A member ID has a rule of its own, and a number that a payer gave too.
const namedTexts = textsOf('name', 'place', 'card', 'own').filter(
  ({ path }) => !path.endsWith('member_id'),
)
const delimited = textsOf('name', 'place', 'number', 'card', 'prose').filter(
  ({ path }) => !path.endsWith('member_id'),
)
const measured = claimTexts.filter(({ most }) => most !== undefined)

export const textRules: Rule[] = [
  {
    id: 'invisible-signs',
    title: 'A value has a sign that nobody sees',
    fields: ['*'],
    offers: 'Writes the value without the sign',
    severity: 'error',
    scope: 'capture',
    source:
      'Domain knowledge: a code or a name copied from a chat, a mail or a web page can carry a zero-width space, a soft hyphen, a tab or a direction mark. It is then another one to every system, and no search finds it. X12 guides, B.1.1.2: control characters are no data.',
    how: 'Type the value again, or write it without the sign.',
    check: ({ data }, report) =>
      eachShortText(data, '', (text, path) => {
        const bare = withoutControls(withoutInvisible(text), !hasWords.test(path))
        // A letter of another encoding is no such sign.
        if (bare !== text && repairedText(text) === undefined)
          report(path, `${withNamedInvisible(text).slice(0, 80)} has a sign that nobody sees`, {
            fix: bare.trim() === '' || isNoCode(path, bare) ? undefined : fixTo(path, bare),
          })
      }),
  },
  {
    id: 'text-damaged',
    title: 'A value was damaged on its way',
    fields: ['*'],
    offers: 'Writes the letters that another encoding garbled',
    otherwise: { severity: 'warning', when: 'a question mark seems to be the lost letter' },
    severity: 'error',
    scope: 'capture',
    source:
      'Unicode: U+FFFD takes the place of a letter that could not be read. Spreadsheets write long numbers as 1.23E+09 and errors as #N/A.',
    how: 'Enter the value as it is in the source.',
    check: ({ data }, report) => {
      eachShortText(data, '', (text, path) => {
        const [fault, repaired] = [cellFault(text.trim()), repairedText(text)]
        if (fault) report(path, fault)
        else if (repaired !== undefined)
          report(path, 'Letters of this text are garbled', { fix: fixTo(path, repaired) })
      })
      eachOf(data, textsOf('prose'), (text, path) => {
        if (asText(text)?.includes('\uFFFD')) report(path, cellFault('\uFFFD')!)
      })
      eachOf(data, textsOf('name'), (text, path, label) => {
        if (/\p{L}\?+\p{L}/u.test(asText(text) ?? ''))
          report(path, `${label} seems to have lost a letter (?)`, { severity: 'warning' })
      })
    },
  },
  {
    id: 'text-spaces',
    title: 'A name or code has a space before or after it',
    fields: ['*'],
    offers: 'Writes it without the spaces',
    severity: 'warning',
    scope: 'capture',
    source:
      'X12 guides, B.1.1.3.1.4: no spaces at the end. A code copied with a space before or after it is another code to many systems.',
    how: 'Enter it without spaces around it.',
    check: ({ data }, report) =>
      eachOf(data, spaced, (text, path, label) => {
        if (typeof text !== 'string' || !/^ | $/.test(text) || text.trim() === '') return
        const bare = text.trim()
        report(path, `${label} has a space before or after it`, {
          fix: isNoCode(path, bare) ? undefined : fixTo(path, bare),
        })
      }),
  },
  {
    id: 'text-placeholder',
    title: 'A name, address or ID is a placeholder',
    fields: pathsOf(namedTexts),
    otherwise: {
      severity: 'error',
      when: 'no name or address can be so, such as undefined, N/A or a hyphen',
    },
    severity: 'warning',
    scope: 'capture',
    source:
      'Clearinghouse edits: a word such as UNKNOWN, NONE or undefined is no name, address or ID. A few people have such a name.',
    how: 'Enter the value, or leave the field empty if you don’t know it.',
    check: ({ data }, report) =>
      eachOf(data, namedTexts, (value, path, label, { kind }) => {
        const text = asText(value)
        if (text === undefined) return
        const isCertain = (kind === 'name' || kind === 'place') && isNothing.test(text)
        if (isCertain) report(path, `${label} is a placeholder`, { severity: 'error' })
        else if (isNothing.test(text) || isPlaceholder(text))
          report(path, `${label} seems to be a placeholder`)
      }),
  },
  {
    id: 'delimiter-signs',
    title: 'A text has a sign that separates the parts of a claim',
    fields: pathsOf(delimited),
    otherwise: { severity: 'warning', when: 'it is in a note, or a colon in an address' },
    severity: 'error',
    scope: 'capture',
    source:
      'X12 guides, B.1.1.2: the signs ~ * : and ^ separate the parts of a claim, so no text can have them. Many systems replace them in notes, and colons in addresses.',
    how: 'Enter the text without the sign.',
    check: ({ data }, report) =>
      eachOf(data, delimited, (text, path, label, { kind }) => {
        const signs = typeof text === 'string' ? (text.match(/[~*:^]/g) ?? []) : []
        const sign = signs.find((each) => each !== ':') ?? signs[0]
        if (sign === undefined) return
        const isReplaced = kind === 'prose' || (kind === 'place' && sign === ':')
        report(
          path,
          `${label}: a claim can't carry ${sign}`,
          isReplaced ? { severity: 'warning' } : {},
        )
      }),
  },
  {
    id: 'text-too-long',
    title: 'A text is longer than a claim can carry',
    fields: pathsOf(measured),
    severity: 'warning',
    scope: 'capture',
    source:
      'X12 837P: names have 60 letters (NM103) and 35 (NM104), streets 55 (N301), cities 30 (N401), reference numbers 50 (REF02), notes and descriptions 80 (NTE02, SV101-7).',
    how: 'Shorten it: the rest is cut, or the claim refused.',
    check: ({ data }, report) =>
      eachOf(data, measured, (value, path, label, { most = 0 }) => {
        if ((asText(value)?.length ?? 0) > most)
          report(path, `${label} has more than ${most} characters, so it is cut or refused`)
      }),
  },
]
