import type { Page } from '@playwright/test'
import { CandidApiClient } from 'candidhealth'
import { expectAccessible } from './fixtures/accessible.ts'
import { dayOfNow } from './fixtures/capture-body.ts'
import { expectReady } from './fixtures/ready.ts'
import { signIn } from './fixtures/sign-in.ts'
import {
  changeSpan,
  makeSpan,
  spanPaths,
  spansLike,
  partiesOf,
  type SpanBody,
  type SpanKind,
} from './fixtures/spans.ts'
import { lettersRested } from './fixtures/keys.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'credentialing' })

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const standing = (page: Page) => page.locator('footer output').first()
const daysFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Opens the form for a party, a payer and a covered record, with the address that the timeline
 * uses.
 */
async function openNew(page: Page, kind: SpanKind, body: SpanBody): Promise<void> {
  const ids = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  await page.goto(`${spanPaths[kind].page}/new?${new URLSearchParams(ids)}`)
  if (kind === 'provider') await page.getByRole('radio', { name: 'National' }).check()
}

for (const kind of ['facility', 'provider'] as const) {
  const { api, page: list } = spanPaths[kind]
  const covered = kind === 'facility' ? 'service_facility_id' : 'rendering_provider_id'

  test.describe(`${kind} spans`, kind === 'provider' ? { tag: '@long' } : {}, () => {
    test('are listed with their standing, found by payer and by standing, and opened by keyboard', async ({
      page,
      sandbox,
    }) => {
      const span = await makeSpan(sandbox, kind, {
        start_date: '2026-01-01',
        submitted_date: daysFromNow(-41),
      })
      await page.goto(`${list}?payer_uuid=${span.payer.payer_uuid}`)
      const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${span.id}"]`) })
      await expect(row).toContainText('Submitted, not loaded, 41 d')
      await expect(row).toContainText(span.payer.payer_name)
      // The chip shows the payer's name, not its id.
      await expect(page.getByRole('button', { name: /^Edit filter: Payer/ })).toContainText(
        span.payer.payer_name,
      )
      await page.goto(`${list}?payer_uuid=${span.payer.payer_uuid}&standing=covered`)
      await expect(page.getByText(/in all/)).toBeVisible()
      await expect(row).toHaveCount(0)
      await page.goto(`${list}?payer_uuid=${span.payer.payer_uuid}&standing=submitted`)
      await expect(row).toHaveCount(1)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(span.payer.payer_name)
    })

    test('are created; reversed dates and ids of other kinds are refused at their fields, and nothing is sent', async ({
      page,
      sandbox,
    }) => {
      const { body, payer } = await partiesOf(sandbox, kind)
      const start = dayOfNow('1971-01-01')
      await page.goto(`${list}/new`)
      await field(page, covered).fill('1234567893')
      await field(page, 'contracting_provider_id').fill(String(body.contracting_provider_id))
      await page.getByRole('button', { name: 'Find the payer' }).click()
      await page.getByRole('combobox', { name: 'Name or payer ID' }).fill(payer.payer_name)
      await page.getByRole('option', { name: payer.payer_name }).first().click()
      await expect(field(page, 'payer_uuid')).toHaveValue(payer.payer_uuid)
      await field(page, 'start_date').fill(start)
      await field(page, 'end_date').fill('1960-01-01')
      if (kind === 'provider') await page.getByRole('radio', { name: 'National' }).check()
      await page.keyboard.press('Control+s')
      await expect(standing(page)).toContainText('Not created.')
      await expect(field(page, covered)).toBeFocused()
      await expect(page.getByRole('main')).toContainText('This is an NPI')
      await expect(page.getByRole('main')).toContainText(
        'The end date is before the effective date.',
      )
      expect(await spansLike(sandbox, kind, body, start)).toEqual([])
      await field(page, covered).fill(String(body[covered]))
      await field(page, 'end_date').fill('')
      await field(page, 'submitted_date').fill('1970-01-05')
      await page.keyboard.press('Control+s')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(payer.payer_name)
      await expect(field(page, 'start_date')).toHaveValue(start)
      const id = new URL(page.url()).pathname.split('/').at(-1)!
      const client = new CandidApiClient({
        token: 'sandbox-full',
        environment: { candidApi: sandbox.url, preEncounter: sandbox.url },
      }).credentialing.v2
      const read =
        kind === 'facility' ? await client.getFacility(id as never) : await client.get(id as never)
      expect(read.ok && read.body).toMatchObject({
        startDate: start,
        submittedDate: '1970-01-05',
        payer: { payerUuid: payer.payer_uuid },
        contractingProvider: { organizationProviderId: body.contracting_provider_id },
      })
    })

    test(
      'an id of another kind of record stops a new span and a change at its field, and nothing is sent',
      { tag: '@long' },
      async ({ page, sandbox }) => {
        const { facility, rendering } = await sandbox.organization()
        const span = await makeSpan(sandbox, kind)
        const start = dayOfNow('1905-01-01')
        await openNew(page, kind, {
          ...span.body,
          [covered]: span.payer.payer_uuid,
          contracting_provider_id: facility.organization_service_facility_id,
        })
        await field(page, 'start_date').fill(start)
        await page.keyboard.press('Control+s')
        await expect(standing(page)).toContainText('Not created. 2 fields need your attention')
        await expect(field(page, covered)).toBeFocused()
        await expect(field(page, covered)).toHaveAccessibleDescription(
          /This is the ID of a payer, not of a/,
        )
        await expect(field(page, 'contracting_provider_id')).toHaveAccessibleDescription(
          /This is the ID of a service facility, not of a provider/,
        )
        // Each message disappears when its own field is corrected.
        await field(page, 'contracting_provider_id').fill(String(span.body.contracting_provider_id))
        await expect(field(page, 'contracting_provider_id')).not.toHaveAccessibleDescription(
          /This is the ID/,
        )
        await expect(field(page, covered)).toHaveAccessibleDescription(
          /This is the ID of a payer, not of a/,
        )
        const posts = await sandbox.requests(api, 'POST')
        expect(posts.filter(({ body }) => (body as SpanBody).start_date === start)).toEqual([])
        await page.goto(span.page)
        await expectReady(page)
        await field(page, 'payer_uuid').fill(rendering.organization_provider_id)
        await page.keyboard.press('Control+s')
        await expect(standing(page)).toContainText('Not saved. 1 field needs your attention')
        await expect(field(page, 'payer_uuid')).toBeFocused()
        await expect(field(page, 'payer_uuid')).toHaveAccessibleDescription(
          /This is the ID of a provider, not of a payer/,
        )
        expect(await sandbox.requests(`${api}/${span.id}`, 'PATCH')).toEqual([])
      },
    )

    test(
      'a span with a lost answer is not sent again until a person says that it was not created',
      { tag: '@long' },
      async ({ page, sandbox }) => {
        const { body } = await partiesOf(sandbox, kind)
        await openNew(page, kind, body)
        const start = dayOfNow('1940-01-01')
        await field(page, 'start_date').fill(start)
        await sandbox.fault({
          method: 'POST',
          path: api,
          holds: start,
          kind: 'reset-before',
          times: 1,
        })
        await page.getByRole('button', { name: /^Create span/ }).click()
        const notMade = page.getByRole('button', { name: 'It wasn’t created: send again' })
        await expect(notMade).toBeVisible()
        await expect(field(page, 'start_date')).toBeDisabled()
        await expectAccessible(page, 'a create whose outcome is not known')
        expect(await spansLike(sandbox, kind, body, start)).toEqual([])
        await notMade.click()
        await expect(field(page, 'end_date')).toBeEnabled()
        await expect(page).not.toHaveURL(/new/)
        expect(await spansLike(sandbox, kind, body, start)).toHaveLength(1)
        // A created span does not return as a draft.
        await openNew(page, kind, body)
        await expect(field(page, 'start_date')).toHaveValue('')
        await expect(page.getByRole('region', { name: 'Restored draft' })).toHaveCount(0)
      },
    )

    test(
      'a span that was created despite a lost answer is marked among the spans of the same parties',
      { tag: '@long' },
      async ({ page, sandbox }) => {
        const { body } = await partiesOf(sandbox, kind)
        await openNew(page, kind, body)
        const start = dayOfNow('1922-06-01')
        await field(page, 'start_date').fill(start)
        // The earlier spans are known.
        await expect(
          page
            .getByText(/^(The partner has no span|Another span|\d+ other spans|Overlaps)/)
            .first(),
        ).toBeVisible()
        await sandbox.fault({
          method: 'POST',
          path: api,
          holds: start,
          kind: 'reset-after',
          times: 1,
        })
        await page.keyboard.press('Control+s')
        const row = page.getByRole('row').filter({ hasText: 'New since you sent it' })
        await expect(row).toContainText('Matches what you sent')
        await expect(page.getByText(/^The partner has no span/)).toHaveCount(0)
        await row.getByRole('button', { name: /^This is mine/ }).click()
        await expect(page).toHaveURL(new RegExp(`${list}/[0-9a-f-]{36}$`))
        await expect(field(page, 'start_date')).toHaveValue(start)
        expect(await spansLike(sandbox, kind, body, start)).toHaveLength(1)
      },
    )

    test(
      'are changed beside another person, and only a real conflict is asked about',
      { tag: '@long' },
      async ({ page, sandbox }) => {
        const span = await makeSpan(sandbox, kind, {
          start_date: '2024-01-01',
          end_date: '2030-12-31',
          submitted_date: '2023-10-01',
        })
        const named = { contracting_provider_id: span.body.contracting_provider_id }
        await page.goto(span.page)
        await expectReady(page)
        await field(page, 'payer_loaded_date').fill('2023-12-01')
        await changeSpan(sandbox, kind, span.id, { ...named, submitted_date: '2023-09-01' })
        await page.keyboard.press('Control+s')
        await expect(standing(page)).toContainText(
          'Saved. Also kept: Submitted changed from 10/01/2023 to 09/01/2023',
        )
        await expect(field(page, 'submitted_date')).toHaveValue('2023-09-01')
        await field(page, 'end_date').fill('2031-06-30')
        await changeSpan(sandbox, kind, span.id, { ...named, end_date: '2029-01-31' })
        await page.getByRole('button', { name: /^Save/ }).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog).toContainText('1 field changed by you and someone else')
        await dialog.getByRole('radio', { name: /Yours/ }).check()
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(standing(page)).toContainText('Saved.')
        await expect(field(page, 'end_date')).toHaveValue('2031-06-30')
        const patches = await sandbox.requests(`${api}/${span.id}`, 'PATCH')
        const ours = kind === 'facility' ? named : {}
        expect(patches.map(({ body }) => body)).toEqual([
          { ...named, submitted_date: '2023-09-01' },
          { ...ours, payer_loaded_date: '2023-12-01' },
          { ...named, end_date: '2029-01-31' },
          { ...ours, end_date: '2031-06-30' },
        ])
      },
    )

    test('are deleted after a question, and never with a read-only role or key', async ({
      page,
      sandbox,
      browser,
      consoleUrl,
    }) => {
      const span = await makeSpan(sandbox, kind)
      const reader = await (await browser.newContext({ storageState: undefined })).newPage()
      await signIn(reader, 'manager', consoleUrl)
      await reader.goto(consoleUrl + span.page)
      await expect(reader.getByRole('heading', { level: 1 })).toContainText(span.payer.payer_name)
      await expect(reader.getByRole('button', { name: /^(Save|Delete)/ })).toHaveCount(0)
      await reader.context().close()
      // A key without permission for the endpoints of single spans.
      await sandbox.fault({
        path: `${api}/${span.id}`,
        kind: 'status',
        status: 403,
        errorName: 'UnauthorizedError',
        times: 1,
      })
      await page.goto(span.page)
      await expect(page.getByRole('main')).toContainText(
        'This connection can’t view or change single spans',
      )
      await expect(page.getByRole('button', { name: /^(Save|Delete)/ })).toHaveCount(0)
      await page.reload()
      await page.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused()
      await expectAccessible(page, 'the question before a deletion')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await sandbox.requests(`${api}/${span.id}`, 'DELETE')).toEqual([])
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete the span' }).click()
      await expect(page).toHaveURL(new RegExp(`${list}$`))
      await expect(page.getByRole('main')).toContainText(/spans/)
      expect(await sandbox.requests(`${api}/${span.id}`, 'DELETE')).toHaveLength(1)
    })
  })
}

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
  await expect(field(page, 'end_date')).toHaveValue('2030-12-31')
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
  await expect(field(page, 'submitted_date')).toHaveValue('2023-11-01')
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
  await expect(field(page, 'end_date')).toHaveValue('2035-12-31')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await lettersRested(page)
  await page.keyboard.press('n')
  await expect(page).not.toHaveURL(opened)
})
