import net, { type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#lib/core/ports.ts'
import { expectReady } from './fixtures/ready.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { type ConsoleInstance, startConsole } from './stack/start-console.ts'

// The built console before a partner whose line is cut, in real time. Ten minutes of it, second by
// second with the clock moved and with more people, are in lib/partner/outage.test.ts.
test.use({ role: null })

let own: ConsoleInstance
let line: Line
test.beforeAll(async () => {
  line = new Line(Number(process.env.E2E_SANDBOX_PORT))
  const sandboxPort = await findFreePort()
  await line.listen(sandboxPort)
  own = await startConsole({ folder: process.env.E2E_FOLDER!, name: 'outage', sandboxPort })
})
test.afterAll(async () => {
  await own.service.stop()
  await line.close()
})

/**
 * The line to the partner. It counts what the console sends: requests, and while it is cut each
 * attempt to connect.
 */
class Line {
  sent = 0
  #isCut = false
  readonly #sockets = new Set<Socket>()
  readonly #server: net.Server

  constructor(partner: number) {
    this.#server = net.createServer((socket) => {
      this.#keep(socket)
      if (this.#isCut) {
        this.sent += 1
        socket.resetAndDestroy()
        return
      }
      const there = net.connect(partner, '127.0.0.1')
      this.#keep(there)
      socket.on(
        'data',
        (part: Buffer) => (this.sent += part.toString('latin1').split(' HTTP/1.1\r\n').length - 1),
      )
      socket.pipe(there).pipe(socket)
    })
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
  }

  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#isCut = false
  }

  close(): Promise<unknown> {
    this.cut()
    return new Promise((resolve) => this.#server.close(resolve))
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket))
  }
}

test(
  'while the partner is away for 90 seconds, rows stay with their age, it gets no more calls than usual, and all is back within 60',
  { tag: '@long' },
  async ({ page, context }) => {
    test.setTimeout(360_000)
    await signIn(page, 'biller', own.url)
    await page.goto(`${own.url}/contracts`)
    const main = page.getByRole('main')
    const rows = main.getByRole('table').getByRole('row')
    const navigation = page.getByRole('navigation')
    await expect(rows.nth(5)).toBeVisible()
    await navigation.getByRole('link', { name: 'Charge captures' }).click()
    await expect(page).toHaveURL(/charge-captures/)
    await expect(rows.nth(5)).toBeVisible()
    const hrefs = await main
      .getByRole('table')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    const records = [...new Set(hrefs)].filter((href) =>
      /^\/charge-captures\/[\w-]{36}$/.test(href),
    )
    expect(records.length).toBeGreaterThan(20)
    const strip = page.getByRole('complementary', { name: 'Connection' })
    const other = await context.newPage()
    let opened = 0
    /**
     * A colleague opens a record every five seconds. Answers the calls that reached the partner.
     */
    const work = async (seconds: number): Promise<number> => {
      const [before, endsAt] = [line.sent, performance.now() + seconds * 1_000]
      while (performance.now() < endsAt) {
        const next = performance.now() + 5_000
        await other.goto(`${own.url}${records[opened % records.length]}`)
        await expectReady(other)
        opened += 1
        await sleep(Math.max(0, Math.min(next, endsAt) - performance.now()))
      }
      return line.sent - before
    }

    const usual = await work(90)
    line.cut()
    const during = work(90)
    await navigation.getByRole('link', { name: 'Contracts' }).click()
    await expect(page).toHaveURL(/contracts/)
    await expect(rows.nth(5)).toBeVisible()
    const note = main
      .getByRole('status')
      .filter({ hasText: /These rows are from \d{1,2}:\d\d [AP]M/ })
    await expect(note).toBeVisible({ timeout: 60_000 })
    await expect(strip).toContainText(/Partner isn’t answering, last answer \d{1,2}:\d\d [AP]M/)
    await navigation.getByRole('link', { name: 'Charge captures' }).click()
    await expect(page).toHaveURL(/charge-captures/)
    await expect(rows.nth(5)).toBeVisible()
    await expect(note).toBeVisible()
    const calls = await during
    line.mend()
    const mendedAt = performance.now()
    await expect(note).toHaveCount(0, { timeout: 60_000 })
    await expect(strip).not.toContainText('answering')
    await expect(rows.nth(5)).toBeVisible()
    const backAfter = Math.round((performance.now() - mendedAt) / 1_000)
    process.stdout.write(
      `calls in 90 seconds: ${usual} usually, ${calls} while the partner was away; back after ${backAfter} s\n`,
    )
    expect(calls).toBeLessThanOrEqual(usual * 1.1)
    expect(backAfter).toBeLessThanOrEqual(60)
  },
)
