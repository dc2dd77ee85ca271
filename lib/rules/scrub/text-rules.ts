import { isJsonObject } from '#lib/core/json.ts'
import { withNamedInvisible, withoutControls, withoutInvisible } from '#lib/core/invisible-signs.ts'
import { cellFault, repairedText } from '#lib/core/table-text.ts'
import { memberIdProblem } from '#lib/rules/codes/member-id.ts'
import { hasPlaceholderWord, isFilledIn, isPlaceholderWord } from '#lib/rules/codes/placeholders.ts'
import { pathsOf, textsIn, textsOf, type TextKind } from './fields.ts'
import { fixTo } from './fixes.ts'
import type { Rule, ScrubInput } from './rule.ts'

// Notes are read by people, and some scripts need the signs.
const prose = /(^|[._])(text|response|note|notes|description|additional_information|metadata)$/

const shortIn = new WeakMap<ScrubInput, readonly [text: string, path: string][]>()

/** Each text of a capture with its path but for prose, looked for once. */
function shortTextsOf(input: ScrubInput): readonly [text: string, path: string][] {
  let found = shortIn.get(input)
  if (!found) {
    const all: [string, string][] = []
    const walk = (value: unknown, path: string): void => {
      if (typeof value === 'string') all.push([value, path])
      else if (Array.isArray(value)) value.forEach((item, at) => walk(item, `${path}.${at}`))
      else if (isJsonObject(value as never))
        for (const [name, member] of Object.entries(value as object)) {
          const at = path === '' ? name : `${path}.${name}`
          if (!prose.test(at)) walk(member, at)
        }
    }
    walk(input.data, '')
    shortIn.set(input, (found = all))
  }
  return found
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

const spaced: TextKind[] = ['name', 'place', 'number', 'card', 'member', 'own', 'code']
// A member ID has a rule of its own, and a number that a payer gave too.
const named: TextKind[] = ['name', 'place', 'card', 'own']
const delimited: TextKind[] = ['name', 'place', 'number', 'card', 'prose']
const measured: TextKind[] = [...delimited, 'own']

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
    check: (input, report) => {
      for (const [text, path] of shortTextsOf(input)) {
        if (/^[ -~]*$/.test(text)) continue
        const bare = withoutControls(withoutInvisible(text), !hasWords.test(path))
        // A letter of another encoding is no such sign.
        if (bare !== text && repairedText(text) === undefined)
          report(path, `${withNamedInvisible(text).slice(0, 80)} has a sign that nobody sees`, {
            fix: bare.trim() === '' || isNoCode(path, bare) ? undefined : fixTo(path, bare),
          })
      }
    },
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
    check: (input, report) => {
      for (const [text, path] of shortTextsOf(input)) {
        const [fault, repaired] = [cellFault(text.trim()), repairedText(text)]
        if (fault) report(path, fault)
        else if (repaired !== undefined)
          report(path, 'Letters of this text are garbled', { fix: fixTo(path, repaired) })
      }
      for (const { text, path } of textsIn(input, 'prose'))
        if (text.includes('\uFFFD')) report(path, cellFault('\uFFFD')!)
      for (const { text, path, label } of textsIn(input, 'name'))
        if (/\p{L}\?+\p{L}/u.test(text))
          report(path, `${label} seems to have lost a letter (?)`, { severity: 'warning' })
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
    check: (input, report) => {
      for (const { text, path, label } of textsIn(input, ...spaced)) {
        const bare = text.trim()
        if (/^ | $/.test(text))
          report(path, `${label} has a space before or after it`, {
            fix: isNoCode(path, bare) ? undefined : fixTo(path, bare),
          })
      }
    },
  },
  {
    id: 'text-placeholder',
    title: 'A name, address or ID is a placeholder',
    fields: pathsOf(textsOf(...named)),
    otherwise: {
      severity: 'error',
      when: 'no name or address can be so, such as undefined, N/A or a hyphen',
    },
    severity: 'warning',
    scope: 'capture',
    source:
      'Clearinghouse edits: a word such as UNKNOWN, NONE or undefined is no name, address or ID. A few people have such a name.',
    how: 'Enter the value, or leave the field empty if you don’t know it.',
    check: (input, report) => {
      for (const { text: raw, path, label, kind } of textsIn(input, ...named)) {
        const text = raw.trim()
        const isCertain = (kind === 'name' || kind === 'place') && isNothing.test(text)
        if (isCertain) report(path, `${label} is a placeholder`, { severity: 'error' })
        else if (isNothing.test(text) || isPlaceholder(text))
          report(path, `${label} seems to be a placeholder`)
      }
    },
  },
  {
    id: 'delimiter-signs',
    title: 'A text has a sign that separates the parts of a claim',
    fields: pathsOf(textsOf(...delimited)),
    otherwise: { severity: 'warning', when: 'it is in a note, or a colon in an address' },
    severity: 'error',
    scope: 'capture',
    source:
      'X12 guides, B.1.1.2: the signs ~ * : and ^ separate the parts of a claim, so no text can have them. Many systems replace them in notes, and colons in addresses.',
    how: 'Enter the text without the sign.',
    check: (input, report) => {
      for (const { text, path, label, kind } of textsIn(input, ...delimited)) {
        const signs = text.match(/[~*:^]/g) ?? []
        const sign = signs.find((each) => each !== ':') ?? signs[0]
        if (sign === undefined) continue
        const isReplaced = kind === 'prose' || (kind === 'place' && sign === ':')
        report(
          path,
          `${label}: a claim can't carry ${sign}`,
          isReplaced ? { severity: 'warning' } : {},
        )
      }
    },
  },
  {
    id: 'text-too-long',
    title: 'A text is longer than a claim can carry',
    fields: pathsOf(textsOf(...measured).filter(({ most }) => most !== undefined)),
    severity: 'warning',
    scope: 'capture',
    source:
      'X12 837P: names have 60 letters (NM103) and 35 (NM104), streets 55 (N301), cities 30 (N401), reference numbers 50 (REF02), notes and descriptions 80 (NTE02, SV101-7).',
    how: 'Shorten it: the rest is cut, or the claim refused.',
    check: (input, report) => {
      for (const { text, path, label, most } of textsIn(input, ...measured))
        if (most !== undefined && text.trim().length > most)
          report(path, `${label} has more than ${most} characters, so it is cut or refused`)
    },
  },
]
