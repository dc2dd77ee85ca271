import type { Page } from '@playwright/test'
import pg from 'pg'
import { expectAccessible } from './fixtures/accessible.ts'
import { expectBegins } from './fixtures/dialogs.ts'
import { joinByInvitation } from './fixtures/people.ts'
import { addApp } from './fixtures/second-factor.ts'
import { expect, test } from './fixtures/test.ts'
import { setupLink } from './fixtures/setup-link.ts'
import { expectNoWireNames } from './fixtures/wire-names.ts'
import { FaultyLine } from './stack/faulty-line.ts'
import { type ConsoleInstance, startConsole } from './stack/start-console.ts'

// The first hour of a console of its own: the set-up, the first reading of the partner, and the
// question for the password once the sign-in is old.
test.use({ role: null, expectedComplaint: /status of 401/ })

const folder = process.env.E2E_FOLDER!
const name = `first-administrator-${process.env.TEST_WORKER_INDEX}`
let line: FaultyLine
let own: ConsoleInstance
let release = () => {}

test.beforeAll(async () => {
  line = await FaultyLine.start(Number(process.env.E2E_SANDBOX_PORT), folder)
  // The first reading begins with the console. The partner’s lists wait until they are released.
  const released = new Promise<void>((resolve) => (release = resolve))
  line.spoil(
    async (response, forward) => {
      const { status, headers, body } = await forward()
      await released
      response.writeHead(status, headers).end(body)
    },
    { method: 'GET', path: /^\/api\/charge_capture(?:s|_claim_creation)\/v1$/ },
  )
  own = await startConsole({
    folder,
    name,
    sandboxPort: 1,
    env: { ...line.env, DEMO_ACCOUNTS: '0' },
  })
})
test.afterAll(async () => {
  await own.service.stop()
  await line.stop()
})

/** Makes everybody's sessions eleven minutes older. */
async function ageSessions(): Promise<void> {
  const database = new pg.Client({ connectionString: own.databaseUrl })
  await database.connect()
  await database.query(`update sessions set created_at = created_at - interval '11 minutes'`)
  await database.end()
}

/** Expects words in place of every figure of the queue: a zero would look like good news. */
async function expectNoZero(page: Page, url: string): Promise<void> {
  await page.goto(url)
  const main = page.getByRole('main')
  await expect(main).toContainText('Reading the queue for the first time')
  await expect(main.getByText('Reading…').first()).toBeVisible()
  expect(await main.innerText(), url).not.toMatch(/(?<![\d.,:])0(?![\d:])/)
}

test('the first administrator sets the console up, sees no zero while the queue is read, and proves who they are for an act that changes rights', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const { url } = own
  const [email, password] = ['ada@clinic.test', 'a password of her own']

  await test.step('the set-up and the sign-in begin in their first field', async () => {
    await page.goto(`${url}/setup`)
    await expect(page.getByLabel('One-time code')).toBeFocused()
    await expectAccessible(page, 'the set-up')
    await expectNoWireNames(page, 'the set-up')
    // A link of an earlier start is refused, and the newest code can be typed. The log has its link.
    await page.goto('about:blank')
    await page.goto(`${url}/setup#${'x'.repeat(22)}`)
    await expect(page.getByLabel('Your name')).toBeFocused()
    await page.getByLabel('Your name').fill('Ada Admin')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('This code isn’t valid.').first()).toBeVisible()
    await expect(page.getByLabel('One-time code')).toBeVisible()
    await page.goto('about:blank')
    await page.goto(setupLink(own.log))
    await expect(page.getByLabel('Your name')).toBeFocused()
    await expect(page.getByLabel('One-time code')).toHaveCount(0)
    await page.getByLabel('Your name').fill('Ada Admin')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    const ownZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    await expect(page.getByLabel('Organization’s time zone')).toHaveValue(ownZone)
    await page.getByRole('button', { name: 'Create the administrator' }).click()
  })

  await test.step('with a real partner an administrator needs a second factor', async () => {
    await addApp(page, password)
  })

  await test.step('no zeros while the first reading runs', async () => {
    for (const at of ['/overview', '/queue', '/queue/held', '/updates'])
      await expectNoZero(page, url + at)
    await page.goto(`${url}/overview`)
    release()
    line.spoil((response, forward) =>
      forward().then(
        ({ status, headers, body }) => void response.writeHead(status, headers).end(body),
      ),
    )
    const inError = page.getByRole('main').getByRole('link', { name: /^In error: \$/ })
    await expect(inError).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('Reading the queue for the first time')).toHaveCount(0)
  })

  await test.step('the first steps say what a check finds, and can be hidden and shown again', async () => {
    const steps = page.getByRole('list', { name: 'First steps' }).getByRole('listitem')
    await page.goto(url)
    await expect(page).toHaveURL(/\/settings\/first-steps$/)
    await expect(page.getByText('4 of 8 to do')).toBeVisible()
    const expected = [
      /^Your second factor.*Done/,
      /^Partner.*Done.*was read on/,
      /^Two administrators.*To do/,
      /^People.*To do/,
      /^Time zone.*Done/,
      /^Database and backup.*Not visible/,
      /^Address and TLS.*To do.*this machine only/,
      /^Filing limits.*To do/,
    ]
    await expect(steps).toHaveText(expected)
    await expectAccessible(page, 'the first steps')
    await expectNoWireNames(page, 'the first steps')
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await expect(page).toHaveURL(/\/queue$/)
    await page.goto(url)
    await expect(page).toHaveURL(/\/queue$/)
    await page.goto(`${url}/settings/people`)
    await page.getByRole('main').getByRole('link', { name: 'First steps' }).click()
    await page.getByRole('button', { name: 'Show after sign-in' }).click()
    await expect(page.getByRole('button', { name: 'Hide', exact: true })).toBeVisible()
    await page.goto(url)
    await expect(page).toHaveURL(/\/settings\/first-steps$/)
  })

  const { theirs, name: person } = await joinByInvitation(page, browser, url)
  await theirs.context().close()
  await ageSessions()
  await page.goto(`${url}/settings/people`)
  const row = page.getByRole('row').filter({ hasText: person })
  const disable = async () => {
    await row.getByRole('button', { name: /^Disable/ }).click()
    const dialog = await expectBegins(page, 'Disable ', { button: 'Cancel' })
    await dialog.getByRole('button', { name: 'Disable' }).click()
  }

  await test.step('a wrong password is refused, and without the password nothing is done', async () => {
    await disable()
    const proof = await expectBegins(page, 'Confirm that it’s you')
    await expectAccessible(page, 'the question for the password')
    await page.keyboard.type('not my password')
    await page.keyboard.press('Enter')
    await expect(proof.getByText('This is not your password.')).toBeVisible()
    await expect(proof.getByLabel('Your password')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('status', { name: 'Messages' })).toContainText(
      'Confirm that it’s you',
    )
    await expect(row).not.toContainText('Disabled')
  })

  await test.step('the right password does the act once, and counts for the next one', async () => {
    await row.getByRole('button', { name: /^Change role/ }).click()
    const dialog = await expectBegins(page, 'Change role of')
    await dialog.getByLabel('Role').selectOption('manager')
    await page.keyboard.press('Control+Enter')
    await expectBegins(page, 'Confirm that it’s you')
    // Without the password, the form stays as it was filled in.
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('alert')).toContainText('Confirm that it’s you')
    await expect(dialog.getByLabel('Role')).toHaveValue('manager')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await expectBegins(page, 'Confirm that it’s you')
    await page.keyboard.type(password)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row).toContainText('Manager')
    await disable()
    await expect(row).toContainText('Disabled')

    await page.goto(`${url}/activity?group=settings`)
    const acts = page.getByRole('table', { name: 'Activity' }).getByRole('row')
    for (const words of ['Changed a role', 'Disabled an account'])
      await expect(acts.filter({ hasText: words })).toHaveCount(1)
  })
})
