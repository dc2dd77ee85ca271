import type { Page, Request } from '@playwright/test'
import { expect, test } from './fixtures/test.ts'

/** What the page asks for from now on, files of the build aside. */
function requestsOf(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/_next/static/')) seen.push(`${request.method()} ${pathname}${search}`)
  })
  return seen
}

/** Everything that a person does before they choose a link: look through all of the page, and point at every link. */
async function lookAround(page: Page): Promise<number> {
  const links = await page.getByRole('link').all()
  for (const link of links.slice(0, 60)) if (await link.isVisible()) await link.hover({ timeout: 5_000, trial: false })
  await page.getByRole('main').hover()
  for (let i = 0; i < 10; i += 1) await page.mouse.wheel(0, 400)
  await page.keyboard.press('End')
  // Next asks for what came into view in a moment of rest.
  await page.waitForTimeout(1_500)
  return links.length
}

for (const list of ['/charge-captures', '/claim-creations', '/encounters', '/contracts'])
  test(`looking through ${list} fetches nothing ahead`, async ({ page }) => {
    await page.goto(`${list}?limit=100`)
    await expect(page.getByRole('main').getByRole('row').getByRole('link').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const requests = requestsOf(page)
    expect(await lookAround(page)).toBeGreaterThan(10)
    expect(requests).toEqual([])
  })

test('a record whose page links to others fetches none of them ahead, and each opens in one step', async ({
  page,
  sandbox,
}) => {
  const capture = await sandbox.createVisit()
  const id = capture.claim_creation_id!
  await page.goto(`/claim-creations/${id}`)
  const link = page.getByRole('main').getByRole('link', { name: capture.charge_external_id })
  await expect(link).toBeVisible()
  await page.waitForLoadState('networkidle')
  const requests = requestsOf(page)
  await lookAround(page)
  expect(requests.filter((request) => !request.includes('/api/presence'))).toEqual([])
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await link.click()
  await expect(page).toHaveURL(new RegExp(`/charge-captures/${capture.id}`))
  await expect(page.getByRole('main').getByRole('link', { name: /open the claim creation/i })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})
