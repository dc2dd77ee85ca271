import type { Page, Request } from '@playwright/test'
import { expect, test } from './fixtures/test.ts'

/** The pages requested from now on. A page's own reads (counts, rows) use POST. */
function requestsOf(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && !pathname.startsWith('/_next/static/'))
      seen.push(`${pathname}${search}`)
  })
  return seen
}

/** The center of every visible link to a page of the console. */
function linksInView(page: Page): Promise<{ x: number; y: number }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a[href^="/"]')]
      .map((link) => link.getBoundingClientRect())
      .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))
      .filter(({ x, y }) => x > 0 && y > 0 && x < innerWidth && y < innerHeight),
  )
}

/**
 * Scrolls through the page and points at every link, like a person before choosing one. Returns the
 * number of links.
 */
async function lookAround(page: Page): Promise<number> {
  let pointedAt = 0
  for (let i = 0; i < 4; i += 1) {
    for (const { x, y } of await linksInView(page)) {
      await page.mouse.move(x, y)
      pointedAt += 1
    }
    await page.mouse.move(800, 500)
    await page.mouse.wheel(0, 600)
    // Next prefetches a visible or hovered link after a moment of rest.
    await page.waitForTimeout(500)
  }
  return pointedAt
}

for (const [list, size] of [
  ['/charge-captures', {}],
  ['/claim-creations', { tag: '@long' }],
  ['/encounters', { tag: '@long' }],
  ['/contracts', { tag: '@long' }],
] as const)
  test(`looking through ${list} prefetches nothing`, size, async ({ page }) => {
    await page.goto(`${list}?limit=100`)
    await expect(page.getByRole('main').getByRole('row').getByRole('link').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const requests = requestsOf(page)
    expect(await lookAround(page)).toBeGreaterThan(10)
    expect(requests).toEqual([])
  })

test('a record whose page links to others prefetches none of them, and each opens in one step', async ({
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
  expect(requests).toEqual([])
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await link.click()
  await expect(page).toHaveURL(new RegExp(`/charge-captures/${capture.id}`))
  await expect(
    page.getByRole('main').getByRole('link', { name: /open the claim creation/i }),
  ).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})
