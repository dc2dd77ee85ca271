import { Search } from 'lucide-react'
import type { Place } from '#components/frame/places.ts'
import { copiedId } from '#lib/core/copied-id.ts'
import { isUuid } from '#lib/core/uuid.ts'
import { isBirthDate } from '#lib/lists/search-text.ts'
import type { Line } from './lines.ts'

/** A page in the palette, for roles that may see it. */
export type Destination = Pick<Place, 'letter' | 'label' | 'href'>

type RecordWay = {
  href: string
  /** The place that must be open to somebody, where it is not the list itself. */ place?: string
  one: string
  external?: { many: string; parameter: string; idWord: string }
}

const records: readonly RecordWay[] = [
  {
    href: '/charge-captures',
    one: 'charge capture',
    external: { many: 'charge captures', parameter: 'charge_external_id', idWord: 'charge ID' },
  },
  {
    href: '/claim-creations',
    one: 'claim creation',
    external: { many: 'claim creations', parameter: 'charge_external_id', idWord: 'charge ID' },
  },
  {
    href: '/encounters',
    one: 'encounter',
    external: { many: 'encounters', parameter: 'external_id', idWord: 'external ID' },
  },
  { href: '/contracts', one: 'contract' },
  { href: '/credentialing/facility-spans', place: '/credentialing', one: 'facility span' },
  { href: '/credentialing/provider-spans', place: '/credentialing', one: 'provider span' },
]

/**
 * The ways to a record by a typed id: to each kind of record for the partner's own id, to the lists
 * that have it for an external one. None for other text, and none to a page that is not among the
 * places.
 */
export function idLines(typed: string, places: readonly Pick<Destination, 'href'>[]): Line[] {
  const text = copiedId(typed)
  const isId = isUuid(text)
  // An external id names a charge or a visit and no patient, so a URL may contain it. Plain words
  // are not external ids, and a birth date must not be in a URL.
  if (!isId && (!/^[\w.:-]+$/.test(text) || !/\d/.test(text) || isBirthDate(text))) return []
  return records
    .filter((record) => places.some((place) => place.href === (record.place ?? record.href)))
    .flatMap(({ href, one, external }) => {
      const line = { id: `id ${href}`, icon: Search }
      if (isId)
        return { ...line, title: `Open ${one} ${text}`, end: 'By ID', href: `${href}/${text}` }
      if (!external) return []
      const { many, parameter, idWord } = external
      return {
        ...line,
        title: `Find ${many} with ${idWord} ${text}`,
        end: `By ${idWord}`,
        href: `${href}?${new URLSearchParams({ [parameter]: text })}`,
      }
    })
}
