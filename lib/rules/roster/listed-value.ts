import { isNpi, isNpiShape } from '#lib/rules/codes/npi.ts'

/** What one value of a list of providers is. An id is spelled in lower case, as identifiers are compared. */
export type ListedValue = { kind: 'id'; id: string } | { kind: 'npi'; npi: string } | { kind: 'invalid'; why: string }

const plain = /^[0-9a-f-]+$/i
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Reads one value: an identifier (UUID-shaped, as the interface shows them) or an NPI whose check digit is right. A
 * value that is neither says why.
 */
export function readListedValue(text: string): ListedValue {
  const value = bare(text)
  if (uuid.test(value)) return { kind: 'id', id: value.toLowerCase() }
  if (isNpi(value)) return { kind: 'npi', npi: value }
  if (isNpiShape(value)) return { kind: 'invalid', why: 'This NPI is mistyped: its last digit doesn’t match.' }
  if (/^\d+$/.test(value))
    return { kind: 'invalid', why: value.length === 10 ? 'An NPI begins with 1 or 2.' : 'An NPI has ten digits.' }
  if (/^\d+(\.\d+)?e\+?\d+$/i.test(value))
    return { kind: 'invalid', why: 'A spreadsheet shortened this number. Format the column as text.' }
  return { kind: 'invalid', why: 'This isn’t a provider ID or an NPI.' }
}

/** True for a value that looks like an id or an NPI, right or wrong in its check digit. */
export function looksListed(text: string): boolean {
  const value = bare(text)
  return uuid.test(value) || isNpiShape(value)
}

/** True for a value that looks like an id. */
export function looksLikeId(text: string): boolean {
  return uuid.test(bare(text))
}

// What spreadsheets and mails put around a value: quotes, braces, spaces that do not break, a decimal part of nothing.
function bare(text: string): string {
  // Nearly every value of a long list is bare already.
  if (plain.test(text)) return text
  // From the end by hand: a pattern that is tied to the end is tried at every place before it.
  let end = text.length
  while (end > 0 && /[\s"'})>.]/.test(text[end - 1]!)) end -= 1
  return text
    .slice(0, end)
    .replace(/^[\s\ufeff"'{<(]+/, '')
    .replace(/^(\d{10})\.0+$/, '$1')
}
