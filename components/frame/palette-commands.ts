import type { Look } from './look.ts'
import { places } from './places.ts'

/** One line of the palette. */
export type Command = { label: string; kind: string; keys?: string; run: () => void }

type Effects = {
  go: (href: string) => void
  look: (change: Partial<Look>) => void
  help: () => void
  signOut: () => void
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What the typed text can mean: first a record when it looks like an id, then pages and actions whose name has its words. */
export function commandsFor(typed: string, effects: Effects): Command[] {
  const text = typed.trim()
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fixed = [...goCommands(effects), ...actionCommands(effects)]
  return [...recordCommands(text, effects), ...fixed.filter((command) => words.every((word) => command.label.toLowerCase().includes(word)))]
}

function recordCommands(text: string, { go }: Effects): Command[] {
  if (uuid.test(text)) {
    return [
      { label: `Open claim creation ${text}`, kind: 'By id', run: () => go(`/claim-creations/${text}`) },
      { label: `Open charge capture ${text}`, kind: 'By id', run: () => go(`/charge-captures/${text}`) },
    ]
  }
  // An external id names a charge and no patient, so it may stand in an address. Words of plain text are not taken for one.
  if (!/^[\w.:-]*\d[\w.:-]*$/.test(text)) return []
  const query = new URLSearchParams({ charge_external_id: text })
  return [
    { label: `Find claim creations with charge id ${text}`, kind: 'By charge id', run: () => go(`/claim-creations?${query}`) },
    { label: `Find charge captures with charge id ${text}`, kind: 'By charge id', run: () => go(`/charge-captures?${query}`) },
  ]
}

function goCommands({ go }: Effects): Command[] {
  return places.map((place) => ({ label: `Go to ${place.label}`, kind: 'Page', keys: `g ${place.letter}`, run: () => go(place.href) }))
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
