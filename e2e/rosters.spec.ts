import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'biller' })

test('a roster of 60,000 is read completely, searched and never changed', async ({
  page,
  sandbox,
}) => {
  test.setTimeout(240_000)
  const contracts = await sandbox.contracts({ contract_status: 'effective' })
  const network = contracts.find(
    (contract) => (contract as unknown as { provider_count: number }).provider_count > 50_000,
  )!
  await page.goto(`/contracts/${network.contract_id}/providers`)
  const table = page.getByRole('table', { name: 'Providers' })
  await expect(table.getByRole('row').nth(5)).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText(/Stopped: .* of 60,\d\d\d providers read/)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/^60,\d\d\d providers in all$/)).toBeVisible({ timeout: 60_000 })
  await expect(table).toHaveAttribute('aria-rowcount', /^60\d\d\d$/)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export CSV' })
  await dialog.getByRole('button', { name: 'Start export' }).click()
  const file = dialog.getByRole('listitem').filter({ hasText: /^Providers/ })
  const saving = page.waitForEvent('download', { timeout: 120_000 })
  await file.getByRole('button', { name: 'Download CSV' }).click({ timeout: 120_000 })
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(lines[0]).toBe('Name,NPI,Provider type,Provider ID')
  expect(lines.length).toBeGreaterThan(60_000)
  await page.getByRole('group', { name: 'Providers, scrollable' }).focus()
  await page.keyboard.press('End')
  const last = table.getByRole('row').last()
  await expect(table.locator('tr[aria-rowindex]').last()).toHaveAttribute(
    'aria-rowindex',
    /^60\d\d\d$/,
  )
  const id = (await last.getByRole('cell').last().textContent()) ?? ''
  await page.getByLabel('Search the roster').fill(id)
  await expect(page.getByText('1 found')).toBeVisible()
  await expect(page.getByRole('button', { name: /Add providers|Remove|Make equal/ })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.goto('/contracts/new')
  await expect(page.getByRole('main')).toContainText(/Your role can view contracts/)
})
