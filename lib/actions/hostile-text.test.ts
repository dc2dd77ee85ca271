import { expect, test } from 'vitest'
import { operations } from '#lib/contract/operations.ts'
import { toCsv } from '#lib/core/csv.ts'
import { growsTooFast, slowText } from '#lib/core/hostile-text.testing.ts'
import { jsonFault } from '#lib/core/json-fault.ts'
import { parseExact } from '#lib/core/json.ts'
import { isLocalDate } from '#lib/core/local-date.ts'
import { parseDollars } from '#lib/core/money.ts'
import { mixesAlphabets, plainName } from '#lib/core/plain-name.ts'
import { readTypedDate, writtenDate } from '#lib/core/typed-date.ts'
import { humanize, parsePastedList, writeList } from '#lib/lists/filter-value.ts'
import { toFailure } from '#lib/partner/failures.ts'
import { toWirePath } from '#lib/partner/field-names.ts'
import { decimalOf, meaningOf } from '#lib/rules/billed-diff/meaning.ts'
import {
  isIcd10Shape,
  isTaxId,
  isZipCode,
  normalizeDiagnosisCode,
  taxIdIn,
  normalizeNdc,
} from '#lib/rules/codes/codes.ts'
import { icd10FileOf, icd10LineOf } from '#lib/rules/codes/icd10-file.ts'
import { isMemberId, memberIdIn, memberIdProblem } from '#lib/rules/codes/member-id.ts'
import { isNpi } from '#lib/rules/codes/npi.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { fromText, textProblem } from '#lib/rules/edit/draft-text.ts'
import { resolveFieldInError } from '#lib/rules/edit/field-path.ts'
import { textItems } from '#lib/rules/edit/list-text.ts'
import { repoint } from '#lib/rules/lines/repoint.ts'
import { placeBlock, readBlock } from '#lib/rules/lines/line-paste.ts'
import { unitCents } from '#lib/rules/lines/line-totals.ts'
import { keyFromText } from '#lib/rules/metadata-keys.ts'
import { looksLikeId, readListedValue } from '#lib/rules/roster/listed-value.ts'
import { readList } from '#lib/rules/roster/read-list.ts'
import { checkCapture } from '#lib/rules/scrub/check-capture.ts'
import { spanProblems } from '#lib/rules/span-edit/span-problems.ts'
import { cleanWith, today } from '#lib/rules/testdata/clean-capture.ts'
import { contractRefusal } from './contracts/save-contract.ts'
import { patientSearch } from './finding/find-pre-encounter.ts'
import { id, operationId } from './inputs.ts'

// Text of the partner, of a person and of a file, of any length: every function that reads it by
// patterns or letter by letter takes time in proportion to its length.

const shape = captureShape()
const dataShape = shape.members.data as typeof shape
const lineShape = (dataShape.members.service_lines as unknown as { item: typeof shape }).item
const columns = [
  'procedure_code',
  'modifiers',
  'quantity',
  'units',
  'charge_amount_cents',
  'date_of_service',
]

function refusalOf(fieldName: string, words: string) {
  const content = [{ fieldName, humanReadableMessage: words }]
  const text = JSON.stringify({ errorName: 'HttpRequestValidationsError', content })
  const answer = {
    status: 422,
    contentType: 'application/json',
    retryAfter: undefined,
    date: undefined,
    requestId: undefined,
    text,
  }
  return toFailure(operations.updateChargeCapture, answer, [])
}

const readers: Record<string, (text: string) => unknown> = {
  'the name of a field in a refusal': (text) =>
    toWirePath(text, operations.updateChargeCapture.body),
  'the start of a long name of a field': (text) =>
    toWirePath(text.slice(0, 1_000), operations.updateContractV3.body),
  'a refusal with such names and words': (text) => refusalOf(text, text),
  'a refusal of a contract': (text) =>
    contractRefusal({ name: 'X', status: 422, message: text, issues: [] }),
  'the field of a claim creation error': (text) => resolveFieldInError(text, {}, shape),
  'the start of a long field of an error': (text) =>
    resolveFieldInError(text.slice(0, 400), cleanWith({}), shape),
  JSON: (text) => {
    try {
      parseExact(text)
    } catch {
      // Text that is no JSON: only the time counts.
    }
  },
  'a fault in JSON': jsonFault,
  'a table as CSV': (text) => toCsv([[text, -0.5, text]]),
  'an amount': parseDollars,
  'a date': isLocalDate,
  'a day as it is typed': (text) => [readTypedDate(text, { today }), writtenDate(text)],
  'a name as it reads': (text) => [plainName(text), mixesAlphabets(text)],
  'a decimal': decimalOf,
  'what a value says': meaningOf,
  'a pasted list': parsePastedList,
  'a list that is written': (text) => writeList([text]),
  'a name of the wire in words': humanize,
  'lines that are pasted': (text) =>
    placeBlock(readBlock(text), 0, 'procedure_code', columns, lineShape),
  'a list of providers': (text) => readList(text),
  'one value of such a list': (text) => [readListedValue(text), looksLikeId(text)],
  'a member id': (text) => [
    isMemberId(text),
    memberIdProblem(text),
    memberIdIn(text, false),
    memberIdIn(text, true),
  ],
  'a tax id': (text) => [isTaxId(text), taxIdIn(text)],
  'a drug code': normalizeNdc,
  'an NPI': isNpi,
  'a diagnosis code': (text) => isIcd10Shape(normalizeDiagnosisCode(text)),
  'a ZIP code': isZipCode,
  'the name and a line of a code list': (text) => [icd10FileOf(text), icd10LineOf(text, 'order')],
  'text items': (text) => [textItems(text, true), textItems(text, false)],
  'pointers to diagnoses': (text) => repoint(text, (old) => old),
  'a charge and its quantity': (text) => unitCents(text, text),
  'a key of metadata': (text) =>
    ['STRING', 'INTEGER', 'DATE', 'BOOLEAN'].map((type) => keyFromText(text, type)),
  'a search for a patient': patientSearch,
  'an id': (text) => [id.safeParse(text), operationId.safeParse(text)],
  'the ids of a span': (text) =>
    spanProblems('facility', { payer_uuid: text, start_date: text }, ['payer_uuid']),
}

test.each(Object.entries(readers))('%s: the time grows with the text, not faster', (_, read) => {
  expect(slowText(read)).toBeNull()
})

test('the text of every kind of control is read in time', () => {
  for (const member of [...Object.values(lineShape.members), ...Object.values(dataShape.members)])
    expect(slowText((text) => [textProblem(text, member), fromText(text, member)], 20)).toBeNull()
})

test('every text of a charge capture is checked in time', () => {
  const texts = leavesOf(cleanWith({}))
  expect(texts.length).toBeGreaterThan(30)
  for (const path of texts) {
    const check = (text: string) =>
      checkCapture({ data: cleanWith({ [path]: text }) as never }, { shape, today })
    expect(slowText(check, 10), path).toBeNull()
  }
})

test('a 422 with "[" and 100,000 blanks is read in time', () => {
  const textOf = (size: number) => `[${' '.repeat(size)}`
  expect(refusalOf(textOf(60_000), 'odd').error.issues[0]).toMatchObject({ path: '' })
  expect(growsTooFast((text) => refusalOf(text, 'odd'), textOf)).toBe(false)
})

/** The paths of all texts in a value. */
function leavesOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, path === '' ? name : `${path}.${name}`),
  )
}
