import type { MarkFix } from './mark-store.ts'

/**
 * What the button of a fix says: what the click writes, and what the field holds until then, so
 * that nobody writes over a value that they have not read. `Write 1EG4TE5MK73 (now 1eg4-te5-mk73)`,
 * `Keep each modifier once (25 25 → 25)`.
 */
export function fixWords({ label, from, to = '' }: MarkFix): string {
  // An empty field loses nothing.
  if (!from) return label
  const named = new Set(label.split(' '))
  const old = quotedWhereEdged(from)
  return to.split(' ').every((word) => named.has(word))
    ? `${label} (now ${old})`
    : `${label} (${old} → ${to})`
}

// A blank before or after a value cannot be seen otherwise.
function quotedWhereEdged(text: string): string {
  return text === text.trim() ? text : `“${text}”`
}
