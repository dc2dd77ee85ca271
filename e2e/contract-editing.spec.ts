import type { Page } from '@playwright/test'
import { changeContract, createContract, getContract } from './fixtures/contracts.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'credentialing' })

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)

test('two people edit one contract: conflicts are resolved side by side, and other changes are kept', async ({
  page,
  sandbox,
}) => {
  const { contract_id: id } = await createContract(sandbox)
  await page.goto(`/contracts/${id}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('checkbox', { name: 'California' }).click()
  await field(page, 'authorized_signatory.title').fill('Director')
  await changeContract(sandbox, id, {
    regions: { type: 'set', value: { type: 'national' } },
    expiration_date: { type: 'set', value: '2028-01-31' },
  })
  await page.getByRole('button', { name: /^Save/ }).click()
  const patches = async () =>
    (await sandbox.requests(`/api/contracts/v3/${id}`, 'PATCH')).map(({ body }) => body)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 field changed by you and someone else')
  await expect(dialog.getByRole('radio', { name: /Theirs.*National/ })).not.toBeChecked()
  await expect(
    dialog.getByRole('radio', { name: /Yours.*California, Oregon, Washington/ }),
  ).not.toBeChecked()
  expect(await patches()).toHaveLength(1)
  await dialog.getByRole('radio', { name: /Yours/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main')).toContainText('Saved. Also kept: End date changed')
  expect((await patches())[1]).toEqual({
    type: 'professional',
    regions: { type: 'set', value: { type: 'states', states: ['CA', 'OR', 'WA'] } },
    authorized_signatory: {
      type: 'set',
      first_name: 'Ada',
      last_name: 'Field',
      email: 'ada@clinic.test',
      title: 'Director',
    },
  })
  expect((await getContract(sandbox, id)).expiration_date).toBe('2028-01-31')
})
