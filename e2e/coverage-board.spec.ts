import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { formatLocalDate } from '#lib/core/local-date.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { daysAgo } from './fixtures/capture-body.ts'
import { makeClinicOf, rostersWith, spansOf } from './fixtures/clinic.ts'
import { coverProvider, denyClaim, makeDeniedVisits } from './fixtures/denied-visits.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { expectNoWireNames } from './fixtures/wire-names.ts'
import { type OwnStack, startOwnStack } from './stack/start-own-stack.ts'

// A board is shared by everyone with the same key, and faults affect it: these tests have their own
// partner and console.
test.use({ role: null })
test.describe.configure({ mode: 'default' })

let own: OwnStack
test.beforeAll(async () => {
  own = await startOwnStack('board', 20, 30)
})
test.afterEach(() => own.sandbox.clearFaults())
test.afterAll(() => own.stop())

const table = (page: Page) => page.getByRole('table', { name: /^Coverage by payer/ })
const rowOf = (page: Page, { payer, clinic }: Awaited<ReturnType<typeof makeDeniedVisits>>) =>
  table(page)
    .getByRole('row')
    .filter({
      has: page.getByRole('button', {
        name: `${payer.payer_name} with ${clinic.organization_name}`,
        exact: true,
      }),
    })

/** The row of a payer and a contracting provider on the page of a provider. */
const pairOf = (page: Page, payer: string, clinic: string) =>
  page
    .getByRole('table', { name: 'Payers' })
    .getByRole('row')
    .filter({ hasText: payer })
    .filter({ hasText: clinic })

async function openBoard(page: Page, role: 'biller' | 'credentialing'): Promise<void> {
  await signIn(page, role, own.url)
  await page.goto(`${own.url}/credentialing`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coverage board')
}

/** Runs the board and waits for a result newer than the current one. */
async function runBoard(page: Page): Promise<void> {
  const made = page.getByText(/^As of /).locator('time')
  const check = page.getByRole('button', { name: /^Check (coverage|again)/ }).first()
  // A result that is there may still load.
  const isAgain = (await check.innerText()).includes('again')
  const before = isAgain ? await made.getAttribute('datetime') : ''
  await check.click()
  // The job may end before its progress is visible.
  await expect(made).not.toHaveAttribute('datetime', before!, { timeout: 60_000 })
  await expect(table(page)).toBeVisible()
}

test('credentialing staff see what will be denied, why and where to fix it, without charges', async ({
  page,
}) => {
  const visits = await makeDeniedVisits(own.sandbox, 0)
  await openBoard(page, 'credentialing')
  await runBoard(page)
  const row = rowOf(page, visits)
  await expect(row).toContainText('$335.50')
  await expect(row).toContainText('0 of 1')
  await row.getByRole('button').click()
  const panel = page.getByRole('region', {
    name: `${visits.payer.payer_name} with ${visits.clinic.organization_name}`,
  })
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText(
    '3 captures, $335.50, will deny',
  )
  const [lacksSpan, offRoster] = [
    panel.getByRole('listitem').filter({ hasText: visits.provider.npi }),
    panel.getByRole('listitem').filter({ hasText: visits.stranger.npi }),
  ]
  await expect(lacksSpan).toContainText('No span')
  await expect(lacksSpan).toContainText('2 captures, $325.50')
  const record = new URL(
    (await lacksSpan.getByRole('link', { name: /^Record a span/ }).getAttribute('href'))!,
    own.url,
  )
  expect(Object.fromEntries(record.searchParams)).toMatchObject({
    rendering_provider_id: visits.provider.organization_provider_id,
    contracting_provider_id: visits.clinic.organization_provider_id,
    payer_uuid: visits.payer.payer_uuid,
  })
  await expect(offRoster).toContainText('Not on the contract')
  await expect(offRoster.getByRole('link', { name: /^Open the roster/ })).toHaveAttribute(
    'href',
    `/contracts/${visits.contractId}/providers`,
  )
  await expect(panel.getByRole('button', { name: 'List the captures' })).toHaveCount(0)
  expect(await page.content()).not.toContain(visits.captures[0]!.id)
  await lacksSpan.getByRole('link', { name: /^Record a span/ }).click()
  await expect(page.locator('[name="start_date"]')).toHaveValue(
    formatLocalDate(daysAgo(20), { weekday: false }),
  )
  await page.goBack()
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText(
    '3 captures, $335.50, will deny',
  )
  await expectAccessible(page, 'the coverage board with a panel')
  await expectNoWireNames(page, 'the coverage board with a panel')

  // The page of the provider has the same money.
  await page.goto(`${own.url}/providers/${visits.provider.npi}`)
  const pair = pairOf(page, visits.payer.payer_name, visits.clinic.organization_name!)
  await expect(pair).toContainText('$325.50')
  await expect(pair).toContainText('2 captures, 2 will deny')
  expect(await page.content()).not.toContain(visits.captures[0]!.id)
  await page.goto(`${own.url}/providers/1000000004`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not found')
  await page.goto(`${own.url}/credentialing`)

  await coverProvider(own.sandbox, visits)
  await runBoard(page)
  await expect(row).toContainText('$10.00')
  await expect(row).toContainText('1 of 1')
})

test(
  'cover for other states only is shown with the state, and a span for it is recorded by keyboard',
  { tag: '@long' },
  async ({ page }) => {
    const visits = await makeDeniedVisits(own.sandbox, 3)
    await coverProvider(own.sandbox, visits, ['AK', 'HI'])
    await openBoard(page, 'credentialing')
    await runBoard(page)
    const made = page.getByText(/^As of /).locator('time')
    const checkedAt = await made.getAttribute('datetime')
    await rowOf(page, visits).getByRole('button').press('Enter')
    const panel = page.getByRole('region', {
      name: `${visits.payer.payer_name} with ${visits.clinic.organization_name}`,
    })
    const card = panel
      .getByRole('list', { name: 'Reasons for denial' })
      .getByRole('listitem')
      .filter({ hasText: visits.provider.npi })
    await expect(card).toContainText('Other states only')
    const state = /not in ([A-Z]{2}), where the facility is/.exec((await card.textContent())!)?.[1]
    await expect(card).toContainText(`Covered in AK and HI, not in ${state}`)
    await card.getByRole('link', { name: /^Record a span/ }).press('Enter')
    await expect(page.locator('[name="start_date"]')).toHaveValue(
      formatLocalDate(daysAgo(20), { weekday: false }),
    )
    await expect(
      page.getByRole('group', { name: 'States' }).getByRole('checkbox', { checked: true }),
    ).toHaveValue(state!)

    // Its row says that a span was recorded, and it alone is counted anew: the time of the check
    // stays.
    await page.locator('[name="submitted_date"]').fill(daysAgo(20))
    await page.locator('[name="payer_loaded_date"]').fill(daysAgo(20))
    await page.getByRole('button', { name: 'Create span' }).click()
    await expect(page).toHaveURL(/provider-spans\/(?!new)/)
    await page.goto(`${own.url}/credentialing`)
    await expect(rowOf(page, visits)).toContainText('$10.00')
    await expect(rowOf(page, visits)).toContainText(/Span recorded or changed by you, .*, counted/)
    await rowOf(page, visits).getByRole('button').press('Enter')
    await expect(panel.getByRole('heading', { level: 2 })).toHaveText(
      '1 capture, $10.00, will deny',
    )
    await expect(
      panel.getByRole('status').filter({ hasText: 'counted anew with it' }),
    ).toBeVisible()
    await expect(panel.getByRole('listitem').filter({ hasText: visits.provider.npi })).toHaveCount(
      0,
    )
    await expect(made).toHaveAttribute('datetime', checkedAt!)
    // A whole check has the same figures, and nothing more to say.
    await runBoard(page)
    await expect(rowOf(page, visits)).toContainText('$10.00')
    await expect(rowOf(page, visits)).not.toContainText('Span recorded')
  },
)

test('captures of a span that the payer has not loaded are held and say what they wait for and the days left to file, until it is loaded', async ({
  page,
  browser,
}) => {
  const visits = await makeDeniedVisits(own.sandbox, 4)
  const span = await coverProvider(own.sandbox, visits, undefined, false)
  await openBoard(page, 'biller')
  await runBoard(page)
  await page.getByRole('combobox', { name: 'Rows with' }).selectOption('Hold until loaded')
  await expect(rowOf(page, visits)).toContainText('$325.50')
  await rowOf(page, visits).getByRole('button').click()
  const panel = page.getByRole('region', { name: `${visits.payer.payer_name} with` })
  await expect(panel.getByRole('heading', { name: /hold until loaded/ })).toHaveText(
    '2 captures, $325.50, hold until loaded',
  )
  const card = panel.getByRole('list', { name: 'Reasons to hold' }).getByRole('listitem').first()
  await expect(card).toContainText(/Waits for the payer to load the span, submitted on/)
  await expect(card).toContainText('Denied if billed now, paid once loaded')
  await panel.getByRole('button', { name: 'List the captures' }).click()
  await expect(
    card.getByRole('row', { name: visits.captures[0]!.charge_external_id }),
  ).toContainText(/No limit entered for this payer|left to file/)
  await expectAccessible(page, 'the coverage board with held captures')

  // Once the payer has loaded the span, they are listed to release.
  const staff = await (
    await browser.newContext({ storageState: { cookies: [], origins: [] } })
  ).newPage()
  await signIn(staff, 'credentialing', own.url)
  await staff.goto(`${own.url}/credentialing/provider-spans/${span}`)
  await staff.locator('[name="payer_loaded_date"]').fill(daysAgo(1))
  await staff.getByRole('button', { name: /^Save/ }).click()
  await expect(staff.locator('footer output').first()).toContainText('Saved.')
  await page.goto(`${own.url}/credentialing`)
  await expect(rowOf(page, visits)).toContainText('counted')
  await rowOf(page, visits).getByRole('button').click()
  const released = panel.getByRole('region', { name: 'Ready to release' })
  await expect(released).toContainText('Ready to release: 2 captures, $325.50')
  await panel.getByRole('button', { name: 'List the captures' }).click()
  for (const { charge_external_id } of visits.captures.slice(0, 2))
    await expect(released.getByRole('link', { name: charge_external_id })).toBeVisible()
  await expectAccessible(page, 'the coverage board with captures to release')
  await staff.context().close()
})

test('a claim that was denied for credentialing is listed once its span is loaded, and opens its encounter', async ({
  page,
  browser,
}) => {
  const visits = await makeDeniedVisits(own.sandbox, 5)
  const span = await coverProvider(own.sandbox, visits, undefined, false)
  await denyClaim(own.sandbox, visits, 7_725)
  await openBoard(page, 'biller')
  await runBoard(page)
  const denied = page.getByRole('region', { name: 'Denied claims' })
  await expect(denied).toContainText(/Of \d+ claims?, .* that payers denied for credentialing/)
  await expect(rowOf(page, visits)).not.toContainText('denied before the load')

  const staff = await (
    await browser.newContext({ storageState: { cookies: [], origins: [] } })
  ).newPage()
  await signIn(staff, 'credentialing', own.url)
  await staff.goto(`${own.url}/credentialing/provider-spans/${span}`)
  await staff.locator('[name="payer_loaded_date"]').fill(daysAgo(0))
  await staff.getByRole('button', { name: /^Save/ }).click()
  await expect(staff.locator('footer output').first()).toContainText('Saved.')
  await staff.context().close()

  await page.goto(`${own.url}/credentialing`)
  await expect(rowOf(page, visits)).toContainText('1 claim denied before the load')
  await denied.getByRole('button', { name: 'Show the rows' }).click()
  await rowOf(page, visits).getByRole('button').click()
  const section = page.getByRole('region', { name: 'Denied before the load' })
  await expect(section).toContainText('Denied before the load: 1 claim, $77.25')
  await section.getByRole('button', { name: 'List the claims' }).click()
  await expect(section).toContainText('Denied: provider not credentialed')
  await expect(section).toContainText('span loaded')
  await expect(section).toContainText(/Corrected claim: no limit entered|days left/)
  await expectAccessible(page, 'the coverage board with claims denied before the load')
  await expectNoWireNames(page, 'the coverage board with claims denied before the load')
  const saved = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Export these claims' }).click()
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain(
    ',77.25,Provider not credentialed,',
  )
  await section.getByRole('link').first().press('Enter')
  await expect(page).toHaveURL(/\/encounters\//)
  await expect(page.getByRole('main')).toContainText('Denied: Credentialing')
})

test('a biller walks the board by keyboard, opens its captures and exports it as a file', async ({
  page,
}) => {
  const visits = await makeDeniedVisits(own.sandbox, 1)
  await openBoard(page, 'biller')
  await runBoard(page)
  await page
    .getByRole('searchbox', { name: /^Find a payer/ })
    .fill(`${visits.payer.payer_id} ${visits.clinic.npi}`)
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: `${visits.payer.payer_name} with` })
  await panel.getByRole('button', { name: 'List the captures' }).click()
  const dearest = visits.captures[1]!
  await expect(panel.getByRole('link', { name: dearest.charge_external_id })).toHaveAttribute(
    'href',
    `/charge-captures/${dearest.id}`,
  )
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rowOf(page, visits).getByRole('button')).toBeFocused()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = readFileSync(await (await saved).path(), 'utf8')
  expect(csv).toContain(`${visits.payer.payer_name},${visits.payer.payer_id}`)
  expect(csv).toContain(`${visits.provider.npi},No span,,2,325.50`)
})

test('a running board can be left, found again, and cancelled', async ({ page }) => {
  await own.sandbox.fault({
    method: 'GET',
    path: '/api/contracts/v3/*/providers/credentialing',
    kind: 'delay',
    delay: 2_000,
  })
  await openBoard(page, 'credentialing')
  await page
    .getByRole('button', { name: /^Check (coverage|again)/ })
    .first()
    .click()
  await expect(
    page.getByText(
      /Reading rosters and their spans: contract \d+ of \d+, providers: [\d,]+ of [\d,]+/,
    ),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Contracts', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contracts')
  await page.goBack()
  await expect(page.getByRole('progressbar', { name: 'Checking coverage' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('Coverage check stopped before it finished.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Check (coverage|again)/ }).first()).toBeEnabled()
})

test(
  'what could not be read is reported, and everything that depends on it is not judged',
  { tag: '@long' },
  async ({ page }) => {
    const visits = await makeDeniedVisits(own.sandbox, 2)
    await own.sandbox.fault({
      method: 'GET',
      path: `/api/contracts/v3/${visits.contractId}/providers/credentialing`,
      kind: 'status',
      status: 403,
      errorName: 'UnauthorizedError',
      content: { message: 'Not for this key.' },
    })
    await openBoard(page, 'biller')
    await runBoard(page)
    await expect(rowOf(page, visits)).toContainText('Not read')
    await page.getByText('Some data couldn’t be loaded').click()
    await expect(
      page.getByRole('link', {
        name: `Roster of ${visits.payer.payer_name} with ${visits.clinic.organization_name}`,
      }),
    ).toHaveAttribute('href', `/contracts/${visits.contractId}`)
    await expect(page.getByText('Not for this key.')).toBeVisible()
    await page.getByRole('button', { name: 'Why' }).click()
    const panel = page.getByRole('region', { name: 'Captures without enough data' })
    await panel.getByRole('button', { name: 'List the captures' }).click()
    await expect(
      panel
        .getByRole('listitem')
        .filter({ hasText: 'Roster or spans couldn’t be loaded' })
        .getByRole('link', { name: visits.captures[0]!.charge_external_id }),
    ).toBeVisible()
  },
)

test('a partner that refuses the contracts is reported in words, and a check goes on after a restart of the server', async ({
  page,
  context,
}) => {
  await openBoard(page, 'credentialing')
  await own.sandbox.fault({
    method: 'GET',
    path: '/api/contracts/v3',
    kind: 'status',
    status: 403,
    errorName: 'UnauthorizedError',
    content: { message: 'Not for this key.' },
  })
  await page
    .getByRole('button', { name: /^Check (coverage|again)/ })
    .first()
    .click()
  await expect(
    page.getByText('Coverage check failed: The partner refused a request (UnauthorizedError).'),
  ).toBeVisible()
  await own.sandbox.clearFaults()
  await own.sandbox.fault({
    method: 'GET',
    path: '/api/contracts/v3/*/providers/credentialing',
    kind: 'delay',
    delay: 5_000,
  })
  await page
    .getByRole('button', { name: /^Check (coverage|again)/ })
    .first()
    .click()
  await expect(page.getByText(/Reading rosters/)).toBeVisible()
  // An open page would keep asking for a console that is stopped, and report it.
  await page.close()
  await own.restart()
  const again = await context.newPage()
  await again.goto(`${own.url}/credentialing`)
  await expect(again.getByText(/Reading rosters/)).toBeVisible()
  await own.sandbox.clearFaults()
  await expect(table(again)).toBeVisible({ timeout: 60_000 })
  await expect(again.getByRole('button', { name: /^Check (coverage|again)/ }).first()).toBeEnabled()
})

test('a provider joins eight payers with one job, by keyboard in about forty keys', async ({
  page,
}) => {
  const { provider, clinic, payers } = await makeClinicOf(own.sandbox, 9)
  await signIn(page, 'credentialing', own.url)
  await page.goto(`${own.url}/providers/${provider.npi}`)
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const typeDate = async (date: string) => {
    const [year, month, day] = date.split('-')
    for (const key of `${month}${day}${year}`) await press(key)
  }
  await expect(page.getByRole('link', { name: /^Join payers/ })).toBeVisible()
  await press('c')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join payers')
  const box = page.getByRole('combobox', { name: 'Payer or contracting provider' })
  await expect(box).toBeFocused()
  // The contracts of the clinic that the provider works for are listed without a letter.
  const options = page.getByRole('listbox', { name: 'Contracts' }).getByRole('option')
  await expect(options).toHaveCount(8)
  for (let place = 0; place < 8; place += 1) {
    if (place > 0) await press('ArrowDown')
    await press('Enter')
  }
  const dryRun = page.getByRole('table', { name: 'Dry run' })
  await expect(dryRun.getByRole('row')).toHaveCount(9)
  await press('Tab')
  await expect(page.locator('[name="start_date"]')).toBeFocused()
  await typeDate('2027-01-01')
  await press('Tab')
  await expect(page.locator('[name="submitted_date"]')).toBeFocused()
  await typeDate(daysAgo(3))
  await expect(page.getByText(/^8 roster entries and 7 spans in one job/)).toBeVisible()
  // The one with a span already gets the roster entry only, and nothing has been written.
  await expect(dryRun.getByRole('row').filter({ hasText: payers[8]!.payer_name })).toContainText(
    'Roster only',
  )
  expect(await rostersWith(own.sandbox, provider.organization_provider_id)).toHaveLength(1)
  await press('Control+Enter')
  await expect(page.getByText('15 of 15 written and read back.')).toBeVisible({ timeout: 60_000 })
  expect(keys).toBeLessThanOrEqual(40)

  expect(await rostersWith(own.sandbox, provider.organization_provider_id)).toHaveLength(9)
  const spans = await spansOf(own.sandbox, provider.organization_provider_id, '2027-01-01')
  expect(spans.map(({ payer }) => payer.payer_uuid).toSorted()).toEqual(
    payers
      .slice(1, 8)
      .map(({ payer_uuid }) => payer_uuid)
      .toSorted(),
  )
  for (const span of spans)
    expect(span).toMatchObject({
      submitted_date: daysAgo(3),
      regions: { type: 'national' },
      contracting_provider: { organization_provider_id: clinic.organization_provider_id },
    })
  expect(spans.every((span) => !span.payer_loaded_date)).toBe(true)
  await page.getByRole('link', { name: 'Open the provider' }).click()
  await expect(pairOf(page, payers[1]!.payer_name, clinic.organization_name!)).toContainText(
    'Submitted, not loaded',
  )
})
