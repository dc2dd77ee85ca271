import { rmSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { inRoot } from '#lib/commands/shell.ts'
import { expectReady } from './fixtures/ready.ts'
import type { SandboxClient } from './fixtures/sandbox.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { buildOther } from './stack/other-build.ts'
import { Replicas } from './stack/replicas.ts'

// Two replicas go from this build to another real one and back, one after the other, while people
// type.
test.use({
  role: null,
  expectedComplaint: /status of (404|409|502)|MIME type|ChunkLoadError|net::ERR_/,
})

/** The other version: words of the editor and of a script that is loaded late, and an action's name. */
const changes = [
  ...[
    'lib/actions/records.ts',
    'lib/console/server/action-bodies.ts',
    'components/charge-captures/saving/capture-spec.ts',
  ].map((file) => ({ file, from: 'saveChargeCapture', to: 'storeChargeCapture' })),
  {
    file: 'components/charge-captures/sections/lines/lines-section.tsx',
    from: 'title="Service lines"',
    to: 'title="Lines of service"',
  },
  {
    file: 'components/frame/keys/keys-dialog.tsx',
    from: 'Single-key shortcuts are off',
    to: 'Single-key shortcuts rest',
  },
]
const words = { this: 'Service lines', other: 'Lines of service' }
const lastName = (page: Page) => page.locator('[name="data.patient.last_name"]')
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).first()
const titled = (page: Page, title: string) =>
  page.getByRole('heading', { name: title, exact: true })
const saved = (page: Page) => page.getByRole('main').getByText('Saved.', { exact: true })
const broken = (page: Page) => page.getByText('This page couldn’t be shown.')
const note = (page: Page) =>
  page.getByRole('status').getByRole('button', { name: 'Reload', exact: true })

let other: string
test.beforeAll(async () => {
  test.setTimeout(600_000)
  other = await buildOther(changes)
})
test.afterAll(() => rmSync(inRoot(other), { recursive: true, force: true }))

/** A tab with a capture of its own, whose last name is typed and not saved. */
class Tab {
  readonly page: Page
  readonly id: string
  readonly typed: string
  readonly #sandbox: SandboxClient

  private constructor(page: Page, id: string, typed: string, sandbox: SandboxClient) {
    this.page = page
    this.id = id
    this.typed = typed
    this.#sandbox = sandbox
  }

  static async open(context: BrowserContext, { url, partner }: Replicas, typed: string) {
    const { id } = await partner.client.createVisit()
    const page = await context.newPage()
    await page.goto(`${url}/charge-captures/${id}`)
    await expectReady(page)
    await lastName(page).fill(typed)
    return new Tab(page, id, typed, partner.client)
  }

  /** Does something for which the server lacks the page's build: it reloads once and keeps all. */
  async reloadsAt(act: () => Promise<void>, title: string): Promise<void> {
    const loaded = this.page.waitForEvent('load', { timeout: 60_000 })
    await act()
    await loaded
    await expectReady(this.page)
    await expect(titled(this.page, title)).toBeVisible()
    await expect(lastName(this.page)).toHaveValue(this.typed)
    await expect(note(this.page)).toHaveCount(0)
  }

  /** Does what the page offers, a save or a reload. All that was typed is there before. */
  async insist(): Promise<void> {
    await expect(async () => {
      if (await broken(this.page).isVisible()) await this.page.reload()
      await expect(lastName(this.page)).toHaveValue(this.typed, { timeout: 5_000 })
      await expectReady(this.page)
    }).toPass()
    const loaded = this.page.waitForEvent('load').catch(() => undefined)
    if (await note(this.page).isVisible()) {
      await note(this.page).click()
      await loaded
      return
    }
    const told = expect(note(this.page).or(saved(this.page))).toBeVisible()
    told.catch(() => undefined)
    await save(this.page).click()
    await Promise.race([loaded, told])
  }

  async isSaved(): Promise<boolean> {
    return (await this.#writes()).length > 0
  }

  async saveOnce(): Promise<void> {
    await save(this.page).click()
    await expect(saved(this.page)).toBeVisible()
    await this.expectSavedOnce()
  }

  async expectSavedOnce(): Promise<void> {
    expect(await this.#writes()).toHaveLength(1)
    const { patient } = (await this.#sandbox.getCapture(this.id)).charge_capture_data
    expect(patient!.last_name).toBe(this.typed)
  }

  #writes(): ReturnType<SandboxClient['requests']> {
    return this.#sandbox.requests(`/api/charge_captures/v1/${this.id}`, 'PATCH')
  }
}

test(
  'two replicas are upgraded one by one and go back: what is typed stays, is saved once, and each page goes on after one reload',
  { tag: '@long' },
  async ({ page, context }) => {
    test.setTimeout(600_000)
    const own = await Replicas.start(`upgrade-${test.info().retry}`)
    try {
      await signIn(page, 'biller', own.url)
      const open = (typed: string) => Tab.open(context, own, typed)
      const stays = await open('Typed-stays')
      const moves = await open('Typed-moves')
      const torn = await open('Typed-torn')
      const reads = await open('Typed-reads')

      await own.replace(1, { NEXT_DIST_DIR: other })
      await test.step('the replicas differ, and the proxy keeps a person with one, as ours does', async () => {
        own.proxy.keptAt = 0
        await stays.saveOnce()
        own.proxy.keptAt = 1
        await moves.reloadsAt(() => save(moves.page).click(), words.other)
        await moves.saveOnce()
      })

      await test.step('each request goes to the other build: what is typed stays, and is saved once the replicas are alike', async () => {
        own.proxy.keptAt = undefined
        for (let turn = 0; turn < 4 && !(await torn.isSaved()); turn += 1) await torn.insist()
        await own.replace(0, { NEXT_DIST_DIR: other })
        if (await torn.isSaved()) return torn.expectSavedOnce()
        await torn.page.reload()
        await expectReady(torn.page)
        await expect(titled(torn.page, words.other)).toBeVisible()
        await expect(lastName(torn.page)).toHaveValue(torn.typed)
        await torn.saveOnce()
      })

      await test.step('a script of the old build is gone: the page reloads once and keeps all', async () => {
        await reads.reloadsAt(async () => {
          await reads.page.getByRole('heading', { level: 1 }).click()
          await reads.page.keyboard.press('?')
        }, words.other)
        await reads.saveOnce()
      })

      await test.step('one version back: the page reloads once, and the save goes on', async () => {
        const back = await open('Typed-back')
        await expect(titled(back.page, words.other)).toBeVisible()
        await own.replace(1)
        await own.replace(0)
        await back.reloadsAt(() => save(back.page).click(), words.this)
        await back.saveOnce()
      })
    } finally {
      await own.stop()
    }
  },
)
