import {
  asking,
  belonging,
  bounding,
  excluding,
  isTripAlone,
  manualName,
  needing,
  telehealth,
  withoutTrip,
  type Excluding,
} from '#lib/rules/codes/modifiers.ts'
import { kindOf, type ProcedureKind } from '#lib/rules/codes/procedure-kinds.ts'
import { asText, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { isMedicare, isSelfPay } from './payment.ts'
import { eachLine } from './places.ts'
import type { Rule, Report } from './rule.ts'

// What modifiers say together, and of the procedure and place of their line. The table is in
// lib/rules/codes/modifiers.ts.

const telehealthPlaces = new Set(['02', '10'])

const modifiersOf = (line: unknown) =>
  listAt(line, 'modifiers').map((modifier) => asText(modifier)?.toUpperCase() ?? '')
const pathOf = (index: number) => `service_lines.${index}.modifiers`
// The manual's name once, with all its chapters.
function sourcesOf(rows: readonly { source: string }[]): string {
  const sources = [...new Set(rows.map(({ source }) => source))]
  const chapters = sources.filter((source) => source.startsWith(manualName))
  const others = sources.filter((source) => !source.startsWith(manualName))
  const manual = chapters.map((source) => source.slice(manualName.length)).join('; ')
  return `${[`${manualName}${manual}`, ...others].join('. ')}.`
}
const orWords = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const kindWords: { readonly [kind in ProcedureKind]: string } = {
  ambulance: 'an ambulance trip',
  anesthesia: 'anesthesia',
  drug: 'a drug',
  vaccine: 'a vaccine',
  supply: 'a supply',
  operation: 'an operation',
  imaging: 'imaging',
  laboratory: 'a laboratory test',
  service: 'this service',
}

/** Visits each line's procedure code and modifiers; those of a trip say nothing else. */
function eachModified(
  data: unknown,
  visit: (modifiers: readonly string[], i: number, label: string, code: string) => void,
): void {
  eachLine(data, (line, i, label) => {
    const code = textAt(line, 'procedure_code') ?? ''
    const modifiers = withoutTrip(code, modifiersOf(line))
    if (modifiers.length > 0) visit(modifiers, i, label, code)
  })
}

// The first modifiers of two sides of a group.
function pairIn({ sides }: Excluding, modifiers: readonly string[]): string[] | undefined {
  const found = sides.flatMap((side) => side.find((one) => modifiers.includes(one)) ?? [])
  return found.length > 1 ? found.slice(0, 2) : undefined
}

const excludingSure = excluding.filter(({ isUnusual }) => !isUnusual)
const excludingUnusual = excluding.filter(({ isUnusual }) => isUnusual)

function checkPairs(data: unknown, groups: readonly Excluding[], words: string, report: Report) {
  eachModified(data, (modifiers, i, label) => {
    if (modifiers.length < 2) return
    for (const group of groups) {
      const pair = pairIn(group, modifiers)
      if (pair)
        report(pathOf(i), `${label} has modifiers ${pair.join(' and ')}${words}: ${group.why}`)
    }
  })
}

export const modifierRules: Rule[] = [
  {
    id: 'modifiers-excluding',
    title: 'Two modifiers exclude each other',
    fields: ['service_lines.modifiers'],
    severity: 'error',
    scope: 'capture',
    source: sourcesOf(excludingSure),
    how: 'Keep the modifier that the chart supports.',
    check: ({ data }, report) =>
      checkPairs(data, excludingSure, ', which exclude each other', report),
  },
  {
    id: 'modifiers-unusual',
    title: 'Two modifiers are seldom right together',
    fields: ['service_lines.modifiers'],
    severity: 'warning',
    scope: 'capture',
    source: `${sourcesOf(excludingUnusual)} Payers differ in how they take these pairs.`,
    how: 'Check the pair against the chart and the payer’s policy.',
    check: ({ data }, report) => checkPairs(data, excludingUnusual, '', report),
  },
  {
    id: 'modifier-needs-another',
    title: 'A modifier needs another one beside it',
    fields: ['service_lines.modifiers'],
    severity: 'error',
    scope: 'capture',
    source: sourcesOf(needing),
    how: 'Add the modifier that the chart supports, or delete this one.',
    check: ({ data }, report) =>
      eachModified(data, (modifiers, i, label) => {
        for (const { of, one } of needing) {
          const modifier = of.find((each) => modifiers.includes(each))
          if (modifier !== undefined && !one.some((each) => modifiers.includes(each)))
            report(pathOf(i), `${label} has modifier ${modifier}, which needs ${orWords(one)}`)
        }
      }),
  },
  {
    id: 'modifier-of-others',
    title: 'A modifier belongs to other procedures',
    fields: ['service_lines.modifiers'],
    severity: 'error',
    scope: 'capture',
    source: sourcesOf(belonging),
    how: 'Move the modifier to its line, or delete it.',
    check: ({ data }, report) =>
      eachModified(data, (modifiers, i, label, code) => {
        if (code === '') return
        const kind = kindOf(code)
        const say = (modifier: string, to: string) =>
          report(
            pathOf(i),
            `${label} has modifier ${modifier}, which belongs to ${to}, not to ${kind ? kindWords[kind] : code}`,
          )
        for (const { of, to, fits } of belonging) {
          const modifier = fits(kind, code) ? undefined : of.find((one) => modifiers.includes(one))
          if (modifier !== undefined) say(modifier, to)
        }
        const trip = /^A0/i.test(code) ? undefined : modifiers.find(isTripAlone)
        if (trip !== undefined) say(trip, 'an ambulance trip')
      }),
  },
  {
    id: 'modifier-units',
    title: 'A modifier allows fewer units',
    fields: ['service_lines.quantity'],
    severity: 'warning',
    otherwise: { severity: 'error', when: 'Medicare pays' },
    scope: 'capture',
    source: `${sourcesOf(bounding)} Some other payers take more.`,
    how: 'Enter one unit, or bill several lines.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const [modifiers, quantity] = [modifiersOf(line), textAt(line, 'quantity')]
        for (const { of, most } of bounding) {
          const modifier = of.find((one) => modifiers.includes(one))
          if (modifier !== undefined && Number(quantity) > most)
            report(
              `service_lines.${i}.quantity`,
              `${label} has ${quantity} units, but modifier ${modifier} allows ${most}`,
              { severity: isMedicare(data, 'subscriber_primary') ? 'error' : 'warning' },
            )
        }
      }),
  },
  {
    id: 'modifier-missing',
    title: 'A procedure lacks a modifier that payers ask for',
    fields: ['service_lines.modifiers'],
    severity: 'warning',
    otherwise: {
      severity: 'error',
      when: 'every payer asks for it, as for an ambulance, or Medicare does for therapy',
    },
    scope: 'capture',
    laterIsFine: true,
    source: `${sourcesOf(asking)} Some other payers do without one for anesthesia.`,
    how: 'Enter the modifier that the chart supports.',
    check: ({ data }, report) => {
      if (isSelfPay(data)) return
      eachLine(data, (line, i, label) => {
        const [code, modifiers] = [textAt(line, 'procedure_code') ?? '', modifiersOf(line)]
        for (const { on, passes, lacks, isSure, isMedicare: isOfMedicare } of asking) {
          if (!on(code, modifiers) || modifiers.some(passes)) continue
          if (isOfMedicare && !isMedicare(data, 'subscriber_primary')) continue
          report(pathOf(i), `${label} ${lacks}`, { severity: isSure ? 'error' : 'warning' })
        }
      })
    },
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
        const modifier = modifiersOf(line).find((each) => Object.hasOwn(telehealth, each))
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
      'CMS, telehealth services: 93, 95, FQ and GT are live, GQ is not. Live audio without video (93) is never asynchronous, so that is an error.',
    how: 'Check how the visit took place, and correct the modifier or the synchronicity.',
    check: ({ data }, report) => {
      const synchronicity = textAt(data, 'synchronicity')
      if (!synchronicity) return
      eachLine(data, (line, i, label) => {
        for (const modifier of modifiersOf(line)) {
          const meant = Object.hasOwn(telehealth, modifier) ? telehealth[modifier] : undefined
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
