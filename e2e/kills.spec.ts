import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { actionNames, buildFolder } from '#lib/commands/build.ts'
import { findFreePort } from '#lib/core/ports.ts'
import { type Service, waitForHealth } from '#lib/commands/service.ts'
import { namedDatabase } from '#lib/core/test-database.testing.ts'
import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import { type SeenRequest, SandboxClient } from './fixtures/sandbox.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { startJudgedSandbox } from './stack/judged-answers.ts'
import { OwnStart, type Process } from './stack/own-start.ts'

// The partner runs apart from `npm start`, so it remembers each request while everything of the
// console is killed.
test.use({ role: null })

const wrongNpi = '1234567890'
const captures = '/api/charge_captures/v1'
const saveAction = () =>
  [...actionNames(buildFolder())].find(([, name]) => name === 'saveChargeCapture')![0]

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
        const acknowledged: string[] = []
        const waiting = visits.map(saveOf)
        const saving = Promise.all(
          Array.from({ length: 12 }, async () => {
            for (let next = waiting.shift(); next; next = waiting.shift())
              if (await isSaved(own.url, cookie, next)) acknowledged.push(next.id)
              else waiting.push(next)
          }),
        )
        // A refusal fails the story where the saves are awaited.
        saving.catch(() => undefined)
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
        await saving
        await until(() => own.isServing(), 'the console serves')
        page = await context.newPage()
        await page.goto(fixAddress)
        await expect(page.getByText(new RegExp(`${fixed} captures changed`)).first()).toBeVisible({
          timeout: 120_000,
        })
        await page.close()

        await log.read()
        expect(log.isGapless, 'every request of the partner was seen').toBe(true)
        expect(acknowledged).toHaveLength(saves)
        const notOnce = [...visits, ...wrong]
          .map(({ id }) => [id, log.writes.get(id) ?? 0])
          .filter(([, count]) => count !== 1)
        expect(notOnce, 'records that were not written exactly once').toEqual([])
        for (const { id } of visits)
          expect((await partner.client.getCapture(id)).charge_capture_data.patient?.last_name).toBe(
            `Saved-${id.slice(0, 8)}`,
          )
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

async function startPartner(name: string): Promise<{ client: SandboxClient; service: Service }> {
  const port = await findFreePort()
  const runFolder = process.env.E2E_FOLDER!
  const service = startJudgedSandbox(
    `The partner (${name})`,
    ['--port', String(port), '--captures', '20', '--contracts', '30'],
    {
      runFolder,
      databaseUrl: await namedDatabase(`partner-${name}`),
      log: path.join(runFolder, `partner-${name}.log`),
    },
  )
  await waitForHealth(service, `http://127.0.0.1:${port}/_sandbox/health`, 300)
  return { client: new SandboxClient(`http://127.0.0.1:${port}`), service }
}

/**
 * Starts it again whenever it ended, as a service manager does: a killed one may hold its port for
 * a moment.
 */
async function keepRunning(own: OwnStart, isOver: () => boolean): Promise<void> {
  for (; !isOver(); await sleep(300))
    if (own.status !== 'runs') await own.start().catch(() => undefined)
}

/** Visits with one mistyped rendering NPI. */
async function createErrored(
  partner: SandboxClient,
  count: number,
  lastName: string,
): Promise<ChargeCapture[]> {
  const visits: ChargeCapture[] = []
  while (visits.length < count)
    visits.push(
      await partner.createVisit((data) => ({
        patient: { ...data.patient, first_name: 'Robin', last_name: lastName },
        rendering_provider: { ...data.rendering_provider, npi: wrongNpi },
      })),
    )
  return visits
}

/** Begins a bulk fix of the captures of a patient's name: its address, which names no patient. */
async function startFix(
  page: Page,
  url: string,
  lastName: string,
  right: string,
  count: number,
): Promise<string> {
  await page.goto(`${url}/charge-captures`)
  await page.getByRole('searchbox', { name: /search/i }).fill(lastName)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(lastName) }).first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await page.getByRole('button', { name: 'Fix all that match' }).click()
  await page.getByLabel('Field', { exact: true }).fill('rendering provider')
  await page.getByRole('option', { name: /^Rendering provider · NPI/ }).click()
  await page.getByLabel('Where it is').fill(wrongNpi)
  await page.getByLabel('New value').fill(right)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page
    .getByRole('button', { name: new RegExp(`^Send 1, then ${count - 1}`) })
    .click({ timeout: 120_000 })
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible()
  return page.url()
}

async function cookieOf(context: BrowserContext, url: string): Promise<string> {
  return (await context.cookies(url)).map(({ name, value }) => `${name}=${value}`).join('; ')
}

type Save = { id: string; operation_id: string; base: string; body: string }

// An operation is sent twice at most. One whose process was killed each time before its request left
// stays unknown: the person reloads the page, sees the old value and saves it anew.
const unknownTries = 20
const unknowns = new Map<string, number>()

/** The save of another last name. */
function saveOf(visit: ChargeCapture): Save {
  const data = visit.charge_capture_data
  const patient = { ...data.patient, last_name: `Saved-${visit.id.slice(0, 8)}` }
  return {
    id: visit.id,
    operation_id: randomUUID(),
    base: JSON.stringify(visit),
    body: JSON.stringify({ data: { ...data, patient } }),
  }
}

/**
 * Sends a save once: whether it is acknowledged. Otherwise the browser asks again, with the same
 * operation id as long as that may help.
 */
async function isSaved(url: string, cookie: string, asked: Save): Promise<boolean> {
  const result = await callAction(`${url}/charge-captures/${asked.id}`, cookie, asked)
  if (result?.ok && result.value.kind === 'saved') return true
  if (result && !result.ok && !open.has(result.error.name))
    throw new Error(`The save was refused: ${JSON.stringify(result)}`)
  if (result && !result.ok && result.error.name === 'OutcomeUnknown') {
    const tries = (unknowns.get(asked.operation_id) ?? 0) + 1
    unknowns.set(asked.operation_id, tries)
    if (tries >= unknownTries) asked.operation_id = randomUUID()
  }
  await sleep(700)
  return false
}

// After these the browser asks again with the same operation id.
const open = new Set(['OutcomeUnknown', 'DatabaseAway', 'RecordBusy', 'Unexpected', 'Unreachable'])

type Answer = { ok: true; value: { kind: string } } | { ok: false; error: { name: string } }

/** Sends a server action as Next's client does; undefined if no whole answer came. */
async function callAction(
  address: string,
  cookie: string,
  input: object,
): Promise<Answer | undefined> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        'next-action': saveAction(),
        'content-type': 'text/plain;charset=UTF-8',
        accept: 'text/x-component',
        origin: new URL(address).origin,
        cookie,
      },
      body: JSON.stringify([input]),
      signal: AbortSignal.timeout(60_000),
    })
    // The row of the action's result. A long text before it has a row of its own, which no line
    // break ends.
    const row = /1:(\{"ok":.*\})$/m.exec(await answer.text())?.[1]
    return row === undefined ? undefined : (JSON.parse(row) as Answer)
  } catch {
    return undefined
  }
}

/** The partner's log of writes by record, read without a gap. */
class WriteLog {
  readonly writes = new Map<string, number>()
  isGapless = true
  #last = 0
  readonly #partner: SandboxClient

  constructor(partner: SandboxClient) {
    this.#partner = partner
  }

  /** Reads on, and returns how many writes there were. */
  async read(): Promise<number> {
    const { requests } = await this.#partner.send<{
      requests: (SeenRequest & { number: number })[]
    }>('GET', `/_sandbox/requests?after=${this.#last}`)
    for (const { number, method, path: place } of requests) {
      if (number <= this.#last) continue
      if (number !== this.#last + 1) this.isGapless = false
      this.#last = number
      const id =
        method === 'PATCH' && place.startsWith(`${captures}/`)
          ? place.slice(captures.length + 1)
          : undefined
      if (id) this.writes.set(id, (this.writes.get(id) ?? 0) + 1)
    }
    return [...this.writes.values()].reduce((sum, count) => sum + count, 0)
  }
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 300_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`)
    await sleep(50)
  }
}
