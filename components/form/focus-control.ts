import { sectionId } from './sections.ts'

/** The event that a folded part of the form listens to: something inside it is about to take the focus. */
export const revealEvent = 'reveal-fields'

/**
 * Brings a field into view and gives it the focus; folded parts around it open. A path without a control of its own
 * (a section, a row, an unreadable value) leads to the first control in it, or to its card. False when nothing stands
 * for the path on this page.
 */
export function focusControl(name: string): boolean {
  const target = findControl(name)
  if (!target) return false
  // Folds lie in folds: a drug's fields are folded inside a line that is folded itself.
  for (let fold = target.closest('[data-fold]'); fold; fold = fold.parentElement?.closest('[data-fold]') ?? null) fold.dispatchEvent(new CustomEvent(revealEvent))
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  target.scrollIntoView({ block: 'center', behavior: calm ? 'instant' : 'auto' })
  target.focus({ preventScroll: true })
  return true
}

function findControl(name: string): HTMLElement | undefined {
  const parts = name.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const path = parts.slice(0, length).join('.')
    const found = byName(path) ?? byPrefix(path) ?? document.getElementById(sectionId(path))
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
