'use client'
import { useEffect, useRef } from 'react'
import { isTypingTarget, keyName, matchKeys } from './key-names.ts'

/** A key, or a sequence of keys with blanks between ("g c"), and what it does. */
export type KeyBinding = {
  /** "j", "Shift+x", "Enter", "?", "Mod+k" (Ctrl, or Cmd on a Mac), "g c". */
  keys: string
  /** What it does, for the list of keys: "Next row". */
  label: string
  /** Answers false where it could open nothing. Left out for a help-only entry: something on the page handles the key itself. */
  run?: () => unknown
  /** Fires again while the key is held: for moving, not for doing. */
  repeats?: boolean
  /** Opens something to type in: plain keys do nothing until it has the focus, for a second at most. */
  opens?: boolean
  /** The heading in the list of keys; "This page" by default. */
  group?: string
}

type Registration = { bindings: readonly KeyBinding[] }

const registrations: Registration[] = []
const sequenceTimeout = 1_500
const openingTakes = 1_000
let pending: string[] = []
let pendingSince = 0
let opening: { from: Element | null; until: number } | undefined

/**
 * Registers keys while the calling component is mounted; the list of keys (?) shows them.
 * Where two components bind the same keys, the one mounted last wins.
 * Plain keys never fire while a person types in a field, nor inside a dialog or menu; "Mod+" keys always do.
 */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const registration = useRef<Registration>({ bindings })
  useEffect(() => {
    registration.current.bindings = bindings
  })
  useEffect(() => {
    const mine = registration.current
    if (registrations.length === 0) document.addEventListener('keydown', onKeyDown)
    registrations.push(mine)
    return () => {
      registrations.splice(registrations.indexOf(mine), 1)
      if (registrations.length === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

/** Every key that works now, the page's own first, for the list of keys. */
export function activeKeys(): KeyBinding[] {
  const seen = new Set<string>()
  return registrations
    .toReversed()
    .flatMap((registration) => [...registration.bindings])
    .filter((binding) => !seen.has(signOf(binding)) && seen.add(signOf(binding)))
}

// Help-only entries never shadow a real binding.
function signOf({ keys, run, group }: KeyBinding): string {
  return run ? keys : `${group} ${keys}`
}

function onKeyDown(event: KeyboardEvent) {
  // Shift comes before the "?" that it makes.
  const name = keyName(event)
  if (name === undefined || event.defaultPrevented || event.isComposing) return
  if (!name.startsWith('Mod+') && (isTypingTarget(event.target, name) || isOpening(name))) {
    pending = []
    return
  }
  if (event.timeStamp - pendingSince > sequenceTimeout) pending = []
  const pressed = [...pending, name]
  const bindings = activeKeys().filter(({ run }) => run)
  const match = matchKeys(
    pressed,
    bindings.map((binding) => binding.keys),
  )
  // A sequence that leads nowhere ends; its last key may still stand for itself.
  const found =
    match.exact === undefined && !match.partial && pressed.length > 1
      ? matchKeys(
          [name],
          bindings.map((b) => b.keys),
        )
      : match
  pending = found.partial ? (found === match ? pressed : [name]) : []
  pendingSince = event.timeStamp
  const binding = bindings.find((candidate) => candidate.keys === found.exact)
  if (found.partial || binding) event.preventDefault()
  if (binding && !found.partial && (binding.repeats || !event.repeat)) run(binding)
}

// A letter meant for a box that is still opening must not press another key.
function isOpening(name: string): boolean {
  if (!opening || name === 'Escape') opening = undefined
  else if (performance.now() > opening.until || document.activeElement !== opening.from) opening = undefined
  return opening !== undefined
}

function run({ run: act, opens }: KeyBinding) {
  const from = document.activeElement
  opening = act?.() !== false && opens ? { from, until: performance.now() + openingTakes } : undefined
}
