import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { makeSpan } from './fixtures/spans.ts'
import { expect, test } from './fixtures/test.ts'
import { expectNoWireNames } from './fixtures/wire-names.ts'

test.use({ role: 'credentialing' })

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const written = (day: string) => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')

test('a follow-up of a provider is listed among the due ones, and the status report prints what is missing, not whom we asked', async ({
  page,
  sandbox,
}) => {
  const span = await makeSpan(sandbox, 'provider', {
    start_date: inDays(20),
    submitted_date: inDays(-5),
  })
  // With one span there is nothing to choose.
  await makeSpan(sandbox, 'provider')
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
  await dialog.getByLabel('Next date').fill(inDays(7))
  await dialog.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  const item = page.getByRole('listitem').filter({ hasText: missing })
  await expect(item).toContainText('Asked Inner desk')
  await expect(item.getByRole('link', { name: span.payer.payer_name })).toBeVisible()

  await page.goto('/credentialing/follow-ups')
  await page.getByRole('group', { name: 'Whose' }).getByRole('button', { name: 'Mine' }).click()
  const due = page.getByRole('table', { name: 'Follow-ups due' }).getByRole('row')
  await expect(due.filter({ hasText: missing })).toContainText(written(inDays(7)))
  await page.goto(`/providers/${rendering.npi}`)
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
