import { charging, createChangedVisit } from './fixtures/changed-visit.ts'
import { CoverageWorld, rosterName } from './fixtures/coverage.ts'
import { daysAgo } from './fixtures/capture-body.ts'
import { holdScripts } from './fixtures/hold-scripts.ts'
import { demoPassword } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

// A page can be seen before its script runs: what is done to it by then must not be lost, and must not only look done.

test.describe('before the page’s script runs', () => {
  test.describe('credentialing staff', () => {
    test.use({ role: 'credentialing' })

    test('choose, date, search and press on a timeline', async ({ page, sandbox }) => {
      const { contract, of } = await new CoverageWorld(sandbox).professional(7)
      const release = await holdScripts(page)
      await page.goto(`/contracts/${contract}/credentialing`, { waitUntil: 'commit' })
      await page.getByLabel('Show').selectOption('Problems on the day')
      await page.getByLabel('Order').selectOption('By name')
      await page.getByLabel('As of').fill(daysAgo(60))
      await page.getByLabel(/^Search providers/).fill(of.submitted.npi)
      await page.getByRole('button', { name: '2 years' }).click()
      release()
      await expect(page).toHaveURL(new RegExp(`as_of=${daysAgo(60)}&show=problems&order=name$`))
      await expect(page.getByRole('button', { name: '2 years' })).toHaveAttribute('aria-pressed', 'true')
      await expect(page.getByLabel(/^Search providers/)).toHaveValue(of.submitted.npi)
      const grid = page.getByRole('grid', { name: /coverage/i })
      // Sixty days before nobody had loaded anything.
      await expect(grid.getByRole('row').filter({ hasText: rosterName(of.submitted) })).toContainText('Gap')
      await expect(grid).toHaveAttribute('aria-rowcount', '2')
    })
  })

  test.describe('a manager', () => {
    test.use({ role: 'manager' })

    test('ticks items of the queue and gives one up again', async ({ page, sandbox }) => {
      const visits = [
        await createChangedVisit(sandbox, 'Earlyone', charging(12_600)),
        await createChangedVisit(sandbox, 'Earlytwo', charging(12_700)),
        await createChangedVisit(sandbox, 'Earlythree', charging(12_800)),
      ]
      const release = await holdScripts(page)
      await page.goto(`/updates?${visits.map(({ claimCreationId: id }) => `claim_creation_ids=${id}`).join('&')}`, {
        waitUntil: 'commit',
      })
      const boxes = page.getByRole('region', { name: 'Queue' }).getByRole('listitem').getByRole('checkbox')
      for (const place of [0, 1, 2]) await boxes.nth(place).check()
      await boxes.nth(1).uncheck()
      release()
      await expect(page.getByText('2 selected')).toBeVisible()
      for (const [place, isTicked] of [true, false, true].entries())
        await expect(boxes.nth(place)).toBeChecked({ checked: isTicked })
    })
  })

  test.describe('an administrator', () => {
    test.use({ role: 'admin' })

    test('says what kind of contract it is, and where it applies', async ({ page }) => {
      const release = await holdScripts(page)
      await page.goto('/contracts/new', { waitUntil: 'commit' })
      await page.getByRole('radio', { name: 'Institutional' }).check()
      await page.getByRole('radio', { name: 'Only some states' }).check()
      await page.locator('[name="contracting_provider_id"]').fill('early')
      release()
      await expect(page.getByRole('group', { name: 'States' })).toBeVisible()
      await expect(page.getByRole('radio', { name: 'Institutional' })).toBeChecked()
      // An institutional contract has facilities instead.
      await expect(page.locator('[name="rendering_provider_ids"]')).toHaveCount(0)
      await expect(page.locator('[name="contracting_provider_id"]')).toHaveValue('early')
    })
  })

  test.describe('nobody yet', () => {
    test.use({ role: null })

    test('signs in', async ({ page }) => {
      const release = await holdScripts(page)
      await page.goto('/sign-in', { waitUntil: 'commit' })
      await page.getByLabel('E-mail address').fill('biller@demo.test')
      await page.getByLabel('Password').fill(demoPassword)
      await page.getByRole('button', { name: 'Sign in' }).click()
      release()
      await expect(page.getByRole('heading', { level: 1, name: 'Claim creations' })).toBeVisible()
    })
  })

  test('a biller presses a button of a list and ticks a row', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/charge-captures', { waitUntil: 'commit' })
    const box = page.getByRole('main').getByRole('row').nth(2).getByRole('checkbox')
    await box.check()
    // Pressed again because nothing happened: still one press.
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    release()
    await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('1 selected')).toBeVisible()
    await expect(box).toBeChecked()
    await page
      .getByRole('main')
      .getByRole('row')
      .nth(4)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await expect(page.getByText('3 selected')).toBeVisible()
  })
})
