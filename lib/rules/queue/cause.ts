import { pathPrefixes } from '#lib/rules/edit/field-aliases.ts'

/**
 * What errors with one remedy have in common. `key` is short and the same for the same words and field. `field` has no
 * prefix and no row numbers (`service_lines.procedure_code`).
 */
export type Cause = { key: string; words: string; field: string | undefined }

/** A problem in the partner's words, with texts of its record (names) that the words may contain. */
export type Problem = {
  message: string
  field?: string | undefined
  names?: readonly (string | undefined)[] | undefined
}

/**
 * The cause of a problem. Ids, dates, numbers, amounts, quoted values and the given names are removed from its message,
 * so problems that differ only in them have one cause. The words stay readable: a value goes if a noun names it ("NPI
 * fails its check digit"), otherwise it becomes "…". Never throws.
 */
export function causeOf({ message, field, names = [] }: Problem): Cause {
  const place = field === undefined ? undefined : fieldOf(field)
  const words = changedFields(message) ?? withoutValues(message.slice(0, longest), names)
  return { key: shortHash(`${words.toLowerCase()}\n${place ?? ''}`), words, field: place }
}

// A partner's message is untrusted text of any length.
const longest = 1_000
const longestWords = 240

/** A field's path in one spelling for all: `data.serviceLines[0].units` -> `service_lines.units`. */
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

// "service_lines.0.units changed from 1 to 2; place_of_service_code added: 11": only the fields and the verbs matter. A
// value may contain the separator: what does not read as a change belongs to the value before it.
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
const word = /(?<![\p{L}\p{N}_])[-−+#$€£]*[\p{L}\p{N}_](?:[\p{L}\p{N}_]|[-.,:/+#@](?=[\p{L}\p{N}_]))*%?/gu

const values: readonly RegExp[] = [
  /"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`|‘[^’]*’/gu,
  // An apostrophe inside or after a word is no quote: "the patient's date", "organizations' names".
  /(?<![\p{L}\p{N}])'(?:[^']|(?<=\p{L})'(?=\p{L}))*'(?!\p{L})/gu,
  /\bhttps?:\/\/\S+/gi,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  new RegExp(`\\b${weekdays}${months} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?\\b`, 'gi'),
  new RegExp(`\\b${weekdays}\\d{1,2}(?:st|nd|rd|th)? ${months}(?:,? \\d{4})?(?![\\p{L}\\p{N}])`, 'giu'),
  // An id in capitals after the noun that it belongs to: "external id SAME".
  /(?<=\b(?:ids?|identifier|number|codes?|captures?|encounter|modifier|claim|member) )(?!(?:NPI|ID|ICD|CPT|HCPCS|NDC|ZIP|POS)\b)[A-Z][A-Z_.-]*[A-Z]\b/g,
  // The letter of a diagnosis.
  /(?<=\b(?:diagnos[ei]s|pointers?) )[A-Z]\b/gi,
]

// Nouns that name the value after them, so that nothing is missed without it.
const nouns =
  /(?:\b(?:npi|ids?|identifier|numbers?|codes?|captures?|claim|encounter|lines?|diagnos[ei]s|dates?|services?|member|payer|types?|modifiers?|year|facility|provider|patient|pointers?|card|group|plan|record|value|name|tin|ein|zip|is)|#)$/i

function withoutValues(message: string, names: readonly (string | undefined)[]): string {
  let text = message.normalize('NFC').replaceAll(gone, '').replaceAll(/\s+/g, ' ').trim()
  for (const name of names) text = withoutName(text, name)
  for (const value of values) text = text.replaceAll(value, gone)
  // Amounts, numbers, dates, times, and every other word with a digit.
  text = text.replaceAll(word, (each) => {
    if (!/\p{N}/u.test(each) || terms.test(each)) return each
    return path.test(each) ? (fieldOf(each) ?? gone) : gone
  })
  text = text
    .replaceAll(/(?<=\0\)? ?(?:and|or|,) )[A-L]\b/g, gone)
    // Two dates are one range.
    .replaceAll(/\0(?: to | through )\0/g, gone)
    // "(ABK)" and "(E11.9)" repeat a value in other words.
    .replaceAll(/ ?\((?:\0|[A-Z]{2,4})\)/g, '')
    // "CHG-1, CHG-2 and CHG-3" are one list, however long.
    .replaceAll(/\0(?:(?: ?[,;/&–-] ?| and | or |, and |, or | )\0)+/g, gone)
  const words = text.split(gone).reduce((before, after) => {
    const isNamed =
      nouns.test(
        before
          .trimEnd()
          .replace(/[:=#(]$/, '')
          .trimEnd(),
      ) && !/\bis$/i.test(before.trimEnd())
    return isNamed ? `${before.trimEnd().replace(/ ?[:=#(]$/, '')}${after.replace(/^\)/, '')}` : `${before}…${after}`
  })
  const tidy = words
    .replaceAll(/ +([,;.:)])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.:;,]+$/, '')
    .trim()
  return shortened(tidy === '' ? '…' : tidy)
}

// A whole name always goes, also as "Last, First". One word of it goes unless the message begins with it: "Service line
// 1 …" of a patient called Service.
function withoutName(text: string, name: string | undefined): string {
  const parts = name?.normalize('NFC').trim().split(/\s+/).filter(Boolean) ?? []
  if (parts.length === 0) return text
  // A pattern is made only for what is there: making one takes longer than all the rest.
  const lower = text.toLowerCase()
  const whole = [parts.join(' '), `${parts.at(-1)}, ${parts[0]}`].filter((each) => lower.includes(each.toLowerCase()))
  const without = whole.length === 0 ? text : text.replaceAll(namePattern('', whole, 'giu'), gone)
  const single = parts.filter((part) => part.length > 2 && /^\p{Lu}/u.test(part) && without.includes(part))
  return single.length === 0 ? without : without.replaceAll(namePattern('(?<=.[^\\p{L}\\p{N}])', single, 'gu'), gone)
}

function namePattern(before: string, names: readonly string[], flags: string): RegExp {
  return new RegExp(`${before}(?<![\\p{L}\\p{N}])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, flags)
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
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36).padStart(11, '0')
}
