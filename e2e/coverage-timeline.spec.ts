import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { daysAgo } from './fixtures/capture-body.ts'
import { CoverageData, rosterName, standings, type Standing } from './fixtures/coverage.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'credentialing' })

const words: Record<Standing, RegExp> = {
  covered: /^Covered$/,
  gap: /^Gap$/,
  overlap: /^Overlap$/,
  submitted: /Submitted, not loaded$/,
  late: /^Covered\s*In the year before: .*loaded late/,
  expiring: /^Ends in 12 d$/,
  expired: /^Expired$/,
  none: /^No span$/,
}

const grid = (page: Page) => page.getByRole('grid', { name: /coverage/i })
const rowOf = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name })
const standingIn = (row: Locator) => row.getByRole('gridcell').nth(1)
const names = Object.keys(standings) as Standing[]

test('each provider has the state of its spans, and the legend counts and filters them', async ({
  page,
  sandbox,
}) => {
  const { contract, of } = await new CoverageData(sandbox).professional(0)
  await page.goto(`/contracts/${contract}/credentialing`)
  await expect(page.getByText(`${names.length} providers in all`)).toBeVisible()
  for (const name of names)
    await expect(standingIn(rowOf(page, rosterName(of[name]))), name).toHaveText(words[name])
  for (const [label, count] of [
    ['Gap', 1],
    ['No span', 1],
    ['Expired', 1],
    ['Submitted, not loaded', 1],
    ['Overlap', 1],
    ['Loaded late, past year', 1],
    ['Expiring', 1],
    ['Covered', 2],
  ] as const) {
    await expect(page.getByRole('button', { name: `${count} ${label}`, exact: true })).toBeVisible()
  }
  // Problems come first: providers covered without a problem are last.
  await expect(grid(page).getByRole('row').nth(1)).toContainText(rosterName(of.gap))
  await expect(grid(page).getByRole('row').nth(names.length)).toContainText(rosterName(of.covered))

  await page.getByRole('button', { name: '1 Overlap', exact: true }).click()
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2')
  await expect(rowOf(page, rosterName(of.overlap))).toBeVisible()
  await page.getByRole('button', { name: '1 Overlap', exact: true }).click()
  await page.getByLabel('Show').selectOption('Problems on the day')
  await expect(rowOf(page, rosterName(of.covered))).toHaveCount(0)
  await expect(rowOf(page, rosterName(of.none))).toBeVisible()
  await page.getByLabel(/^Search providers/).fill(of.expired.npi)
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2')
  await page.getByLabel(/^Search providers/).fill('nobody is called this')
  await expect(page.getByText('No matching providers')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(names.length + 1))
})

test('another day shows what the payer had loaded by then, and the address keeps the day', async ({
  page,
  sandbox,
}) => {
  const { contract, of } = await new CoverageData(sandbox).professional(1)
  await page.goto(`/contracts/${contract}/credentialing`)
  const late = standingIn(rowOf(page, rosterName(of.late)))
  await expect(late).toContainText('Covered')
  await page.getByLabel('As of').fill(daysAgo(60))
  await expect(late).toHaveText(words.submitted)
  await expect(standingIn(rowOf(page, rosterName(of.expired)))).toHaveText(words.covered)
  await page.getByLabel('Expiring in').selectOption('60 days')
  await expect(standingIn(rowOf(page, rosterName(of.expired)))).toHaveText('Ends in 55 d')
  await expect(page).toHaveURL(new RegExp(`as_of=${daysAgo(60)}&within=60`))
  await page.reload()
  await expect(late).toHaveText(words.submitted)
  await expect(standingIn(rowOf(page, rosterName(of.expired)))).toHaveText('Ends in 55 d')
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(late).toContainText('Covered')
})

test('the keyboard moves through rows and bars, opens a row and its spans, and changes the time range', async ({
  page,
  sandbox,
}) => {
  const { contract, pair, of, spans } = await new CoverageData(sandbox).professional(2)
  await page.goto(`/contracts/${contract}/credentialing?order=name`)
  await expect(rowOf(page, rosterName(of.gap))).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+Home')
  const sorted = names.toSorted((a, b) =>
    rosterName(of[a]).toLowerCase() < rosterName(of[b]).toLowerCase() ? -1 : 1,
  )
  for (const name of sorted.slice(0, sorted.indexOf('gap'))) {
    await expect(
      rowOf(page, rosterName(of[name])).getByRole('button', { name: rosterName(of[name]) }),
    ).toBeFocused()
    await page.keyboard.press('ArrowDown')
  }
  const name = rowOf(page, rosterName(of.gap)).getByRole('button', { name: rosterName(of.gap) })
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  const detail = page.getByRole('complementary', { name: rosterName(of.gap) })
  await expect(detail.getByRole('heading', { name: rosterName(of.gap) })).toBeFocused()
  await expect(detail.getByRole('row')).toHaveCount(3)
  await expect(detail).toContainText('Gap from')
  await expect(detail.getByRole('link', { name: /^Add a span from/ })).toHaveAttribute(
    'href',
    new RegExp(`start_date=${daysAgo(29)}$`),
  )
  await expect(detail.getByRole('link', { name: 'Add a span', exact: true })).toHaveAttribute(
    'href',
    `/credentialing/provider-spans/new?rendering_provider_id=${of.gap.organization_provider_id}&contracting_provider_id=${pair.contracting_provider_id}&payer_uuid=${pair.payer_uuid}`,
  )
  await expectAccessible(page, 'the spans of a row')
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
  await expect(name).toBeFocused()

  await page.keyboard.press('ArrowRight')
  await expect(
    rowOf(page, rosterName(of.gap))
      .getByRole('link', { name: /^Covered from/ })
      .first(),
  ).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(
    rowOf(page, rosterName(of.gap)).getByRole('button', { name: /^Gap from .*, 49 days$/ }),
  ).toBeFocused()
  const time = grid(page).getByRole('columnheader', { name: /^Time/ })
  const before = await time.textContent()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(time).not.toHaveText(before!)
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('-')
  await expect(page.getByRole('button', { name: '2 years' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/credentialing/provider-spans/${spans.gap[0]}$`))
})

test('facilities of an institutional contract show the spans of the same contracting provider and payer', async ({
  page,
  sandbox,
}) => {
  const { contract, covered, bare, span } = await new CoverageData(sandbox).institutional(3)
  await page.goto(`/contracts/${contract}/credentialing`)
  await expect(page.getByText('No providers on this contract')).toBeVisible()
  await expect(page.getByRole('button', { name: '0 Covered', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Add providers' }).click()
  await expect(page.getByRole('dialog', { name: /Add providers/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/providers$/)
  // No dialog is open after returning later.
  await page.getByRole('link', { name: /^Service facilities/ }).click()
  await expect(page).toHaveURL(/\/service-facilities$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/providers$/)
  await page.getByLabel('Search the roster').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await page.getByRole('button', { name: 'Facilities', exact: true }).click()
  await expect(standingIn(rowOf(page, covered.name))).toHaveText('Covered')
  await expect(rowOf(page, covered.name).getByRole('link', { name: /^Covered/ })).toHaveAttribute(
    'href',
    `/credentialing/facility-spans/${span}`,
  )
  await expect(standingIn(rowOf(page, bare.name))).toHaveText('No span')
  await expect(page).toHaveURL(/of=facilities/)
})

test('a professional contract, which lists no facilities, shows those with spans', async ({
  page,
  sandbox,
}) => {
  const { contract, covered, bare } = await new CoverageData(sandbox).professionalAtFacility(6)
  await page.goto(`/contracts/${contract}/credentialing`)
  await page.getByRole('button', { name: 'Facilities', exact: true }).click()
  await expect(standingIn(rowOf(page, covered.name))).toHaveText('Covered')
  await expect(page.getByText('1 shown')).toBeVisible()
  await expect(rowOf(page, bare.name)).toHaveCount(0)
})

test('the visible rows are exported as CSV and printed as a table', async ({ page, sandbox }) => {
  const { contract, of } = await new CoverageData(sandbox).professional(5)
  await page.goto(`/contracts/${contract}/credentialing?show=problems`)
  await expect(rowOf(page, rosterName(of.none))).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(7)
  expect(lines.find((line) => line.includes(of.expiring.npi))).toContain(
    `,${daysAgo(0)},Expiring,${daysAgo(-12)},`,
  )

  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const sheet = page.getByRole('region', { name: 'To print' })
  await expect(sheet.getByRole('row')).toHaveCount(7)
  await expect(sheet.getByRole('row').filter({ hasText: rosterName(of.submitted) })).toContainText(
    'Submitted, not loaded',
  )
  await expect(grid(page)).toBeHidden()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)
})

test('an unreadable page is reported; earlier rows stay, keep the focus while scrolling fast, and reading continues', async ({
  page,
  sandbox,
}) => {
  const contract = await largestContract(sandbox)
  const path = `/api/contracts/v3/${contract}/providers/credentialing`
  await sandbox.fault({ method: 'GET', path, kind: 'delay', delay: 300, times: 5 })
  await page.goto(`/contracts/${contract}/credentialing`)
  await expect(grid(page).getByRole('row').nth(3)).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText(/Stopped: [\d,]+ of [\d,]+ providers read/)).toBeVisible()
  // The rows that came last take their places.
  await expect(grid(page)).not.toHaveAttribute('aria-busy')

  await grid(page).getByRole('rowheader').first().getByRole('button').focus()
  const focused = page.locator('[aria-rowindex="2"] [data-bar="-1"]')
  for (const top of [3_000, 9_000, 30_000, 12_000]) {
    await grid(page).evaluate((element, to) => element.scrollTo({ top: to }), top)
    const row = Math.ceil(top / (await rowHeight(page)))
    await expect(grid(page).locator(`[aria-rowindex="${row + 3}"]`)).toBeInViewport()
    await expect(focused).toBeFocused()
    const places = await grid(page)
      .locator('[data-row]')
      .evaluateAll((rows) => rows.map((one) => Number((one as HTMLElement).dataset.row)))
    expect(places, 'read aloud in the order of the rows').toEqual(places.toSorted((a, b) => a - b))
  }
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[aria-rowindex="3"] [data-bar="-1"]')).toBeFocused()
  await expect(page.locator('[aria-rowindex="3"]')).toBeInViewport()

  await sandbox.fault({
    method: 'GET',
    path,
    kind: 'status',
    status: 403,
    errorName: 'UnauthorizedError',
    content: { message: 'no' },
    times: 1,
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'read so far' })).toBeVisible()
  await expect(grid(page).getByRole('row').nth(3)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'read so far' })).toHaveCount(0)
})

async function rowHeight(page: Page): Promise<number> {
  return (await grid(page).locator('[data-row]').first().boundingBox())!.height
}

async function largestContract(sandbox: {
  contracts: (query: Record<string, string>) => Promise<unknown[]>
}): Promise<string> {
  const contracts = (await sandbox.contracts({ contract_status: 'effective' })) as {
    contract_id: string
    provider_count: number
  }[]
  return contracts.toSorted((a, b) => b.provider_count - a.provider_count)[0]!.contract_id
}
