import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { makeSpan } from './fixtures/spans.ts'
import { expect, test } from './fixtures/test.ts'
import { expectNoWireNames } from './fixtures/wire-names.ts'

test.use({ role: 'credentialing' })

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const written = (day: string) => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')

test('a follow-up of a span is logged by keyboard, found among the due ones, done and open again', async ({
  page,
  sandbox,
}) => {
  // The payer has loaded a span, so its own days are known.
  const span = await makeSpan(sandbox, 'provider', {
    start_date: inDays(-300),
    submitted_date: inDays(-340),
    payer_loaded_date: inDays(-300),
  })
  const missing = `Malpractice face sheet ${span.id.slice(0, 8)}`
  await page.goto(span.page)
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Follow-ups', exact: true }) })
  await expect(card).toContainText('No follow-up logged yet.')
  await expect(card).toContainText(/usually takes \d+ days? from submission to load \(\d+ spans?\)/)
  await expect(page.getByRole('button', { name: 'Log a follow-up' })).toBeEnabled()
  await page.keyboard.press('m')
  const dialog = await expectBegins(page, 'Log a follow-up')
  // Nothing is chosen for the person but whose it is.
  await expect(dialog.getByLabel('Next date')).toHaveValue('')
  await expect(dialog.getByLabel('Whose')).toContainText('(you)')
  await dialog.getByLabel('Whom you asked').fill('Dana Fox')
  await dialog.getByLabel('What is missing').fill('  ')
  await dialog.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(dialog).toContainText('Enter what is missing.')
  await dialog.getByLabel('What is missing').fill(missing)
  await dialog.getByRole('button', { name: `In 7 days, ${written(inDays(7))}` }).click()
  await expect(dialog.getByLabel('Next date')).toHaveValue(inDays(7))
  await expectAccessible(page, 'the form of a follow-up')
  await dialog.getByLabel('What is missing').press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(card.getByRole('list', { name: 'Open follow-ups' })).toContainText(missing)
  await expect(card).toContainText('Yours')
  await expectAccessible(page, 'a span with a follow-up')
  await expectNoWireNames(page, 'a span with a follow-up')

  await page.goto('/credentialing')
  await page.getByRole('navigation', { name: 'Credentialing' }).getByText('Follow-ups').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Follow-ups')
  await page.getByRole('group', { name: 'Whose' }).getByRole('button', { name: 'Mine' }).click()
  const row = page
    .getByRole('table', { name: 'Follow-ups due' })
    .getByRole('row')
    .filter({ hasText: missing })
  await expect(row).toContainText(written(inDays(7)))
  await expect(row).toContainText(span.payer.payer_name)
  await expect(row).toContainText('Asked Dana Fox')
  await expectAccessible(page, 'the follow-ups')
  await expectNoWireNames(page, 'the follow-ups')
  await row.getByRole('link').focus()
  await page.keyboard.press('r')
  await expect(row).toHaveCount(0)

  await page.goto(span.page)
  await card.getByRole('button', { name: 'Show 1 done' }).click()
  const done = card.getByRole('list', { name: 'Done follow-ups' })
  await expect(done).toContainText('done by Demo Credentialing')
  await done.getByRole('button', { name: /^Reopen/ }).click()
  await expect(card.getByRole('list', { name: 'Open follow-ups' })).toContainText(missing)
})

test('a follow-up without a next date waits under its own heading, and that of today is marked', async ({
  page,
  sandbox,
}) => {
  const span = await makeSpan(sandbox, 'facility')
  const missing = `W-9 ${span.id.slice(0, 8)}`
  await page.goto(span.page)
  for (const day of ['', inDays(0)]) {
    await page.getByRole('button', { name: 'Log a follow-up' }).click()
    const dialog = await expectBegins(page, 'Log a follow-up')
    await dialog.getByLabel('Whom you asked').fill('Desk')
    await dialog.getByLabel('What is missing').fill(missing)
    await dialog.getByLabel('Next date').fill(day)
    await dialog.getByRole('button', { name: 'Log', exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }
  await page.goto('/credentialing/follow-ups')
  const table = page.getByRole('table', { name: 'Follow-ups due' })
  const rows = table.getByRole('row').filter({ hasText: missing })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Today')
  await expect(rows.last()).toContainText('No next date')
  await expect(table.getByRole('rowheader', { name: /^Without a next date/ })).toBeVisible()
})

test('the status report of a provider prints what is missing, and not whom we asked', async ({
  page,
  sandbox,
}) => {
  const span = await makeSpan(sandbox, 'provider', {
    start_date: inDays(20),
    submitted_date: inDays(-5),
  })
  const { rendering } = await sandbox.organization()
  const missing = `Board certificate ${span.id.slice(0, 8)}`
  await page.goto(`/providers/${rendering.npi}`)
  const payers = page.getByRole('table', { name: 'Payers' })
  await expect(page.getByRole('button', { name: 'Log a follow-up' })).toBeEnabled()
  await payers.locator(`a[href$="${span.id}"]`).focus()
  await page.keyboard.press('m')
  const dialog = await expectBegins(page, 'Log a follow-up')
  await dialog.getByLabel('Span').selectOption(span.id)
  await dialog.getByLabel('Whom you asked').fill('Inner desk')
  await dialog.getByLabel('What is missing').fill(missing)
  await dialog.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  const item = page.getByRole('listitem').filter({ hasText: missing })
  await expect(item).toContainText('Asked Inner desk')
  await expect(item.getByRole('link', { name: span.payer.payer_name })).toBeVisible()

  await page.getByRole('link', { name: 'Status report' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Status report')
  await expectAccessible(page, 'the status report')
  await expectNoWireNames(page, 'the status report')
  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('main')
  const table = sheet.getByRole('table', { name: 'Contracts and spans' })
  const row = table.getByRole('row').filter({ hasText: span.payer.payer_name }).first()
  await expect(row).toContainText('Submitted, not loaded, 5 d')
  await expect(row).toContainText(written(inDays(20)))
  await expect(sheet.getByText(missing)).toBeVisible()
  await expect(sheet).toContainText('made by Demo Credentialing')
  await expect(sheet).not.toContainText('Inner desk')
  await expect(sheet.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
})
