import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import {
  bulkRow,
  fixOf,
  jobOf,
  openFix,
  openValues,
  payerId,
  previewedChange,
  sentValues,
} from '#components/testing/bulk.testing.tsx'
import {
  readBulkOutcome,
  readBulkRows,
  sendBulkFix,
  startBulkFix,
  steerBulkFix,
} from '#lib/actions/bulk-fixes.ts'
import { listPayers } from '#lib/actions/lists.ts'
import type { BulkProgress } from '#lib/actions/bulk/fix.ts'
import { fail } from '#lib/core/result.ts'
import type { Proposal } from '#lib/rules/queue/proposals.ts'

const table = page.getByRole('table', { name: 'Values' })
const rowOf = (name: string | RegExp) => table.getByRole('row', { name })
const boxOf = (name: string | RegExp) => rowOf(name).getByRole('textbox')
const cards = page.getByRole('group', { name: 'Show' })

const unmapped = (external_id: string, payer: string, value = 'UNK77') => ({
  external_id,
  payer,
  value,
})
const listed = (value: string) => [
  { path: payerId, value, source: 'Payer list, exact name', from: 'list' as const, isSure: true },
]

test('payer ids of two payers stand ready by their names, and Enter, Ctrl+Enter send them; what needs a person is skipped', async () => {
  await openValues({
    captures: [
      unmapped('CHG-1', 'Northbridge'),
      unmapped('CHG-2', 'Northbridge'),
      unmapped('CHG-3', 'Southwick'),
      unmapped('CHG-4', 'Larkspur of Nowhere'),
    ],
    known: { Northbridge: listed('NBH01'), Southwick: listed('SWK02') },
    previewed: () => ({ fix: fixOf(3) }),
  })
  answer(sendBulkFix, () => fixOf(3, { job: jobOf({ verified: 3 }) }))
  await expect
    .element(page.getByRole('region', { name: 'Values' }))
    .toMatchTextContent('4 captures, 1 value UNK77, 3 payer names: 3 have a proposal, 1 needs you.')
  await expect.element(rowOf(/Northbridge/)).toMatchTextContent('Payer list, exact name')
  await expectAccessible('values with proposals')
  // Nothing is written before it is sent.
  expect(inputsOf(startBulkFix)).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: /^Send 1, then 2/ })).toBeEnabled()
  expect(sentValues()).toEqual({ 'CHG-1': 'NBH01', 'CHG-2': 'NBH01', 'CHG-3': 'SWK02' })
  expect(inputsOf(sendBulkFix)).toEqual([])
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => inputsOf(sendBulkFix))
    .toEqual([{ id: fixOf(3).id, choice: { is_all: true, ids: [], billed: false }, reason: '' }])
})

test('values are typed, filled down to the same payer and pasted from a spreadsheet; what is left empty is skipped', async () => {
  const skipped = { file: 1, same: 0, open: 0 }
  const read = fixOf(4, { tally: { ...fixOf(4).tally, skipped: 1, skips: skipped } })
  await openValues({
    captures: [
      unmapped('CHG-1', 'Larkspur'),
      unmapped('CHG-2', 'Larkspur', 'UNK78'),
      unmapped('CHG-3', 'Blue Stem'),
      unmapped('CHG-4', 'Oakfall'),
      unmapped('CHG-5', 'Oakfall'),
    ],
    previewed: () => ({ fix: read }),
  })
  await expect.element(rowOf(/Oakfall/)).toMatchTextContent('2')
  await expect.element(page.getByText('0 of 5 have a value')).toBeVisible()
  await expectAccessible('the values of a cause')
  await expect.element(table.getByRole('textbox').first()).toHaveFocus()

  await boxOf(/^UNK77 Larkspur/).fill('NBH01')
  await userEvent.keyboard('{Control>}d{/Control}')
  await expect.element(page.getByText('Filled 1 row below.')).toBeVisible()
  await expect.element(boxOf(/^UNK78 Larkspur/)).toHaveValue('NBH01')
  await expect.element(boxOf(/Blue Stem/)).toHaveValue('')
  await expect.element(page.getByText('2 of 5 have a value')).toBeVisible()

  await boxOf(/Blue Stem/).click()
  pasteCells('Oakfall\tSWK02\nNobody’s Plan\tX1\n')
  await expect
    .element(page.getByText('Pasted 1 value. 1 line doesn’t fit one row: Nobody’s Plan.'))
    .toBeVisible()
  await expect.element(boxOf(/Oakfall/)).toHaveValue('SWK02')
  await expect.element(page.getByText('4 of 5 have a value')).toBeVisible()
  // Nobody has looked up what was typed.
  await expect
    .element(page.getByText(/0 of 4 claims should bill/))
    .toMatchTextContent('$0.00. 4 claims aren’t known yet: the preview looks up their new values.')

  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(cards.getByRole('button', { name: /^Will be sent/ })).toMatchTextContent('4')
  await expect
    .element(cards.getByRole('button', { name: /^Skipped/ }))
    .toMatchTextContent('left empty')

  // The table has what was typed when the person goes back to it.
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect.element(boxOf(/Oakfall/)).toHaveValue('SWK02')
  await expect.element(boxOf(/Blue Stem/)).toHaveValue('')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => inputsOf(startBulkFix)).toHaveLength(2)
  expect(sentValues()).toEqual({
    'CHG-1': 'NBH01',
    'CHG-2': 'NBH01',
    'CHG-4': 'SWK02',
    'CHG-5': 'SWK02',
  })
})

test('the preview says how many claims should bill, of the others what they keep, and of which it is not known', async () => {
  const read = fixOf(4, {
    tally: { ...fixOf(4).tally, forecast: { claims: 2, cents: 25_000, of: 4, unknown: 1 } },
  })
  await openValues({
    captures: [unmapped('CHG-1', 'Larkspur')],
    known: { Larkspur: listed('NBH01') },
    previewed: () => ({
      fix: read,
      rows: (['bills', 'bills', 'stays', 'unknown'] as const).map((outlook, at) => ({
        ...bulkRow(at + 1),
        outlook,
        verdict: {
          bills: 'Claim should bill',
          stays: 'Claim keeps 1 error: Line 1 was billed by CHG-9',
          unknown:
            'Not known whether the claim bills: Payer ID NBH01 isn’t in the partner’s payer list',
        }[outlook],
      })),
    }),
  })
  await userEvent.keyboard('{Enter}')
  const card = cards.getByRole('button', { name: /^Should bill/ })
  await expect.element(card).toMatchTextContent('Should bill2of 4 claims, $250.00, 1 not known')
  await expect
    .element(page.getByRole('row', { name: /CHG-3/ }))
    .toMatchTextContent('Claim keeps 1 error: Line 1 was billed by CHG-9')
  // An old error needs no reason.
  await expect.element(page.getByLabelText(/Reason for saving with errors/)).not.toBeInTheDocument()
  // What is left out bills no more.
  await page.getByRole('checkbox', { name: /CHG-1/ }).click()
  await expect.element(card).toMatchTextContent('Should bill1of 3 claims, $125.00, 1 not known')
  await page.getByRole('checkbox', { name: /CHG-4/ }).click()
  await expect.element(card).toMatchTextContent(/^Should bill1of 2 claims, \$125\.00$/)
})

test('one number that is pasted for several organizations is refused in the preview, which names them', async () => {
  const message =
    '820537579 would be given to several billing providers: North Clinic (NPI 111) and South Clinic (NPI 222). A tax ID, a name and an address are one organization’s: give each its own.'
  await openValues({
    captures: ['North Clinic', 'South Clinic'].map((name, at) => ({
      external_id: `CHG-${at + 1}`,
      value: '93-1402217',
      party: { npi: String(111 * (at + 1)), name },
    })),
    path: 'data.billing_provider.tax_id',
    previewed: () => ({ fix: fixOf(2, { problems: [{ line: 0, message }] }) }),
  })
  await table.getByRole('textbox').first().click()
  pasteCells('820537579\n820537579')
  await expect.element(page.getByText('2 of 2 have a value')).toBeVisible()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const alert = page.getByRole('alert').filter({ hasText: 'The values are refused.' })
  await expect.element(alert).toMatchTextContent(message)
  await expect.element(cards.getByRole('button', { name: /^Can be sent/ })).toMatchTextContent('0')
})

test.each<[string, BulkProgress, string[]]>([
  [
    'read',
    { ...fixOf(0), is_read: false, total: 3 },
    ['Will be sent', 'Should bill', 'Need a decision', 'Skipped'],
  ],
  [
    'sent',
    fixOf(3, { job: jobOf({ queued: 3 }, { state: 'running', is_open: true }) }),
    ['Billed', 'Still in error'],
  ],
])('while captures are %s, a figure that is not known is no zero', async (_, fix, unknown) => {
  await openValues({
    captures: [unmapped('CHG-1', 'Larkspur')],
    known: { Larkspur: listed('NBH01') },
    previewed: () => ({ fix, rows: [] }),
  })
  await userEvent.keyboard('{Enter}')
  for (const label of unknown)
    await expect.element(cards).toMatchTextContent(`${label}not known yet`)
})

test('what became of a fix is said of each capture, and in claims that billed or are still in error', async () => {
  const sent = fixOf(3, { job: jobOf({ verified: 2, rejected: 1 }) })
  const result = { state: 'verified' as const, words: null, is_undo: false }
  await openValues({
    captures: [unmapped('CHG-1', 'Larkspur')],
    known: { Larkspur: listed('NBH01') },
    previewed: () => ({
      fix: sent,
      rows: [
        { ...bulkRow(1), result: { ...result, claim: { state: 'billed', errors: 0 } } },
        {
          ...bulkRow(2),
          result: {
            ...result,
            claim: { state: 'in-error', errors: 1, words: 'Line 1 was billed by CHG-9' },
          },
        },
        {
          ...bulkRow(3),
          result: { ...result, state: 'rejected', words: 'The partner refused it.' },
        },
      ],
    }),
  })
  answer(readBulkOutcome, () => ({
    captures: 2,
    billed: { captures: 1, claims: 1, cents: 12_500 },
    in_error: { claims: 1, cents: 12_500 },
    other: { claims: 0, cents: 0 },
  }))
  await userEvent.keyboard('{Enter}')
  for (const [id, words] of [
    ['CHG-1', /Billed/],
    ['CHG-2', '1 error left: Line 1 was billed by CHG-9'],
    ['CHG-3', 'The partner refused it.'],
  ] as const)
    await expect.element(page.getByRole('row', { name: new RegExp(id) })).toMatchTextContent(words)
  for (const words of [
    'Billed1claim, $125.00',
    'Still in error1claim, $125.00',
    'Not sent11 refused',
  ])
    await expect.element(cards).toMatchTextContent(words)
  await cards.getByRole('button', { name: /^Still in error/ }).click()
  await expect.poll(() => inputsOf(readBulkRows).at(-1)).toMatchObject({ claims: 'in-error' })
  await expectAccessible('the result of a bulk fix')
})

test('the result of a fix is also a sentence', async () => {
  const sent = fixOf(4, { job: jobOf({ verified: 4 }) })
  await openValues({
    captures: [unmapped('CHG-1', 'Larkspur')],
    known: { Larkspur: listed('NBH01') },
    previewed: () => ({ fix: sent }),
  })
  answer(readBulkOutcome, () => ({
    captures: 4,
    billed: { captures: 4, claims: 4, cents: 50_000 },
    in_error: { claims: 0, cents: 0 },
    other: { claims: 0, cents: 0 },
  }))
  await userEvent.keyboard('{Enter}')
  const status = page.getByRole('region', { name: 'Captures' }).getByRole('status')
  await expect.element(status).toMatchTextContent('4 captures changed.')
  await expect.element(status).toMatchTextContent('4 claims billed, $500.00')
})

test('a payer’s name that is typed in a box finds its ID, and Enter takes it', async () => {
  await openValues({ captures: [unmapped('CHG-1', 'Nobody’s Plan')] })
  answer(listPayers, () => ({
    is_available: true,
    items: [{ payer_uuid: 'uuid', payer_id: 'NBH01', payer_name: 'Northbridge Health Plan' }],
  }))
  const box = table.getByRole('textbox')
  await box.click()
  await userEvent.keyboard('Northbridge')
  await expect.element(table.getByRole('button', { name: /NBH01/ })).toBeVisible()
  await expect.element(table.getByCss('[data-matches="settled"]')).toBeVisible()
  await expectAccessible('the payers that match a name')
  await userEvent.keyboard('{Enter}')
  await expect.element(box).toHaveValue('NBH01')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByRole('button', { name: /^Send/ })).toBeEnabled()
  expect(sentValues()).toEqual({ 'CHG-1': 'NBH01' })
})

test('a file is downloaded, filled in and taken back; one key goes on without its wrong lines', async () => {
  const named = ['CHG-1', 'CHG-2', 'CHG-3', 'CHG-4'].map((id) => ({
    ...unmapped(id, 'Mapleton Plan'),
    patient: 'Moss, Avery',
  }))
  const skipped = { file: 1, same: 0, open: 0 }
  const read = fixOf(3, {
    left_out: 3,
    tally: { ...fixOf(3).tally, skipped: 1, skips: skipped },
  })
  await openValues({ captures: named, previewed: () => ({ fix: read }) })
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return '#'
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  await page.getByRole('button', { name: /^Download these 4 to fill in/ }).click()
  await expect.poll(() => names).toEqual(['values-to-fill-in.csv'])
  const [heading, ...lines] = (await files[0]!.text()).trim().split('\r\n')
  expect(heading).toContain('Charge external ID,Payer,Value now,')
  expect(lines).toHaveLength(4)
  expect(lines.join()).not.toContain('Moss')

  const wrong = ['NOBODY-1', 'NOBODY-2'].map((id, at) => ({
    path: `file.${6 + at}`,
    message: `Line ${6 + at}: None of the chosen captures has ${id}.`,
  }))
  const issues = [...wrong, { path: 'file.8', message: 'Line 8: Has no charge external ID.' }]
  answer(startBulkFix, ({ change }) =>
    change?.kind === 'map' && change.leave_out?.length
      ? { id: read.id }
      : fail('InvalidInput', 'The file is refused.', { issues }),
  )
  const filled = [
    heading,
    // The last one stays empty: it is skipped.
    ...lines.map((line, at) => (at === 3 ? line : `${line}NBH01`)),
    'NOBODY-1,Mapleton Plan,UNK77,NBH01',
    'NOBODY-2,Mapleton Plan,UNK77,NBH01',
    ',Mapleton Plan,UNK77,NBH01',
  ].join('\r\n')
  await userEvent.upload(
    page.getByLabelText('Take a file back'),
    new File([filled], 'back.csv', { type: 'text/csv' }),
  )
  const alert = page.getByRole('alert').filter({ hasText: 'None of the chosen captures' })
  await expect
    .poll(() =>
      alert
        .getByRole('listitem')
        .elements()
        .map((each) => each.textContent),
    )
    .toEqual(issues.map(({ message }) => message))
  await expectAccessible('a file with wrong lines')
  await expect
    .element(page.getByRole('button', { name: 'Go on without these 3 lines' }))
    .toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByText('3 lines of the file are left out, as you chose.'))
    .toBeVisible()
  expect(previewedChange().change).toMatchObject({ file: filled, leave_out: [6, 7, 8] })
  await expect.element(cards.getByRole('button', { name: /^Will be sent/ })).toMatchTextContent('3')
  await expect.element(cards.getByRole('button', { name: /^Skipped/ })).toMatchTextContent('1')
})

test('where each visit has a value of its own the rows are captures, with the reason that the change needs', async () => {
  const visits = [
    { external_id: 'CHG-1', value: '2031-01-05', patient: 'Moss, Avery' },
    { external_id: 'CHG-2', value: '2031-01-06', patient: 'Lake, Robin' },
  ]
  await openValues({ captures: visits, path: 'data.date_of_service' })
  for (const { external_id, value, patient } of visits) {
    const row = rowOf(new RegExp(external_id))
    await expect.element(row).toMatchTextContent(patient)
    await expect.element(row).toMatchTextContent(value)
  }
  await table.getByRole('textbox').first().fill('11/31/2026')
  await expect.element(page.getByText('There is no November 31.')).toBeVisible()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText(/^Correct this value, or clear it/)).toBeVisible()
  const year = new Date().getFullYear()
  await table.getByRole('textbox').first().fill('1/3')
  await userEvent.keyboard('{Tab}')
  await expect.element(table.getByRole('textbox').first()).toHaveValue(`01/03/${year}`)
  // One day for many is never offered.
  await page.getByRole('button', { name: 'Another change' }).click()
  await expect
    .element(page.getByRole('menuitem', { name: 'Replace one value by another' }))
    .toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Set a value' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  answer(startBulkFix, () =>
    fail('InvalidInput', 'Enter a reason.', {
      issues: [{ path: 'why.text', message: 'Enter a reason.' }],
    }),
  )
  await page.getByRole('button', { name: /^Preview 1/ }).click()
  await expect.element(page.getByText('Enter a reason.')).toBeVisible()
  await page.getByLabelText(/^Reason/).fill('Typed wrong at the desk')
  await page.getByRole('checkbox', { name: 'It is documented in each chart' }).click()
  const why = { text: 'Typed wrong at the desk', documented: true, stated_by: '' }
  answer(startBulkFix, () => ({ id: fixOf(1).id }))
  await page.getByRole('button', { name: /^Preview 1/ }).click()
  await expect.element(page.getByText(/Reason: Typed wrong at the desk/)).toBeVisible()
  expect(previewedChange().why).toEqual(why)
  expect(sentValues()).toEqual({ 'CHG-1': `${year}-01-03` })
})

test('each capture’s own record proposes the end of its visit, and its box holds it', async () => {
  const path = 'data.end_date_of_service'
  const said = { path, value: '2026-10-02', source: 'line 1 says so', from: 'record' as const }
  await openValues({
    captures: [{ external_id: 'CHG-1', value: '2026-09-29', patient: 'Moss, Avery' }],
    path,
    ofRecords: { 'CHG-1': { [path]: [{ ...said, isSure: true }] } },
  })
  await expect
    .element(page.getByRole('region', { name: 'Values' }))
    .toMatchTextContent('line 1 says so')
  await expect.element(table.getByRole('textbox')).toHaveValue('2026-10-02')
})

test('one wrong tax ID of three organizations has a row for each, and each takes the one of its own', async () => {
  const path = 'data.billing_provider.tax_id'
  const clinics = [
    { npi: '1999999984', name: 'Elm Clinic', tax_id: '931402217' },
    { npi: '1234567893', name: 'Oak Group', tax_id: '820537579' },
    { npi: '1215900002', name: 'Ash Center', tax_id: '471190033' },
  ]
  const of = [0, 0, 1, 2]
  const captures = of.map((at, place) => ({
    external_id: `CHG-${place}`,
    value: '93-1402217',
    payer: `Payer ${place}`,
    party: clinics[at]!,
  }))
  const known = (value: string): Proposal[] => [
    { path, value, source: 'Provider list, by NPI', from: 'list', isSure: true },
  ]
  await openValues({
    captures,
    path,
    ofRecords: Object.fromEntries(
      of.map((at, place) => [`CHG-${place}`, { [path]: known(clinics[at]!.tax_id) }]),
    ),
  })
  await expect
    .element(page.getByRole('region', { name: 'Values' }))
    .toMatchTextContent('4 captures, 1 value 93-1402217, 3 providers: 4 have a proposal.')
  for (const { name, tax_id } of clinics)
    await expect.element(boxOf(new RegExp(name))).toHaveValue(tax_id)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByRole('button', { name: /^Send/ })).toBeEnabled()
  expect(sentValues()).toEqual(
    Object.fromEntries(of.map((at, place) => [`CHG-${place}`, clinics[at]!.tax_id])),
  )
})

test('what the chart decides has no boxes, only the reason', async () => {
  await openValues({
    captures: [{ external_id: 'CHG-1', value: 'X1' }],
    path: 'data.service_lines.*.procedure_code',
  })
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Each line’s chart' }))
    .toBeVisible()
  await expect.element(table.getByRole('textbox')).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('main').getByRole('button', { name: /^Preview/ }))
    .not.toBeInTheDocument()
  await expectAccessible('values that are not changed together')
})

test('of what the chart decides each capture gets its own value as it must be written, and nothing else is typed', async () => {
  const path = 'data.service_lines.*.drug_identification.national_drug_code'
  const control = path.replace('*', '0')
  const written = (value: string): Proposal[] => [
    {
      path: control,
      value,
      source: 'the same value, as it must be written',
      from: 'check',
      isSure: true,
    },
  ]
  await openValues({
    captures: [
      { external_id: 'CHG-1', value: '0409-1234-01' },
      { external_id: 'CHG-2', value: '57894-030-01' },
      { external_id: 'CHG-3', value: '12' },
    ],
    path,
    ofRecords: {
      'CHG-1': { [control]: written('00409123401') },
      'CHG-2': { [control]: written('57894003001') },
    },
  })
  await expect.element(boxOf(/CHG-1/)).toHaveValue('00409123401')
  await expect.element(boxOf(/CHG-2/)).toHaveValue('57894003001')
  await expect
    .element(rowOf(/CHG-3/))
    .toMatchTextContent('The chart decides this: open the capture.')
  await expect.element(boxOf(/CHG-3/)).not.toBeInTheDocument()
  await expectAccessible('values as they must be written')
  await boxOf(/CHG-2/).fill('00409123401')
  await expect
    .element(page.getByText(/^The chart decides this\. Only the same value/))
    .toBeVisible()
  await boxOf(/CHG-2/).fill('')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByRole('button', { name: /^Send/ })).toBeEnabled()
  expect(sentValues()).toEqual({ 'CHG-1': '00409123401' })
  expect(previewedChange()).toMatchObject({ change: { is_table: true }, why: null })
})

test('a fix that a person has paused says how far it is, and the rest of a stopped one is sent from its page', async () => {
  await openFix(
    jobOf(
      { rejected: 1, cancelled: 40 },
      { state: 'cancelled', progress: { words: '', done: 1, total: 41 } },
    ),
    jobOf(
      { rejected: 1, verified: 3 },
      {
        state: 'paused',
        is_open: true,
        waits_for: 'person',
        progress: { words: '', done: 4, total: 41 },
      },
    ),
  )
  const status = page.getByRole('region', { name: 'Captures' }).getByRole('status')
  await expect.element(status).toMatchTextContent('0 captures changed, 1 refused, 40 not sent.')
  await page.getByRole('button', { name: 'Send the other 40' }).click()
  await expect.element(status).toMatchTextContent(/^Paused: 4 of 41/)
  expect(inputsOf(steerBulkFix)).toMatchObject([{ what: 'rest' }])
})

/** Pastes as the browser does with cells of a spreadsheet. */
function pasteCells(text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  document.activeElement!.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
}
