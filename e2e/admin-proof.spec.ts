import pg from 'pg'
import type { Page } from '@playwright/test'
import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import { expectAccessible } from './fixtures/accessible.ts'
import { visitData } from './fixtures/capture-body.ts'
import { joinByInvitation } from './fixtures/people.ts'
import { saveCapture } from './fixtures/save-capture.ts'
import { SandboxClient } from './fixtures/sandbox.ts'
import { addPasskey, addVirtualAuthenticator, readApp } from './fixtures/second-factor.ts'
import { signIn, submitSignIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

// What an administrator promises to an auditor, as one story on a console of its own: it is used at
// localhost, because browsers know no passkeys at an IP address.
test.use({ stack: { captures: 20 }, role: null, expectedComplaint: /status of 401/ })

const name = '[name="data.patient.last_name"]'

test('an administrator invites a colleague, rotates keys while she saves, finds what she changed, and verifies the trail', async ({
  page,
  browser,
  own,
}) => {
  const url = own.url.replace('127.0.0.1', 'localhost')
  test.setTimeout(240_000)
  const dialog = page.getByRole('dialog')
  await signIn(page, 'admin', url)

  await test.step('a connection with a key of its own', async () => {
    await page.goto(`${url}/settings/connections`)
    await page.getByRole('button', { name: 'Add connection' }).click()
    await dialog.getByLabel('Name').fill('North')
    await dialog.getByLabel('Base address').fill(own.sandbox.url)
    await dialog.getByLabel('API key').fill('sandbox-scoped')
    await dialog.getByRole('button', { name: 'Test and add' }).click()
    await page.getByRole('button', { name: 'Make active: North' }).click()
    await dialog.getByRole('button', { name: 'Make active' }).click()
    await expect(page.getByRole('complementary', { name: 'Connection' })).toContainText('North')
  })

  const { email, password, theirs, name: person } = await joinByInvitation(page, browser, url)
  await test.step('the colleague sets up a passkey and an authenticator app, and signs in with each', async () => {
    await addVirtualAuthenticator(theirs)
    await theirs.getByRole('button', { name: person }).click()
    await theirs.getByRole('menuitem', { name: 'Your account' }).click()
    await addPasskey(theirs, 'Work laptop', password)
    await theirs.getByRole('button', { name: 'Set up' }).click()
    const theirDialog = theirs.getByRole('dialog')
    await theirDialog.getByLabel('Your password').fill(password)
    await theirs.keyboard.press('Enter')
    const app = await readApp(theirs)
    await theirDialog.getByRole('textbox', { name: 'Code' }).fill(app.generate())
    await theirs.keyboard.press('Enter')
    await theirDialog.getByRole('button', { name: 'I’ve kept them' }).click()
    await signOut(theirs, person)
    await submitSignIn(theirs, email, password)
    // The code that confirmed the app counts no more.
    await theirs
      .getByLabel('Code', { exact: true })
      .fill(app.generate({ timestamp: Date.now() + 30_000 }))
    await theirs.keyboard.press('Enter')
    await expect(theirs.getByRole('navigation', { name: 'Console' })).toBeVisible()
    await signOut(theirs, person)
    await theirs.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(theirs.getByRole('navigation', { name: 'Console' })).toBeVisible()
  })

  const { id } = await visitInScope(own.sandbox)
  const record = `/api/charge_captures/v1/${id}`
  await test.step('the connection’s key changes while a save is under way', async () => {
    await page.goto(`${url}/settings/connections`)
    await theirs.goto(`${url}/charge-captures/${id}`)
    await theirs.locator(name).fill('Duringrotation')
    await own.sandbox.fault({
      method: 'PATCH',
      path: record,
      kind: 'delay',
      delay: 6_000,
      times: 1,
    })
    const saved = saveCapture(theirs)
    await expect.poll(async () => (await own.sandbox.requests(record, 'PATCH')).length).toBe(1)
    await page.getByRole('button', { name: 'Rotate key of North' }).click()
    await dialog.getByLabel('New API key').fill('sandbox-full')
    await dialog.getByRole('button', { name: 'Test and rotate' }).click()
    // The embedded sandbox's own connection has that key from the start.
    await expect(page.getByText(/^ends in full, fingerprint \w+$/)).toBeVisible()
    await saved
    const { charge_capture_data: data } = await own.sandbox.getCapture(id)
    expect(data.patient?.last_name).toBe('Duringrotation')
    await own.sandbox.clearFaults()
  })

  await test.step('the keys of sealed values change while she saves', async () => {
    const ended = new AbortController()
    const rotated = own.command('keys', 'rotate').finally(() => ended.abort())
    let last = ''
    // Few enough that the activity's table has them all in sight.
    for (let round = 0; !ended.signal.aborted && round < 5; round += 1) {
      last = `Whilesealing${String.fromCharCode(97 + round)}`
      await theirs.locator(name).fill(last)
      await saveCapture(theirs)
    }
    const { status, words } = await rotated
    expect(status, words).toBe(0)
    const { charge_capture_data: data } = await own.sandbox.getCapture(id)
    expect(data.patient?.last_name).toBe(last)
    const sent = await own.sandbox.requests(record, 'PATCH')
    expect(sent.map(({ key }) => key)).toEqual([
      'sandbox-scoped',
      ...sent.slice(1).map(() => 'sandbox-full'),
    ])
    expect(sent.length).toBeGreaterThan(1)
  })

  await test.step('the activity says who changed the record, with before and after', async () => {
    await page.goto(`${url}/activity?record_id=${id}&action=updateChargeCapture`)
    const rows = page.getByRole('table', { name: 'Activity' }).getByRole('row')
    await rows.last().getByRole('link', { name: 'Changed a charge capture' }).click()
    await expect(page.getByText(email)).toBeVisible()
    const change = page
      .getByRole('table', { name: 'Values before and after' })
      .getByRole('row', { name: /Last name/ })
    await expect(change).toContainText('Testcase')
    await expect(change).toContainText('Duringrotation')
    await expectAccessible(page, 'the entry of a change')
    await page.goto(`${url}/activity?group=settings`)
    for (const words of [
      'Rotated a connection’s key',
      'Rotated the keys of sealed values',
      'Invited a person',
    ])
      await expect(rows.filter({ hasText: words }).first()).toBeVisible()
    await page.goto(`${url}/activity?group=sign-ins`)
    for (const words of [
      'Added a passkey',
      'Set up an authenticator app',
      'Signed in with a passkey',
    ])
      await expect(rows.filter({ hasText: words }).first()).toBeVisible()
  })

  await test.step('the trail is whole, and afterwards an altered row is named', async () => {
    const whole = await own.command('audit', 'verify')
    expect(whole.words).toContain('The audit trail is whole.')
    expect(whole.status).toBe(0)
    await theirs.context().close()
    // A page that is open would ask the stopped server for its counts.
    await page.goto('about:blank')
    await own.stop()
    const database = new pg.Client({ connectionString: own.databaseUrl })
    await database.connect()
    await database.query(`alter table audit_records disable trigger all;
      update audit_records set account_id = 'somebody-else' where operation = 'updateChargeCapture' and '${id}' = any(record_ids);`)
    await database.end()
    const altered = await own.command('audit', 'verify')
    expect(altered.words).toMatch(/TAMPERED[^]*Rows? \d+ .*(?:was|were) altered\./)
    expect(altered.status).toBe(1)
  })
})

async function signOut(page: Page, person: string): Promise<void> {
  await page.getByRole('button', { name: person }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
}

/** A visit of a clinic that both keys reach. */
async function visitInScope(sandbox: SandboxClient): Promise<ChargeCapture> {
  const organization = await sandbox.organization()
  const scoped = new SandboxClient(sandbox.url, 'sandbox-scoped')
  const clinics = await sandbox.send<{ items: OrganizationProvider[] }>(
    'GET',
    '/api/organization-providers/v3?is_billing=true&limit=100',
  )
  for (const billing of clinics.items) {
    const { billing_provider } = visitData({ ...organization, billing })
    const visit = await sandbox.createVisit(() => ({ billing_provider }))
    if (await scoped.getCapture(visit.id).catch(() => undefined)) return visit
  }
  throw new Error('The scoped key reaches no clinic.')
}
