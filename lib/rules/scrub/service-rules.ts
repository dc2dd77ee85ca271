import { toNumber } from '#lib/core/json.ts'
import { formatCents } from '#lib/core/money.ts'
import { isAnesthesia, isDrug, isEquipment, isUnlisted } from '#lib/rules/codes/procedure-kinds.ts'
import { asText, isGiven, listAt, textAt, valueAt } from '#lib/rules/edit/json-path.ts'
import { isInstitutional, isMedicare, isSelfPay, planAt } from './payment.ts'
import { eachLine } from './places.ts'
import type { Rule } from './rule.ts'

// What a procedure needs besides its code: a unit, a description, a drug code or who ordered it.

/** The modifiers that say who gave an anesthesia. Source: CMS, claims processing manual, chapter 12. */
const anesthesiaModifiers = ['AA', 'QK', 'QX', 'QY', 'QZ', 'AD']

/** The most that a professional claim to Medicare may charge, in cents. */
const mostMedicareCents = 9_999_999

export const serviceRules: Rule[] = [
  {
    id: 'minutes-elsewhere',
    title: 'Minutes on a line that is no anesthesia',
    fields: ['service_lines.units'],
    severity: 'error',
    scope: 'capture',
    source: 'X12 837P SV103: minutes (MJ) count the time of anesthesia; all else is in units (UN).',
    how: 'Choose UN, and enter the number of units.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const code = textAt(line, 'procedure_code')
        if (code && textAt(line, 'units') === 'MJ' && !isAnesthesia(code))
          report(
            `service_lines.${i}.units`,
            `${label} is in minutes (MJ), but minutes are for anesthesia; use UN (units)`,
          )
      }),
  },
  {
    id: 'anesthesia-modifier',
    title: 'Anesthesia without a modifier of who gave it',
    fields: ['service_lines.modifiers'],
    severity: 'warning',
    scope: 'capture',
    source:
      'CMS, claims processing manual, chapter 12, 50: a modifier says who gave the anesthesia. Some other payers do without.',
    how: 'Enter the modifier of the person who gave it.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        if (!isAnesthesia(textAt(line, 'procedure_code') ?? '')) return
        const modifiers = listAt(line, 'modifiers').map((one) => asText(one)?.toUpperCase() ?? '')
        if (!anesthesiaModifiers.some((one) => modifiers.includes(one)))
          report(
            `service_lines.${i}.modifiers`,
            `${label} is anesthesia, but no modifier says who gave it: AA, QK, QX, QY, QZ or AD`,
          )
      }),
  },
  {
    id: 'unlisted-description',
    title: 'An unlisted code has no description',
    fields: ['service_lines.description'],
    severity: 'error',
    scope: 'capture',
    laterIsFine: true,
    source:
      'X12 837P SV101-7: a code for what has no code of its own comes with a description. Payers deny it otherwise (remark N350).',
    how: 'Describe what was given: its name, strength and amount.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const code = textAt(line, 'procedure_code')
        if (code && isUnlisted(code) && !textAt(line, 'description'))
          report(
            `service_lines.${i}.description`,
            `${label} has the unlisted code ${code}, which needs a description`,
          )
      }),
  },
  {
    id: 'drug-code-for-medicaid',
    title: 'A drug for Medicaid without a national drug code',
    fields: ['service_lines.drug_identification.national_drug_code'],
    severity: 'warning',
    scope: 'claim',
    source:
      'Deficit Reduction Act of 2005, section 6002: Medicaid takes a drug with its national drug code. Some programs are exempt (340B).',
    how: 'Copy the national drug code from the package.',
    check: ({ data }, report) => {
      if (isSelfPay(data) || planAt(data, 'subscriber_primary') !== 'MC') return
      eachLine(data, (line, i, label) => {
        if (
          isDrug(textAt(line, 'procedure_code') ?? '') &&
          !isGiven(valueAt(line, 'drug_identification'))
        )
          report(
            `service_lines.${i}.drug_identification.national_drug_code`,
            `${label} is a drug for Medicaid without a national drug code`,
          )
      })
    },
  },
  {
    id: 'ordering-provider-missing',
    title: 'Equipment for Medicare without who ordered it',
    fields: ['service_lines.ordering_provider.npi'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      'X12 837P loop 2420E, and CMS: Medicare pays for equipment, orthoses and prostheses only with the NPI of the provider who ordered them (remark N265). A referring provider counts as well.',
    how: 'Enter the NPI from the order.',
    check: ({ data }, report) => {
      if (isSelfPay(data) || !isMedicare(data, 'subscriber_primary')) return
      if (textAt(data, 'referring_provider.npi')) return
      eachLine(data, (line, i, label) => {
        if (
          isEquipment(textAt(line, 'procedure_code') ?? '') &&
          !textAt(line, 'ordering_provider.npi')
        )
          report(
            `service_lines.${i}.ordering_provider.npi`,
            `${label} is equipment for Medicare without the NPI of the ordering provider`,
          )
      })
    },
  },
  {
    id: 'medicare-total',
    title: 'A claim to Medicare charges too much for one claim',
    fields: ['service_lines'],
    severity: 'error',
    scope: 'claim',
    source:
      'CMS edit X222.157.2300.CLM02.050: the total of a professional claim to Medicare is at most 99,999.99 dollars.',
    how: 'Split the lines over several claims.',
    check: ({ data }, report) => {
      if (isSelfPay(data) || isInstitutional(data) || !isMedicare(data, 'subscriber_primary'))
        return
      const total = listAt(data, 'service_lines').reduce<number>(
        (sum, line) => sum + (toNumber(valueAt(line, 'charge_amount_cents')) ?? 0),
        0,
      )
      if (total > mostMedicareCents)
        report(
          'service_lines',
          `A professional claim to Medicare charges at most ${formatCents(mostMedicareCents)}, but this one charges ${formatCents(total)}`,
        )
    },
  },
]
