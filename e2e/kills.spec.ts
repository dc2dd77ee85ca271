import { setTimeout as sleep } from 'node:timers/promises'
import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import {
  cookieOf,
  createErrored,
  expectSavedNames,
  saveAll,
  startFix,
  startPartner,
  until,
  WriteLog,
} from './fixtures/writes-under-kills.ts'
import { OwnStart, type Process } from './stack/own-start.ts'

// The partner runs apart from `npm start`, so it remembers each request while everything of the
// console is killed.
test.use({ role: null })

type Story = { victims: Process[]; moments: number; saves: number; fixed: number }

// A record whose save was killed stays locked for 45 seconds, in which the other two are killed.
const each: Process[] = ['web', 'start', 'worker', 'database']
const stories: Story[] = [
  { victims: each, moments: 1, saves: 40, fixed: 12 },
  ...each.map((victim) => ({ victims: [victim], moments: 20, saves: 200, fixed: 60 })),
]

for (const { victims, moments, saves, fixed } of stories)
  test(
    `kill -9 of ${victims.join(', ')} at ${moments} moments: each of ${saves} acknowledged saves and of ${fixed} fixes is at the partner once`,
    { tag: '@long' },
    async ({ context }) => {
      test.setTimeout(moments > 1 ? 3_600_000 : 400_000)
      const partner = await startPartner(`kills-${victims.join('-')}-${moments}`)
      const own = await OwnStart.prepare(`kills-${victims.join('-')}-${moments}`, {
        env: { PARTNER_BASE_URL: partner.client.url, PARTNER_API_KEY: 'sandbox-full' },
      })
      let isOver = false
      let keeping = Promise.resolve()
      try {
        await own.start()
        const log = new WriteLog(partner.client)
        const lastName = uniqueId('Killname')
        const visits: ChargeCapture[] = []
        for (let at = 0; at < saves; at += 1) visits.push(await partner.client.createVisit())
        const wrong = await createErrored(partner.client, fixed, lastName)
        const right = (await partner.client.organization()).rendering.npi
        await log.read()

        let page = await context.newPage()
        await signIn(page, 'biller', own.url)
        const fixAddress = await startFix(page, own.url, lastName, right, fixed)
        await page.close()
        const cookie = await cookieOf(context, own.url)

        keeping = keepRunning(own, () => isOver)
        const saving = saveAll(visits, { url: own.url, cookie, atOnce: 12, isOver: () => isOver })
        const kills = Array.from({ length: moments }, () => victims).flat()
        for (const [at, victim] of kills.entries()) {
          const moment = ((at + Math.random()) / kills.length) * (saves + fixed) * 0.9
          await until(
            async () => (await log.read()) >= moment && (await own.isServing()),
            `${moment} writes`,
          )
          await sleep(Math.random() * 200)
          await until(() => own.kill(victim), `${victim} runs`)
          await sleep(300)
        }
        const acknowledged = await saving
        await until(() => own.isServing(), 'the console serves')
        page = await context.newPage()
        await page.goto(fixAddress)
        await expect(page.getByText(new RegExp(`${fixed} captures changed`)).first()).toBeVisible({
          timeout: 120_000,
        })
        await page.close()

        expect(acknowledged).toHaveLength(saves)
        await log.expectOnce([...visits, ...wrong])
        await expectSavedNames(partner.client, visits)
        for (const { id } of wrong)
          expect(
            (await partner.client.getCapture(id)).charge_capture_data.rendering_provider?.npi,
          ).toBe(right)
      } finally {
        isOver = true
        await own.clear()
        await keeping
        await own.clear()
        await partner.service.stop()
      }
    },
  )

/**
 * Starts it again whenever it ended, as a service manager does: a killed one may hold its port for
 * a moment.
 */
async function keepRunning(own: OwnStart, isOver: () => boolean): Promise<void> {
  for (; !isOver(); await sleep(300))
    if (own.status !== 'runs') await own.start().catch(() => undefined)
}
