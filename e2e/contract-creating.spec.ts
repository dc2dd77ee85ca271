import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { contractsFrom, createContract, getContract } from './fixtures/contracts.ts'
import type { SandboxClient } from './fixtures/sandbox.ts'
import { expect, test } from './fixtures/test.ts'

// A person has one draft of this form, so the tests run one after another.
test.describe.configure({ mode: 'default' })
test.use({ role: 'credentialing' })

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const create = (page: Page) => page.getByRole('button', { name: /^Create/ })

/** Opens the form without what another test left in it: the account's drafts are stored. */
async function openBlank(page: Page): Promise<void> {
  await page.goto('/contracts/new')
  await expect(field(page, 'effective_date')).toBeVisible()
  const restored = page.getByRole('region', { name: 'Restored draft' })
  if (await restored.isVisible()) await restored.getByRole('button').click()
  await expect(restored).toHaveCount(0)
}

/** Fills in what every new contract needs; `day` is its effective date. */
async function fillIn(page: Page, sandbox: SandboxClient, day: string): Promise<void> {
  const { billing, payer } = await sandbox.organization()
  await openBlank(page)
  await field(page, 'contracting_provider_id').fill(billing.organization_provider_id)
  await field(page, 'payer_uuid').fill(payer.payer_uuid)
  await field(page, 'effective_date').fill(day)
  await page.getByRole('radio', { name: 'National' }).click()
  for (const line of ['Commercial', 'Medicare', 'Medicaid'])
    await page.getByRole('group', { name: line }).getByRole('radio', { name: 'All types' }).click()
}

async function createdId(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/contracts\/[0-9a-f-]{36}$/)
  return page.url().split('/').at(-1)!
}

test('contracts of all three kinds are created, with parties found by name or entered by id', async ({
  page,
  sandbox,
}) => {
  test.slow()
  const { billing, payer, rendering } = await sandbox.organization()
  await openBlank(page)
  await create(page).click()
  await expect(field(page, 'contracting_provider_id')).toBeFocused()
  await expectAccessible(page, 'a new contract with complaints')
  await page.getByRole('button', { name: 'Find the payer' }).click()
  await page.getByRole('combobox', { name: 'Name or payer ID' }).fill(payer.payer_name)
  await page
    .getByRole('option', { name: new RegExp(payer.payer_name) })
    .first()
    .click()
  await expect(field(page, 'payer_uuid')).not.toHaveValue('')
  await expect(field(page, 'payer_uuid')).toHaveAccessibleDescription(new RegExp(payer.payer_name))

  for (const [kind, day] of [
    ['Professional', '2031-01-01'],
    ['Institutional', '2031-01-02'],
    ['Professional, version 2', '2031-01-03'],
  ] as const) {
    await fillIn(page, sandbox, day)
    await page.getByRole('radio', { name: kind, exact: true }).click()
    if (kind === 'Professional, version 2')
      await field(page, 'rendering_provider_ids').fill(rendering.organization_provider_id)
    await create(page).click()
    const made = await getContract(sandbox, await createdId(page))
    expect(made).toMatchObject({
      type: kind === 'Institutional' ? 'institutional' : 'professional',
      contract_status: 'pending',
      effective_date: day,
      regions: { type: 'national' },
      provider_count: kind === 'Professional, version 2' ? 1 : 0,
      contracting_provider: { organization_provider_id: billing.organization_provider_id },
    })
  }
})

test('names are looked up in their own boxes, and one press takes all types for all lines', async ({
  page,
  sandbox,
}) => {
  const { billing, payer } = await sandbox.organization()
  await openBlank(page)
  await expect(page.getByRole('group', { name: 'Medicare (required)' })).toBeVisible()
  const provider = field(page, 'contracting_provider_id')
  await provider.pressSequentially(billing.npi)
  const match = page.getByRole('button', { name: new RegExp(billing.npi) })
  await expect(match).toContainText('↵')
  await expectAccessible(page, 'matches below a box')
  await provider.press('Enter')
  await expect(provider).toHaveValue(billing.organization_provider_id)
  await field(page, 'payer_uuid').fill(payer.payer_name)
  await expect(
    page.getByRole('button', { name: new RegExp(payer.payer_name) }).first(),
  ).toBeVisible()
  await field(page, 'payer_uuid').press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, 'payer_uuid')).toHaveValue(payer.payer_uuid)
  await field(page, 'payer_uuid').fill('Larkspur of Nowhere')
  await expect(page.getByText('No payers match “Larkspur of Nowhere”.')).toBeVisible()
  await field(page, 'payer_uuid').fill(payer.payer_uuid)

  await field(page, 'effective_date').fill('2031-03-01')
  await page.getByRole('radio', { name: 'National' }).click()
  await page.getByRole('button', { name: 'All types for all lines' }).click()
  await create(page).click()
  const all = { type: 'allApply' }
  expect(await getContract(sandbox, await createdId(page))).toMatchObject({
    effective_date: '2031-03-01',
    commercial_insurance_types: all,
    medicare_insurance_types: all,
    medicaid_insurance_types: all,
  })
})

test(
  'ids of other kinds of records are reported at their fields, and nothing is sent',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const { facility, payer } = await sandbox.organization()
    const day = '2031-02-01'
    await fillIn(page, sandbox, day)
    await field(page, 'contracting_provider_id').fill(payer.payer_uuid)
    await field(page, 'rendering_provider_ids').fill(facility.organization_service_facility_id)
    await create(page).click()
    await expect(field(page, 'contracting_provider_id')).toBeFocused()
    await expect(field(page, 'contracting_provider_id')).toHaveAccessibleDescription(
      /This is the ID of a payer, not of a provider/,
    )
    await expect(field(page, 'rendering_provider_ids')).toHaveAccessibleDescription(
      /This is the ID of a service facility, not of a provider/,
    )
    const posts = await sandbox.requests('/api/contracts/v3', 'POST')
    expect(
      posts.filter(({ body }) => (body as { effective_date?: string }).effective_date === day),
    ).toEqual([])
  },
)

test(
  'after a lost answer a person chooses the contract, and nothing is sent twice',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const day = '2032-02-01'
    await fillIn(page, sandbox, day)
    await sandbox.fault({
      method: 'POST',
      path: '/api/contracts/v3',
      holds: day,
      kind: 'reset-after',
      times: 1,
    })
    await create(page).click()
    const question = page.getByRole('alert').filter({ hasText: 'Is this your contract?' })
    await expect(question).toBeVisible()
    await expectAccessible(page, 'the question after a lost answer')
    // Checking again while the outcome is unknown sends nothing.
    await page.keyboard.press('Control+s')
    await expect(question.getByRole('button', { name: /This is mine/ })).toHaveCount(1)
    const [id] = await contractsFrom(sandbox, day)
    await question.getByRole('button', { name: `This is mine: ${id}` }).click()
    expect(await createdId(page)).toBe(id)
    expect(await contractsFrom(sandbox, day)).toHaveLength(1)
  },
)

test(
  'a create that never arrived is not repeated by itself',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const day = '2032-02-02'
    await fillIn(page, sandbox, day)
    await sandbox.fault({
      method: 'POST',
      path: '/api/contracts/v3',
      holds: day,
      kind: 'reset-before',
      times: 1,
    })
    await create(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'The contract probably wasn’t created',
    )
    expect(await contractsFrom(sandbox, day)).toEqual([])
    await page.getByRole('button', { name: 'Back to the form' }).click()
    await create(page).click()
    const id = await createdId(page)
    expect(await contractsFrom(sandbox, day)).toEqual([id])
  },
)

test('a contract with a fee schedule is not deleted, and the message says what to do; then it is deleted', async ({
  page,
  sandbox,
}) => {
  const { contract_id: id } = await createContract(sandbox, {
    effective_date: '2033-03-01',
    expiration_date: null,
  })
  const content = { message: 'The contract is linked to the fee schedule fs-1.' }
  await sandbox.fault({
    method: 'DELETE',
    path: `/api/contracts/v3/${id}`,
    kind: 'status',
    status: 422,
    errorName: 'ContractIsLinkedToFeeScheduleHttpError',
    content,
    times: 1,
  })
  await page.goto(`/contracts/${id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete the contract' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Unlink the fee schedule at the partner')
  await expect(dialog.getByRole('alert')).toContainText('fs-1')
  await expectAccessible(page, 'a refused deletion')
  expect(await contractsFrom(sandbox, '2033-03-01')).toEqual([id])
  await sandbox.fault({
    method: 'DELETE',
    path: `/api/contracts/v3/${id}`,
    kind: 'reset-after',
    times: 1,
  })
  await dialog.getByRole('button', { name: 'Delete the contract' }).click()
  await expect(page).toHaveURL(/\/contracts$/)
  expect(await contractsFrom(sandbox, '2033-03-01')).toEqual([])
})
