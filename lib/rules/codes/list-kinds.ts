import type { LocalDate } from '#lib/core/local-date.ts'

/** The lists that an administrator places besides ICD-10-CM. */
export type ListKind = 'ncci' | 'ordering' | 'hcpcs' | 'ndc'

const kinds: ReadonlySet<unknown> = new Set<ListKind>(['ncci', 'ordering', 'hcpcs', 'ndc'])

/** True for the name of such a list. */
export function isListKind(name: unknown): name is ListKind {
  return kinds.has(name)
}

/** The days of service that a list judges, both included. */
export type Days = { from: LocalDate; to: LocalDate }

/**
 * One entry of a list. `other` is the second code of a pair, else ''. `first_day` and `last_day`
 * are the days on which it is in force, both included; null where the list sets no limit. `mark` is
 * what the list says of it in a word of its own.
 */
export type ListRow = {
  code: string
  other: string
  first_day: LocalDate | null
  last_day: LocalDate | null
  mark: string
}

/** The mark of a HCPCS code whose words don't say what was given. */
export const unlistedMark = 'unlisted'

/**
 * What the name of a file says: its list, the name under which the console stores it, of when it is
 * in words, and which days it judges. Of two versions for one year the greater counts.
 */
export type ListFile = { kind: ListKind; name: string; of: string; version: string; days: Days }

/**
 * Reads one list line by line. `read` takes the next line and answers its entry, what is wrong with
 * it, or nothing for a line without an entry; an entry that can judge no claim is `dropped`.
 * `unfinished` says after the last line what the file lacks.
 */
export type ListReader = {
  read: (line: string) => { row: ListRow } | { message: string } | 'dropped' | undefined
  unfinished: () => string | undefined
}
