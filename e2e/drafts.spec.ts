import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { demoPassword, signIn, submitSignIn } from './fixtures/sign-in.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { expect, test } from './fixtures/test.ts'

const lastName = '[name="data.patient.last_name"]'
const amount = '[name="data.service_lines.0.charge_amount_cents"]'

/** Types into a field like a person, and waits until the console says that the draft is saved. */
async function typeAndStore(page: Page, field: string, text: string): Promise<void> {
  const stored = page.waitForResponse(
    (reply) =>
      reply.url().endsWith('/api/drafts') && (reply.request().postData() ?? '').includes(text),
  )
  await page.locator(field).fill('')
  await page.locator(field).pressSequentially(text)
  expect((await stored).status()).toBe(200)
  await expect(page.getByText(/^Draft saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
}

function note(page: Page) {
  return page.getByRole('region', { name: 'Restored draft' })
}

async function discardDraft(page: Page): Promise<void> {
  const dropped = page.waitForResponse((reply) =>
    (reply.request().postData() ?? '').includes('"value":null'),
  )
  await note(page)
    .getByRole('button', { name: /^Discard/ })
    .click()
  expect((await dropped).status()).toBe(200)
}

async function signOutKeepingDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: /biller/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Leave, keep draft' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
}

test('a crashed tab loses nothing, half-typed values included', async ({
  page,
  context,
  sandbox,
}) => {
  const { id } = await sandbox.createVisit()
  await page.goto(`/charge-captures/${id}`)
  await typeAndStore(page, lastName, 'Crashed')
  await typeAndStore(page, amount, '77.')
  const crash = page.waitForEvent('crash')
  const protocol = await context.newCDPSession(page)
  void protocol.send('Page.crash').catch(() => {})
  await crash
  await page.close()

  const again = await context.newPage()
  await again.goto(`/charge-captures/${id}`)
  await expect(note(again)).toContainText(
    /Your .*unsaved changes? of \d{1,2}:\d\d [AP]M (is|are) back/,
  )
  await expect(again.locator(lastName)).toHaveValue('Crashed')
  await expect(again.locator(amount)).toHaveValue('77.')
  // A restored draft can be finished and saved, and is then dropped.
  await again.locator(amount).fill('77.00')
  await again.getByRole('button', { name: /^Save/ }).click()
  await expect(again.getByRole('main')).toContainText(/saved\./i)
  const saved = await sandbox.getCapture(id)
  expect([
    saved.charge_capture_data.patient?.last_name,
    saved.charge_capture_data.service_lines?.[0]?.charge_amount_cents,
  ]).toEqual(['Crashed', 7700])
  await expect(note(again)).toHaveCount(0)
  await again.reload()
  await expect(again.locator(lastName)).toHaveValue('Crashed')
  await expect(note(again)).toHaveCount(0)
})

test('a tab that is closed while typing keeps the last key', async ({ page, as, sandbox }) => {
  const { id } = await sandbox.createVisit()
  await page.clock.install()
  await page.goto(`/charge-captures/${id}`)
  // From now on nothing is stored after a pause.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.locator(lastName).fill('')
  await page.locator(lastName).pressSequentially('Abcdefghijklmnopqrstuvwxyz')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => page.isClosed()).toBe(true)
  const again = await as('biller')
  await expect(async () => {
    await again.goto(`/charge-captures/${id}`)
    await expect(again.locator(lastName)).toHaveValue('Abcdefghijklmnopqrstuvwxyz', {
      timeout: 2_000,
    })
  }).toPass()
})

test('a reloaded page shows the last key', { tag: '@long' }, async ({ page, sandbox }) => {
  const { id } = await sandbox.createVisit()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`/charge-captures/${id}`)
  await page.locator(lastName).fill('')
  await page.locator(lastName).pressSequentially('Reloaded')
  await page.reload()
  await expect(page.locator(lastName)).toHaveValue('Reloaded')
  await expect(note(page)).toBeVisible()
  await typeAndStore(page, lastName, 'Reloaded twice')
  await page.reload()
  await expect(page.locator(lastName)).toHaveValue('Reloaded twice')
})

test('two tabs share one draft: the latest text is restored', async ({
  page,
  context,
  sandbox,
}) => {
  const { id } = await sandbox.createVisit()
  await page.goto(`/charge-captures/${id}`)
  await typeAndStore(page, lastName, 'First tab')
  const other = await context.newPage()
  await other.goto(`/charge-captures/${id}`)
  await expect(other.locator(lastName)).toHaveValue('First tab')
  await typeAndStore(other, lastName, 'Second tab')
  await typeAndStore(page, lastName, 'First tab again')
  await typeAndStore(page, amount, '77.00')
  const third = await context.newPage()
  await third.goto(`/charge-captures/${id}`)
  await expect(third.locator(lastName)).toHaveValue('First tab again')
  // One tab discards the draft; the other one stores its text again before it is left.
  await discardDraft(third)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /charge captures/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Leave, keep draft' }).click()
  await expect(page).toHaveURL(/\/charge-captures(\?|$)/)
  await third.reload()
  await expect(third.locator(lastName)).toHaveValue('First tab again')
})

test.describe('while the server cannot read drafts', () => {
  test.use({ expectedComplaint: /status of 503/ })

  test(
    'the form opens, stores nothing, and shows the draft once it can be read',
    { tag: '@long' },
    async ({ page, context, sandbox }) => {
      const { id } = await sandbox.createVisit()
      await page.goto(`/charge-captures/${id}`)
      await typeAndStore(page, lastName, 'Kept')
      const other = await context.newPage()
      const isRead = (request: { method: () => string }) => request.method() === 'POST'
      const stored: string[] = []
      await other.route('**/api/drafts', async (route) => {
        if (!isRead(route.request())) stored.push(route.request().postData() ?? '')
        const error = {
          name: 'DatabaseAway',
          message: 'The database is away.',
          status: 503,
          issues: [],
        }
        await route.fulfill({ status: 503, json: { ok: false, error } })
      })
      await other.goto(`/charge-captures/${id}`)
      await expect(
        other.getByText('Couldn’t load your draft. Changes aren’t kept until it loads.'),
      ).toBeVisible()
      await other.locator(lastName).fill('Typed over nothing')
      await other.locator(lastName).blur()
      await other.unroute('**/api/drafts')
      await other.getByRole('button', { name: 'Try again' }).click()
      // Showing the draft replaces what was typed without it, so the page asks.
      await other.getByRole('dialog').getByRole('button', { name: 'Leave without saving' }).click()
      await expect(other.locator(lastName)).toHaveValue('Kept')
      await expect(note(other)).toBeVisible()
      expect(stored).toEqual([])
    },
  )
})

test('leaving asks, says that a draft is saved, and returning restores it', async ({
  page,
  sandbox,
}) => {
  const { id } = await sandbox.createVisit()
  await page.goto(`/charge-captures/${id}`)
  await expect(page.locator(lastName)).toBeVisible()
  await page.locator(lastName).fill('Unsaved')
  const captures = page
    .getByRole('navigation')
    .getByRole('link', { name: /charge captures/i })
    .first()
  await captures.click()
  const dialog = await expectBegins(page, 'Leave without saving?', { button: 'Stay' })
  await expect(dialog).toContainText('kept as a draft')
  await expectAccessible(page, 'the question before leaving')
  await page.keyboard.press('Escape')
  await expect(page.locator(lastName)).toHaveValue('Unsaved')

  await captures.click()
  await dialog.getByRole('button', { name: 'Leave, keep draft' }).click()
  await expect(page).toHaveURL(/\/charge-captures(\?|$)/)
  await page.goBack()
  await expect(page.locator(lastName)).toHaveValue('Unsaved')
  await expect(note(page)).toContainText('Your 1 unsaved change of')
  await expectAccessible(page, 'a capture with a restored draft')

  await captures.click()
  await dialog.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(page).toHaveURL(/\/charge-captures(\?|$)/)
  await page.goto(`/charge-captures/${id}`)
  await expect(page.locator(lastName)).toHaveValue('Testcase')
  await expect(note(page)).toHaveCount(0)
})

test(
  'discarding a restored draft shows the saved record and drops the draft',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const { id } = await sandbox.createVisit()
    await page.goto(`/charge-captures/${id}`)
    await typeAndStore(page, lastName, 'Dropped')
    const now = (await sandbox.getCapture(id)).charge_capture_data
    await sandbox.updateCapture(id, {
      data: { ...now, patient: { ...now.patient, first_name: 'Meanwhile' } },
    })
    await page.reload()
    await expect(page.locator(lastName)).toHaveValue('Dropped')
    await expect(note(page)).toContainText('The record has changed since then')
    await discardDraft(page)
    await expect(page.locator(lastName)).toHaveValue('Testcase')
    await expect(page.locator('[name="data.patient.first_name"]')).toHaveValue('Meanwhile')
    await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
    await expect(page.locator(lastName)).toHaveValue('Dropped')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(page.locator(lastName)).toHaveValue('Testcase')
    await page.reload()
    await expect(page.locator(lastName)).toHaveValue('Testcase')
    await expect(note(page)).toHaveCount(0)
  },
)

test(
  'a draft that is older than the record is saved together with later changes',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const { id } = await sandbox.createVisit()
    await page.goto(`/charge-captures/${id}`)
    await typeAndStore(page, lastName, 'Mine')
    const now = (await sandbox.getCapture(id)).charge_capture_data
    const [line] = now.service_lines!
    await sandbox.updateCapture(id, {
      data: { ...now, service_lines: [{ ...line, quantity: '2' }] },
    })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(note(page)).toContainText('The record has changed since then')
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByRole('main')).toContainText(/saved\./i)
    await expect(page.locator('[name="data.service_lines.0.quantity"]')).toHaveValue('2')
    const { patient, service_lines } = (await sandbox.getCapture(id)).charge_capture_data
    expect([patient!.last_name, service_lines![0]!.quantity]).toEqual(['Mine', '2'])
  },
)

test(
  'edits that were undone by hand leave no draft',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const { id } = await sandbox.createVisit()
    await page.goto(`/charge-captures/${id}`)
    await typeAndStore(page, lastName, 'Twice')
    const dropped = page.waitForResponse((reply) =>
      (reply.request().postData() ?? '').includes('"value":null'),
    )
    await page.locator(lastName).fill('Testcase')
    await dropped
    await expect(page.getByText(/Draft saved/)).toHaveCount(0)
  },
)

test(
  'the browser’s storage contains nothing of a draft',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const { id } = await sandbox.createVisit()
    await page.goto(`/charge-captures/${id}`)
    await typeAndStore(page, lastName, 'Canary-4711')
    const stored = await page.evaluate(async () => ({
      local: JSON.stringify(localStorage),
      session: JSON.stringify(sessionStorage),
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      history: JSON.stringify(history.state),
    }))
    expect(JSON.stringify(stored)).not.toContain('Canary-4711')
    expect(stored).toMatchObject({ databases: [], caches: [], workers: 0 })
  },
)

test.describe('with a separate session', () => {
  test.use({ role: null })

  test('a draft survives signing out, and nobody else sees it', async ({ page, sandbox }) => {
    const { id } = await sandbox.createVisit()
    await signIn(page, 'biller')
    await page.goto(`/charge-captures/${id}`)
    await typeAndStore(page, lastName, 'Private')
    await page.evaluate(() => sessionStorage.setItem('of this tab', '{}'))
    await signOutKeepingDraft(page)
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

    await signIn(page, 'admin')
    await page.goto(`/charge-captures/${id}`)
    await expect(page.locator(lastName)).toHaveValue('Testcase')
    await expect(note(page)).toHaveCount(0)
    await page.getByRole('button', { name: /admin/i }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/sign-in/)

    await signIn(page, 'biller')
    await page.goto(`/charge-captures/${id}`)
    await expect(page.locator(lastName)).toHaveValue('Private')
  })

  test.describe('that ends', () => {
    test.use({ expectedComplaint: /status of 40[19]/ })

    test('while a person types, no character is lost', async ({
      page,
      context,
      browser,
      sandbox,
    }) => {
      const { id } = await sandbox.createVisit()
      await signIn(page, 'biller')
      await page.goto(`/charge-captures/${id}`)
      await typeAndStore(page, lastName, 'Before')
      await endSessionElsewhere(browser, context)
      const other = await context.newPage()

      // In one step: keys after the cover appears already go to the cover, in view of the person.
      await page.locator(lastName).fill('Before and after')
      const cover = page.getByRole('dialog', { name: 'Your session has ended' })
      await expect(cover).toBeVisible()
      await cover.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(cover).toContainText('sign in in a new tab')
      await signIn(other, 'biller')
      const stored = page.waitForResponse(
        (reply) =>
          (reply.request().postData() ?? '').includes('Before and after') && reply.status() === 200,
      )
      await cover.getByRole('button', { name: 'I’ve signed in' }).click()
      await expect(page.locator(lastName)).toHaveValue('Before and after')
      await stored
      await other.goto(`/charge-captures/${id}`)
      await expect(other.locator(lastName)).toHaveValue('Before and after')
    })

    test(
      'does not give the typed text to the next person who signs in',
      { tag: '@long' },
      async ({ page, context, browser, sandbox }) => {
        const { id } = await sandbox.createVisit()
        await signIn(page, 'biller')
        await page.goto(`/charge-captures/${id}`)
        await typeAndStore(page, lastName, 'Billers')
        await endSessionElsewhere(browser, context)
        await page.locator(lastName).fill('Billers own words')
        await signIn(await context.newPage(), 'admin')
        const cover = page.getByRole('dialog', { name: 'Your session has ended' })
        await cover.getByRole('button', { name: 'I’ve signed in' }).click()
        await expect(page.getByRole('button', { name: /demo admin/i })).toBeVisible()
        await expect(page.locator(lastName)).toHaveValue('Testcase')
        await expect(note(page)).toHaveCount(0)
      },
    )

    test('after 15 idle minutes, signing in returns to the same page with every character', async ({
      page,
      context,
      sandbox,
    }) => {
      const { id } = await sandbox.createVisit()
      await page.clock.install()
      await signIn(page, 'biller')
      await page.goto(`/charge-captures/${id}`)
      await typeAndStore(page, lastName, 'Idle')
      // The server's clock is not the browser's, so the session ends there by signing out.
      const other = await context.newPage()
      await other.goto('/claim-creations')
      await other.getByRole('button', { name: /biller/i }).click()
      await other.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(other).toHaveURL(/\/sign-in/)
      await other.close()

      await page.clock.fastForward('16:00')
      const cover = page.getByRole('dialog', { name: 'Your session has ended' })
      await cover.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page).toHaveURL(/\/sign-in\?/)
      await submitSignIn(page, 'biller@demo.test', demoPassword)
      await expect(page).toHaveURL(new RegExp(id))
      await expect(page.locator(lastName)).toHaveValue('Idle')
      await expect(note(page)).toBeVisible()
    })
  })
})

/** Ends the session of a browser without its knowledge: a copy of its cookie signs out. */
async function endSessionElsewhere(browser: Browser, context: BrowserContext): Promise<void> {
  const copy = await browser.newContext({ storageState: await context.storageState() })
  const page = await copy.newPage()
  await page.goto('/claim-creations')
  await page.getByRole('button', { name: /biller/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await copy.close()
}

test('drafts have a place in the rail: it counts them, leads to their forms, and a discarded one can come back', async ({
  page,
  sandbox,
}) => {
  const { id, charge_external_id: name } = await sandbox.createVisit()
  await page.goto(`/charge-captures/${id}`)
  await typeAndStore(page, lastName, 'Listed')
  const rail = page.getByRole('navigation', { name: 'Console' })
  await rail.getByRole('link', { name: /^Drafts/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave, keep draft' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drafts')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Charge capture')
  await expect(
    rail.getByRole('link', { name: /^Drafts \d+ forms with unsaved changes/ }),
  ).toBeVisible()
  await expectAccessible(page, 'the drafts')
  await row.getByRole('button', { name: /^Discard/ }).click()
  await expect(row).toHaveCount(0)
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).click()
  await row.getByRole('link', { name: 'Charge capture' }).click()
  await expect(page.locator(lastName)).toHaveValue('Listed')
  await discardDraft(page)
  await expect(page.locator(lastName)).toHaveValue('Testcase')
})
