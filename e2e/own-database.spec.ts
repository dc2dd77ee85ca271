import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { findFreePort } from '#lib/core/ports.ts'
import { runScript } from '#lib/commands/run-script.testing.ts'
import { inRoot, root } from '#lib/commands/shell.ts'
import { saveCapture } from './fixtures/save-capture.ts'
import { SandboxClient } from './fixtures/sandbox.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

// What an operator does with `npm start` itself: its own database server, in a folder that its owner alone enters.
test.use({ role: null })
test.setTimeout(300_000)

const lastName = '[name="data.patient.last_name"]'

test('npm start keeps what was saved and drafted when everything is killed, and stops whole on Ctrl-C', async ({
  context,
}) => {
  const dataDir = path.join(process.env.E2E_FOLDER!, 'own-database')
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    CONSOLE_ROOT_KEY_FILE: path.join(process.env.E2E_FOLDER!, 'own-database.key'),
    DEMO_ACCOUNTS: '1',
  }
  const url = `http://127.0.0.1:${port}`
  const sandbox = new SandboxClient(`http://127.0.0.1:${sandboxPort}`)

  let command = await startCommand(env)
  try {
    const { id } = await sandbox.createVisit()
    let page = await context.newPage()
    await signIn(page, 'biller', url)
    await page.goto(`${url}/charge-captures/${id}`)
    await page.locator(lastName).fill('Beforethekill')
    await saveCapture(page)
    await page.locator(lastName).fill('Onlyadraft')
    await expect(page.getByText(/^Draft saved \d\d:\d\d$/)).toBeVisible()
    await page.close()

    const second = await runScript('lib/commands/run.mjs', ['start'], {
      ...env,
      PORT: String(await findFreePort()),
      SANDBOX_PORT: String(await findFreePort()),
    })
    expect(second.status).toBe(1)
    expect(second.words).toContain('is in use by another npm start')

    process.kill(-command.pid!, 'SIGKILL')
    command = await startCommand(env)
    const { charge_capture_data: data } = await sandbox.getCapture(id)
    expect(data.patient?.last_name).toBe('Beforethekill')
    page = await context.newPage()
    await page.goto(`${url}/charge-captures/${id}`)
    await expect(page.locator(lastName)).toHaveValue('Onlyadraft')
    // An open page would keep asking for a console that is stopped, and report it.
    await page.close()

    process.kill(-command.pid!, 'SIGINT')
    await expect.poll(() => command.exitCode, { timeout: 20_000 }).toBe(0)
    const verified = await runScript('lib/commands/run.mjs', ['audit', 'verify'], env)
    expect(verified.words).toContain('The audit trail is whole.')
    expect(verified.words).toContain('; 0 rows are too new for a signature.')
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid')), 'the server still runs').toBe(false)
  } finally {
    if (command.exitCode === null && command.signalCode === null) process.kill(-command.pid!, 'SIGKILL')
  }
})

/** Runs `npm start` in a process group of its own, as a terminal does, until the console is ready. */
async function startCommand(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [inRoot('lib/commands/run.mjs'), 'start'], { cwd: root, env, detached: true })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (words += text.toString()))
  await expect.poll(() => words, { timeout: 120_000 }).toContain('The console is ready')
  return child
}
