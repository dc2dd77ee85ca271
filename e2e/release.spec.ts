import { bytesIn } from '#lib/commands/release/make-release.ts'
import { version } from '#lib/core/version.ts'
import { addApp } from './fixtures/second-factor.ts'
import { expect, test } from './fixtures/test.ts'
import { OwnRelease } from './stack/own-release.ts'

// What `npm run release` makes, as an operator runs it.
test.use({ role: null })
test.setTimeout(300_000)

const password = 'a password of her own'
const mostBytes = 150_000_000

test('a release runs anywhere without npm, a home or a right to write, and says its version', async ({
  page,
}) => {
  const release = await OwnRelease.make('release')
  try {
    expect(bytesIn(release.folder)).toBeLessThanOrEqual(mostBytes)

    await test.step('without what it needs it says all of it at once', async () => {
      const bare = await release.command(['bin/console', 'start'], {})
      expect(bare.status).toBe(1)
      for (const name of ['DATABASE_URL', 'DATA_DIR', 'CONSOLE_ROOT_KEY'])
        expect(bare.words).toContain(name)
      const { PARTNER_BASE_URL: _, ...noPartner } = release.env
      const alone = await release.command(['bin/console', 'start'], noPartner)
      expect(alone.status).toBe(1)
      expect(alone.words).toContain('There is no partner yet. Set PARTNER_BASE_URL')
    })

    await release.start()
    const ready = (await (await fetch(`${release.url}/api/ready`)).json()) as object
    expect(ready).toMatchObject({ status: 'ready', version })
    expect((await release.command(['bin/console', '--version'], {})).words).toBe(
      `Billing operations console ${version}\n`,
    )

    await test.step('the first administrator signs up', async () => {
      const [, code] = /"setup_code":"([\w-]+)"/.exec(release.words)!
      await page.goto(`${release.url}/setup`)
      await page.getByLabel('One-time code').fill(code!)
      await page.getByLabel('Your name').fill('Ada Admin')
      await page.getByLabel('E-mail address').fill('ada@clinic.test')
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Create the administrator' }).click()
      await addApp(page, password)
      await page.goto(`${release.url}/charge-captures`)
      await expect(page.getByRole('row').nth(3)).toBeVisible()
      // An open page would keep asking for a console that is stopped, and report it.
      await page.close()
    })

    const keys = await release.command(['bin/console', 'keys', 'status'])
    expect(keys.status, keys.words).toBe(0)
    const { status, took } = await release.stop()
    expect(status).toBe(0)
    expect(took).toBeLessThan(20_000)
    const verified = await release.command(['bin/console', 'audit', 'verify'])
    expect(verified.words).toContain('The audit trail is whole.')
    expect(release.words).not.toMatch(/EACCES|EPERM|EROFS|ENOENT|MODULE_NOT_FOUND/)
  } finally {
    release.clear()
  }
})
