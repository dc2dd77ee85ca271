import { type LocalDate, isLocalDate } from '#lib/core/local-date.ts'
import type { CoverageOrder, CoverageShow } from './arrange.ts'
import type { CoverageKind } from './coverage-kind.ts'

/** What of the page stands in its address, so that a colleague sees the same; searches stay out of it. */
export type CoverageAddress = {
  of: CoverageKind['id']
  asOf: LocalDate
  within: number
  show: CoverageShow
  order: CoverageOrder
}

/** How many days before its end cover counts as expiring: what a person can choose. */
export const expiringChoices: readonly number[] = [30, 60, 90]

type Given = Record<string, string | string[] | undefined>

/** Reads an address; what is missing or means nothing is as it is by default. `today` is the day looked at then. */
export function fromAddress(given: Given, today: LocalDate): CoverageAddress {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '')
  const asOf = text('as_of')
  const within = Number(text('within'))
  const show = text('show')
  return {
    of: text('of') === 'facilities' ? 'facilities' : 'providers',
    asOf: isLocalDate(asOf) ? asOf : today,
    within: expiringChoices.includes(within) ? within : expiringChoices[0]!,
    show: show === 'problems' || show === 'earlier' ? show : 'all',
    order: text('order') === 'name' ? 'name' : 'worst',
  }
}

/** The query of an address, without what is as it is by default: '' or '?as_of=2026-10-01'. */
export function toAddress(address: CoverageAddress, today: LocalDate): string {
  const usual = fromAddress({}, today)
  const names = { of: 'of', asOf: 'as_of', within: 'within', show: 'show', order: 'order' } as const
  const query = new URLSearchParams()
  for (const [member, name] of Object.entries(names) as [keyof typeof names, string][]) {
    if (address[member] !== usual[member]) query.set(name, String(address[member]))
  }
  return query.size === 0 ? '' : `?${query}`
}
