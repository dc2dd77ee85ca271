import { isRawJson, toNumber } from '#lib/core/json.ts'
import { formatCents, mostCents } from '#lib/core/money.ts'
import { trimTrailingZeros } from '#lib/core/trailing-zeros.ts'
import { valueAt, isGiven, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { fixTo, inCapitals } from './fixes.ts'
import { isSelfPay } from './payment.ts'
import { eachLine } from './places.ts'
import type { Rule } from './rule.ts'

/**
 * A decimal number of at least zero, as the partner writes quantities: text, no sign, no exponent.
 */
const decimal = /^\d+(?:\.(\d+))?$/
const units = new Set(['UN', 'MJ'])

const chargeOf = (line: unknown) => toNumber(valueAt(line, 'charge_amount_cents'))
const isZero = (line: unknown) => chargeOf(line) === 0

/** Codes that report quality (HCPCS G8 and G9, and codes ending in F), and supplied vaccines. */
function isUsuallyFree(line: unknown): boolean {
  return (
    /^(?:\d{4}F|G[89]\d{3})$/i.test(textAt(line, 'procedure_code') ?? '') ||
    listAt(line, 'modifiers').includes('SL')
  )
}

export const amountRules: Rule[] = [
  {
    id: 'quantity-missing',
    title: 'A line has no quantity',
    fields: ['service_lines.quantity'],
    severity: 'error',
    scope: 'capture',
    laterIsFine: true,
    source: 'X12 837P SV104: each line has a service unit count.',
    how: 'Enter how many units were given.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        if (!isGiven(valueAt(line, 'quantity')))
          report(`service_lines.${i}.quantity`, `${label} has no quantity`)
      }),
  },
  {
    id: 'quantity-not-positive',
    title: 'Quantity is not a number above zero',
    fields: ['service_lines.quantity'],
    severity: 'error',
    scope: 'capture',
    source:
      "Clearinghouse edits and the partner's interface: a quantity is a decimal string above zero.",
    how: 'Enter a number above zero, such as 1 or 1.5.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const value = valueAt(line, 'quantity')
        if (!isGiven(value)) return
        if (typeof value !== 'string' || !decimal.test(value.trim()) || Number(value) <= 0) {
          report(
            `service_lines.${i}.quantity`,
            `${label} quantity ${shown(value)} is not a number above zero`,
          )
        }
      }),
  },
  {
    id: 'quantity-precision',
    title: 'Quantity has too many decimals',
    fields: ['service_lines.quantity'],
    otherwise: { severity: 'warning', when: 'it has two or three on a professional line' },
    severity: 'error',
    scope: 'capture',
    source:
      'X12 837P SV104 and 837I SV205: at most three decimals. Medicare and some other payers take one decimal on a professional line.',
    how: 'Round the quantity as the payer asks for it.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const match = decimal.exec(textAt(line, 'quantity') ?? '')
        const decimals = trimTrailingZeros(match?.[1] ?? '').length
        const path = `service_lines.${i}.quantity`
        if (decimals > 3) report(path, `${label} quantity ${match?.[0]} has more than 3 decimals`)
        else if (decimals > 1 && !textAt(line, 'revenue_code'))
          report(
            path,
            `${label} quantity ${match?.[0]} has more than one decimal; Medicare and some other payers take one`,
            { severity: 'warning' },
          )
      }),
  },
  {
    id: 'units-unknown',
    title: 'Unit is neither UN nor MJ',
    fields: ['service_lines.units'],
    offers: 'Writes the unit in capitals',
    severity: 'error',
    scope: 'capture',
    isCertain: true,
    source: 'X12 837P SV103: UN (units) or MJ (minutes). The partner refuses anything else.',
    how: 'Choose UN for units or MJ for minutes.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const value = valueAt(line, 'units')
        if (isGiven(value) && !(typeof value === 'string' && units.has(value))) {
          const fix = fixTo(
            `service_lines.${i}.units`,
            typeof value === 'string' ? inCapitals(value, (code) => units.has(code)) : undefined,
          )
          report(
            `service_lines.${i}.units`,
            `${label} units ${shown(value)} aren’t valid: use UN (units) or MJ (minutes)`,
            {
              fix,
            },
          )
        }
      }),
  },
  {
    id: 'units-missing',
    title: 'A line has no unit',
    fields: ['service_lines.units'],
    severity: 'error',
    scope: 'capture',
    laterIsFine: true,
    source: 'X12 837P SV103: each line says what its quantity counts.',
    how: 'Choose UN for units or MJ for minutes.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        if (!isGiven(valueAt(line, 'units')))
          report(`service_lines.${i}.units`, `${label} needs a unit: UN (units) or MJ (minutes).`)
      }),
  },
  {
    id: 'charge-missing',
    title: 'A line has no charge',
    fields: ['service_lines.charge_amount_cents'],
    severity: 'error',
    scope: 'capture',
    laterIsFine: true,
    source: 'X12 837P SV102: each line has a charge amount.',
    how: 'Enter the charge of the line, for its whole quantity.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        if (!isGiven(valueAt(line, 'charge_amount_cents')))
          report(`service_lines.${i}.charge_amount_cents`, `${label} has no charge amount`)
      }),
  },
  {
    id: 'charge-not-whole-cents',
    title: 'Charge is not a whole number of cents',
    fields: ['service_lines.charge_amount_cents'],
    severity: 'error',
    scope: 'capture',
    isCertain: true,
    source: "The partner's interface: amounts are integers in cents.",
    how: 'Enter the charge in dollars and cents.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const value = valueAt(line, 'charge_amount_cents')
        if (isGiven(value) && !Number.isInteger(toNumber(value))) {
          report(
            `service_lines.${i}.charge_amount_cents`,
            `${label} charge amount ${shown(value)} is not a whole number of cents`,
          )
        }
      }),
  },
  {
    id: 'charge-negative',
    title: 'Charge is negative',
    fields: ['service_lines.charge_amount_cents'],
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: a charge is never negative.',
    how: 'Enter the charge without a sign; credits are not billed this way.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const cents = chargeOf(line)
        if (cents !== undefined && cents < 0)
          report(`service_lines.${i}.charge_amount_cents`, `${label} charge amount is negative`)
      }),
  },
  {
    id: 'charge-too-large',
    title: 'Charge has more than ten digits',
    fields: ['service_lines.charge_amount_cents'],
    severity: 'error',
    scope: 'capture',
    source: 'X12 837 guides, B.1.1.3.1.2: money has at most ten digits, cents included.',
    how: 'Correct the charge.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        if ((chargeOf(line) ?? 0) > mostCents)
          report(
            `service_lines.${i}.charge_amount_cents`,
            `${label} charge amount is more than a claim can hold: at most ${formatCents(mostCents)}`,
          )
      }),
  },
  {
    id: 'claim-total-too-large',
    title: 'The charges add up to more than ten digits',
    fields: ['service_lines'],
    severity: 'error',
    scope: 'claim',
    source: 'X12 837 CLM02: the total of the lines is money too, with at most ten digits.',
    how: 'Correct the charges, or split the lines over several claims.',
    check: ({ data }, report) => {
      const charges = listAt(data, 'service_lines').map((line) => chargeOf(line) ?? 0)
      const total = charges.reduce((sum, cents) => sum + cents, 0)
      if (total > mostCents && charges.every((cents) => cents <= mostCents))
        report(
          'service_lines',
          `The charges add up to more than a claim can hold: at most ${formatCents(mostCents)}`,
        )
    },
  },
  {
    id: 'charge-zero',
    title: 'Charge is zero',
    fields: ['service_lines.charge_amount_cents'],
    severity: 'warning',
    scope: 'capture',
    source:
      'Clearinghouse edits: a zero charge is accepted only on some lines, such as quality codes and vaccines that the state supplies (modifier SL).',
    how: 'Enter the charge, unless the service is meant to cost nothing.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        if (isZero(line) && !isUsuallyFree(line))
          report(`service_lines.${i}.charge_amount_cents`, `${label} charge amount is zero`)
      }),
  },
  {
    id: 'claim-charges-nothing',
    title: 'The claim charges nothing',
    fields: ['service_lines'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      'CMS, quality codes: a line may cost nothing, but a claim whose total charge is zero is rejected.',
    how: 'Enter the charge of a line, or set the capture to Not billable.',
    check: ({ data }, report) => {
      const lines = listAt(data, 'service_lines')
      if (lines.length > 0 && lines.every(isZero) && !isSelfPay(data))
        report('service_lines', 'The claim charges nothing')
    },
  },
  {
    id: 'test-results-too-many',
    title: 'A line has more than five test results',
    fields: ['service_lines.test_results'],
    severity: 'error',
    scope: 'capture',
    isCertain: true,
    source: 'X12 837P MEA segment: at most five test results a line.',
    how: 'Keep the five that the payer asks for.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const count = listAt(line, 'test_results').length
        if (count > 5)
          report(
            `service_lines.${i}.test_results`,
            `${label} has ${count} test results; at most 5 are allowed`,
          )
      }),
  },
]

function shown(value: unknown): string {
  return isRawJson(value) ? String(toNumber(value)) : String(JSON.stringify(value)).slice(0, 24)
}
