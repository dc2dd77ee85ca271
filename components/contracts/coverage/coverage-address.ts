import { type LocalDate, isLocalDate } from '#lib/core/local-date.ts'
import type { CoverageOrder, CoverageShow } from './arrange.ts'
import type { CoverageKind } from './coverage-kind.ts'

/** The page's state in its address, so that a colleague sees the same. Searches stay out of it. */
export type CoverageAddress = {
  of: CoverageKind['id']
  asOf: LocalDate
  within: number
  show: CoverageShow
  order: CoverageOrder
}

/** The days before its end that cover counts as expiring; the choices of a person. */
export const expiringChoices: readonly number[] = [30, 60, 90]

type Given = Record<string, string | string[] | undefined>

/** Reads an address. Missing and invalid parts get their defaults; `today` is the default day. */
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

/** The query of an address, without defaults: '' or '?as_of=2026-10-01'. */
export function toAddress(address: CoverageAddress, today: LocalDate): string {
  const usual = fromAddress({}, today)
  const names = { of: 'of', asOf: 'as_of', within: 'within', show: 'show', order: 'order' } as const
  const query = new URLSearchParams()
  for (const [member, name] of Object.entries(names) as [keyof typeof names, string][]) {
    if (address[member] !== usual[member]) query.set(name, String(address[member]))
  }
  return query.size === 0 ? '' : `?${query}`
}
