import { asText, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { isDrug, isSupply } from '#lib/rules/codes/procedure-kinds.ts'
import { eachLine } from './places.ts'
import type { Rule } from './rule.ts'

// What modifiers say together, and of the procedure and place of their line. No descriptor of a
// licensed code set is used.

/** Modifiers that exclude each other on one line. Sources: CMS MLN (26 and TC; 50; 59 and X; GX). */
const excluding: readonly (readonly [string, string])[] = [
  ['26', 'TC'],
  ['50', 'RT'],
  ['50', 'LT'],
  ['59', 'XE'],
  ['59', 'XS'],
  ['59', 'XP'],
  ['59', 'XU'],
  ['GA', 'GX'],
  ['GA', 'GZ'],
  ['GX', 'GZ'],
]

/** Pairs that are seldom right, and what is meant instead. */
const unusual: readonly (readonly [string, string, string])[] = [
  ['RT', 'LT', 'both sides are billed with modifier 50, or as two lines'],
  ['76', '77', 'a service is repeated by the same person or by another one'],
  ['95', 'GT', 'payers take one of the two for telehealth'],
]

/** Modifiers of a visit beside another service. Source: CMS, NCCI policy manual, chapter I. */
const visitModifiers = new Set(['24', '25', '57'])

/** Modifiers of telehealth. 93, 95 and GT are live; GQ is not. Source: CMS, telehealth services. */
const telehealth = new Set(['93', '95', 'GT', 'GQ', 'FQ'])
const telehealthPlaces = new Set(['02', '10'])
const synchronicities: { [modifier: string]: string } = {
  93: 'Synchronous',
  95: 'Synchronous',
  GT: 'Synchronous',
  GQ: 'Asynchronous',
}

const modifiersOf = (line: unknown) =>
  listAt(line, 'modifiers').map((modifier) => asText(modifier)?.toUpperCase() ?? '')
const hasBoth = (modifiers: readonly string[], one: string, other: string) =>
  modifiers.length > 1 && modifiers.includes(one) && modifiers.includes(other)
const pathOf = (index: number) => `service_lines.${index}.modifiers`

export const modifierRules: Rule[] = [
  {
    id: 'modifiers-excluding',
    title: 'Two modifiers exclude each other',
    fields: ['service_lines.modifiers'],
    severity: 'error',
    scope: 'capture',
    source:
      'CMS: a professional and a technical component are two lines (26, TC); 50 already means both sides; 59 and the X modifiers replace each other (MLN1783722); notices of liability exclude each other (MM6563).',
    how: 'Keep the modifier that the chart supports.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const modifiers = modifiersOf(line)
        for (const [one, other] of excluding)
          if (hasBoth(modifiers, one, other))
            report(
              pathOf(i),
              `${label} has modifiers ${one} and ${other}, which exclude each other`,
            )
      }),
  },
  {
    id: 'modifiers-unusual',
    title: 'Two modifiers are seldom right together',
    fields: ['service_lines.modifiers'],
    severity: 'warning',
    scope: 'capture',
    source: 'Billing rule sets: payers differ in how they take these pairs.',
    how: 'Check the pair against the chart and the payer’s policy.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const modifiers = modifiersOf(line)
        for (const [one, other, meant] of unusual)
          if (hasBoth(modifiers, one, other))
            report(pathOf(i), `${label} has modifiers ${one} and ${other}: ${meant}`)
      }),
  },
  {
    id: 'modifier-of-visit',
    title: 'A visit’s modifier is on a drug or supply',
    fields: ['service_lines.modifiers'],
    severity: 'error',
    scope: 'capture',
    source:
      'CMS, NCCI policy manual, chapter I: 24, 25 and 57 say that a visit is separate from another service. HCPCS level II codes of drugs and supplies are no visits.',
    how: 'Move the modifier to the line of the visit, or delete it.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const code = textAt(line, 'procedure_code') ?? ''
        if (!isDrug(code) && !isSupply(code)) return
        const modifier = modifiersOf(line).find((each) => visitModifiers.has(each))
        if (modifier !== undefined)
          report(
            pathOf(i),
            `${label} has modifier ${modifier}, which belongs to a visit, not to a ${isDrug(code) ? 'drug' : 'supply'}`,
          )
      }),
  },
  {
    id: 'telehealth-place',
    title: 'A telehealth modifier, but another place',
    fields: ['service_lines.modifiers'],
    severity: 'warning',
    scope: 'capture',
    source:
      'CMS place-of-service codes: telehealth is 02 or 10. Some payers ask for the place of an office visit.',
    how: 'Check how the visit took place, and correct the modifier or the place.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const place = textAt(line, 'place_of_service_code') ?? textAt(data, 'place_of_service_code')
        if (!place || telehealthPlaces.has(place) || textAt(line, 'revenue_code')) return
        const modifier = modifiersOf(line).find((each) => telehealth.has(each))
        if (modifier !== undefined)
          report(
            pathOf(i),
            `${label} has modifier ${modifier}, which means telehealth, but place of service ${place}`,
          )
      }),
  },
  {
    id: 'telehealth-timing',
    title: 'A telehealth modifier differs from the visit’s synchronicity',
    fields: ['service_lines.modifiers'],
    otherwise: { severity: 'error', when: 'the modifier is 93' },
    severity: 'warning',
    scope: 'capture',
    source:
      'CMS, telehealth services: 93, 95 and GT are live, GQ is not. Live audio without video (93) is never asynchronous, so that is an error.',
    how: 'Check how the visit took place, and correct the modifier or the synchronicity.',
    check: ({ data }, report) => {
      const synchronicity = textAt(data, 'synchronicity')
      if (!synchronicity) return
      eachLine(data, (line, i, label) => {
        for (const modifier of modifiersOf(line)) {
          const meant = synchronicities[modifier]
          if (meant === undefined || meant === synchronicity) continue
          report(
            pathOf(i),
            `${label} modifier ${modifier} is ${meant === 'Synchronous' ? 'live' : 'not live'}, but the visit is ${synchronicity.toLowerCase()}`,
            { severity: modifier === '93' ? 'error' : 'warning' },
          )
        }
      })
    },
  },
]
