import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { charging, createChangedVisit, type ChangedVisit } from './fixtures/changed-visit.ts'
import { createErroredVisit } from './fixtures/errored-visit.ts'
import { lettersRested } from './fixtures/keys.ts'
import { expectReady } from './fixtures/ready.ts'
import { saveCapture } from './fixtures/save-capture.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { startOwnStack, type OwnStack } from './stack/start-own-stack.ts'

// A manager's morning, on a partner of its own, so that every number is known.
test.use({ role: null })
test.describe.configure({ mode: 'default' })

let own: OwnStack
let visits: ChangedVisit[]

test.beforeAll(async () => {
  own = await startOwnStack('overview')
  visits = [
    await createChangedVisit(own.sandbox, 'Morningone', charging(10_000_000)),
    await createChangedVisit(own.sandbox, 'Morningtwo', charging(9_000_000)),
    await createChangedVisit(own.sandbox, 'Morningthree', charging(8_000_000)),
  ]
})
test.afterAll(() => own.stop())

function tile(page: Page, name: string): Locator {
  return page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
}

/** The number of claims that a tile names. */
async function claimsOf(page: Page, name: string): Promise<number> {
  const words = await tile(page, name)
    .getByRole('link', { name: /^[\d,]+ claims?$/ })
    .innerText()
  return Number(words.split(' ')[0]!.replaceAll(',', ''))
}

function rowsOf(page: Page): Locator {
  return page.getByRole('table', { name: 'Changes after billing' }).locator('tbody tr[data-index]')
}

test('a manager sees what is open, goes to the list behind a number, resolves several changes with a reason and assigns one', async ({
  page,
}) => {
  await signIn(page, 'manager', own.url)
  await expect(page).toHaveURL(/\/overview$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await expect(page.getByText('Reading the queue for the first time.')).toHaveCount(0)
  // The first reading may have begun before the visits, and nothing is read again while one runs.
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await expect(async () => {
    await refresh.click()
    await expect
      .poll(() => claimsOf(page, 'Changed after billing'), { timeout: 4_000 })
      .toBeGreaterThan(3)
  }).toPass()
  await expectReady(page)
  await expectAccessible(page, 'the overview')
  const [before, errors] = [
    await claimsOf(page, 'Changed after billing'),
    await claimsOf(page, 'In error'),
  ]

  // Each number leads to the list that it counts.
  await tile(page, 'In error')
    .getByRole('link', { name: /^In error:/ })
    .click()
  await expect(page).toHaveURL(/\/queue$/)
  await page.getByRole('link', { name: 'Overview' }).click()
  const ages = page.getByRole('table').filter({ hasText: 'Over 90 days' })
  await expect(ages).toBeVisible()
  expect(errors).toBeGreaterThan(0)
  await tile(page, 'Changed after billing')
    .getByRole('link', { name: `${before} unassigned` })
    .click()
  await expect(page).toHaveURL(/\/updates\?owner=nobody$/)
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('Nobody')

  // The largest changes come first, with what to do about them.
  await expect(rowsOf(page)).toHaveCount(before)
  await expect(rowsOf(page).nth(0)).toContainText(
    /Morningone.*Money.*\+\$99,875\.00.*Edit before it is sent/,
  )
  await expect(rowsOf(page).nth(2)).toContainText('Morningthree')
  await expectAccessible(page, 'the updates')
  await rowsOf(page).nth(0).getByRole('checkbox').check()
  await rowsOf(page).nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Resolve 2…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resolve 2 claims' })
  // What is suggested was not done yet: nothing is chosen.
  await expect(
    dialog.getByRole('radio', { name: /Encounter edited before it was sent.*suggested/ }),
  ).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(dialog).toContainText('Choose how it was handled.')
  await dialog.getByRole('radio', { name: 'Other reason' }).check()
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(dialog).toContainText('Enter a reason.')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await expectAccessible(page, 'the reason')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the payer by phone')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText(
    '2 claims are marked as resolved.',
  )
  await expect(rowsOf(page)).toHaveCount(before - 2)
  const resolved = await Promise.all(
    visits.map(({ capture }) => own.sandbox.getCapture(capture.id)),
  )
  expect(resolved.map(({ updates }) => updates.every((update) => update.resolved))).toEqual([
    true,
    true,
    false,
  ])

  // By keyboard: the first row is assigned, so nobody's list no longer has it.
  await expect(rowsOf(page).nth(0)).toContainText('Morningthree')
  await rowsOf(page).nth(0).getByRole('link').focus()
  await lettersRested(page)
  await page.keyboard.press('a')
  await page.getByRole('menuitem', { name: /Manager/ }).click()
  await expect(rowsOf(page)).toHaveCount(before - 3)

  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(async () =>
    expect(await claimsOf(page, 'Changed after billing')).toBe(before - 2),
  ).toPass()
  await expect(tile(page, 'Changed after billing')).toContainText(`${before - 3} unassigned`)
  const people = page.getByRole('table').filter({ hasText: 'Oldest service' })
  const mine = people.getByRole('row', { name: /Manager/ })
  // Two changes resolved by hand, and no claim that the partner accepted.
  await expect(mine.getByRole('cell').nth(-2)).toHaveText('–')
  await expect(mine.getByRole('cell').last()).toHaveText('2')
  // What the queue doesn't have: the partner's list of billable captures without a claim, read in
  // the background.
  await expect(tile(page, 'Billable without a claim').getByRole('link').first()).toContainText(
    '$',
    { timeout: 60_000 },
  )
  await mine.getByRole('link', { name: /1 updates of/ }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('Morningthree')
})

test('every number of the overview leads to a list that says the same number', async ({ page }) => {
  await signIn(page, 'manager', own.url)
  await expect(page.getByText('Reading the queue for the first time.')).toHaveCount(0)
  await expect(async () => expect(await claimsOf(page, 'In error')).toBeGreaterThan(0)).toPass()
  await expectReady(page)
  // The numbers of links to the queue, by address; the day's work is in the activity.
  const links = await page.getByRole('main').locator('a[href^="/queue"], a[href^="/updates"]').all()
  const numbers = new Map<string, Set<string>>()
  for (const link of links) {
    const [href, words] = [await link.getAttribute('href'), await link.innerText()]
    const number = /^(?:net )?([+−]?\$[\d,.]+|[\d,]+)(?!\w)/.exec(words)?.[1]
    if (href && number && !href.includes('sort='))
      numbers.set(href, (numbers.get(href) ?? new Set()).add(number))
  }
  expect(numbers.size).toBeGreaterThan(10)
  for (const [href, expected] of numbers) {
    await page.goto(own.url + href)
    const head = page.locator('main header, main header + *')
    for (const number of expected)
      await expect(async () => {
        const parts = (await head.allInnerTexts()).join(' · ').split(/\s*[·\n]\s*/)
        expect(
          parts.map((part) => part.replace(/^net /, '').split(' ')[0]),
          `${href} says ${number}`,
        ).toContain(number)
      }).toPass()
  }
})

test('a manager sees by person who cleared which claims, and a zero or an unknown is no link', async ({
  page,
  browser,
}) => {
  test.slow() // two people sign in, and the queue is read several times
  await signIn(page, 'manager', own.url)
  const newToday = page
    .getByRole('figure', { name: 'New against cleared' })
    .getByRole('row')
    .last()
    .getByRole('cell')
    .first()
  const refresh = page.getByRole('button', { name: 'Refresh' })
  // The visit comes after the first reading, which alone would change the number too.
  expect(await claimsOf(page, 'In error')).toBeGreaterThan(0)
  const before = await newToday.innerText()
  const visit = await createErroredVisit(own.sandbox)
  await expect(async () => {
    await refresh.click()
    await expect(newToday).not.toHaveText(before, { timeout: 4_000 })
  }).toPass()

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const biller = await context.newPage()
  await signIn(biller, 'biller', own.url)
  await biller.goto(`${own.url}/charge-captures/${visit.capture.id}`)
  await biller.locator(`[name="${visit.field}"]`).fill(visit.rightNpi)
  await saveCapture(biller)
  await expect(
    biller.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Overview' }),
  ).toHaveCount(0)
  await biller.goto(`${own.url}/overview`)
  await expect(biller.getByRole('main')).toContainText('The overview is for managers.')
  await context.close()

  const row = page
    .getByRole('table', { name: 'By person' })
    .getByRole('row', { name: /Demo Biller/ })
  await expect(async () => {
    await page.goto(`${own.url}/overview`)
    await refresh.click()
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('link', { name: 'By person' }).click()
    await expect(row.getByRole('link', { name: '1 claims that Demo Biller cleared' })).toBeVisible({
      timeout: 4_000,
    })
  }).toPass()
  await expectAccessible(page, 'the activity by person')
  await expect(row.getByRole('cell')).toHaveText(['1', '0', '1', /^\$/, 'under 1 h', '0'])
  const idle = page.getByRole('row', { name: /Demo Credentialing/ })
  await expect(idle.getByRole('cell')).toHaveText(['0', '0', '0', '–', '–', '0'])
  await expect(idle.getByRole('link')).toHaveCount(0)
  await row.getByRole('link', { name: /charge captures that Demo Biller saved/ }).click()
  await expect(page.getByRole('table', { name: 'Activity' }).getByRole('row')).toHaveCount(2)
  await page.goBack()
  await page
    .getByRole('navigation', { name: 'Period' })
    .getByRole('link', { name: 'Today' })
    .click()
  await row.getByRole('link', { name: /cleared$/ }).click()
  await expect(page).toHaveURL(/\/claim-creations\?claim_creation_ids=/)
  await expect(page.getByRole('main').getByRole('row').filter({ hasText: 'Billed' })).toHaveCount(1)
})
