import { expect, test } from './fixtures/test.ts'

const firstName = '[name="data.patient.first_name"]'

test(
  'two people on one capture see each other, and what the other person saved meanwhile',
  { tag: '@long' },
  async ({ page, as, sandbox }) => {
    const { id } = await sandbox.createVisit()
    await page.clock.install()
    await page.goto(`/charge-captures/${id}`)
    await expect(page.locator(firstName)).toBeVisible()
    const head = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /open by|changed by/i })
    await expect(head).toHaveCount(0)

    const colleague = await as('admin')
    await colleague.goto(`/charge-captures/${id}`)
    await expect(colleague.getByText(/^Open by .* since \d{1,2}:\d\d [AP]M$/)).toBeVisible()
    // The page polls every 20 seconds.
    await page.clock.runFor(21_000)
    await expect(head).toHaveText(/^Open by .* since \d{1,2}:\d\d [AP]M$/)

    await colleague.locator(firstName).fill('Theirs')
    await colleague.getByRole('button', { name: /^Save/ }).click()
    await expect(colleague.getByRole('main')).toContainText(/saved\./i)
    await page.clock.runFor(21_000)
    await expect(head).toHaveText(/Changed by .* at \d{1,2}:\d\d [AP]M/)

    await colleague
      .getByRole('navigation')
      .getByRole('link', { name: /charge captures/i })
      .first()
      .click()
    await expect(colleague).toHaveURL(/\/charge-captures(\?|$)/)
    // The leaving page reports it on the way, so it may arrive after the next poll.
    await expect(async () => {
      await page.clock.runFor(21_000)
      await expect(page.getByText(/Open by/)).toHaveCount(0, { timeout: 2_000 })
    }).toPass()
    await colleague.context().close()
  },
)
