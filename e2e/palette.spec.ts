import { expectAccessible } from './fixtures/accessible.ts'
import { expect, test } from './fixtures/test.ts'

test('Ctrl+K finds a patient by any usual form of the name, and opens their captures or one of them', async ({
  page,
  sandbox,
}) => {
  // A word with digits would also be looked for among ids.
  const last_name = `Pal${String(Date.now()).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`
  const visit = (first_name: string) =>
    sandbox.createVisit(({ patient }) => ({ patient: { ...patient, first_name, last_name } }))
  const [ann, bo] = [await visit('Ann'), await visit('Bo')]
  await page.goto('/contracts')
  const box = page.getByRole('combobox', { name: 'Search and go to' })
  const lines = page.getByRole('option')
  for (const typed of [`${last_name}, ann`, `A ${last_name}`, `${last_name.toUpperCase()} an`]) {
    await page.keyboard.press('Control+k')
    await box.fill(typed)
    await expect(lines).toHaveText([
      new RegExp(`^${last_name}, Ann · .*Patient’s captures$`),
      new RegExp(`^${ann.charge_external_id} · ${last_name}, Ann · .*Charge capture$`),
    ])
    await page.keyboard.press('Escape')
    await expect(box).toHaveCount(0)
  }

  await page.keyboard.press('Control+k')
  await box.fill(last_name)
  await expect(lines).toHaveCount(4)
  await expectAccessible(page, 'the palette with patients')
  await box.fill(`ann ${last_name}`)
  await expect(lines).toHaveCount(2)
  await page.keyboard.press('Enter')
  // The address names no patient.
  await expect(page).toHaveURL(/\/charge-captures\?view=[\w-]{22}$/)
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('main').getByRole('row').nth(1)).toContainText(
    ann.charge_external_id!,
  )

  await page.keyboard.press('Control+k')
  await box.fill(`${last_name} b`)
  await expect(lines).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/charge-captures/${bo.id}$`))
})

test('Ctrl+K finds a payer’s contracts and a provider’s spans', async ({ page, sandbox }) => {
  const { items: payers } = await sandbox.send<{ items: { payer_name: string }[] }>(
    'GET',
    '/api/payers/v3?limit=1',
  )
  const name = payers[0]!.payer_name
  await page.goto('/queue')
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search and go to' })
  await box.fill(name)
  const contracts = page.getByRole('option', { name: /Payer’s contracts$/ }).first()
  await expect(contracts).toContainText(name)
  await contracts.click()
  await expect(page).toHaveURL(/\/contracts\?payer_names=/)
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(name)
})
