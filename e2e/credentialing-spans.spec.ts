import type { Page } from '@playwright/test'
import { formatLocalDate } from '#lib/core/local-date.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { dayOfNow } from './fixtures/capture-body.ts'
import { lettersRested } from './fixtures/keys.ts'
import { expectReady } from './fixtures/ready.ts'
import { changeSpan, makeSpan, partiesOf, spanPaths, spansLike } from './fixtures/spans.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'credentialing' })

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const standing = (page: Page) => page.locator('footer output').first()

for (const kind of ['facility', 'provider'] as const) {
  const { api, page: list } = spanPaths[kind]

  test(
    `a ${kind} span is found by its standing, changed beside another person, and deleted`,
    kind === 'provider' ? { tag: '@long' } : {},
    async ({ page, sandbox }) => {
      const submitted = new Date(Date.now() - 41 * 86_400_000).toISOString().slice(0, 10)
      const span = await makeSpan(sandbox, kind, {
        start_date: '2024-01-01',
        end_date: '2030-12-31',
        submitted_date: submitted,
      })
      const named = { contracting_provider_id: span.body.contracting_provider_id }
      await page.goto(`${list}?payer_uuid=${span.payer.payer_uuid}&standing=covered`)
      const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${span.id}"]`) })
      await expect(page.getByText(/in all/)).toBeVisible()
      await expect(row).toHaveCount(0)
      await page.goto(`${list}?payer_uuid=${span.payer.payer_uuid}&standing=submitted`)
      await expect(row).toContainText('Submitted, not loaded, 41 d')
      await expect(row).toContainText(span.payer.payer_name)
      // The chip shows the payer's name, not its id.
      await expect(page.getByRole('button', { name: /^Edit filter: Payer/ })).toContainText(
        span.payer.payer_name,
      )
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(span.payer.payer_name)

      await page.goto(span.page)
      await expectReady(page)
      await field(page, 'payer_loaded_date').fill('2023-12-01')
      await changeSpan(sandbox, kind, span.id, { ...named, submitted_date: '2023-09-01' })
      await page.keyboard.press('Control+s')
      await expect(standing(page)).toContainText('Saved. Also kept: Submitted changed from')
      await expect(field(page, 'submitted_date')).toHaveValue('09/01/2023')
      await field(page, 'end_date').fill('2031-06-30')
      await changeSpan(sandbox, kind, span.id, { ...named, end_date: '2029-01-31' })
      await page.getByRole('button', { name: /^Save/ }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('1 field changed by you and someone else')
      await dialog.getByRole('radio', { name: /Yours/ }).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(standing(page)).toContainText('Saved.')
      await expect(field(page, 'end_date')).toHaveValue('06/30/2031')
      const patches = await sandbox.requests(`${api}/${span.id}`, 'PATCH')
      const ours = kind === 'facility' ? named : {}
      expect(patches.map(({ body }) => body)).toEqual([
        { ...named, submitted_date: '2023-09-01' },
        { ...ours, payer_loaded_date: '2023-12-01' },
        { ...named, end_date: '2029-01-31' },
        { ...ours, end_date: '2031-06-30' },
      ])

      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete the span' }).click()
      await expect(page).toHaveURL(new RegExp(`${list}$`))
      expect(await sandbox.requests(`${api}/${span.id}`, 'DELETE')).toHaveLength(1)
    },
  )
}

test('a span that was created despite a lost answer is chosen by a person, and nothing is sent twice', async ({
  page,
  sandbox,
}) => {
  const { api, page: list } = spanPaths.provider
  const { body } = await partiesOf(sandbox, 'provider')
  const ids = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  await page.goto(`${list}/new?${new URLSearchParams(ids)}`)
  await page.getByRole('radio', { name: 'National' }).check()
  const start = dayOfNow('1905-01-01')
  await field(page, 'start_date').fill(start)
  // The earlier spans are known.
  await expect(
    page.getByText(/^(The partner has no span|Another span|\d+ other spans|Overlaps)/).first(),
  ).toBeVisible()
  await sandbox.fault({ method: 'POST', path: api, holds: start, kind: 'reset-after', times: 1 })
  await page.keyboard.press('Control+s')
  const row = page.getByRole('row').filter({ hasText: 'New since you sent it' })
  await expect(row).toContainText('Matches what you sent')
  await row.getByRole('button', { name: /^This is mine/ }).click()
  await expect(page).toHaveURL(new RegExp(`${list}/[0-9a-f-]{36}$`))
  await expect(field(page, 'start_date')).toHaveValue(formatLocalDate(start, { weekday: false }))
  expect(await spansLike(sandbox, 'provider', body, start)).toHaveLength(1)
})

test("edits of a span are stored while the person is away, merge with another person's changes, and are dropped after the save", async ({
  page,
  sandbox,
}) => {
  const span = await makeSpan(sandbox, 'provider', { start_date: '2024-01-01' })
  const note = page.getByRole('region', { name: 'Restored draft' })
  const away = async () => {
    await page.getByRole('link', { name: 'Provider spans' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave, keep draft' }).click()
    await expect(page).toHaveURL(/\/credentialing\/provider-spans$/)
  }
  await page.goto(span.page)
  await field(page, 'end_date').fill('2030-12-31')
  await page.getByRole('checkbox', { name: 'California' }).click()
  await away()
  await changeSpan(sandbox, 'provider', span.id, { submitted_date: '2023-11-01' })
  await page.goto(span.page)
  await expect(note).toContainText('2 unsaved changes')
  await expect(note).toContainText('has changed since then')
  await expect(field(page, 'end_date')).toHaveValue('12/31/2030')
  await expectAccessible(page, 'a span with restored edits')
  await page.keyboard.press('Control+s')
  await expect(standing(page)).toContainText('Saved. Also kept: Submitted')
  await expect(note).toHaveCount(0)
  expect(
    (await sandbox.requests(`${spanPaths.provider.api}/${span.id}`, 'PATCH')).at(-1)?.body,
  ).toEqual({
    end_date: '2030-12-31',
    regions: { type: 'states', states: ['CA', 'OR', 'WA'] },
  })
  // Discarded edits do not return either.
  await field(page, 'payer_loaded_date').fill('2023-12-01')
  await away()
  await page.goto(span.page)
  await note.getByRole('button', { name: 'Discard it' }).click()
  await expect(field(page, 'payer_loaded_date')).toHaveValue('')
  await expect(page.getByText('Draft saved')).toHaveCount(0)
  await page.reload()
  await expect(field(page, 'submitted_date')).toHaveValue('11/01/2023')
  await expect(note).toHaveCount(0)
  // The list's keys ask as links do.
  await page.goto('/credentialing/provider-spans')
  await expect(page.getByRole('main').getByRole('table').getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await field(page, 'end_date').fill('2035-12-31')
  const opened = page.url()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await expect(field(page, 'end_date')).toHaveValue('12/31/2035')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await lettersRested(page)
  await page.keyboard.press('n')
  await expect(page).not.toHaveURL(opened)
})
