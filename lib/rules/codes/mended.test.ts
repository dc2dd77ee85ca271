import { describe, expect, test } from 'vitest'
import { readValue, shapeOfPath } from '#lib/rules/bulk/bulk-change.ts'
import { readValueFile } from '#lib/rules/bulk/value-file.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { placeBlock, readBlock } from '#lib/rules/lines/line-paste.ts'
import { readListedValue } from '#lib/rules/roster/listed-value.ts'
import { scrubCapture } from '#lib/rules/scrub/scrub.ts'
import { billable, cleanWith } from '#lib/rules/testdata/clean-capture.ts'

// One reading of what a spreadsheet or a copy made of a code, in every way in.

const shape = captureShape()

const fixesOf = (path: string, text: string) =>
  scrubCapture(billable(cleanWith({ [path]: text }))).flatMap(({ fix }) =>
    (fix?.sets ?? []).flatMap((set) => (set.path === path ? [set.value] : [])),
  )
const ofFile = (path: string, text: string) => {
  const at = `data.${path.replace(/\.\d+\./, '.*.')}`
  const name = path.split('.').at(-1)!
  const cell = `"${text.replaceAll('"', '""')}"`
  const file = readValueFile(`charge_external_id,${name}\nCHG-1,${cell}`, at, shape)
  return 'values' in file ? [...file.values.values()] : file.problems
}

const readings = [
  ['rendering_provider.npi', '808401234567893', '1234567893'],
  ['rendering_provider.npi', '123-456-7893', '1234567893'],
  ['rendering_provider.npi', '1234567893.0', '1234567893'],
  ['rendering_provider.npi', '="1234567893"', '1234567893'],
  ['billing_provider.tax_id', '93-1402217', '931402217'],
  ['rendering_provider.taxonomy_code', '207q00000x', '207Q00000X'],
  ['subscriber_primary.insurance_card.member_id', 'COM188-404777', 'COM188404777'],
  ['patient.address.state', 'Oregon', 'OR'],
  ['service_lines.0.procedure_code', 'g0463', 'G0463'],
  ['service_lines.1.drug_identification.national_drug_code', '0409-1234-01', '00409123401'],
  // Non-breaking hyphens and a minus.
  [
    'service_lines.1.drug_identification.national_drug_code',
    '0409\u20111234\u201101',
    '00409123401',
  ],
  ['billing_provider.tax_id', '93\u22121402217', '931402217'],
] as const

describe.each(readings)('%s %s', (path, text, right) => {
  test('is offered in a form', () => expect(fixesOf(path, text)).toEqual([right]))
  test('is read in a file of values', () => expect(ofFile(path, text)).toEqual([right]))
})

test.each(readings.filter(([path]) => path.endsWith('npi')))(
  '%s %s is read in a roster',
  (_path, text, right) => expect(readListedValue(text)).toEqual({ kind: 'npi', npi: right }),
)

test.each([
  ['procedure_code', 'g0463', 'G0463'],
  ['place_of_service_code', '2', '02'],
  ['revenue_code', '450', '0450'],
])('a pasted %s %s is read as %s, and said', (column, text, as) => {
  const list = shapeOfPath(shape, 'data.service_lines')
  if (list?.kind !== 'list' || list.item.kind !== 'object') throw new Error('no lines')
  const { cells, mended } = placeBlock(readBlock(text), 0, column, [column], list.item)
  expect(cells).toEqual([{ row: 0, column, text: as }])
  expect(mended).toEqual([{ row: 0, column, text, as }])
})

test.each([
  ['place_of_service_code', '2', '02'],
  ['patient.address.zip_code', '2139', '02139'],
  ['patient.last_name', 'O’Neill', 'O’Neill'],
  ['patient.last_name', "'Abd", "'Abd"],
])('a file of values reads %s %s as %s', (path, text, right) =>
  expect(ofFile(path, text)).toEqual([right]),
)

test.each([
  ['rendering_provider.npi', '1.23E+09'],
  ['patient.last_name', 'Mu\uFFFDoz'],
  ['rendering_provider.npi', '1234567890'],
])('%s %s is read nowhere', (path, text) => {
  const field = shapeOfPath(shape, `data.${path}`)!
  expect(readValue(text, field, `data.${path}`)).toHaveProperty('problem')
  expect(fixesOf(path, text)).toEqual([])
})
