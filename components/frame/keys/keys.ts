'use client'
import { useEffect, useRef } from 'react'
import { isFresh, keptFor, takeEarlyKeys, withUnbound } from './early-keys.ts'
import { isTypingTarget, keyName, matchKeys } from './key-names.ts'
import { beginTypingAhead, endTypingAhead, typeAhead } from './typed-ahead.ts'

/** A key, or a sequence of keys with blanks between ("g c"), and what it does. */
export type KeyBinding = {
  /** "j", "Shift+x", "Enter", "?", "Mod+k" (Ctrl, or Cmd on a Mac), "g c". */
  keys: string
  /** What it does, for the list of keys: "Next row". */
  label: string
  /** Answers false where it could open nothing. Left out for keys that something on the page handles itself and that only stand in the list. */
  run?: () => unknown
  /** Fires again while the key is held: for moving, not for doing. */
  repeats?: boolean
  /** Opens something to type in: what is typed until it is there is typed into it. */
  opens?: boolean
  /** Leads to another page: keys pressed before that is there are taken by it. */
  leads?: boolean
  /** Changes something at the partner: only ever answers a key that is pressed on the page that is seen. */
  writes?: boolean
  /** The heading in the list of keys; "This page" by default. */
  group?: string
}

type Registration = { bindings: readonly KeyBinding[] }

const registrations: Registration[] = []
const sequenceTimeout = 1_500
let pending: string[] = []
let pendingSince = 0
// Keys from before the page's script ran, or while a page that a key led to is on its way: until a component binds
// them, or the person does something else.
let early: KeyboardEvent[] = []
let leadsUntil = 0

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
      document.addEventListener('pointerdown', forget)
      addEventListener('popstate', forget)
    }
    registrations.push(mine)
    early.push(...takeEarlyKeys())
    if (early.length > 0) setTimeout(replayEarly)
    return () => {
      registrations.splice(registrations.indexOf(mine), 1)
      if (registrations.length > 0) return
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', forget)
      removeEventListener('popstate', forget)
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
  // The browser's own way back is an Alt combination.
  if (event.altKey || event.key === 'Escape') forget()
  // Shift comes before the "?" that it makes.
  if (keyName(event) === undefined) return
  if (press(event, 'now')) early = []
  else if (performance.now() < leadsUntil) early = withUnbound(early, event)
}

// The person does something else: nothing pressed before that is meant any more.
function forget() {
  early = []
  leadsUntil = 0
  endTypingAhead()
}

// One at a time: what a key did must be drawn before the next one counts.
function replayEarly() {
  early = early.filter(isFresh)
  const [event] = early
  if (!event) return
  if (!press(event, 'early')) return
  early = early.slice(1)
  // What follows a key that opens a box is typed into it, before it is there and takes its own keys.
  while (early[0] && typeAhead(early[0])) early = early.slice(1)
  setTimeout(replayEarly, 50)
}

/** Runs what a key is bound to. False where nothing is bound to it, yet. */
function press(event: KeyboardEvent, when: 'now' | 'early'): boolean {
  const name = keyName(event)
  if (name === undefined || event.defaultPrevented || event.isComposing) return true
  if (typeAhead(event)) return true
  if (!name.startsWith('Mod+') && isTypingTarget(event.target, name)) {
    pending = []
    leadsUntil = 0
    return true
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
  if (binding && !found.partial && (binding.repeats || !event.repeat)) {
    leadsUntil = binding.leads ? performance.now() + keptFor : 0
    endTypingAhead()
    // It was pressed before this page could be seen: what follows it was meant for something else, too.
    if (binding.writes && when === 'early') early = []
    else run(binding)
  }
  return found.partial || binding !== undefined
}

function run({ run: act, opens }: KeyBinding) {
  if (opens) beginTypingAhead()
  // What turned out to open nothing is not waited for.
  if (act?.() === false) endTypingAhead()
}
