import type { Contract } from './fixtures/sandbox.ts'
import { expect, test } from './fixtures/test.ts'

const statuses = ['effective', 'pending', 'cancelled']

test.use({ role: 'credentialing' })

test('credentialing staff see the contracts of every status, in one order, and those that ended', async ({
  page,
  sandbox,
}) => {
  // Other tests create and delete contracts meanwhile: read the list and the partner together until
  // they agree.
  await expect(async () => {
    await page.goto('/contracts?limit=1000&sort=effective_date')
    const table = page.getByRole('table').or(page.getByRole('grid'))
    await expect(table).not.toHaveAttribute('aria-rowcount', '-1')
    const all = (
      await Promise.all(statuses.map((contract_status) => sandbox.contracts({ contract_status })))
    ).flat()
    expect(new Set(all.map((contract) => contract.contract_status))).toEqual(new Set(statuses))
    expect(await table.getAttribute('aria-rowcount')).toBe(String(all.length + 1))
    const newest = all
      .map((contract) => contract.effective_date)
      .toSorted()
      .at(-1)!
    await expect(page.getByRole('row').nth(1).locator(`time[datetime="${newest}"]`)).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()
  const today = new Date().toISOString().slice(0, 10)
  const isEnded = ({ expiration_date: end }: Contract) => typeof end === 'string' && end < today
  await expect(async () => {
    await page.goto('/contracts?ends=past&limit=1000')
    await expect(page.getByText(/contracts in all/)).toBeVisible()
    const ended = (await sandbox.contracts({ contract_status: 'effective' })).filter(isEnded)
    expect(ended.length).toBeGreaterThan(0)
    await expect(page.getByText(`${ended.length} contracts in all`)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('row').nth(1)).toContainText('Ended, still effective')
})

test('pages of all statuses go forward and back', async ({ page }) => {
  // Oldest first: contracts that other tests create and delete meanwhile come later.
  await page.goto('/contracts?limit=25&sort=effective_date&sort_direction=asc')
  const first = page.getByRole('row').nth(1).getByRole('link')
  const href = await first.getAttribute('href')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(first).not.toHaveAttribute('href', href!)
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(first).toHaveAttribute('href', href!)
})

test('a contract opens by keyboard and shows its parties, dates and terms', async ({
  page,
  sandbox,
}) => {
  // Oldest first, for the same reason.
  await page.goto('/contracts?contract_status=effective&sort=effective_date&sort_direction=asc')
  const href = await page.getByRole('row').nth(1).getByRole('link').getAttribute('href')
  const contract = (
    await sandbox.contracts({
      contract_status: 'effective',
      sort: 'effective_date',
      sort_direction: 'asc',
    })
  ).find(({ contract_id: id }) => href!.endsWith(id))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${href}$`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(contract!.payer.payer_name)
  for (const text of [
    'Terms',
    'Commercial',
    'Medicare',
    'Contracting provider',
    'Authorized signatory',
  ])
    await expect(page.getByRole('main')).toContainText(text)
})

test('credentialing staff cannot open the claim side', async ({ page }) => {
  await page.goto('/charge-captures')
  await expect(page.getByRole('main')).toContainText(/don’t have access/i)
  await expect(page.getByRole('link', { name: 'Charge captures' })).toHaveCount(0)
})
