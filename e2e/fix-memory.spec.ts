import type { Page } from '@playwright/test'
import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { expect, test } from './fixtures/test.ts'

const npi = '[name="data.rendering_provider.npi"]'
const offers = (page: Page) => page.getByRole('list', { name: 'What cleared this error before' })

async function saveHere(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('main')).toContainText('Saved.')
}

test('what cleared an error is offered for the next patient and fills the field by one click; a member id never is', async ({
  page,
  sandbox,
}) => {
  // A provider of this test alone: other tests' fixes are of others.
  const { rendering } = await sandbox.organization()
  const all = await fetch(
    `${sandbox.url}/api/organization-providers/v3?is_rendering=true&limit=100`,
    {
      headers: { authorization: `Bearer ${sandbox.key}` },
    },
  )
  const { items } = (await all.json()) as { items: OrganizationProvider[] }
  const own = items.findLast(
    (each) => !each.employment_termination_date && each.npi !== rendering.npi,
  )!
  const provider = {
    first_name: own.first_name,
    last_name: own.last_name,
    taxonomy_code: own.taxonomy_code,
  }
  const mistyped = (digits: string) => () => ({ rendering_provider: { ...provider, npi: digits } })
  const first = await sandbox.createVisit(mistyped('1234567890'))
  const second = await sandbox.createVisit(mistyped('1111111111'))

  await page.goto(`/charge-captures/${first.id}`)
  await expect(page.getByText('fails its check digit').first()).toBeVisible()
  await expect(offers(page)).toHaveCount(0)
  await page.locator(npi).fill(own.npi)
  await saveHere(page)

  await page.goto(`/charge-captures/${second.id}`)
  await expect(offers(page)).toContainText(
    new RegExp(
      `Cleared once at .*${own.last_name}.*: NPI replaced by ${own.npi} \\(by .+, made a claim 1 of 1\\)`,
    ),
  )
  // The same offer stands at the field itself.
  await expect(page.getByRole('button', { name: `Use ${own.npi} (now 1111111111)` })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Proposals' })).toContainText('as once before')
  await expectAccessible(page, 'an offered fix')
  await expect(page.locator(npi)).toHaveValue('1111111111')
  await offers(page)
    .getByRole('button', { name: `Use ${own.npi}` })
    .click()
  await expect(page.locator(npi)).toHaveValue(own.npi)
  await expect(offers(page)).toContainText('It is in the field. Save to send it.')
  await expect(page.getByRole('main')).toContainText('1 unsaved change')
  expect(await sandbox.requests(`/api/charge_captures/v1/${second.id}`, 'PATCH')).toHaveLength(0)
  await saveHere(page)
  await expect(page.getByRole('main')).toContainText('Claim creation is now billed.')

  const withMember = (member_id: string) =>
    sandbox.createVisit((data) => ({
      subscriber_primary: {
        ...data.subscriber_primary,
        insurance_card: { ...data.subscriber_primary!.insurance_card, member_id },
      },
    }))
  const [ann, other] = [await withMember('W1-1!'), await withMember('W1-1!')]
  await page.goto(`/charge-captures/${ann.id}`)
  await page
    .locator('[name="data.subscriber_primary.insurance_card.member_id"]')
    .fill('MBR777000777')
  await saveHere(page)
  await page.goto(`/charge-captures/${other.id}`)
  await expect(page.getByText('has characters other than letters and digits').first()).toBeVisible()
  await expect(offers(page)).toHaveCount(0)
  await expect(page.getByText('MBR777000777')).toHaveCount(0)
})
