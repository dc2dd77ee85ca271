import { expect, test } from './fixtures/test.ts'

// What the palette itself does is proved in components/palette/palette.browser.test.tsx.

test('Ctrl+K finds a patient, opens their captures without a name in the address, and offers what was opened', async ({
  page,
  sandbox,
}) => {
  // A word of letters that no other story has; one with digits would also be looked for among ids.
  const last_name = `Pal${String(Date.now()).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`
  const visit = await sandbox.createVisit(({ patient }) => ({
    patient: { ...patient, first_name: 'Ann', last_name },
  }))
  await page.goto('/contracts')
  const dialog = page.getByRole('dialog', { name: 'Search and go to' })
  const box = dialog.getByRole('combobox', { name: 'Search and go to' })
  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  await box.fill(`${last_name}, ann`)
  const patients = dialog.getByRole('group', { name: 'Patients' }).getByRole('option')
  await expect(patients).toHaveText([new RegExp(`${last_name}, Ann`)])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/charge-captures\?view=[\w-]{22}$/)
  const row = page.getByRole('main').getByRole('row').nth(1)
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(2)
  await row.getByRole('link', { name: visit.charge_external_id! }).click()
  await expect(page).toHaveURL(new RegExp(`/charge-captures/${visit.id}$`))

  await page.goto('/queue')
  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  const lately = dialog.getByRole('group', { name: 'Opened lately' }).getByRole('option')
  await expect(lately.filter({ hasText: `${last_name}, Ann` })).toContainText('Charge capture')
})
