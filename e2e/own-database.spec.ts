import { existsSync } from 'node:fs'
import path from 'node:path'
import { findFreePort } from '#lib/core/ports.ts'
import { runScript } from '#lib/commands/run-script.testing.ts'
import { saveCapture } from './fixtures/save-capture.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { OwnStart } from './stack/own-start.ts'

// What an operator does with `npm start` itself: its own database server, in a folder that its
// owner alone enters.
test.use({ role: null })
test.setTimeout(300_000)

const lastName = '[name="data.patient.last_name"]'

test('npm start keeps what was saved and drafted when everything is killed, and stops whole on Ctrl-C', async ({
  context,
}) => {
  const own = await OwnStart.prepare('own-database')
  const { url, sandbox, env, dataDir } = own
  try {
    await own.start()
    const { id } = await sandbox.createVisit()
    let page = await context.newPage()
    await signIn(page, 'biller', url)
    await page.goto(`${url}/charge-captures/${id}`)
    await page.locator(lastName).fill('Beforethekill')
    await saveCapture(page)
    await page.locator(lastName).fill('Onlyadraft')
    await expect(page.getByText(/^Draft saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
    await page.close()

    const second = await runScript('lib/commands/run.mjs', ['start'], {
      ...env,
      PORT: String(await findFreePort()),
      SANDBOX_PORT: String(await findFreePort()),
    })
    expect(second.status).toBe(1)
    expect(second.words).toContain('is in use by another npm start')

    own.signal('SIGKILL')
    await own.start()
    const { charge_capture_data: data } = await sandbox.getCapture(id)
    expect(data.patient?.last_name).toBe('Beforethekill')
    page = await context.newPage()
    await page.goto(`${url}/charge-captures/${id}`)
    await expect(page.locator(lastName)).toHaveValue('Onlyadraft')
    // An open page would keep asking for a console that is stopped, and report it.
    await page.close()

    own.signal('SIGINT')
    await expect.poll(() => own.status).toBe(0)
    const verified = await runScript('lib/commands/run.mjs', ['audit', 'verify'], env)
    expect(verified.words).toContain('The audit trail is whole.')
    expect(verified.words).toContain('; 0 rows are too new for a signature.')
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid')), 'the server still runs').toBe(
      false,
    )
  } finally {
    await own.clear()
  }
})
