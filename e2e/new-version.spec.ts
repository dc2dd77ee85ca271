import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { buildFolder } from '#lib/commands/build.ts'
import { inRoot } from '#lib/commands/shell.ts'
import { expectReady } from './fixtures/ready.ts'
import type { SandboxClient } from './fixtures/sandbox.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { type ConsoleInstance, startConsole } from './stack/start-console.ts'

// A page outlives its build: the console stops, and starts again at the same address with a build
// that lacks a part.
test.use({ role: null, expectedComplaint: /status of (404|409)|MIME type|net::ERR_/ })
test.describe.configure({ mode: 'serial' })

const copy = `.next-copied-${process.pid}`
const inCopy = (...parts: string[]) => inRoot(copy, ...parts)
const lastName = '[name="data.patient.last_name"]'
const reloadButton = (page: Page) => page.getByRole('button', { name: 'Reload', exact: true })
const note = (page: Page) => page.getByRole('status').filter({ has: reloadButton(page) })
let instance: ConsoleInstance | undefined
let url: string

/** Starts the console, or restarts it at the same address after a change of its build. */
async function start(change?: () => void): Promise<void> {
  await instance?.service.stop()
  change?.()
  instance = await startConsole({
    folder: process.env.E2E_FOLDER!,
    name: 'new-version',
    sandboxPort: Number(process.env.E2E_SANDBOX_PORT),
    env: { NEXT_DIST_DIR: copy },
    ...(instance && { port: Number(new URL(instance.url).port) }),
  })
  url = instance.url
}

test.beforeAll(async () => {
  cpSync(inRoot(buildFolder()), inCopy(), { recursive: true })
  await start()
})
test.afterAll(async () => {
  await instance?.service.stop()
  rmSync(inCopy(), { recursive: true, force: true })
})

/** Signs in and types into a new capture without saving it. Returns its id. */
async function openWithEdit(page: Page, sandbox: SandboxClient): Promise<string> {
  const { id } = await sandbox.createVisit()
  await signIn(page, 'biller', url)
  await page.goto(`${url}/charge-captures/${id}`)
  await page.locator(lastName).fill('Keptname')
  return id
}

test('a missing script file: the page reloads once with its draft, then offers to reload', async ({
  page,
  sandbox,
}) => {
  test.slow() // the console starts twice more
  await openWithEdit(page, sandbox)
  const file = fileWith('Single-key shortcuts are off')
  await start(() => renameSync(file, `${file}.gone`))

  const loaded = page.waitForEvent('load')
  await openKeys(page)
  await loaded
  await expectReady(page)
  await expect(page.locator(lastName)).toHaveValue('Keptname')
  await expect(note(page)).toHaveCount(0)

  await openKeys(page)
  await expect(note(page)).toContainText('A new version is here.')
  await expect(page.locator(lastName)).toHaveValue('Keptname')

  await start(() => renameSync(`${file}.gone`, file))
  const loadedAgain = page.waitForEvent('load')
  await reloadButton(page).click()
  await loadedAgain
  await expectReady(page)
  await expect(page.locator(lastName)).toHaveValue('Keptname')
  await openKeys(page)
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
})

test('a missing action: a save reloads the page once with its draft, then offers to reload', async ({
  page,
  sandbox,
}) => {
  test.slow() // the console starts twice more
  const id = await openWithEdit(page, sandbox)
  const manifests = globSync('server/**/server-reference-manifest.json', { cwd: inCopy() }).map(
    (file) => inCopy(file),
  )
  const whole = manifests.map((file) => readFileSync(file, 'utf8'))
  await start(() => {
    for (const [index, file] of manifests.entries())
      writeFileSync(file, withoutAction(whole[index]!, 'saveChargeCapture'))
  })

  const save = page.getByRole('button', { name: /^Save/ }).first()
  const loaded = page.waitForEvent('load')
  await save.click()
  await loaded
  await expectReady(page)
  await expect(page.locator(lastName)).toHaveValue('Keptname')
  await expect(note(page)).toHaveCount(0)

  await save.click()
  await expect(note(page)).toContainText('A new version is here.')
  await expect(page.getByRole('main')).toContainText(
    'A new version is here. Reload the page to go on.',
  )
  await expect(page.locator(lastName)).toHaveValue('Keptname')

  await start(() => {
    for (const [index, file] of manifests.entries()) writeFileSync(file, whole[index]!)
  })
  const loadedAgain = page.waitForEvent('load')
  await reloadButton(page).click()
  await loadedAgain
  await expectReady(page)
  await save.click()
  await expect(page.getByRole('main')).toContainText('Saved.')
  expect((await sandbox.getCapture(id)).charge_capture_data.patient).toMatchObject({
    last_name: 'Keptname',
  })
})

/** The one script file for the browser that contains a text. */
function fileWith(text: string): string {
  const files = globSync('static/**/*.js', { cwd: inCopy() }).map((file) => inCopy(file))
  const found = files.filter((file) => readFileSync(file, 'utf8').includes(text))
  expect(found).toHaveLength(1)
  return found[0]!
}

type Manifest = { node: Record<string, { exportedName?: string }> }

/** The actions of a build without one of them, as if it were renamed. */
function withoutAction(text: string, name: string): string {
  const manifest = JSON.parse(text) as Manifest
  const node = Object.entries(manifest.node).filter(([, { exportedName }]) => exportedName !== name)
  return JSON.stringify({ ...manifest, node: Object.fromEntries(node) })
}

/** Opens the list of keys, whose script is loaded then. */
async function openKeys(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
}
