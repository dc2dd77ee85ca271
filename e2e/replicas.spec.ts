import type { Browser, Page } from '@playwright/test'
import { uniqueId } from './fixtures/capture-body.ts'
import { createErroredVisit } from './fixtures/errored-visit.ts'
import type { SandboxClient } from './fixtures/sandbox.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import {
  cookieOf,
  createErrored,
  expectSavedNames,
  saveAll,
  startFix,
  until,
  WriteLog,
} from './fixtures/writes-under-kills.ts'
import { Replicas } from './stack/replicas.ts'

test.use({
  role: null,
  ignoreHTTPSErrors: true,
  expectedComplaint: /status of (401|404|502)|net::ERR_/,
})

async function newPage(browser: Browser): Promise<Page> {
  return (
    await browser.newContext({
      ignoreHTTPSErrors: true,
      storageState: { cookies: [], origins: [] },
    })
  ).newPage()
}

test('two replicas behind TLS work as one: the main job, two people’s merge, a bulk fix, and sign-out everywhere', async ({
  page,
  browser,
}) => {
  test.setTimeout(400_000)
  const own = await Replicas.start(`replicas-${test.info().retry}`, { hasTls: true })
  try {
    const { url } = own
    const sandbox = own.partner.client

    await test.step('a biller clears an error, each request at another replica', async () => {
      const { capture, claimCreationId, rightNpi, field } = await createErroredVisit(sandbox)
      await signIn(page, 'biller', url)
      await page.goto(`${url}/claim-creations/${claimCreationId}`)
      await page
        .getByRole('main')
        .getByRole('link', { name: /rendering provider/i })
        .first()
        .click()
      await expect(page).toHaveURL(new RegExp(`/charge-captures/${capture.id}`))
      await page.locator(`[name="${field}"]`).fill(rightNpi)
      // What is typed at one replica is a draft at the other.
      await expect(page.getByText(/^Draft saved /)).toBeVisible()
      await page.reload()
      await expect(page.locator(`[name="${field}"]`)).toHaveValue(rightNpi)
      await page.getByRole('button', { name: /^Save/ }).click()
      await expect(page.getByRole('main')).toContainText(/claim creation is now billed/i)
      expect((await sandbox.getClaimCreation(claimCreationId)).status).toBe('successful')
    })

    await test.step('two people see each other, and their changes of one capture are merged', async () => {
      const capture = await sandbox.createVisit()
      const other = await newPage(browser)
      await signIn(other, 'admin', url)
      await page.goto(`${url}/charge-captures/${capture.id}`)
      await other.goto(`${url}/charge-captures/${capture.id}`)
      await page.locator('[name="data.patient.last_name"]').fill('Mine')
      await expect(other.getByText(/Demo Biller/).first()).toBeVisible({ timeout: 60_000 })
      await other.locator('[name="data.service_lines.0.quantity"]').fill('2')
      await save(other)
      await expect(other.getByRole('main')).toContainText('Saved.')
      await save(page)
      await expect(page.getByRole('main')).toContainText(
        /Also kept: .*Quantity changed from 1 to 2 by /,
      )
      await expectSaved(sandbox, capture.id, ['Mine', '2'])
      await other.context().close()
    })

    await test.step('a bulk fix is sent once, by whichever replica has the job', async () => {
      const lastName = uniqueId('Replicaname')
      const wrong = await createErrored(sandbox, 8, lastName)
      const right = (await sandbox.organization()).rendering.npi
      await startFix(page, url, lastName, right, 8)
      await expect(page.getByText(/8 captures changed/).first()).toBeVisible({ timeout: 120_000 })
      for (const { id } of wrong)
        expect(await sandbox.requests(`/api/charge_captures/v1/${id}`, 'PATCH')).toHaveLength(1)
    })

    await test.step('sign-out everywhere ends the other browser at both replicas', async () => {
      const elsewhere = await newPage(browser)
      await signIn(elsewhere, 'biller', url)
      await page.goto(`${url}/settings/account`)
      await page.getByRole('button', { name: 'Sign out all others' }).click()
      await page.getByRole('dialog').getByLabel('Your password').fill('billing-demo-only')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      for (const path of ['/queue', '/charge-captures']) {
        await elsewhere.goto(url + path)
        await expect(elsewhere).toHaveURL(/\/sign-in/)
      }
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
    })

    expect(Math.min(...own.proxy.answered), 'both replicas answered').toBeGreaterThan(20)
  } finally {
    await own.stop()
  }
})

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Save/ }).first().click()
}

async function expectSaved(sandbox: SandboxClient, id: string, expected: string[]): Promise<void> {
  const { patient, service_lines } = (await sandbox.getCapture(id)).charge_capture_data
  expect([patient!.last_name, service_lines![0]!.quantity]).toEqual(expected)
}

const sizes = [
  { moments: 4, saves: 60, tag: [] },
  { moments: 50, saves: 500, tag: ['@long'] },
]

for (const { moments, saves, tag } of sizes)
  test(
    `kill -9 of either replica at ${moments} moments: each of ${saves} acknowledged saves is at the partner once, and a draft that was stored stays`,
    { tag },
    async ({ context }) => {
      test.setTimeout(moments > 10 ? 3_600_000 : 400_000)
      const own = await Replicas.start(`replica-kills-${moments}-${test.info().retry}`)
      const story = { isOver: false }
      const restarts: Promise<unknown>[] = []
      try {
        const { url } = own
        const sandbox = own.partner.client
        const log = new WriteLog(sandbox)
        const visits = await Promise.all(Array.from({ length: saves }, () => sandbox.createVisit()))
        const draftOf = await sandbox.createVisit()
        await log.read()
        let page = await context.newPage()
        await signIn(page, 'biller', url)
        const cookie = await cookieOf(context, url)
        const lastName = () => page.locator('[name="data.patient.last_name"]')
        await page.goto(`${url}/charge-captures/${draftOf.id}`)

        const saving = saveAll(visits, { url, cookie, atOnce: 8, isOver: () => story.isOver })
        for (let kill = 0; kill < moments; kill += 1) {
          const moment = ((kill + Math.random()) / moments) * saves * 0.9
          const typed = `Typed-${kill}`
          await until(() => own.areServing(), 'both replicas serve')
          const stored = page.waitForResponse(
            (reply) =>
              reply.url().endsWith('/api/drafts') &&
              (reply.request().postData() ?? '').includes(typed) &&
              reply.ok(),
          )
          await lastName().fill(typed)
          await stored
          await until(async () => (await log.read()) >= moment, `${moment} writes`)
          // A page sends its draft once more when it closes. Offline, it cannot.
          await context.setOffline(true)
          await page.close()
          await context.setOffline(false)
          const victim = Math.random() < 0.5 ? 0 : 1
          own.kill(victim)
          restarts.push(
            own.begin(victim).then((again) => {
              own.consoles[victim] = again
            }),
          )
          await restarts.at(-1)
          page = await context.newPage()
          await page.goto(`${url}/charge-captures/${draftOf.id}`)
          await expect(lastName()).toHaveValue(typed)
        }
        expect(await saving).toHaveLength(saves)
        await log.expectOnce(visits)
        await expectSavedNames(sandbox, visits)
      } finally {
        story.isOver = true
        await Promise.allSettled(restarts)
        await own.stop()
      }
    },
  )
