import { toNumber } from '#lib/core/json.ts'
import { formatCents } from '#lib/core/money.ts'
import { unlistedMark } from '#lib/rules/codes/list-kinds.ts'
import {
  isAirAmbulance,
  isAmbulance,
  isAnesthesia,
  isDrug,
  isEquipment,
  isTimed,
  isUnlisted,
} from '#lib/rules/codes/procedure-kinds.ts'
import { asText, isGiven, listAt, textAt, valueAt } from '#lib/rules/edit/json-path.ts'
import { isInstitutional, isMedicare, isSelfPay, planAt } from './payment.ts'
import { dayOfLine, rowsFor } from './placed-lists.ts'
import { eachLine } from './places.ts'
import type { Rule } from './rule.ts'

// What a procedure needs besides its code: a unit, a description, a drug code or who ordered it.

/** The most that a professional claim to Medicare may charge, in cents. */
const mostMedicareCents = 9_999_999

export const serviceRules: Rule[] = [
  {
    id: 'minutes-elsewhere',
    title: 'Minutes on a line that is no anesthesia',
    fields: ['service_lines.units'],
    severity: 'error',
    scope: 'capture',
    source:
      'X12 837P SV103: minutes (MJ) count the time of anesthesia; all else is in units (UN), as is anesthesia by the day (01996).',
    how: 'Choose UN, and enter the number of units.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const code = textAt(line, 'procedure_code')
        if (code && textAt(line, 'units') === 'MJ' && !isTimed(code))
          report(
            `service_lines.${i}.units`,
            isAnesthesia(code)
              ? `${label} is in minutes (MJ), but ${code} isn’t counted by time; use UN (units)`
              : `${label} is in minutes (MJ), but minutes are for anesthesia; use UN (units)`,
          )
      }),
  },
  {
    id: 'anesthesia-time',
    title: 'Anesthesia is not in whole minutes',
    fields: ['service_lines.units', 'service_lines.quantity'],
    severity: 'error',
    scope: 'capture',
    source:
      'X12 837P SV103 and SV104: the time of anesthesia is in minutes (MJ), and payers take whole ones.',
    how: 'Choose MJ, and enter the whole minutes.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        if (!isTimed(textAt(line, 'procedure_code') ?? '')) return
        const [units, quantity] = [textAt(line, 'units'), Number(textAt(line, 'quantity'))]
        if (units === 'UN')
          report(
            `service_lines.${i}.units`,
            `${label} is anesthesia in units (UN), but its time goes in minutes (MJ)`,
          )
        else if (quantity > 0 && !Number.isInteger(quantity))
          report(
            `service_lines.${i}.quantity`,
            `${label} has ${quantity} minutes, but a claim takes whole minutes`,
          )
      }),
  },
  {
    id: 'ambulance-place',
    title: 'An ambulance trip has another place',
    fields: ['place_of_service_code', 'service_lines.place_of_service_code'],
    severity: 'error',
    scope: 'capture',
    source:
      'CMS place of service code set: a trip of an ambulance is at 41 (land) or 42 (air or water).',
    how: 'Choose the kind of ambulance.',
    check: ({ data }, report) => {
      if (isSelfPay(data) || isInstitutional(data)) return
      const at = 'place_of_service_code'
      eachLine(data, (line, i, label) => {
        const code = textAt(line, 'procedure_code') ?? ''
        const [own, place] = [textAt(line, at), textAt(line, at) ?? textAt(data, at)]
        if (!isAmbulance(code) || !place || place === '42') return
        const isAir = isAirAmbulance(code)
        if (place !== '41' || isAir)
          report(
            own ? `service_lines.${i}.${at}` : at,
            `${label} is an ambulance trip, but place of service is ${place}; use ${isAir ? '42 (air)' : '41 (land) or 42 (air or water)'}`,
          )
      })
    },
  },
  {
    id: 'rental-end-missing',
    title: 'A rental has no last day',
    fields: ['service_lines.end_date_of_service'],
    severity: 'warning',
    scope: 'claim',
    source:
      'X12 837P DTP with qualifier 472: a rental is for the days of its month. Some payers take the first day alone.',
    how: 'Enter the last day that this rental pays for.',
    check: ({ data }, report) => {
      if (isSelfPay(data) || textAt(data, 'end_date_of_service')) return
      eachLine(data, (line, i, label) => {
        const isRented = listAt(line, 'modifiers').some(
          (one) => asText(one)?.toUpperCase() === 'RR',
        )
        if (!isRented || !isEquipment(textAt(line, 'procedure_code') ?? '')) return
        if (!textAt(line, 'end_date_of_service'))
          report(
            `service_lines.${i}.end_date_of_service`,
            `${label} is a rental (RR) without the last day that it is for`,
          )
      })
    },
  },
  {
    id: 'unlisted-description',
    title: 'An unlisted code has no description',
    fields: ['service_lines.description'],
    severity: 'error',
    scope: 'capture',
    laterIsFine: true,
    source:
      'X12 837P SV101-7: a code for what has no code of its own comes with a description: its own words in the HCPCS file say unlisted, not otherwise specified or the like. Payers deny it otherwise (remark N350).',
    how: 'Describe what was given: its name, strength and amount.',
    check: ({ data, lists }, report) =>
      eachLine(data, (line, i, label) => {
        const code = textAt(line, 'procedure_code')
        if (!code || textAt(line, 'description')) return
        const day = dayOfLine(data, line)
        const isListed = () =>
          day !== undefined &&
          rowsFor(lists, 'hcpcs', day)?.some(
            (row) => row.code === code && row.mark === unlistedMark,
          )
        if (isUnlisted(code) || isListed())
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
