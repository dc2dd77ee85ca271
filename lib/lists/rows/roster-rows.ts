import { folded, foldedWords, hasWords } from '#lib/core/folded.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { nameOf, withoutBlanks, type BaseRow } from './rows.ts'

/**
 * One provider of a contract's roster: only what its table shows. A roster has up to 100,000 of
 * them.
 */
export type RosterRow = BaseRow & {
  npi?: string
  name?: string
  /** `INDIVIDUAL` or `ORGANIZATION`. */
  type?: string
  /** Set when the provider is no longer employed. */
  terminated?: true
}

/**
 * The row of one provider, from any JSON: what cannot be read is left out, and nothing is thrown.
 */
export function toRosterRow(item: unknown): RosterRow {
  const id = textOf(memberAt(item, 'organization_provider_id'))
  if (id === undefined) return { id: '', unreadable: true }
  return withoutBlanks({
    id,
    npi: textOf(memberAt(item, 'npi')),
    name: nameOf(item),
    type: textOf(memberAt(item, 'provider_type')),
    terminated: memberAt(item, 'employment_status') === 'TERMINATED' ? true : undefined,
  })
}

/**
 * Tests whether a provider's name, NPI or ID contains every word of a search; true without words.
 */
export function rosterMatcher(search: string): (row: RosterRow) => boolean {
  const words = foldedWords(search)
  return (row) => hasWords(rosterText(row), words)
}

/** Everything by which a provider can be searched, folded. */
export function rosterText({ name = '', npi = '', id }: RosterRow): string {
  return folded(`${name} ${npi} ${id}`)
}
