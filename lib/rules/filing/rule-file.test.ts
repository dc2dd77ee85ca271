import { expect, test } from 'vitest'
import { readRuleFile, ruleChanges, ruleFile } from './rule-file.ts'
import type { PayerRule } from './rulebook.ts'

const rules: PayerRule[] = [
  { payer_id: '', payer: 'Every other payer', limits: { original: 180 }, source: 'House rule' },
  {
    payer_id: 'NBH01',
    payer: 'Northbridge, "Health" Plan',
    limits: {
      original: 90,
      corrected: 60,
      appeal: 180,
      secondary: 60,
      corrected_from: 'service',
    },
    source: '=Contract § 4.1',
  },
  {
    payer_id: 'medicare',
    payer: 'Medicare',
    limits: { original: 'calendar-year' },
    source: '42 CFR 424.44(a)',
  },
  { payer_id: 'MPP14', payer: 'Mapleton', limits: {}, source: '' },
]

const heading =
  'Payer ID,Payer,Original claim,Corrected claim,Appeal,Secondary claim,Where it comes from'

test('a file of ours is read as it was written', () => {
  expect(readRuleFile(ruleFile(rules))).toEqual({ rules })
})

test('columns in another order, with semicolons and without a byte order mark', () => {
  const text = `Payer;Payer ID;Where it comes from;Original claim;Corrected claim;Appeal;Secondary claim
Moss;M1;Manual;90 days;;;`
  expect(readRuleFile(text)).toEqual({
    rules: [{ payer_id: 'M1', payer: 'Moss', limits: { original: 90 }, source: 'Manual' }],
  })
})

test('every line that does not fit is named with its reason', () => {
  const text = [
    heading,
    'A1,Alder,90,,,,Contract',
    'B1,Birch,ninety,,,,Contract',
    ',Cedar,90,,,,Contract',
    'D1,Doug,90,,,,',
    'E1,,90,,,,Contract',
    'F1,Fir,90,,,calendar year,Contract',
    'A1,Alder again,60,,,,Contract',
    'G1,Gum,0,,,,Contract',
  ].join('\n')
  expect(readRuleFile(text)).toEqual({
    problems: [
      {
        line: 3,
        message: 'Original claim of Birch is “ninety”. Enter 1 to 3,650 days, or “calendar year”.',
      },
      { line: 4, message: 'Cedar has no payer ID.' },
      { line: 5, message: 'Doug has limits, but not where they come from.' },
      { line: 6, message: 'Has no payer.' },
      {
        line: 7,
        message: 'Secondary claim of Fir is “calendar year”. Enter 1 to 3,650 days.',
      },
      { line: 8, message: 'Repeats the payer of line 2.' },
      {
        line: 9,
        message: 'Original claim of Gum is “0”. Enter 1 to 3,650 days, or “calendar year”.',
      },
    ],
  })
})

test.each([
  ['', 'The file is empty.'],
  [heading, 'The file has no payers.'],
  ['PK\u0003\u0004', 'This is a spreadsheet, not a CSV file. Save it as CSV first.'],
  [
    'Payer ID,Payer\nA,B',
    'Has no column Original claim, Corrected claim, Appeal, Secondary claim, Where it comes from.',
  ],
])('%j is refused', (text, message) => {
  expect(readRuleFile(text)).toMatchObject({ problems: [{ message }] })
})

test.each([
  ['AB12,Oakmoor Plan', /^Has 2 columns instead of 7\.$/],
  ['1.23E+05,Oakmoor Plan,90,,,,Contract', /^Payer ID is “1\.23E\+05”\. A spreadsheet shortened/],
  ['#N/A,Oakmoor Plan,90,,,,Contract', /^Payer ID is “#N\/A”\./],
])('the line %j is refused', (line, message) => {
  expect(readRuleFile(`${heading}\n${line}`)).toEqual({
    problems: [{ line: 2, message: expect.stringMatching(message) }],
  })
})

test('the line sep=; of a spreadsheet is skipped, and the other lines keep their numbers', () => {
  const text = `sep=;\r\n${heading.replaceAll(',', ';')}\r\nA1\u200B;Alder;90;;;;Contract\r\nA1;Alder;90;;;;Contract`
  expect(readRuleFile(text)).toEqual({
    problems: [{ line: 4, message: 'Repeats the payer of line 3.' }],
  })
})

test('a file whose letters are lost is refused', () => {
  expect(readRuleFile(`${heading}\nA1,Cl\uFFFDnica Sur,90,,,,Contract`)).toEqual({
    problems: [{ line: 0, message: expect.stringContaining('CSV UTF-8') }],
  })
})

test('what a file changes is counted, and who loses a limit is named', () => {
  const stored = [
    { payer_id: 'A', own: { original: 90, appeal: 180 }, source: 'Contract' },
    { payer_id: 'B', own: { original: 60 }, source: 'Contract' },
    { payer_id: 'C', own: undefined, source: '' },
  ]
  const rule = (payer_id: string, original: number) => ({
    payer_id,
    payer: `Payer ${payer_id}`,
    limits: { original },
    source: 'Contract',
  })
  expect(ruleChanges([rule('A', 90), rule('B', 60), rule('C', 30), rule('D', 30)], stored)).toEqual(
    {
      added: 2,
      changed: 1,
      same: 1,
      losing: ['Payer A'],
    },
  )
})
