import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import {
  type OwnContract,
  createInstitutionalContract,
  nameOf,
  readByPublishedClient,
} from './fixtures/institutional-contract.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'credentialing' })

const box = (page: Page, own: OwnContract, person: number, place: number) =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: own.people[person]!.npi })
    .locator(`[name="contract_service_facilities.${place}.provider_ids"]`)
const idOf = (own: OwnContract, person: number) => own.people[person]!.organization_provider_id
const facilityPath = (own: OwnContract, place: number) =>
  `${own.path}/service-facilities/${own.facilityIds[place]}`

test("providers are assigned in the matrix by keyboard, and another person's assignments stay", async ({
  page,
  sandbox,
}) => {
  const own = await createInstitutionalContract(sandbox, [[0, 1, 2], [0]])
  await page.goto(own.page)
  const grid = page.getByRole('grid', { name: 'Providers at each facility' })
  await expect(grid.getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('link', { name: /Service facilities 2/ })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expectAccessible(page, 'the matrix')
  await box(page, own, 1, 0).focus()
  await page.keyboard.press('ArrowRight')
  await expect(box(page, own, 1, 1)).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect(
    page.getByRole('status').filter({ hasText: '1 to be added, 1 to be removed at 2 facilities' }),
  ).toBeVisible()

  await sandbox.send('PATCH', facilityPath(own, 0), {
    provider_ids: [0, 1, 2, 6].map((at) => idOf(own, at)),
  })
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem').filter({ hasText: own.places[1]!.name })).toContainText(
    `1 added: ${nameOf(own.people[1]!)}`,
  )
  await expectAccessible(page, 'the review of what is saved')
  await dialog.getByRole('button', { name: 'Save 2 facilities' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: own.places[0]!.name })).toContainText(
    'Also kept: 1 added by someone else',
  )
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(box(page, own, 6, 0)).toBeChecked()
  expect(await readByPublishedClient(sandbox, own.id)).toEqual([
    {
      facility: own.places[0]!.organization_service_facility_id,
      providers: new Set([0, 2, 6].map((at) => idOf(own, at))),
    },
    {
      facility: own.places[1]!.organization_service_facility_id,
      providers: new Set([0, 1].map((at) => idOf(own, at))),
    },
  ])
})

test('a facility is found by name and added once despite a lost answer; wrong ids are reported at the field', async ({
  page,
  sandbox,
}) => {
  const own = await createInstitutionalContract(sandbox, [[0, 1]])
  const path = `${own.path}/service-facilities`
  await page.goto(own.page)
  await page.getByRole('button', { name: 'Add facility' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.locator('[name="service_facility_id"]')
  await expect(dialog.getByRole('combobox').first()).toBeFocused()
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await expectAccessible(page, 'a facility to be added')
  const refusals: [string, RegExp][] = [
    ['1234567893', /looks like an NPI/],
    [own.places[0]!.organization_service_facility_id, /already on the contract/],
    ['North Loop', /isn’t a partner ID/],
    [idOf(own, 0), /This is the ID of a provider, not of a service facility/],
  ]
  for (const [typed, words] of refusals) {
    await field.fill(typed)
    await dialog.getByRole('button', { name: 'Add facility' }).click()
    await expect(dialog.getByText(words)).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toBeFocused()
  }
  const place = own.places[1]!
  await dialog.getByRole('combobox', { name: 'Name of the facility' }).fill(place.name)
  await dialog.getByRole('option').filter({ hasText: place.npi! }).click()
  await expect(field).toHaveValue(place.organization_service_facility_id)
  await dialog
    .locator('[name="provider_ids"]')
    .selectOption({ label: `Same as ${own.places[0]!.name} (2)` })
  await sandbox.fault({ method: 'POST', path, kind: 'reset-after', times: 1 })
  await dialog.getByRole('button', { name: 'Add facility' }).click()
  await expect(dialog).toHaveCount(0, { timeout: 60_000 })
  await expect(page.getByRole('columnheader').filter({ hasText: place.name })).toContainText(
    '2 providers',
  )
  expect(await sandbox.requests(path, 'POST')).toMatchObject([
    { body: { service_facility_id: place.organization_service_facility_id } },
  ])
  expect(await readByPublishedClient(sandbox, own.id)).toMatchObject([
    {},
    {
      facility: place.organization_service_facility_id,
      providers: new Set([idOf(own, 0), idOf(own, 1)]),
    },
  ])
})

test('a facility is replaced by another one and keeps its providers, and is removed after a question', async ({
  page,
  sandbox,
}) => {
  const own = await createInstitutionalContract(sandbox, [[0, 1]])
  await page.goto(own.page)
  await page.getByRole('button', { name: `Actions for ${own.places[0]!.name}` }).click()
  await page.getByRole('menuitem', { name: /Change facility/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('[name="service_facility_id"]')
    .fill(own.places[2]!.organization_service_facility_id)
  await dialog.getByRole('button', { name: 'Change facility' }).click()
  await expect(
    page.getByRole('columnheader').filter({ hasText: own.places[2]!.name }),
  ).toBeVisible()
  expect(await readByPublishedClient(sandbox, own.id)).toEqual([
    {
      facility: own.places[2]!.organization_service_facility_id,
      providers: new Set([idOf(own, 0), idOf(own, 1)]),
    },
  ])
  await page.getByRole('button', { name: `Actions for ${own.places[2]!.name}` }).click()
  await page.getByRole('menuitem', { name: /Remove from the contract/ }).click()
  const question = page.getByRole('dialog', {
    name: `Remove ${own.places[2]!.name} from the contract?`,
  })
  await expect(question).toContainText('2 providers are assigned now')
  await question.getByRole('button', { name: 'Remove the facility' }).click()
  await expect(page.getByText(`${own.places[2]!.name} is no longer on the contract.`)).toBeVisible()
  expect(await readByPublishedClient(sandbox, own.id)).toEqual([])
})

test(
  'pasted ids and NPIs are sorted before any change, and leaving unsaved changes asks',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const own = await createInstitutionalContract(sandbox, [[0], [0, 1, 2]])
    await page.goto(own.page)
    await page.getByRole('button', { name: `Actions for ${own.places[0]!.name}` }).click()
    await page.getByRole('menuitem', { name: /Providers/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('[name="provider_ids"]')
      .fill([idOf(own, 0), own.people[1]!.npi, idOf(own, 2), idOf(own, 7), 'Ada Moss'].join('\n'))
    await expect(
      dialog.getByText('2 providers not here yet, 1 provider here already.'),
    ).toBeVisible()
    await expect(dialog.getByText(/^1 is not on the contract’s roster/)).toContainText(idOf(own, 7))
    await expect(
      dialog.getByText(/^1 is no use. This isn’t a provider ID or an NPI/),
    ).toContainText('Ada Moss')
    await expectAccessible(page, 'the providers of a facility')
    await dialog.getByRole('button', { name: 'Add 2' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(box(page, own, 1, 0)).toBeChecked()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(box(page, own, 1, 0)).not.toBeChecked()
    await page.getByRole('link', { name: 'Overview' }).click()
    await expect(page).toHaveURL(new RegExp(`/contracts/${own.id}$`))
    expect(await sandbox.requests(facilityPath(own, 0), 'PATCH')).toHaveLength(0)
  },
)

test('many providers are a list for each facility; a refused change stays, the others are saved', async ({
  page,
  sandbox,
}) => {
  const many = Array.from({ length: 700 }, (_, at) => at)
  const own = await createInstitutionalContract(sandbox, [many, [0], [1]])
  await sandbox.fault({
    method: 'PATCH',
    path: facilityPath(own, 1),
    kind: 'status',
    status: 422,
    errorName: 'UnprocessableEntityError',
    content: { message: 'provider_ids: not now.' },
    times: 1,
  })
  await page.goto(own.page)
  await expect(page.getByRole('grid')).toHaveCount(0)
  const list = page.getByRole('list', { name: 'Service facilities' })
  await expect(list.getByRole('listitem').first()).toContainText('700 providers')
  for (const place of [1, 2]) {
    await list
      .getByRole('button', { name: `Providers at ${own.places[place]!.name}`, exact: true })
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('status').filter({ hasText: '700 providers' })).toBeVisible()
    await dialog.getByRole('searchbox', { name: 'Find a provider' }).fill(own.people[5]!.npi)
    await expect(dialog.getByRole('status').filter({ hasText: /^1 provider$/ })).toBeVisible()
    await dialog.getByRole('list', { name: 'Providers' }).getByRole('checkbox').click()
    await dialog.getByRole('button', { name: 'Done' }).click()
  }
  await page.getByRole('button', { name: /Review and save/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save 2 facilities' }).click()
  await expect(dialog.getByText(/^Not saved.*not now/)).toBeVisible()
  await expect(dialog.getByText('Saved: 2 providers now.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('Saved: 2 providers now.')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: /Review and save/ })).toHaveCount(0)
})
