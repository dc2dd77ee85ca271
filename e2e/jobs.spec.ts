import { expectAccessible } from './fixtures/accessible.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { type OwnStack, startOwnStack } from './stack/start-own-stack.ts'

// A coverage check is one for everybody with the same key, so this story has its own partner and
// console.
test.use({ role: null })

let own: OwnStack
test.beforeAll(async () => {
  own = await startOwnStack('jobs', 20, 30)
})
test.afterAll(() => own.stop())

test('a biller follows a job in the strip of every page, and finds it among the jobs', async ({
  page,
}) => {
  await own.sandbox.fault({
    method: 'GET',
    path: '/api/contracts/v3/*/providers/credentialing',
    kind: 'delay',
    delay: 8_000,
  })
  await signIn(page, 'biller', own.url)
  await page.goto(`${own.url}/credentialing`)
  const strip = page.getByRole('complementary', { name: 'Connection' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coverage board')
  await expect(strip.getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Check coverage' }).click()
  const tray = strip.getByRole('button', { name: /^Coverage check (waiting|running)/ })
  await expect(tray).toBeVisible()

  // It goes on while the person is elsewhere, also in a page that is loaded anew.
  await page.goto(`${own.url}/claim-creations`)
  await tray.click()
  const list = page.getByRole('dialog', { name: 'Your jobs' })
  await expect(list.getByRole('listitem')).toContainText('Reading rosters')
  await expectAccessible(page, 'the list of one’s own jobs')
  await list.getByRole('link', { name: 'All your jobs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jobs')
  const row = page.getByRole('row', { name: /^Coverage check/ })
  await expect(row).toContainText('Running')
  await expect(row).toContainText('You')
})
