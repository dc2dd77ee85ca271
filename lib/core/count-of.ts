/** A noun in its singular and plural. */
export type Noun = { one: string; many: string }

/** A count with its noun and thousands separators: "1 capture", "1,041 captures". */
export function countOf(count: number, { one, many }: Noun): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** Providers of a roster or a facility. */
export const providerNoun: Noun = { one: 'provider', many: 'providers' }

/** Nouns that several pages count. */
export const lineNoun: Noun = { one: 'line', many: 'lines' }
export const fieldNoun: Noun = { one: 'field', many: 'fields' }
export const claimNoun: Noun = { one: 'claim', many: 'claims' }
export const errorNoun: Noun = { one: 'error', many: 'errors' }
export const changeNoun: Noun = { one: 'change', many: 'changes' }
export const unsavedNoun: Noun = { one: 'unsaved change', many: 'unsaved changes' }

/** The number of fields that block a save: "2 fields need your attention". */
export function attentionWords(count: number): string {
  return `${countOf(count, { one: 'field needs', many: 'fields need' })} your attention`
}
