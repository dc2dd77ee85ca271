import { CandidApiClient } from 'candidhealth'
import { contractsFrom, getContract } from './fixtures/contracts.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'credentialing' })

test('a contract is created once despite a lost answer, changed, staffed and deleted', async ({
  page,
  sandbox,
}) => {
  test.slow()
  const { billing, facility, payer, rendering } = await sandbox.organization()
  const day = '2032-02-01'
  const field = (name: string) => page.locator(`[name="${name}"]`)
  const create = page.getByRole('button', { name: /^Create/ })

  await test.step('an ID of another kind of record is refused', async () => {
    await page.goto('/contracts/new')
    await field('contracting_provider_id').fill(facility.organization_service_facility_id)
    await page.getByRole('button', { name: 'Find the payer' }).click()
    await page.getByRole('combobox', { name: 'Name or payer ID' }).fill(payer.payer_name)
    await page
      .getByRole('option', { name: new RegExp(payer.payer_name) })
      .first()
      .click()
    await field('effective_date').fill(day)
    await page.getByRole('radio', { name: 'National' }).click()
    await page.getByRole('button', { name: 'All types for all lines' }).click()
    await create.click()
    await expect(field('contracting_provider_id')).toHaveAccessibleDescription(
      /This is the ID of a service facility, not of a provider/,
    )
    expect(await contractsFrom(sandbox, day)).toEqual([])
  })

  const id = await test.step('it is found after a lost answer', async () => {
    await field('contracting_provider_id').fill(billing.organization_provider_id)
    await sandbox.fault({
      method: 'POST',
      path: '/api/contracts/v3',
      holds: day,
      kind: 'reset-after',
      times: 1,
    })
    await create.click()
    await page.getByRole('button', { name: /^This is mine/ }).click()
    await expect(page).toHaveURL(/\/contracts\/[0-9a-f-]{36}$/)
    const [made] = await contractsFrom(sandbox, day)
    expect(page.url()).toContain(made!)
    return made!
  })

  await test.step('its terms', async () => {
    await page.getByRole('button', { name: /^Edit/ }).click()
    await field('contract_status').selectOption('effective')
    await field('authorized_signatory.first_name').fill('Tom')
    await field('authorized_signatory.last_name').fill('Field')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('main')).toContainText('Saved.')
    const client = new CandidApiClient({
      token: 'sandbox-full',
      environment: { candidApi: sandbox.url, preEncounter: sandbox.url },
    })
    const read = await client.contracts.v3.get(id as never) // the client brands its identifiers; they are plain text
    expect(read.ok && read.body).toMatchObject({
      contractStatus: 'effective',
      effectiveDate: day,
      regions: { type: 'national' },
      medicareInsuranceTypes: { type: 'allApply' },
      authorizedSignatory: { firstName: 'Tom', lastName: 'Field' },
    })
  })

  await test.step('its roster', async () => {
    await page.getByRole('link', { name: /^Providers/ }).click()
    await page.getByRole('button', { name: 'Add providers' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Provider IDs or NPIs').fill(rendering.npi)
    await dialog.getByRole('button', { name: 'Check the list' }).click()
    await dialog.getByRole('button', { name: 'Add 1', exact: true }).click()
    await expect(dialog.getByText('Matches', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect(await getContract(sandbox, id)).toMatchObject({ provider_count: 1 })
  })

  await test.step('who of it is covered', async () => {
    await page.getByRole('link', { name: 'Credentialing', exact: true }).last().click()
    await expect(page.getByText('1 provider in all')).toBeVisible()
    await expect(page.getByRole('grid', { name: /coverage/i })).toContainText(rendering.npi)
  })

  await test.step('its end', async () => {
    await page.getByRole('link', { name: 'Overview', exact: true }).last().click()
    await sandbox.fault({
      method: 'DELETE',
      path: `/api/contracts/v3/${id}`,
      kind: 'reset-after',
      times: 1,
    })
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the contract' }).click()
    await expect(page).toHaveURL(/\/contracts$/)
    expect(await contractsFrom(sandbox, day)).toEqual([])
  })
})
