'use client'
import { useEffect, useRef } from 'react'
import { createKeybindingsHandler } from 'tinykeys'

/**
 * An action of the page, with its key or a sequence of keys with blanks between them ("g c"). The
 * list of keys and the palette show it.
 */
export type KeyBinding = {
  /**
   * "j", "Shift+x", "Enter", "?", "Mod+k" (Ctrl, on a Mac Cmd), "Alt+n" (on a Mac Ctrl, because
   * Option writes letters), "g c". Omit it for an action without a key, which the palette offers.
   */
  keys?: string
  /** The action in the words of its button: "Next row". */
  label: string
  /**
   * Returns false if nothing opened. Omit it for a help-only entry, whose key the page handles
   * itself.
   */
  run?: () => unknown
  /** Fires again while the key is held: for moving, not for actions. */
  repeats?: boolean
  /** Opens a text box. Plain keys are ignored until the box has the focus, for a second at most. */
  opens?: boolean
  /** The heading in the list of keys; "This page" by default. */
  group?: string
  /**
   * What it changes, with its sum: "3 causes selected · 9 claims · $607.80". The palette shows it as
   * the heading, so that nobody changes something else.
   */
  target?: string | undefined
  /** Why it can't run now: "Nothing is selected". Its key then does nothing. */
  whyNot?: string | undefined
}

type Registration = { bindings: readonly KeyBinding[] }

const registrations: Registration[] = []
// Milliseconds between the keys of a sequence.
const timeout = 1_500
// Milliseconds after which keys work again if nothing opened.
const openingTakes = 1_000
// Milliseconds for which letters rest after a dialog closed: somebody who types a sentence goes on
// for a moment.
const restTakes = 500
// Milliseconds after which keys work again if the page that was asked for never came.
const pageTakes = 10_000
let handler: { keys: string; handle: (event: KeyboardEvent) => void } | undefined
let openingUntil = 0
let holds = 0
let restUntil = 0
let awaited: { from: string; until: number } | undefined

/**
 * Plain keys rest while a dialog or an editor is on its way or open: a letter meant for it never
 * acts on the page behind. Call the answer to end it. With `andAfter` letters rest for half a
 * second more: for a dialog that closes.
 */
export function holdKeys({ andAfter = false }: { andAfter?: boolean } = {}): () => void {
  let isHeld = true
  holds += 1
  return () => {
    if (!isHeld) return
    isHeld = false
    holds -= 1
    if (andAfter) restUntil = performance.now() + restTakes
  }
}

/** Ends every rest after what has gone, as a page that is loaded anew does. */
export function wakeKeys(): void {
  openingUntil = 0
  restUntil = 0
  awaited = undefined
}

/** Plain keys rest until the page at `href` is there, for ten seconds at most; Escape ends it. */
export function holdKeysUntilPage(href: string): void {
  const from = location.pathname
  if (new URL(href, location.href).pathname !== from)
    awaited = { from, until: performance.now() + pageTakes }
}

/** The page at this path is there: keys are its own. */
export function notePage(path: string): void {
  if (awaited?.from !== path) awaited = undefined
}

/**
 * Registers actions while the calling component is mounted; the list of keys (?) and the palette
 * show them. If two components bind the same keys, the component that mounted last wins. Plain keys
 * never fire while a person types, inside a dialog or menu, or while one is loading, and letters
 * rest for half a second after a dialog closed. "Alt+" keys fire while a person types, too; "Mod+"
 * keys always do.
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

/** Every action of the page and of the console now, the page's own first. */
export function activeActions(): KeyBinding[] {
  const seen = new Set<string>()
  return registrations
    .toReversed()
    .flatMap((registration) => [...registration.bindings])
    .filter((binding) => !seen.has(signOf(binding)) && seen.add(signOf(binding)))
}

/** The actions that have a key. */
export function activeKeys(): (KeyBinding & { keys: string })[] {
  return activeActions().filter(hasKeys)
}

function hasKeys(binding: KeyBinding): binding is KeyBinding & { keys: string } {
  return binding.keys !== undefined
}

// Help-only entries never shadow a real binding, and actions without a key shadow none.
function signOf({ keys, run, group, label }: KeyBinding): string {
  return run && keys !== undefined ? keys : `${group} ${keys ?? label}`
}

// One library handler for all keys of the page: with one handler for each component, all of them
// would run.
function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented) return
  if (event.key === 'Escape') awaited = undefined
  const place = placeOf(event)
  const isHeld = isResting(event)
  // Typing text ends a sequence.
  if (place !== 'page' || isHeld) handler = undefined
  const works = ({ keys }: { keys: string }) =>
    keys.startsWith('Mod+') ||
    (!isHeld && (place === 'page' || (place === 'field' && keys.startsWith('Alt+'))))
  const bindings = activeKeys().filter((binding) => binding.run && works(binding))
  // The first match wins, so sequences come before the single keys that they end with.
  const keys = bindings
    .map((binding) => binding.keys)
    .toSorted((a, b) => b.split(' ').length - a.split(' ').length)
  if (handler?.keys !== keys.join('\n'))
    handler = {
      keys: keys.join('\n'),
      handle: createKeybindingsHandler(
        Object.fromEntries(keys.map((each) => [patternOf(each), fire(each)])),
        {
          timeout,
          ignore: () => false,
        },
      ),
    }
  handler.handle(event)
}

/** True on Apple keyboards. */
export function isMac(): boolean {
  return /Mac|iP/.test(navigator.platform)
}

/** The keys of a binding as they are written on the keyboard, for `Kbd`: "Ctrl ↵". */
export function writtenKeys(keys: string): string {
  const modifier = isMac() ? '⌘' : 'Ctrl'
  const arrows = keys.replaceAll('ArrowUp', '↑').replaceAll('ArrowDown', '↓')
  return arrows
    .replaceAll('Mod+', `${modifier} `)
    .replace(/^Alt\+(?=[a-z]$)/, isMac() ? 'Ctrl ' : 'Alt ')
    .replaceAll('Alt+', 'Alt ')
    .replaceAll('Shift+', 'Shift ')
    .replaceAll('Enter', '↵')
}

/**
 * Converts a binding to the library's notation. Shift is optional for symbols: many keyboards need
 * it for "/".
 */
function patternOf(keys: string): string {
  return keys
    .replaceAll('Mod+', '$mod+')
    .replaceAll('Alt+', isMac() ? 'Control+' : 'Alt+')
    .split(' ')
    .map((press) => press.replace(/\W$/, '[Shift]+$&'))
    .join(' ')
}

function fire(keys: string) {
  return (event: KeyboardEvent) => {
    event.preventDefault()
    // The library would wait for the rest of the other sequences with the same first key.
    handler = undefined
    const binding = activeKeys().find((candidate) => candidate.run && candidate.keys === keys)
    if (binding && (binding.repeats || !event.repeat)) runAction(binding)
  }
}

const toggles = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'file',
  'range',
  'color',
  'image',
])
const ownKeys = new Set(['Enter', ' ', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])

const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
const fields = 'textarea, select, [role="textbox"], [role="combobox"]'

/**
 * Whose key it is: the page's, or that of the focused element. `field` is a text box, or a button
 * or link whose own key this is; `overlay` is a dialog or a menu.
 */
function placeOf({ target, key, shiftKey }: KeyboardEvent): 'page' | 'field' | 'overlay' {
  if (!(target instanceof HTMLElement)) return 'page'
  if (target.closest(overlays) !== null) return 'overlay'
  const isText =
    target.isContentEditable ||
    target.matches(fields) ||
    (target instanceof HTMLInputElement && !toggles.has(target.type))
  const isOwn =
    ownKeys.has(key) && !shiftKey && target.matches('a[href], button, summary, input, [role="tab"]')
  return isText || isOwn ? 'field' : 'page'
}

// A letter for a dialog, an editor or a page that is still opening must not fire another key.
function isResting({ key }: KeyboardEvent): boolean {
  const now = performance.now()
  if (key === 'Escape') return false
  if (holds > 0 || now < openingUntil || (key.length === 1 && now < restUntil)) return true
  if (awaited && (awaited.from !== location.pathname || now >= awaited.until)) awaited = undefined
  return awaited !== undefined
}

/** Runs an action as its key does; nothing while it has a reason against it. */
export function runAction({ run: act, opens, whyNot }: KeyBinding): void {
  if (whyNot !== undefined) return
  const before = document.activeElement
  const waits = act?.() !== false && opens && document.activeElement === before
  openingUntil = waits ? performance.now() + openingTakes : 0
  if (waits) document.addEventListener('focusin', () => (openingUntil = 0), { once: true })
}
