import { isJsonObject } from '#lib/core/json.ts'
import { withNamedInvisible, withoutInvisible } from '#lib/core/invisible-signs.ts'
import { memberIdProblem } from '#lib/rules/codes/member-id.ts'
import { hasPlaceholderWord, isFilledIn, isPlaceholderWord } from '#lib/rules/codes/placeholders.ts'
import { listAt, textAt, valueAt } from '#lib/rules/edit/json-path.ts'
import { fixTo } from './fixes.ts'
import { eachAddress, eachLine, eachProvider } from './places.ts'
import type { Rule } from './rule.ts'

const headerCodes = [
  'billing_provider.tax_id',
  'service_facility.npi',
  'prior_authorization_number',
  'referral_number',
  'subscriber_primary.insurance_card.member_id',
  'subscriber_primary.insurance_card.payer_id',
  'subscriber_primary.insurance_card.group_number',
  'subscriber_secondary.insurance_card.member_id',
  'subscriber_secondary.insurance_card.payer_id',
  'subscriber_secondary.insurance_card.group_number',
] as const
const lineCodes = [
  'procedure_code',
  'revenue_code',
  'quantity',
  'prior_authorization_number',
  'drug_identification.national_drug_code',
] as const

/** Visits each code that a person copies or types, with its path. */
function eachCode(data: unknown, visit: (value: unknown, path: string) => void): void {
  for (const path of headerCodes) visit(valueAt(data, path), path)
  eachProvider(data, (provider, path) => {
    for (const name of ['npi', 'taxonomy_code']) visit(valueAt(provider, name), `${path}.${name}`)
  })
  eachAddress(data, (address, path) => visit(valueAt(address, 'zip_code'), `${path}.zip_code`))
  listAt(data, 'diagnoses').forEach((diagnosis, i) =>
    visit(valueAt(diagnosis, 'code'), `diagnoses.${i}.code`),
  )
  eachLine(data, (line, i) => {
    for (const name of lineCodes) visit(valueAt(line, name), `service_lines.${i}.${name}`)
  })
}

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

const people = [
  ['patient', 'Patient'],
  ['subscriber_primary', 'Primary subscriber'],
  ['subscriber_secondary', 'Secondary subscriber'],
  ['subscriber_tertiary', 'Tertiary subscriber'],
  ['guarantor', 'Guarantor'],
] as const

// A button must not write a note or a placeholder, also if only its spaces are wrong.
function isNoCode(path: string, text: string): boolean {
  if (path.endsWith('member_id')) return memberIdProblem(text) !== undefined
  return !path.endsWith('quantity') && (hasPlaceholderWord(text) || isFilledIn(text))
}

export const textRules: Rule[] = [
  {
    id: 'invisible-signs',
    title: 'A value has a sign that nobody sees',
    fields: ['*'],
    offers: 'Writes the value without the sign',
    severity: 'error',
    scope: 'capture',
    source:
      'Domain knowledge: a code or a name copied from a chat, a mail or a web page can carry a zero-width space, a soft hyphen or a direction mark. It is then another one to every system, and no search finds it.',
    how: 'Type the value again, or write it without the sign.',
    check: ({ data }, report) =>
      eachShortText(data, '', (text, path) => {
        const bare = withoutInvisible(text)
        if (bare !== text)
          report(path, `${withNamedInvisible(text).slice(0, 80)} has a sign that nobody sees`, {
            fix: bare.trim() === '' || isNoCode(path, bare) ? undefined : fixTo(path, bare),
          })
      }),
  },
  {
    id: 'code-spaces',
    title: 'A code has a space before or after it',
    fields: ['*'],
    offers: 'Writes the code without the spaces',
    severity: 'warning',
    scope: 'capture',
    source:
      'Domain knowledge: a code copied with a space before or after it is another code to many systems.',
    how: 'Enter the code without spaces around it.',
    check: ({ data }, report) =>
      eachCode(data, (value, path) => {
        if (typeof value !== 'string') return
        const bare = value.trim()
        if (bare !== '' && bare !== value)
          report(path, `The code "${bare}" has a space before or after it`, {
            fix: isNoCode(path, bare) ? undefined : fixTo(path, bare),
          })
      }),
  },
  {
    id: 'text-placeholder',
    title: 'A name, group or payer ID is a placeholder',
    fields: ['*.first_name', '*.last_name', '*.group_number', '*.payer_id'],
    severity: 'warning',
    scope: 'capture',
    source:
      'Clearinghouse edits: a word such as UNKNOWN or NONE is no name, group or payer ID. A few people have such a name.',
    how: 'Enter the value, or leave the field empty if you don’t know it.',
    check: ({ data }, report) => {
      const check = (path: string, label: string) => {
        const text = textAt(data, path)
        if (text && isPlaceholderWord(text)) report(path, `${label} seems to be a placeholder`)
      }
      for (const [path, label] of people) {
        check(`${path}.first_name`, `${label} first name`)
        check(`${path}.last_name`, `${label} last name`)
        check(`${path}.insurance_card.group_number`, `${label} group number`)
        check(`${path}.insurance_card.payer_id`, `${label} payer ID`)
      }
      eachProvider(data, (_provider, path, label) => {
        check(`${path}.first_name`, `${label} first name`)
        check(`${path}.last_name`, `${label} last name`)
      })
    },
  },
  {
    id: 'name-signs',
    title: 'A name has a sign that no claim can carry',
    fields: ['*.first_name', '*.last_name', '*.organization_name'],
    severity: 'error',
    scope: 'capture',
    source:
      'X12 837P ISA and BHT: the signs ~ * : and ^ separate the parts of a claim, so no name can have them.',
    how: 'Enter the name without the sign.',
    check: ({ data }, report) => {
      const check = (of: unknown, path: string, label: string) => {
        for (const name of ['first_name', 'last_name', 'organization_name']) {
          const sign = /[~*:^]/.exec(textAt(of, name) ?? '')
          if (sign) report(`${path}.${name}`, `${label}: a claim can't carry ${sign[0]} in a name`)
        }
      }
      for (const [path, label] of people) check(valueAt(data, path), path, label)
      check(valueAt(data, 'service_facility'), 'service_facility', 'Service facility')
      eachProvider(data, check)
    },
  },
]
