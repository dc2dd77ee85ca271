import { pathPrefixes } from '#lib/rules/edit/field-aliases.ts'
import { headlineOf } from './cause-headlines.ts'
import { kindOfValue, type RecordValues } from './record-values.ts'

/** A value that a message quotes from its record, and what it is: "Procedure" "G0463". */
export type TakenValue = { kind: string; value: string }

/**
 * What errors with one remedy have in common. `key` is short and the same for the same words and
 * field. `field` has no prefix and no row numbers (`service_lines.procedure_code`). `taken`: the
 * codes and ids of the record that its message quotes, by which the claims of a cause can be
 * counted.
 */
export type Cause = { key: string; words: string; field: string | undefined; taken?: TakenValue[] }

/**
 * A problem in the partner's words, with texts of its record that the words may contain: names, and
 * every value (`recordValues`). `values: 'any'` compares two messages of one field where no record
 * is at hand: every code counts as one of the record's.
 */
export type Problem = {
  message: string
  field?: string | undefined
  names?: readonly (string | undefined)[] | undefined
  values?: RecordValues | 'any' | undefined
}

/**
 * The cause of a problem. Known messages have a headline. From another one ids, dates, numbers,
 * amounts, the record's own values and the given names are removed, so problems that differ only in
 * them have one cause. A code that the record does not have stays: it is what the partner asks for,
 * or its reason ("missing modifier 95", "CO-97"). The words stay readable: a value goes if a noun
 * names it, otherwise it becomes "…". Never throws.
 */
export function causeOf({ message, field, names = [], values }: Problem): Cause {
  const place = field === undefined ? undefined : fieldOf(field)
  const taken = new Map<string, TakenValue>()
  const words =
    changedFields(message) ??
    wordsOf(message.slice(0, longest), { names, isHeld: heldBy(values, taken) })
  const key = shortHash(`${words.toLowerCase()}\n${place ?? ''}`)
  return { key, words, field: place, ...(taken.size > 0 && { taken: [...taken.values()] }) }
}

// A partner's message is untrusted text of any length.
const longest = 1_000
const longestWords = 240

/**
 * A field's path in one spelling for all: `data.serviceLines[0].units` -> `service_lines.units`.
 */
export function fieldOf(field: string): string | undefined {
  const parts = (
    field
      .slice(0, longest)
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .match(/[\p{L}\p{N}_-]+/gu) ?? []
  ).filter((part) => !/^\d+$/.test(part))
  const first = parts.findIndex((part) => !pathPrefixes.has(part.replaceAll(/[_-]/g, '')))
  return parts.slice(first === -1 ? -1 : first).join('.') || undefined
}

// "service_lines.0.units changed from 1 to 2; place_of_service_code added: 11": only the fields and
// the verbs matter. A value may contain the separator: what does not read as a change belongs to
// the value before it.
const change = /^([a-z][\w.[\]]*) (changed from |added\b|removed\b)/i

function changedFields(message: string): string | undefined {
  const clauses = message.slice(0, 20 * longest).split('; ')
  const [lead = '', first = ''] = clauses[0]!
    .split(/^([^:;]{0,60}: )(?=[a-z][\w.[\]]* (?:changed from|added|removed))/i)
    .slice(1)
  if (lead !== '') clauses[0] = first
  if (!change.test(clauses[0]!)) return undefined
  const found = clauses.flatMap((clause) => {
    const [, path = '', verb = ''] = change.exec(clause) ?? []
    return path === '' ? [] : [`${fieldOf(path) ?? path} ${verb.split(' ')[0]!.toLowerCase()}`]
  })
  return shortened(lead + [...new Set(found)].join('; '))
}

// Stands for a removed value while the message is worked on.
const gone = '\u0000'

const months = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\\.?'
const weekdays = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?'

// Terms that have a digit and are no values.
const terms = /^(?:ICD-?(?:9|10)(?:-CM|-PCS)?|HL7|X12|837[IPD]|UB-?04|CMS-?1500)$/i
// `service_lines.0.units` inside of a message.
const path = /^[a-z_]+(?:\.[a-z\d_]+)*\.\d+(?:\.[a-z\d_]+)*$/
const word =
  /(?<![\p{L}\p{N}_])[-−+#$€£]*[\p{L}\p{N}_](?:[\p{L}\p{N}_]|[-.,:/+#@](?=[\p{L}\p{N}_]))*%?/gu

const quoted: readonly RegExp[] = [
  /"([^"]*)"|“([^”]*)”|«([^»]*)»|`([^`]*)`|‘([^’]*)’/gu,
  // An apostrophe inside or after a word is no quote: "the patient's date", "organizations' names".
  /(?<![\p{L}\p{N}])'((?:[^']|(?<=\p{L})'(?=\p{L}))*)'(?!\p{L})/gu,
]

const values: readonly RegExp[] = [
  /\bhttps?:\/\/\S+/gi,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  new RegExp(`\\b${weekdays}${months} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?\\b`, 'gi'),
  new RegExp(
    `\\b${weekdays}\\d{1,2}(?:st|nd|rd|th)? ${months}(?:,? \\d{4})?(?![\\p{L}\\p{N}])`,
    'giu',
  ),
  // An id in capitals after the noun that it belongs to: "external id SAME".
  /(?<=\b(?:ids?|IDs?|identifier|number|captures?|encounter|claim|member) )(?!(?:NPI|ID|ICD|CPT|HCPCS|NDC|ZIP|POS|CARC|RARC)\b)[A-Z][A-Z_.-]*[A-Z]\b/g,
  // The letter of a diagnosis.
  /(?<=\b(?:diagnos[ei]s|pointers?) )[A-Z]\b/gi,
]

// A code of the partner or the payer follows these words, never a value of the record: "Edit
// 40029", "CARC 16".
const reasons =
  /\b(?:edits?|errors?|reasons?|carcs?|rarcs?|remarks?|rules?|loops?|segments?|elements?|status|category)(?: codes?| numbers?| id)?[ :#("]*$/i
// A code follows these words. If the record does not have it, the message asks for it.
const codes =
  /\b(procedure|cpt|hcpcs|modifier|revenue|place of service|taxonomy|diagnosis|(?<!\b(?:zip|postal|area) )code)s?(?: codes?)?[ :#("“'‘]*$/i
const codeMembers: { readonly [noun: string]: string } = {
  procedure: 'procedure_code',
  cpt: 'procedure_code',
  hcpcs: 'procedure_code',
  modifier: 'modifiers',
  revenue: 'revenue_code',
  'place of service': 'place_of_service_code',
  taxonomy: 'taxonomy_code',
  diagnosis: 'code',
}
const ids =
  /(?:\b(?:npi|ids?|identifier|numbers?|captures?|claim|encounter|member|group|account|policy|tin|ein|zip|batch|invoice|patient|card|control)|#)[ :#("“'‘]*$/i
// Group and reason of an adjustment ("CO-97"), an element of X12 ("CLM05-3"), a claim's status
// ("A7:562").
const standardCode =
  /^(?:(?:CO|CR|OA|PI|PR)-?[A-Z]?\d{1,3}|[A-Z]{2,3}\d{2}-\d{1,2}|[A-Z]\d{1,2}:\d{1,4}(?::[A-Z\d]{2})?)$/
// A code of a few letters and digits: "J0696", "N264", "2010BA", "E11.9".
const shortCode = /^(?=.*[A-Z])[A-Z]{0,3}\d[A-Z\d]{0,5}(?:\.[A-Z\d]{1,4})?$/
// A record has codes of two or three characters for many reasons: they count only in the member
// that the message names.
const shortestHeld = 4

type IsHeld = (token: string, noun?: string) => boolean

function heldBy(values: RecordValues | 'any' | undefined, taken: Map<string, TakenValue>): IsHeld {
  return (token, noun) => {
    if (values === undefined || values === 'any') return values === 'any'
    const value = token.toUpperCase()
    const members = values.get(value)
    if (!members) return false
    const member = noun === undefined ? undefined : codeMembers[noun]
    if (value.length < shortestHeld && (member === undefined || !members.has(member))) return false
    const kind = kindOfValue(
      member !== undefined && members.has(member) ? new Set([member]) : members,
    )
    if (kind !== undefined) taken.set(`${kind} ${value}`, { kind, value })
    return true
  }
}

/**
 * True if a word with a digit, or in capitals, is a value of its record: `before` is the text in
 * front of it.
 */
function isValue(token: string, before: string, isHeld: IsHeld): boolean {
  if (reasons.test(before)) return false
  const noun = codes.exec(before)?.[1]?.toLowerCase()
  if (isHeld(token, noun)) return true
  if (!/\p{N}/u.test(token)) return false
  // "Diagnosis code 2" is its place.
  if (/^\d+$/.test(token))
    return noun === undefined || token.length > 5 || (noun === 'diagnosis' && token.length < 3)
  return ids.test(before) || !(standardCode.test(token) || shortCode.test(token))
}

// Nouns that name the value after them, so that nothing is missed without it.
const nouns =
  /(?:\b(?:npi|ids?|identifier|numbers?|codes?|captures?|claim|encounter|lines?|procedures?|diagnos[ei]s|dates?|services?|member|payer|types?|modifiers?|year|facility|provider|patient|pointers?|card|group|plan|record|value|name|tin|ein|zip|is)|#)$/i

type Known = { names: readonly (string | undefined)[]; isHeld: IsHeld }
// What is before a value tells what it is.
const nearby = 60

function wordsOf(message: string, { names, isHeld }: Known): string {
  let text = message.normalize('NFC').replaceAll(gone, '').replaceAll(/\s+/g, ' ').trim()
  for (const name of names) text = withoutName(text, name)
  const headline = headlineOf(text)
  for (const pattern of quoted)
    text = text.replaceAll(pattern, (each: string, ...groups: unknown[]) => {
      const inner = groups.find((group): group is string => typeof group === 'string') ?? ''
      const at = groups.find((group): group is number => typeof group === 'number') ?? 0
      const isOfRecord = isValue(inner, text.slice(Math.max(0, at - nearby), at), isHeld)
      return /^(?=.*[A-Z\d])[A-Z\d.-]{1,7}$/.test(inner) && !isOfRecord ? each : gone
    })
  for (const value of values) text = text.replaceAll(value, gone)
  // Amounts, numbers, dates, times, and every other word with a digit.
  text = text.replaceAll(word, (each: string, at: number) => {
    if (terms.test(each)) return each
    if (path.test(each)) return fieldOf(each) ?? gone
    if (!/\p{N}/u.test(each) && !/^[A-Z]{2,}$/.test(each)) return each
    return isValue(each, text.slice(Math.max(0, at - nearby), at), isHeld) ? gone : each
  })
  if (headline !== undefined) return headline
  text = text
    .replaceAll(/(?<=\0\)? ?(?:and|or|,) )[A-L]\b/g, gone)
    // Two dates are one range.
    .replaceAll(/\0(?: to | through )\0/g, gone)
    // "(E11.9)" repeats a value in other words.
    .replaceAll(/ ?\(\0\)/g, '')
    // "CHG-1, CHG-2 and CHG-3" are one list, however long.
    .replaceAll(/\0(?:(?: ?[,;/&–-] ?| and | or |, and |, or | )\0)+/g, gone)
  const words = text.split(gone).reduce((before, after) => {
    const isInBrackets = before.endsWith('(') && after.startsWith(')')
    const lead = before.trimEnd().replace(isInBrackets ? / ?\($/ : / ?[:=#]$/, '')
    const isNamed = nouns.test(lead) && !/\bis$/i.test(lead)
    return isNamed ? `${lead}${isInBrackets ? after.slice(1) : after}` : `${before}…${after}`
  })
  const tidy = words
    .replaceAll(/ +([,;.:)])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.:;,]+$/, '')
    .trim()
  return shortened(tidy === '' ? '…' : tidy)
}

// A whole name always goes, also as "Last, First". One word of it goes unless the message begins
// with it: "Service line 1 …" of a patient called Service.
function withoutName(text: string, name: string | undefined): string {
  const parts = name?.normalize('NFC').trim().split(/\s+/).filter(Boolean) ?? []
  if (parts.length === 0) return text
  // A pattern is made only for what is there: making one takes longer than all the rest.
  const lower = text.toLowerCase()
  const whole = [parts.join(' '), `${parts.at(-1)}, ${parts[0]}`].filter((each) =>
    lower.includes(each.toLowerCase()),
  )
  const without = whole.length === 0 ? text : text.replaceAll(namePattern('', whole, 'giu'), gone)
  const single = parts.filter(
    (part) => part.length > 2 && /^\p{Lu}/u.test(part) && without.includes(part),
  )
  return single.length === 0
    ? without
    : without.replaceAll(namePattern('(?<=.[^\\p{L}\\p{N}])', single, 'gu'), gone)
}

function namePattern(before: string, names: readonly string[], flags: string): RegExp {
  return new RegExp(
    `${before}(?<![\\p{L}\\p{N}])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
    flags,
  )
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function shortened(text: string): string {
  const cut = text.length > longestWords ? `${text.slice(0, longestWords).trimEnd()}…` : text
  return cut.charAt(0).toUpperCase() + cut.slice(1)
}

// 53 bits of a well-mixed hash (cyrb53): a queue has hundreds of causes.
function shortHash(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36).padStart(11, '0')
}
