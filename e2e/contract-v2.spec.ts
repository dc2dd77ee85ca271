import { expectAccessible } from './fixtures/accessible.ts'
import { Rosters } from './fixtures/rosters.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'credentialing' })

test('a contract that only version 2 has is opened, changed, staffed and deleted', async ({
  page,
  sandbox,
}) => {
  const rosters = new Rosters(sandbox)
  const [a, b] = await rosters.providers(40, 2)
  const id = await rosters.create([a!])
  const path = `/api/contracts/v2/${id}`
  const patches = async () => (await sandbox.requests(path, 'PATCH')).map(({ body }) => body)
  await sandbox.fault({
    path: `/api/contracts/v3/${id}*`,
    kind: 'status',
    status: 404,
    errorName: 'EntityNotFoundError',
  })

  await test.step('its terms', async () => {
    await page.goto(`/contracts/${id}`)
    await expect(page.getByText('Professional, through version 2')).toBeVisible()
    await page.getByRole('button', { name: /^Edit/ }).click()
    await page.locator('[name="contract_status"]').selectOption('cancelled')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('main')).toContainText('Saved.')
    expect(await patches()).toEqual([{ contract_status: 'cancelled' }])
  })

  await test.step('its roster', async () => {
    await page.getByRole('link', { name: /^Providers/ }).click()
    const table = page.getByRole('table', { name: 'Providers' })
    await expect(table.getByRole('row', { name: a!.npi })).toBeVisible()
    await expectAccessible(page, 'a roster of version 2')
    await page.getByRole('button', { name: 'Add providers' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Provider IDs or NPIs').fill(b!.npi)
    await dialog.getByRole('button', { name: 'Check the list' }).click()
    await dialog.getByRole('button', { name: 'Add 1', exact: true }).click()
    await expect(dialog.getByText('Roster changed.')).toBeVisible()
    await expect(dialog.getByText('Matches', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(table.getByRole('row', { name: b!.npi })).toBeVisible()
    const { rendering_provider_ids } = await sandbox.send<{ rendering_provider_ids: string[] }>(
      'GET',
      path,
    )
    expect(rendering_provider_ids.toSorted()).toEqual(
      [a!.organization_provider_id, b!.organization_provider_id].toSorted(),
    )
  })

  await test.step('what version 2 does not have', async () => {
    await page.getByRole('link', { name: 'Credentialing', exact: true }).last().click()
    await expect(page.getByText('No credentialing timeline for this contract')).toBeVisible()
  })

  await test.step('its end', async () => {
    await page.getByRole('link', { name: 'Overview', exact: true }).last().click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete the contract' }).click()
    await expect(page).toHaveURL(/\/contracts\/v2$/)
    expect(await sandbox.requests(path, 'DELETE')).toHaveLength(1)
  })
})
