import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { filesOf } from '#lib/core/test-database.testing.ts'
import { expect, test } from './fixtures/test.ts'

// These tests restart their own console and read its database as bytes.
test.use({ stack: { captures: 20 } })

test(
  'a draft survives a restart of the console and is unreadable in the database',
  { tag: '@long' },
  async ({ page, context, own }) => {
    const canary = 'Restartcanary-0815'
    const { id } = await own.sandbox.createVisit()
    await page.goto(`/charge-captures/${id}`)
    const lastName = page.locator('[name="data.patient.last_name"]')
    const stored = page.waitForResponse((reply) =>
      (reply.request().postData() ?? '').includes(canary),
    )
    await lastName.fill(canary)
    expect((await stored).status()).toBe(200)

    // An open page would keep asking for a console that is stopped, and report it.
    await page.close()
    await own.restart()
    const bytes = readdirSync(await filesOf(own.databaseUrl), {
      recursive: true,
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)))
    expect(bytes.some((file) => file.includes(id))).toBe(true)
    expect(bytes.some((file) => file.includes(canary) || file.includes('Testcase'))).toBe(false)

    // The session survives the restart too.
    const again = await context.newPage()
    await again.goto(`${own.url}/charge-captures/${id}`)
    await expect(again.locator('[name="data.patient.last_name"]')).toHaveValue(canary)
    await expect(again.getByRole('region', { name: 'Restored draft' })).toBeVisible()
  },
)
