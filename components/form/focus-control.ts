import { sectionId } from './sections.ts'

const folds = new WeakMap<Element, () => void>()

/**
 * Registers how the folded part of a form opens, by its element with `data-fold`; returns a
 * function that removes it.
 */
export function registerFold(fold: Element, open: () => void): () => void {
  folds.set(fold, open)
  return () => folds.delete(fold)
}

/** Opens a folded part of the form. Its fields are rendered when it returns. */
export function openFold(fold: Element | null | undefined): void {
  if (fold) folds.get(fold)?.()
}

/** Milliseconds to look for a field whose section is still being fetched. */
const patience = 4000

/**
 * Scrolls to a field and focuses it; folded parts around it open. A path without its own control (a
 * section, a row, an unreadable value) leads to the first control in it, or to its card. Returns
 * false if the page has nothing for the path.
 */
export function focusControl(name: string): boolean {
  const target = revealField(name)
  if (target) focusAt(target)
  else if (wanted.has(name)) whenDrawn(name)
  return target !== undefined || wanted.has(name)
}

/** The same for the first of several on the page. */
export function focusFirst(names: Iterable<string>): boolean {
  const places = [...names].flatMap((name) => {
    const element = findControl(name)
    return element ? [{ name, element }] : []
  })
  const [first] = places.toSorted((a, b) =>
    a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  return first !== undefined && focusControl(first.name)
}

/**
 * Opens the folded parts around a field and returns its element. Undefined if there is none, or if
 * its section is not rendered yet.
 */
export function revealField(name: string): HTMLElement | undefined {
  let target = findControl(name)
  wanted.delete(name)
  // Folds are nested, and their fields are drawn when they open: for example a drug's code inside a
  // line.
  while (target) {
    for (
      let fold = target.closest('[data-fold]');
      fold;
      fold = fold.parentElement?.closest('[data-fold]') ?? null
    )
      openFold(fold)
    const next = findControl(name)
    if (next === target) return target
    if (!next) wanted.add(name)
    target = next
  }
  return undefined
}

// Fields whose section was opened but is not drawn yet.
const wanted = new Set<string>()

function whenDrawn(name: string, until = performance.now() + patience): void {
  requestAnimationFrame(() => {
    if (!wanted.has(name)) return
    const target = revealField(name)
    if (target) focusAt(target)
    else if (performance.now() < until) {
      wanted.add(name)
      whenDrawn(name, until)
    }
  })
}

function focusAt(found: HTMLElement): void {
  // A section whose fields have other names than its own is entered at its first field.
  const target =
    (found.matches('section[id^="section-"]') &&
      found.querySelector<HTMLElement>('input, select, textarea')) ||
    found
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  target.scrollIntoView({ block: 'center', behavior: calm ? 'instant' : 'auto' })
  // A form that has just arrived opens its fields with its next drawing.
  if (target.matches(':disabled'))
    requestAnimationFrame(() => target.focus({ preventScroll: true }))
  else target.focus({ preventScroll: true })
}

function findControl(name: string): HTMLElement | undefined {
  const parts = name.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const path = parts.slice(0, length).join('.')
    const found =
      byName(path) ?? byPrefix(path) ?? byCover(path) ?? document.getElementById(sectionId(path))
    if (found) {
      if (found.tabIndex < 0) found.tabIndex = -1
      return found
    }
    if (path === 'data') break
  }
  return undefined
}

function byName(path: string): HTMLElement | null {
  return document.querySelector(`[name="${CSS.escape(path)}"], [data-field="${CSS.escape(path)}"]`)
}

function byPrefix(path: string): HTMLElement | null {
  return path === 'data' ? null : document.querySelector(`[name^="${CSS.escape(path)}."]`)
}

// The button of a section that is not drawn names the section's paths.
function byCover(path: string): HTMLElement | null {
  return document.querySelector(`[data-covers~="${CSS.escape(path)}"]`)
}

/**
 * Moves the focus after the next render, unless the person clicks or presses a key before. A hidden
 * tab renders only when it is shown again, and by then the person may be in another field. Returns
 * a function that cancels the move.
 */
export function afterNextFrame(move: () => void): () => void {
  const calledOff = new AbortController()
  const frame = requestAnimationFrame(() => {
    calledOff.abort()
    move()
  })
  const callOff = () => {
    calledOff.abort()
    cancelAnimationFrame(frame)
  }
  for (const sign of ['pointerdown', 'keydown'])
    window.addEventListener(sign, callOff, { capture: true, signal: calledOff.signal })
  return callOff
}
