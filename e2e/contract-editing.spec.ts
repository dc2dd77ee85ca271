import type { Page } from '@playwright/test'
import { CandidApiClient } from 'candidhealth'
import { expectAccessible } from './fixtures/accessible.ts'
import { changeContract, createContract, getContract } from './fixtures/contracts.ts'
import type { SandboxClient } from './fixtures/sandbox.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'credentialing' })

const edit = (page: Page) => page.getByRole('button', { name: /^Edit/ })
const save = (page: Page) => page.getByRole('button', { name: /^Save/ })
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const line = (page: Page, name: string) => page.getByRole('group', { name })

async function openForm(page: Page, id: string): Promise<void> {
  await page.goto(`/contracts/${id}`)
  await edit(page).click()
  await expect(field(page, 'effective_date')).toBeVisible()
}

async function patches(sandbox: SandboxClient, id: string): Promise<unknown[]> {
  return (await sandbox.requests(`/api/contracts/v3/${id}`, 'PATCH')).map((request) => request.body)
}

test('each kind of term is edited, only changes are sent, and the published client reads them back', async ({
  page,
  sandbox,
}) => {
  const { contract_id: id } = await createContract(sandbox)
  await openForm(page, id)
  await expect(field(page, 'contract_status')).toBeFocused()
  await expectAccessible(page, 'the form of a contract')
  await field(page, 'contract_status').selectOption('cancelled')
  await field(page, 'expiration_date').fill('')
  await page.getByRole('checkbox', { name: 'Washington' }).click()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('checkbox', { name: 'Oregon' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await line(page, 'Medicare').getByRole('radio', { name: 'Only these' }).click()
  // The list is one Tab stop, after its search field.
  await page.keyboard.press('Tab')
  await expect(line(page, 'Medicare').getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(line(page, 'Medicare').getByRole('checkbox').first()).toBeFocused()
  await page.keyboard.type('part a')
  await expect(line(page, 'Medicare').getByRole('checkbox')).toHaveCount(2)
  await expectAccessible(page, 'insurance types that were looked for')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(
    line(page, 'Medicare').getByRole('checkbox', { name: /Medicare part A$/ }),
  ).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(line(page, 'Medicaid').getByRole('radio', { name: 'Only these' })).toBeFocused()
  await line(page, 'Medicaid').getByRole('checkbox', { name: /HMO$/ }).uncheck()
  await field(page, 'authorized_signatory.first_name').fill('Tom')
  await field(page, 'authorized_signatory.email').fill('')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('main')).toContainText('Saved.')
  expect(await patches(sandbox, id)).toEqual([
    {
      type: 'professional',
      contract_status: 'cancelled',
      expiration_date: { type: 'remove' },
      regions: { type: 'set', value: { type: 'states', states: ['CA', 'OR'] } },
      medicare_insurance_types: { type: 'theseApply', value: ['MA'] },
      medicaid_insurance_types: { type: 'theseApply', value: ['MC'] },
      authorized_signatory: { type: 'set', first_name: 'Tom', last_name: 'Field' },
    },
  ])
  const client = new CandidApiClient({
    token: 'sandbox-full',
    environment: { candidApi: sandbox.url, preEncounter: sandbox.url },
  })
  const read = await client.contracts.v3.get(id as never) // the client brands its identifiers; they are plain text
  expect(read.ok && read.body).toMatchObject({
    contractStatus: 'cancelled',
    effectiveDate: '2026-03-01',
    regions: { type: 'states', states: ['CA', 'OR'] },
    commercialInsuranceTypes: { type: 'allApply' },
    medicareInsuranceTypes: { type: 'theseApply', value: new Set(['MA']) },
    medicaidInsuranceTypes: { type: 'theseApply', value: new Set(['MC']) },
    authorizedSignatory: { firstName: 'Tom', lastName: 'Field' },
  })
  expect(read.ok && read.body.expirationDate).toBeUndefined()

  await expect(edit(page)).toBeFocused()
  await page.keyboard.press('e')
  await expect(field(page, 'contract_status')).toBeFocused()
  await page.getByRole('radio', { name: 'National' }).click()
  await page.getByRole('button', { name: 'Remove the signatory' }).click()
  await save(page).click()
  await expect(page.getByRole('main')).toContainText('No signatory.')
  expect((await patches(sandbox, id))[1]).toEqual({
    type: 'professional',
    regions: { type: 'set', value: { type: 'national' } },
    authorized_signatory: { type: 'remove' },
  })
})

test('two people edit one contract: conflicts are resolved side by side, and other changes are kept', async ({
  page,
  sandbox,
}) => {
  const { contract_id: id } = await createContract(sandbox)
  await openForm(page, id)
  await page.getByRole('checkbox', { name: 'California' }).click()
  await field(page, 'authorized_signatory.title').fill('Director')
  await changeContract(sandbox, id, {
    regions: { type: 'set', value: { type: 'national' } },
    expiration_date: { type: 'set', value: '2028-01-31' },
  })
  await save(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 field changed by you and someone else')
  await expect(dialog.getByRole('radio', { name: /Theirs.*National/ })).not.toBeChecked()
  await expect(
    dialog.getByRole('radio', { name: /Yours.*California, Oregon, Washington/ }),
  ).not.toBeChecked()
  expect(await patches(sandbox, id)).toHaveLength(1)
  await dialog.getByRole('radio', { name: /Yours/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main')).toContainText('Saved. Also kept: End date changed')
  expect((await patches(sandbox, id))[1]).toEqual({
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

test('invalid terms are reported at their fields, by the form and by the partner, and nothing is lost', async ({
  page,
  sandbox,
}) => {
  const { contract_id: id } = await createContract(sandbox)
  await openForm(page, id)
  await field(page, 'expiration_date').fill('2026-02-01')
  await page.getByRole('button', { name: 'Untick all' }).click()
  await save(page).click()
  await expect(field(page, 'expiration_date')).toBeFocused()
  await expect(field(page, 'expiration_date')).toHaveAccessibleDescription(
    /before the effective date/,
  )
  await expect(page.getByRole('main')).toContainText('Choose at least one state, or national.')
  expect(await patches(sandbox, id)).toEqual([])
  await page.getByRole('checkbox', { name: 'Texas' }).click()
  await expect(page.getByText('Choose at least one state, or national.')).toHaveCount(0)
  await field(page, 'expiration_date').fill('2029-02-01')
  await sandbox.fault({
    method: 'PATCH',
    path: `/api/contracts/v3/${id}`,
    kind: 'status',
    status: 422,
    errorName: 'ContractInvalidExpirationDateHttpError',
    content: { message: 'no' },
    times: 1,
  })
  await save(page).click()
  await expect(field(page, 'expiration_date')).toHaveAccessibleDescription(
    /The partner refused this end date/,
  )
  await expect(page.getByRole('checkbox', { name: 'Texas' })).toBeChecked()
  await sandbox.fault({
    method: 'PATCH',
    path: `/api/contracts/v3/${id}`,
    kind: 'status',
    status: 403,
    errorName: 'UnauthorizedError',
    content: { message: 'Not with this key.' },
    times: 1,
  })
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not with this key.' })).toContainText(
    'Your changes are still in the form.',
  )
  // A lost answer is settled by reading the contract, and nothing is sent twice.
  await sandbox.fault({
    method: 'PATCH',
    path: `/api/contracts/v3/${id}`,
    kind: 'reset-after',
    times: 1,
  })
  await save(page).click()
  await expect(page.getByRole('main')).toContainText('Saved.')
  expect(await patches(sandbox, id)).toHaveLength(3)
  expect(await getContract(sandbox, id)).toMatchObject({
    expiration_date: '2029-02-01',
    regions: { states: ['TX'] },
  })
})

test('leaving asks, and the typed text is restored', async ({ page, sandbox }) => {
  const { contract_id: id } = await createContract(sandbox)
  await openForm(page, id)
  await field(page, 'authorized_signatory.title').fill('Director')
  await page.getByRole('link', { name: 'Contracts' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave, keep draft' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contracts')
  await page.goto(`/contracts/${id}`)
  await expect(field(page, 'authorized_signatory.title')).toHaveValue('Director')
  await page.getByRole('region', { name: 'Restored draft' }).getByRole('button').click()
  const question = await expectBegins(page, 'Discard your changes?', { button: 'Go on editing' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(edit(page)).toBeVisible()
  expect(await patches(sandbox, id)).toEqual([])
})

test.describe('as a biller', () => {
  test.use({ role: 'biller' })

  test('a contract is read-only', async ({ page, sandbox }) => {
    const { contract_id: id } = await createContract(sandbox)
    await page.goto(`/contracts/${id}`)
    await expect(page.getByRole('main')).toContainText('Authorized signatory')
    await expect(edit(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await page.goto('/contracts/new')
    await expect(page.getByRole('main')).toContainText(/Your role can view contracts/)
  })
})
