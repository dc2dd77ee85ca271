import { isUuid } from '#lib/core/uuid.ts'
import type { Creation } from '#components/frame/creations.ts'
import type { Look } from '#components/frame/look/look.ts'
import type { Place } from '#components/frame/places.ts'

/** One line of the palette. */
export type Command = { label: string; kind: string; keys?: string; run: () => void }

/** A page in the palette, for roles that may see it. */
export type Destination = Pick<Place, 'letter' | 'label' | 'href'>

/** A new record in the palette, for roles that may create it. */
export type Making = Pick<Creation, 'label' | 'href'>

type Ways = { places: readonly Destination[]; creations: readonly Making[] }

type Effects = {
  go: (href: string) => void
  look: (change: Partial<Look>) => void
  help: () => void
  signOut: () => void
}

// Pages inside a place, by the names on their tabs.
const pages = [
  { place: '/credentialing', label: 'Coverage board', href: '/credentialing' },
  { place: '/credentialing', label: 'Facility spans', href: '/credentialing/facility-spans' },
  { place: '/credentialing', label: 'Provider spans', href: '/credentialing/provider-spans' },
]

type RecordWay = {
  href: string
  /** The place that must be open to somebody, where it is not the list itself. */ place?: string
  one: string
  external?: { many: string; parameter: string; idWord: string }
}

const records: readonly RecordWay[] = [
  {
    href: '/claim-creations',
    one: 'claim creation',
    external: { many: 'claim creations', parameter: 'charge_external_id', idWord: 'charge ID' },
  },
  {
    href: '/charge-captures',
    one: 'charge capture',
    external: { many: 'charge captures', parameter: 'charge_external_id', idWord: 'charge ID' },
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
 * The commands for the typed text: a record first if the text looks like an id, then pages and
 * actions whose names contain its words.
 */
export function commandsFor(
  typed: string,
  { places, creations }: Ways,
  effects: Effects,
): Command[] {
  const text = typed.trim()
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const making = creations.map(({ label, href }) => ({
    label,
    kind: 'New record',
    run: () => effects.go(href),
  }))
  const fixed = [...goCommands(places, effects), ...making, ...actionCommands(effects)]
  return [
    ...recordCommands(text, places, effects),
    ...fixed.filter((command) => words.every((word) => command.label.toLowerCase().includes(word))),
  ]
}

function recordCommands(text: string, places: readonly Destination[], { go }: Effects): Command[] {
  const isId = isUuid(text)
  // An external id names a charge or a visit and no patient, so a URL may contain it. Plain words
  // are not external ids.
  if (!isId && !(/^[\w.:-]+$/.test(text) && /\d/.test(text))) return []
  return records
    .filter((record) => places.some((place) => place.href === (record.place ?? record.href)))
    .flatMap(({ href, one, external }) => {
      if (isId)
        return { label: `Open ${one} ${text}`, kind: 'By ID', run: () => go(`${href}/${text}`) }
      if (!external) return []
      const { many, parameter, idWord } = external
      return {
        label: `Find ${many} with ${idWord} ${text}`,
        kind: `By ${idWord}`,
        run: () => go(`${href}?${new URLSearchParams({ [parameter]: text })}`),
      }
    })
}

function goCommands(places: readonly Destination[], { go }: Effects): Command[] {
  return places.flatMap((place) => [
    {
      label: `Go to ${place.label}`,
      kind: 'Page',
      keys: `g ${place.letter}`,
      run: () => go(place.href),
    },
    ...pages
      .filter((page) => page.place === place.href)
      .map(({ label, href }) => ({ label: `Go to ${label}`, kind: 'Page', run: () => go(href) })),
  ])
}

function actionCommands({ look, help, signOut }: Effects): Command[] {
  return [
    { label: 'Show the list of keys', kind: 'Action', keys: '?', run: help },
    { label: 'Theme: light', kind: 'Action', run: () => look({ theme: 'light' }) },
    { label: 'Theme: dark', kind: 'Action', run: () => look({ theme: 'dark' }) },
    { label: 'Theme: as the system', kind: 'Action', run: () => look({ theme: 'system' }) },
    { label: 'Density: compact', kind: 'Action', run: () => look({ density: 'compact' }) },
    { label: 'Density: comfortable', kind: 'Action', run: () => look({ density: 'comfortable' }) },
    { label: 'Sign out', kind: 'Action', run: signOut },
  ]
}
