import { knownWord } from '#lib/contract/codes/code-words.ts'
import { humanize } from '#lib/lists/filter-value.ts'

/**
 * A code of an encounter in billers' words, by the wire name of its field. An unknown value is
 * shown as words.
 */
export function wordOf(field: string, code: string): string {
  return knownWord(field, code) ?? humanize(code)
}

/** The owner of the next action in billers' words. */
export function ownerWord(owner: string): string {
  return wordOf('owner_of_next_action', owner)
}
