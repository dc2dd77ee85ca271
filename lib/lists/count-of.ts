/** The word for one of a kind and for many. */
export type Noun = { one: string; many: string }

/** A count in words, thousands parted by commas: "1 capture", "1,041 captures". */
export function countOf(count: number, { one, many }: Noun): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** Providers of a roster or a facility. */
export const providerNoun: Noun = { one: 'provider', many: 'providers' }
