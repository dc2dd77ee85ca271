import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import { chooseInList } from './fixtures/list-menu.ts'
import { openQueue, rowsOf } from './fixtures/queue-work.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { startOwnStack, type OwnStack } from './stack/start-own-stack.ts'

// The queue of the run has everybody's work; these stories count all captures of a cause.
test.use({ role: null })
test.describe.configure({ mode: 'default' })

let own: OwnStack
test.beforeAll(async () => {
  test.setTimeout(300_000)
  own = await startOwnStack('bulk-values', 20, 30)
})
test.afterAll(() => own.stop())

type Made = { captures: ChargeCapture[]; facility: string }

/** Visits at a facility of their own, one for each change of their data. */
async function makeVisits(
  changes: readonly ((data: ChargeCaptureData) => Partial<ChargeCaptureData>)[],
): Promise<Made> {
  const facility = uniqueId('Facility')
  const captures: ChargeCapture[] = []
  for (const change of changes)
    captures.push(
      await own.sandbox.createVisit((data) => ({
        service_facility: { organization_name: facility, address: data.service_facility!.address },
        ...change(data),
      })),
    )
  return { captures, facility }
}

/** A visit whose payer id is no payer's. */
const ofPayer =
  (payer_name: string, payer_id = 'UNK77') =>
  (data: ChargeCaptureData): Partial<ChargeCaptureData> => ({
    subscriber_primary: {
      ...data.subscriber_primary!,
      insurance_card: { ...data.subscriber_primary!.insurance_card!, payer_name, payer_id },
    },
  })

/** Opens the queue's one cause of these visits and presses `b`. */
async function pressB(page: Page, { captures, facility }: Made): Promise<Locator> {
  const address = `${own.url}/queue?facility=${facility}`
  await openQueue(page, address, 1)
  await expect(async () => {
    await chooseInList(page, 'Refresh')
    const count = rowsOf(page).getByRole('cell', { name: String(captures.length), exact: true })
    await expect(count.first()).toBeVisible({ timeout: 4_000 })
  }).toPass()
  await page.keyboard.press('b')
  await expect(page).toHaveURL(/\/queue\/fix\//)
  const table = page.getByRole('table', { name: 'Values' })
  await expect(table).toBeVisible()
  return table
}

const payersOf = async (made: Made) =>
  Promise.all(
    made.captures.map(
      async ({ id }) =>
        (await own.sandbox.getCapture(id)).charge_capture_data.subscriber_primary?.insurance_card
          ?.payer_id,
    ),
  )

const rowOf = (table: Locator, name: string | RegExp) => table.getByRole('row', { name })

async function listedPayers(): Promise<{ payer_id: string; payer_name: string }[]> {
  const { items } = await own.sandbox.send<{ items: { payer_id: string; payer_name: string }[] }>(
    'GET',
    '/api/payers/v3?limit=100',
  )
  return items
}

test('payer ids of two payers stand ready by their names, and b, Enter, Ctrl+Enter send them; what needs a person is skipped', async ({
  page,
}) => {
  test.slow()
  const [first, second] = (await listedPayers()) as [
    { payer_id: string; payer_name: string },
    { payer_id: string; payer_name: string },
  ]
  const made = await makeVisits([
    ofPayer(first.payer_name),
    ofPayer(first.payer_name),
    ofPayer(second.payer_name),
    ofPayer('Larkspur of Nowhere'),
  ])
  await signIn(page, 'biller', own.url)
  const table = await pressB(page, made)
  await expect(page.getByRole('region', { name: 'Values' })).toContainText(
    '4 captures, 1 value UNK77, 3 payer names: 3 have a proposal, 1 needs you.',
  )
  await expect(rowOf(table, new RegExp(first.payer_name))).toContainText('Payer list, exact name')
  await expectAccessible(page, 'values with proposals')
  // Nothing is written before it is sent.
  expect(await payersOf(made)).toEqual(['UNK77', 'UNK77', 'UNK77', 'UNK77'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Send 1, then 2/ })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(() => payersOf(made), { timeout: 60_000 })
    .toEqual([first.payer_id, first.payer_id, second.payer_id, 'UNK77'])
})

test('values are typed, filled down to the same payer and pasted from a spreadsheet; what is left empty is skipped', async ({
  page,
  context,
}) => {
  test.slow()
  const [first, second] = await listedPayers()
  // The payer list has none of these names, so nothing is proposed.
  const [larkspur, blueStem, oakfall] = ['Larkspur', 'Blue Stem', 'Oakfall'].map((name) =>
    uniqueId(`${name} Exchange`),
  ) as [string, string, string]
  const made = await makeVisits([
    ofPayer(larkspur),
    ofPayer(larkspur, 'UNK78'),
    ofPayer(blueStem),
    ofPayer(oakfall),
    ofPayer(oakfall),
  ])
  await signIn(page, 'biller', own.url)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: own.url })
  const table = await pressB(page, made)
  await expect(rowOf(table, new RegExp(oakfall))).toContainText('2')
  await expect(page.getByText('0 of 5 have a value')).toBeVisible()
  await expectAccessible(page, 'the values of a cause')
  const boxOf = (name: string | RegExp) => rowOf(table, name).getByRole('textbox')
  await expect(table.getByRole('textbox').first()).toBeFocused()

  await boxOf(new RegExp(`^UNK77 ${larkspur}`)).fill(first!.payer_id)
  await page.keyboard.press('Control+d')
  await expect(page.getByText('Filled 1 row below.')).toBeVisible()
  await expect(boxOf(new RegExp(`^UNK78 ${larkspur}`))).toHaveValue(first!.payer_id)
  await expect(boxOf(new RegExp(blueStem))).toHaveValue('')
  await expect(page.getByText('2 of 5 have a value')).toBeVisible()

  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `${oakfall}\t${second!.payer_id}\nNobody’s Plan\tX1\n`,
  )
  await boxOf(new RegExp(blueStem)).focus()
  await page.keyboard.press('Control+v')
  await expect(
    page.getByText('Pasted 1 value. 1 line doesn’t fit one row: Nobody’s Plan.'),
  ).toBeVisible()
  await expect(boxOf(new RegExp(oakfall))).toHaveValue(second!.payer_id)
  await expect(page.getByText('4 of 5 have a value')).toBeVisible()
  const frees = page.getByText(/frees \$[\d,.]+ of \$[\d,.]+/)
  await expect(frees).toBeVisible()

  await page.keyboard.press('Control+Enter')
  const cards = page.getByRole('group', { name: 'Show' })
  await expect(cards.getByRole('button', { name: /^Will be sent/ })).toContainText('4', {
    timeout: 60_000,
  })
  await expect(cards.getByRole('button', { name: /^Skipped/ })).toContainText('left empty')
  expect(await payersOf(made)).toEqual(['UNK77', 'UNK78', 'UNK77', 'UNK77', 'UNK77'])

  // The table has what was typed when the person goes back to it.
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(boxOf(new RegExp(oakfall))).toHaveValue(second!.payer_id)
  await expect(boxOf(new RegExp(blueStem))).toHaveValue('')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Send 1, then 3/ })).toBeEnabled({
    timeout: 60_000,
  })
  await page.keyboard.press('Control+Enter')
  const status = page.getByRole('region', { name: 'Captures' }).getByRole('status')
  await expect(status).toContainText('4 captures changed.', { timeout: 60_000 })
  await expect(status).toContainText(/4 claims billed, \$[\d,.]+/, { timeout: 60_000 })
  expect(await payersOf(made)).toEqual([
    first!.payer_id,
    first!.payer_id,
    'UNK77',
    second!.payer_id,
    second!.payer_id,
  ])
})

test('a payer’s name that is typed in a box finds its ID, and Enter takes it', async ({ page }) => {
  test.slow()
  const [payer] = await listedPayers()
  const made = await makeVisits([ofPayer(uniqueId('Nobody’s Plan'))])
  await signIn(page, 'biller', own.url)
  const table = await pressB(page, made)
  const box = table.getByRole('textbox')
  await box.focus()
  await box.pressSequentially(payer!.payer_name)
  await expect(table.getByRole('button', { name: payer!.payer_id })).toBeVisible()
  await expect(table.locator('[data-matches="settled"]')).toBeVisible()
  await expectAccessible(page, 'the payers that match a name')
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue(payer!.payer_id)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Send/ })).toBeEnabled({ timeout: 60_000 })
})

test('a file is downloaded, filled in and taken back; one key goes on without its wrong lines', async ({
  page,
}) => {
  test.slow()
  const [payer] = await listedPayers()
  const name = uniqueId('Mapleton Plan')
  const made = await makeVisits(Array.from({ length: 4 }, () => ofPayer(name)))
  await signIn(page, 'biller', own.url)
  await pressB(page, made)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download these 4 to fill in/ }).click(),
  ])
  expect(file.suggestedFilename()).toBe('values-to-fill-in.csv')
  const [heading, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(heading).toContain('Charge external ID,Payer,Value now,')
  expect(lines).toHaveLength(4)
  const patient = made.captures[0]!.charge_capture_data.patient!
  expect(lines.join()).not.toContain(patient.last_name!)
  const filled = [
    heading,
    // The last one stays empty: it is skipped.
    ...lines.map((line, at) => (at === 3 ? line : `${line}${payer!.payer_id}`)),
    `NOBODY-1,${name},UNK77,${payer!.payer_id}`,
    `NOBODY-2,${name},UNK77,${payer!.payer_id}`,
    `,${name},UNK77,${payer!.payer_id}`,
  ].join('\r\n')
  await page.getByLabel('Take a file back').setInputFiles({
    name: 'back.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(filled),
  })
  const wrong = page.getByRole('alert').filter({ hasText: 'None of the chosen captures' })
  await expect(wrong.getByRole('listitem')).toHaveText([
    'Line 6: None of the chosen captures has NOBODY-1.',
    'Line 7: None of the chosen captures has NOBODY-2.',
    'Line 8: Has no charge external ID.',
  ])
  await expectAccessible(page, 'a file with wrong lines')
  await expect(page.getByRole('button', { name: 'Go on without these 3 lines' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 lines of the file are left out, as you chose.')).toBeVisible({
    timeout: 60_000,
  })
  const cards = page.getByRole('group', { name: 'Show' })
  await expect(cards.getByRole('button', { name: /^Will be sent/ })).toContainText('3')
  await expect(cards.getByRole('button', { name: /^Skipped/ })).toContainText('1')
  expect(await payersOf(made)).toEqual(['UNK77', 'UNK77', 'UNK77', 'UNK77'])
})

test('where each visit has a value of its own the rows are captures, with the reason that the change needs', async ({
  page,
}) => {
  test.slow()
  const made = await makeVisits([
    () => ({ date_of_service: '2031-01-05' }),
    () => ({ date_of_service: '2031-01-06' }),
  ])
  await signIn(page, 'biller', own.url)
  const table = await pressB(page, made)
  for (const { charge_external_id, charge_capture_data: data } of made.captures) {
    const row = rowOf(table, new RegExp(charge_external_id!))
    await expect(row).toContainText(data.patient!.last_name!)
    await expect(row).toContainText(data.date_of_service!)
  }
  await table.getByRole('textbox').first().fill('11/31/2026')
  await expect(page.getByText('Enter a real date, such as 02/28/2026.')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Correct this value, or clear it')).toBeVisible()
  await table.getByRole('textbox').first().fill('11/3/2026')
  // One day for many is never offered.
  await page.getByRole('button', { name: 'Another change' }).click()
  await expect(page.getByRole('menuitem', { name: 'Replace one value by another' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Set a value' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Preview 1/ }).click()
  await expect(page.getByText('Enter a reason.')).toBeVisible()
  await page.getByLabel('Reason').fill('Typed wrong at the desk')
  await page.getByRole('checkbox', { name: 'It is documented in each chart' }).check()
  await page.getByRole('button', { name: /^Preview 1/ }).click()
  await expect(page.getByText(/Reason: Typed wrong at the desk/)).toBeVisible({ timeout: 60_000 })
})

test('what the chart decides has no boxes, only the reason', async ({ page }) => {
  test.slow()
  const made = await makeVisits([
    (data) => ({
      service_lines: data.service_lines!.map((line) => ({ ...line, procedure_code: 'X1' })),
    }),
  ])
  await signIn(page, 'biller', own.url)
  const table = await pressB(page, made)
  await expect(page.getByRole('alert').filter({ hasText: 'Each line’s chart' })).toBeVisible()
  await expect(table.getByRole('textbox')).toHaveCount(0)
  const inPage = page.getByRole('main').getByRole('button', { name: /^Preview/ })
  await expect(inPage).toHaveCount(0)
  await expectAccessible(page, 'values that are not changed together')
})
