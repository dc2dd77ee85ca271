import { Zip, ZipPassThrough } from 'fflate'
import { isLocalDate } from './local-date.ts'

/**
 * A cell of a workbook. Text is never a formula. `number` is written with these digits; `money` has
 * two decimals. `date` is a local date (YYYY-MM-DD).
 */
export type XlsxCell = { kind: 'text' | 'number' | 'money' | 'date'; text: string }

/** The media type of a workbook. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

// What Excel reads: ECMA-376, and "Excel specifications and limits" for the numbers.
const mostRows = 1_048_576
const mostLetters = 32_767
const cut = '… (cut: longer than a cell of Excel)'
// Excel takes 1900 for a leap year, so its days before March of it are not those of the calendar.
const firstDate = '1900-03-01'
const dayZero = Date.UTC(1899, 11, 30)
const msPerDay = 86_400_000

const start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
// The places of `cellXfs`: usual, head, money, date.
const looks = { text: 0, number: 0, head: 1, money: 2, date: 3 }
const styles = `${start}<styleSheet ${main}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/><xf xfId="0" numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`
const sheetStart = `${start}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
const sheetEnd = '</sheetData></worksheet>'

/**
 * The bytes of an Excel workbook (.xlsx), made while they are read: it holds one batch of rows at a
 * time. Each sheet begins with `head`, which stays in sight. A sheet of Excel has 1,048,576 rows; the
 * rows after them are on the next one. Text of more than 32,767 letters is cut, and says so.
 */
export async function* xlsxBytes(
  head: readonly string[],
  batches: AsyncIterable<readonly (readonly XlsxCell[])[]>,
  rowsOfSheet = mostRows,
): AsyncGenerator<Uint8Array, void> {
  const made: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    made.push(bytes)
  })
  let sheets = 0
  let rows = 0
  let sheet = await begin()
  for await (const batch of batches) {
    let text = ''
    for (const cells of batch) {
      if (rows === rowsOfSheet) {
        await sheet.write(text + sheetEnd, true)
        text = ''
        sheet = await begin()
      }
      rows += 1
      text += rowText(rows, cells)
    }
    await sheet.write(text)
    yield* made.splice(0)
  }
  await sheet.write(sheetEnd, true)
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  for (const [name, text] of parts(numbers)) await entry(name).write(text, true)
  zip.end()
  yield* made.splice(0)

  function entry(name: string): PackedFile {
    const file = new PackedFile(name)
    zip.add(file)
    return file
  }
  async function begin(): Promise<PackedFile> {
    sheets += 1
    rows = 1
    const file = entry(`xl/worksheets/sheet${sheets}.xml`)
    const cells = head.map((text, column) => textCell(text, column, 1, looks.head))
    await file.write(`${sheetStart}<row r="1">${cells.join('')}</row>`)
    return file
  }
}

/** A file of the archive that the platform's own stream packs, outside the main thread. */
class PackedFile extends ZipPassThrough {
  override compression = 8
  readonly #encoder = new TextEncoder()
  readonly #stream = new CompressionStream('deflate-raw')
  readonly #writer = this.#stream.writable.getWriter()
  readonly #packed = this.#read()
  #written: Promise<void> = Promise.resolve()

  async write(text: string, isLast = false): Promise<void> {
    this.push(this.#encoder.encode(text), isLast)
    await this.#written
    if (isLast) await this.#packed
  }

  protected override process(chunk: Uint8Array, isLast: boolean): void {
    this.#written = this.#writer.write(new Uint8Array(chunk))
    if (isLast) void this.#writer.close()
  }

  async #read(): Promise<void> {
    const reader = this.#stream.readable.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      this.ondata(null, value ?? new Uint8Array(), done)
      if (done) return
    }
  }
}

function rowText(row: number, cells: readonly XlsxCell[]): string {
  return `<row r="${row}">${cells.map((cell, column) => cellText(cell, column, row)).join('')}</row>`
}

function cellText({ kind, text }: XlsxCell, column: number, row: number): string {
  if (text === '') return ''
  const value = kind === 'date' ? serialOf(text) : kind === 'text' ? undefined : numberOf(text)
  if (value === undefined) return textCell(text, column, row, looks.text)
  return `<c r="${letters(column)}${row}" s="${looks[kind]}"><v>${value}</v></c>`
}

function textCell(text: string, column: number, row: number, look: number): string {
  const short = text.length <= mostLetters ? text : text.slice(0, mostLetters - cut.length) + cut
  return `<c r="${letters(column)}${row}" s="${look}" t="inlineStr"><is><t xml:space="preserve">${escaped(short)}</t></is></c>`
}

function numberOf(text: string): string | undefined {
  return /^-?\d{1,15}(?:\.\d+)?$/.test(text) ? text : undefined
}

/** The day's number in Excel; undefined for no date, and for one that Excel has no number for. */
function serialOf(date: string): number | undefined {
  return isLocalDate(date) && date >= firstDate
    ? (Date.parse(`${date}T00:00:00Z`) - dayZero) / msPerDay
    : undefined
}

// XML has no other control characters, and Excel reads "_x000D_" as a line break.
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

function escaped(text: string): string {
  return text
    .replaceAll(unwritable, '')
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

// 0 is A, 26 is AA.
function letters(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}

function parts(sheets: readonly number[]): [string, string][] {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const relations = (text: string) =>
    `${start}<Relationships xmlns="${packages}/relationships">${text}</Relationships>`
  const override = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${types}.${type}+xml"/>`
  return [
    ['xl/styles.xml', styles],
    [
      'xl/workbook.xml',
      `${start}<workbook ${main} xmlns:r="${office}"><sheets>${sheets.map((each) => `<sheet name="Rows${each > 1 ? ` ${each}` : ''}" sheetId="${each}" r:id="rId${each}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        sheets
          .map((each) => relation(`rId${each}`, 'worksheet', `worksheets/sheet${each}.xml`))
          .join('') + relation(`rId${sheets.length + 1}`, 'styles', 'styles.xml'),
      ),
    ],
    ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    [
      '[Content_Types].xml',
      `${start}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${sheets.map((each) => override(`worksheets/sheet${each}`, 'worksheet')).join('')}</Types>`,
    ],
  ]
}
