import { preEncounterFilledMembers } from '#lib/contract/pre-encounter/filled-members.ts'
import { isFilledIn, isNote } from '#lib/rules/codes/placeholders.ts'
import { monthNames } from '#lib/core/local-date.ts'
import { asText, valueAt, isGiven, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { dateAt } from './date-fields.ts'
import { pathsOf, textsIn, textsOf } from './fields.ts'
import { eachLine } from './places.ts'
import type { Rule, ScrubInput } from './rule.ts'

/**
 * The usual ways to write a date: month, day and year in any order, with separators or none, and
 * the month by its name. Six digits count only where no other digit is beside them.
 */
function writtenAs(date: string): RegExp {
  const [year = '', month = '', day = ''] = date.split('-')
  const short = year.slice(2)
  const [m, d] = [month, day].map((part) => part.replace(/^0/, '0?'))
  const name = `${monthNames[Number(month) - 1]!.slice(0, 3).toLowerCase()}[a-z]*`
  const [some, any] = ['[-/._ ]', '[-/._, ]*']
  const years = `(?:${year.slice(0, 2)})?${short}`
  return new RegExp(
    [
      `${year}${month}${day}|${month}${day}${year}|${day}${month}${year}`,
      `(?<!\\d)(?:${short}${month}${day}|${month}${day}${short}|${day}${month}${short})(?!\\d)`,
      `(?<!\\d)(?:${m}${some}${d}|${d}${some}${m})${some}${years}(?!\\d)`,
      `(?<!\\d)${years}${some}(?:${m}${some}${d}|${d}${some}${m})(?!\\d)`,
      `(?<!\\d)${d}${any}${name}${any}${years}(?!\\d)|${name}${any}${d}${any}${years}(?!\\d)`,
      `${years}${any}${name}${any}${d}(?!\\d)`,
    ].join('|'),
  )
}

/**
 * True for an id that names the patient of a capture: a name of three or more letters as a word of
 * its own or both names together, the birth date, or a social security number. A name inside
 * another word says nothing: Ann is in CHANNEL.
 */
function namesPatient(id: string, data: unknown): boolean {
  const lower = id.toLowerCase()
  const [first, last] = ['first_name', 'last_name'].map((name) =>
    textAt(data, `patient.${name}`)?.toLowerCase(),
  )
  const birth = dateAt(data, 'patient.date_of_birth')
  return Boolean(
    [first, last].some((name) => name && name.length >= 3 && hasWord(lower, name)) ||
    (first && last && [first + last, last + first].some((both) => lower.includes(both))) ||
    (birth && writtenAs(birth).test(lower)) ||
    /(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)/.test(id),
  )
}

function hasWord(text: string, word: string): boolean {
  const isLetter = (sign: string | undefined) => sign !== undefined && /\p{L}/u.test(sign)
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true
  return false
}

function eachExternalId(
  { data, charge_external_id }: ScrubInput,
  visit: (id: string, path: string) => void,
): void {
  const charge = asText(charge_external_id)
  if (charge) visit(charge, 'charge_external_id')
  const encounter = textAt(data, 'external_id')
  if (encounter) visit(encounter, 'external_id')
  eachLine(data, (line, i) => {
    const id = textAt(line, 'external_id')
    if (id) visit(id, `service_lines.${i}.external_id`)
  })
}

export const referenceRules: Rule[] = [
  {
    id: 'external-id-names-patient',
    title: 'An external ID names the patient',
    fields: ['charge_external_id', 'external_id', 'service_lines.external_id'],
    severity: 'warning',
    scope: 'capture',
    source: "The partner's interface: external IDs carry no PHI.",
    how: 'Use an ID without patient information, and correct it in the sending system.',
    check: (input, report) =>
      eachExternalId(input, (id, path) => {
        if (namesPatient(id, input.data))
          report(path, 'External ID seems to contain patient information; use an ID without it')
      }),
  },
  {
    id: 'referral-number-length',
    title: 'Referral number has more than 50 characters',
    fields: ['referral_number'],
    severity: 'error',
    scope: 'capture',
    isCertain: true,
    source: "The partner's client: a referral number has at most 50 characters.",
    how: 'Enter the number only, without notes.',
    check: ({ data }, report) => {
      const length = textAt(data, 'referral_number')?.length ?? 0
      if (length > 50)
        report(
          'referral_number',
          `Referral number has ${length} characters; at most 50 are allowed`,
        )
    },
  },
  {
    id: 'number-note',
    title: 'A reference number is a note or placeholder',
    fields: pathsOf(textsOf('number')),
    severity: 'error',
    scope: 'capture',
    source:
      'X12 837P REF and PWK06: numbers that a payer, an insurer or an agency gave. Payers deny other text.',
    how: 'Enter the number that was given. Leave the field empty if there is none.',
    check: (input, report) => {
      for (const { text, path, label } of textsIn(input, 'number'))
        if (isNote(text)) report(path, `${label} looks like a note, not a number`)
        else if (text.length > 3 && isFilledIn(text)) report(path, `${label} is a placeholder`)
    },
  },
  {
    id: 'supplements-too-many',
    title: 'More than ten attachments',
    fields: ['claim_supplemental_information'],
    severity: 'error',
    scope: 'claim',
    isCertain: true,
    source: 'X12 837P PWK segment: at most ten attachments a claim.',
    how: 'Keep the ten that the payer needs.',
    check: ({ data }, report) => {
      const count = listAt(data, 'claim_supplemental_information').length
      if (count > 10)
        report(
          'claim_supplemental_information',
          `A claim carries at most 10 attachments, but ${count} are listed`,
        )
    },
  },
  {
    id: 'attachment-number-missing',
    title: 'An attachment has no control number',
    fields: ['claim_supplemental_information.attachment_control_number'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      'X12 837P PWK06: an attachment that is mailed, faxed or sent (BM, FX, EL) has a control number, by which the payer finds it.',
    how: 'Enter the control number that is written on the attachment.',
    check: ({ data }, report) =>
      listAt(data, 'claim_supplemental_information').forEach((attachment, i) => {
        const way = textAt(attachment, 'attachment_transmission_code')
        if (
          way &&
          ['BM', 'FX', 'EL'].includes(way) &&
          !textAt(attachment, 'attachment_control_number')
        )
          report(
            `claim_supplemental_information.${i}.attachment_control_number`,
            `Attachment ${i + 1} has no control number`,
          )
      }),
  },
  {
    id: 'mammography-number-shape',
    title: 'Mammography certification number is not six digits',
    fields: ['service_facility.mammography_certification_number'],
    severity: 'error',
    scope: 'capture',
    isCertain: true,
    source: "The partner's client: a mammography certification number has six digits.",
    how: 'Copy the six digits from the certificate.',
    check: ({ data }, report) => {
      const number = textAt(data, 'service_facility.mammography_certification_number')
      if (number && !/^\d{6}$/.test(number)) {
        report(
          'service_facility.mammography_certification_number',
          'Mammography certification number is not six digits',
        )
      }
    },
  },
  {
    id: 'pre-encounter-field',
    title: 'A field is set that the pre-encounter records fill in',
    fields: ['*'],
    needs: 'records',
    severity: 'error',
    scope: 'capture',
    isCertain: true,
    source: 'The description, create-from-pre-encounter: these fields must not be set.',
    how: 'Clear it here, and change it in the pre-encounter record.',
    check: ({ data, from_pre_encounter, is_held }, report) => {
      if (!from_pre_encounter || is_held) return
      for (const field of preEncounterFilledMembers) {
        if (isGiven(valueAt(data, field)))
          report(field, `Don’t set ${field}: it’s filled in from the pre-encounter records`)
      }
    },
  },
  {
    id: 'ehr-link-not-https',
    title: 'The link to the source system is not an https address',
    fields: ['ehr_source_url'],
    severity: 'warning',
    scope: 'capture',
    source:
      "The console opens https links only; the interface wants the charge's full address in the other system.",
    how: 'Enter the full address, starting with https.',
    check: ({ ehr_source_url }, report) => {
      const url = asText(ehr_source_url)
      if (url && !/^https:\/\/[^\s/]+/i.test(url))
        report('ehr_source_url', 'The link to the source system isn’t a full https address')
    },
  },
]
