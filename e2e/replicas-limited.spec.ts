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
  WriteLog,
} from './fixtures/writes-under-kills.ts'
import { type Act, FaultyLine } from './stack/faulty-line.ts'
import { Replicas } from './stack/replicas.ts'

// Each process learns by its own refusals how long the partner wants it to wait (decision 0098).
test.use({ role: null })

const windowMs = 15_000
const perWindow = 40
const fixed = 30
const saves = 16
const savesAtOnce = 6
/** The workers of a job (lib/actions/jobs/each-item.ts). */
const workersOfJob = 4

/** The partner's limit: it takes so many requests in each window, and puts off all others. */
class Limit {
  /** How many requests it put off in each window. */
  readonly putOff: number[] = []
  #left = 1
  #until = 0

  /** Takes no request any more for so long. */
  close(ms: number): void {
    this.#left = 0
    this.#until = performance.now() + ms
    this.putOff.push(0)
  }

  readonly act: Act = async (response, forward) => {
    const now = performance.now()
    if (now >= this.#until) {
      this.#until = now + windowMs
      this.#left = perWindow
      this.putOff.push(0)
    }
    if (this.#left === 0) {
      this.putOff[this.putOff.length - 1]! += 1
      response
        .writeHead(429, {
          'content-type': 'application/json',
          'retry-after': String(Math.ceil((this.#until - now) / 1_000)),
        })
        .end(JSON.stringify({ errorName: 'InternalError', content: {} }))
      return
    }
    this.#left -= 1
    const { status, headers, body } = await forward()
    response.writeHead(status, headers).end(body)
  }
}

test('a partner that puts off requests beyond its limit: two replicas wait as it asks, people read why, and each save and fix reaches it once', async ({
  page,
  context,
}) => {
  test.setTimeout(400_000)
  const name = `replicas-limited-${test.info().retry}`
  const partner = await startPartner(name)
  const sandbox = partner.client
  const line = await FaultyLine.start(Number(new URL(sandbox.url).port), process.env.E2E_FOLDER!)
  const own = await Replicas.start(name, { partner, env: line.env })
  const story = { isOver: false }
  try {
    const { url } = own
    const lastName = uniqueId('Limitedname')
    const wrong = await createErrored(sandbox, fixed, lastName)
    const right = (await sandbox.organization()).rendering.npi
    const visits = await Promise.all(Array.from({ length: saves }, () => sandbox.createVisit()))
    const typed = await sandbox.createVisit()
    const log = new WriteLog(sandbox)
    await log.read()
    await signIn(page, 'biller', url)
    const cookie = await cookieOf(context, url)
    const editor = await context.newPage()
    await editor.goto(`${url}/charge-captures/${typed.id}`)
    const field = editor.locator('[name="data.patient.last_name"]')
    await field.fill('Typed')

    await startFix(page, url, lastName, right, fixed)
    const limit = new Limit()
    line.spoil(limit.act)
    const saving = saveAll(visits, {
      url,
      cookie,
      atOnce: savesAtOnce,
      isOver: () => story.isOver,
    })

    await test.step('a person who saves meanwhile reads why it is not saved, and saves again', async () => {
      const save = editor.getByRole('button', { name: /^Save/ }).first()
      const main = editor.getByRole('main')
      // Longer than the five seconds that the console waits for the person, however late the press.
      limit.close(30_000)
      await save.click()
      await expect(main).toContainText(/Not saved\s*The partner is busy\. Try again in/)
      await expect(field).toHaveValue('Typed')
      await expect(async () => {
        await save.click()
        // A press after a save that took longer finds nothing to save.
        await expect(main).toContainText(/Saved\.|Nothing to save/, { timeout: 6_000 })
      }).toPass()
    })

    expect(await saving).toHaveLength(saves)
    await expect(page.getByText(`${fixed} captures changed`).first()).toBeVisible({
      timeout: 180_000,
    })

    await log.expectOnce([...wrong, ...visits, typed])
    await expectSavedNames(sandbox, visits)
    expect((await sandbox.getCapture(typed.id)).charge_capture_data.patient?.last_name).toBe(
      'Typed',
    )
    for (const { id } of wrong)
      expect((await sandbox.getCapture(id)).charge_capture_data.rendering_provider?.npi).toBe(right)

    // After one refusal a process sends nothing until the time that the partner named, so each of the
    // two is put off at most for what it had under way: one request of each caller.
    const { putOff } = limit
    expect(putOff.length, 'windows').toBeGreaterThan(3)
    expect(Math.max(...putOff)).toBeLessThanOrEqual(2 * (savesAtOnce + workersOfJob + 1))
    expect(Math.min(...own.proxy.answered), 'both replicas answered').toBeGreaterThan(20)
  } finally {
    story.isOver = true
    // An open page asks for its job's progress and complains once nobody answers.
    await context.close()
    await own.stop()
    await line.stop()
  }
})
