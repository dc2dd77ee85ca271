'use client'
import { useEffect, useRef } from 'react'
import { isFresh, takeEarlyKeys, withUnbound } from './early-keys.ts'
import { isTypingTarget, keyName, matchKeys } from './key-names.ts'
import { beginTypingAhead, endTypingAhead, typeAhead } from './typed-ahead.ts'

/** A key, or a sequence of keys with blanks between ("g c"), and what it does. */
export type KeyBinding = {
  /** "j", "Shift+x", "Enter", "?", "Mod+k" (Ctrl, or Cmd on a Mac), "g c". */
  keys: string
  /** What it does, for the list of keys: "Next row". */
  label: string
  /** Left out for keys that something on the page handles itself and that only stand in the list. */
  run?: () => void
  /** Fires again while the key is held: for moving, not for doing. */
  repeats?: boolean
  /** Opens something to type in: what is typed until it is there is typed into it. */
  opens?: boolean
  /** The heading in the list of keys; "This page" by default. */
  group?: string
}

type Registration = { bindings: readonly KeyBinding[] }

const registrations: Registration[] = []
const sequenceTimeout = 1_500
let pending: string[] = []
let pendingSince = 0
// Keys from before the page's script ran, or before a page that is on its way has bound its own: until a component
// binds them, or the person does something else.
let early: KeyboardEvent[] = []

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
    if (registrations.length === 0) {
      document.addEventListener('keydown', onKeyDown)
      document.addEventListener('pointerdown', forgetEarly)
    }
    registrations.push(mine)
    early.push(...takeEarlyKeys())
    if (early.length > 0) setTimeout(replayEarly)
    return () => {
      registrations.splice(registrations.indexOf(mine), 1)
      if (registrations.length > 0) return
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', forgetEarly)
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

// What only stands in the list takes no key from what is bound.
function signOf({ keys, run, group }: KeyBinding): string {
  return run ? keys : `${group} ${keys}`
}

function onKeyDown(event: KeyboardEvent) {
  // Shift comes before the "?" that it makes.
  if (keyName(event) === undefined) return
  if (press(event)) forgetEarly()
  else early = withUnbound(early, event)
}

function forgetEarly() {
  early = []
}

// One at a time: what a key did must be drawn before the next one counts.
function replayEarly() {
  early = early.filter(isFresh)
  const [event] = early
  if (!event) return
  const isKnown = press(event)
  if (!isKnown) return
  early = early.slice(1)
  // What follows a key that opens a box is typed into it, before it is there and takes its own keys.
  while (early[0] && typeAhead(early[0])) early = early.slice(1)
  setTimeout(replayEarly, 50)
}

/** Runs what a key is bound to. False where nothing is bound to it, yet. */
function press(event: KeyboardEvent): boolean {
  const name = keyName(event)
  if (name === undefined || event.defaultPrevented || event.isComposing) return true
  if (typeAhead(event)) return true
  if (!name.startsWith('Mod+') && isTypingTarget(event.target, name)) {
    pending = []
    return true
  }
  if (event.timeStamp - pendingSince > sequenceTimeout) pending = []
  const pressed = [...pending, name]
  const bindings = activeKeys().filter(({ run }) => run)
  const match = matchKeys(pressed, bindings.map((binding) => binding.keys))
  // A sequence that leads nowhere ends; its last key may still stand for itself.
  const found = match.exact === undefined && !match.partial && pressed.length > 1 ? matchKeys([name], bindings.map((b) => b.keys)) : match
  pending = found.partial ? (found === match ? pressed : [name]) : []
  pendingSince = event.timeStamp
  const binding = bindings.find((candidate) => candidate.keys === found.exact)
  if (found.partial || binding) event.preventDefault()
  if (binding && !found.partial && (binding.repeats || !event.repeat)) {
    if (binding.opens) beginTypingAhead()
    else endTypingAhead()
    binding.run!()
  }
  return found.partial || binding !== undefined
}
