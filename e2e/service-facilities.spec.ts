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
