import { copiedId } from './copied-id.ts'
import { withoutInvisible } from './invisible-signs.ts'

/**
 * The text of a file's bytes: UTF-8, or UTF-16 behind a byte order mark. A spreadsheet's plain CSV is
 * neither: bytes that are no UTF-8 are read as Windows-1252.
 */
export function textOfBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The text of a file that a person chose. */
export async function textOfFile(file: Blob): Promise<string> {
  return textOfBytes(new Uint8Array(await file.arrayBuffer()))
}

/**
 * The text of a table without what no cell means: a byte order mark and other signs that nobody
 * sees, and the line `sep=;` of a spreadsheet. Its other lines keep their numbers.
 */
export function plainTable(text: string): string {
  return withoutInvisible(text).replace(/^"?sep=[^\r\n]{1,2}(?=[\r\n])/i, '')
}

/** Why a text is no table that can be read; undefined for one that can. */
export function tableFault(text: string): string | undefined {
  if (text.startsWith('PK\u0003\u0004'))
    return 'This is a spreadsheet, not a CSV file. Save it as CSV first.'
  if (text.includes('\u0000')) return 'This isn’t a text file. Save the list as CSV first.'
  if (text.includes('\uFFFD'))
    return 'Some letters of this file are lost (�). Save it again as “CSV UTF-8”.'
  return undefined
}

/** What a spreadsheet did to a cell that is no value any more; undefined for any other. */
export function cellFault(cell: string): string | undefined {
  // An ID may be 12E4: a spreadsheet writes the sign.
  if (/^[+-]?\d+(?:[.,]\d+)?e[+-]\d+$/i.test(cell))
    return 'A spreadsheet shortened this number. Format the column as text.'
  if (/^#(?:N\/A|(?:REF|VALUE|DIV\/0|NUM|NULL|SPILL|CALC)!|NAME\?)$/i.test(cell))
    return 'This is an error of a spreadsheet, not a value. Correct the cell.'
  return cell.includes('\uFFFD') ? 'A letter of this text is lost (�). Type it again.' : undefined
}

const windows1252 = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 256 }, (_, byte) => byte),
)

const entities: { readonly [name: string]: string } = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
}

/**
 * A text whose letters were read in another encoding than they were written in, or with the escapes
 * of a web page: "MuÃ±oz" is Muñoz, "O&#39;Neill" O'Neill. Undefined for any other text.
 */
export function repairedText(text: string): string | undefined {
  if (text.includes('&')) {
    const plain = text.replaceAll(/&(?:#(\d{2,5})|(amp|quot|apos|lt|gt));/g, (_, code, name) =>
      code ? String.fromCodePoint(Number(code)) : entities[name]!,
    )
    if (plain !== text) return plain
  }
  if (!/[\u0080-\u009FÂÃâ]/.test(text)) return undefined
  const bytes = [...text].map((sign) => {
    const byte = windows1252.indexOf(sign)
    return byte === -1 ? sign.codePointAt(0)! : byte
  })
  if (bytes.some((byte) => byte > 255)) return undefined
  const repaired = textOfBytes(Uint8Array.from(bytes))
  return repaired === text ? undefined : repaired
}

const plainCell = /^[0-9a-z-]+$/i

/**
 * A code without what spreadsheets and mails add around it: quotes, braces, a formula's sign,
 * non-breaking spaces, a decimal part of zeros. Dashes become hyphens.
 */
export function bareCell(text: string): string {
  // Nearly every value of a long list needs no cleaning.
  if (plainCell.test(text)) return text
  return copiedId(text.normalize('NFKC'), { before: '={<(', behind: '})>.' }).replace(
    /^(\d{5,})\.0+$/,
    '$1',
  )
}
