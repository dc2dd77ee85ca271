import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { BrowserContext, Page } from '@playwright/test'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import { filesOf } from '#lib/core/test-database.testing.ts'
import { encounterList } from '#lib/lists/encounters.ts'
import type { ListSpec } from '#lib/lists/list-spec.ts'
import { plantedSecrets } from '#lib/commands/planted-secrets.ts'
import { chooseInList } from './fixtures/list-menu.ts'
import { Canaries, findCanaries } from './fixtures/canaries.ts'
import { charging, createChangedVisit } from './fixtures/changed-visit.ts'
import { createContract } from './fixtures/contracts.ts'
import { encounterRequest } from './fixtures/encounter-request.ts'
import { addFilter } from './fixtures/filters.ts'
import { expectReady } from './fixtures/ready.ts'
import { expect, test } from './fixtures/test.ts'
import { type Role, signIn } from './fixtures/sign-in.ts'

// These tests make their own partner fail, stop their console, and read its files and its log as
// bytes.
test.describe.configure({ mode: 'default' })

const METRICS_TOKEN = 'metrics-of-the-canaries'
// What the console sends to a collector of traces.
let traces = ''
test.use({
  role: null,
  stack: async ({ stack }, provide) => {
    const collector = createServer(async (asked, response) => {
      traces += await text(asked)
      response.end('{}')
    })
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    const { port } = collector.address() as AddressInfo
    const env = { METRICS_TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }
    await provide({ ...stack, captures: 20, contracts: 30, env })
    collector.close()
  },
})

/** What a browser shows to those between it and the console, and to the person who uses it next. */
class Seen {
  readonly addresses: string[] = []

  watch(context: BrowserContext): void {
    context.on('request', (request) =>
      this.addresses.push(request.url(), request.headers().referer ?? ''),
    )
    context.on('page', (page) =>
      page.on('framenavigated', (frame) => this.addresses.push(frame.url())),
    )
  }
}

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).first()
const create = (page: Page) => page.getByRole('button', { name: /^Create/ }).first()

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expectReady(page)
}

async function filterBy(
  page: Page,
  spec: ListSpec,
  name: string,
  value: string | string[],
): Promise<string> {
  await addFilter(page, { name, list: spec, mode: 'only', value })
  await expect(page).toHaveURL(/[?&]view=/)
  return new URL(page.url()).pathname + new URL(page.url()).search
}

/** Everything that the browser kept for the console's origin. */
function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const caches = await window.caches.keys()
    const stores = [localStorage, sessionStorage].map((store) => JSON.stringify({ ...store }))
    const state: unknown = history.state
    return JSON.stringify([
      databases,
      caches,
      stores,
      state,
      window.name,
      document.cookie,
      document.title,
    ])
  })
}

/** The files of a folder with canaries in them. */
function leaks(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      return findCanaries(readFileSync(file)).map(
        (found) => `${path.relative(folder, file)}: ${found}`,
      )
    })
}

test('300 names, ids, numbers and notes stay out of addresses, logs, storage, other people’s pages and the database', async ({
  playwright,
  browser,
  own,
  sandbox,
}) => {
  test.setTimeout(420_000)
  const canaries = new Canaries()
  const runFolder = process.env.E2E_FOLDER!
  const profile = path.join(runFolder, 'canary-profile')
  const context = await playwright.chromium.launchPersistentContext(profile, {
    ...test.info().project.use.launchOptions,
    baseURL: own.url,
    viewport: { width: 1440, height: 900 },
  })
  const seen = new Seen()
  seen.watch(context)
  const page = await context.newPage()
  await signIn(page, 'biller', own.url)
  const stored: string[] = []

  const full = await sandbox.createCapture(canaries.capture())
  const place = `/charge-captures/${full.id}`
  const views: string[] = []

  await test.step('searching lists by name, id and text', async () => {
    await open(page, '/charge-captures')
    await expect(
      page.getByRole('row', { name: new RegExp(full.charge_external_id) }),
    ).toContainText(/Zqkanari/)
    views.push(
      await filterBy(page, chargeCaptureList, 'patient_external_id', full.patient_external_id!),
    )
    await expect(page.getByRole('row', { name: new RegExp(full.charge_external_id) })).toBeVisible()
    await open(page, '/charge-captures')
    views.push(await filterBy(page, chargeCaptureList, 'search_term', canaries.next()))
    await open(page, '/encounters')
    views.push(await filterBy(page, encounterList, 'search_term', canaries.next()))
    for (const view of views) await open(page, view)
    stored.push(await kept(page))
  })

  await test.step('editing: a refused save, then one with an unknown outcome', async () => {
    const record = `/api/charge_captures/v1/${full.id}`
    await open(page, place)
    for (const name of ['data.patient.first_name', 'data.patient.last_name'])
      await field(page, name).fill(canaries.next())
    const refusal = { message: `${canaries.next()} is refused`, patient: canaries.next() }
    const refused = {
      kind: 'status',
      status: 422,
      errorName: 'UnprocessableEntityError',
      content: refusal,
    }
    await sandbox.fault({ method: 'PATCH', path: record, ...refused })
    await saveAnyway(`${canaries.next()} says so.`)
    await expect(page.getByRole('main')).toContainText(/Not saved/)
    stored.push(await kept(page))
    await sandbox.clearFaults()

    await sandbox.fault({ method: 'PATCH', path: record, kind: 'reset-before', times: 2 })
    await saveAnyway(`${canaries.next()} says so again.`)
    await expect(page.getByRole('main')).toContainText('This may or may not have been saved', {
      timeout: 60_000,
    })
    stored.push(await kept(page))
  })

  // A capture with errors is saved with a reason.
  async function saveAnyway(why: string): Promise<void> {
    const sent = (await sandbox.requests(`/api/charge_captures/v1/${full.id}`, 'PATCH')).length
    await save(page).click()
    const reason = page.getByRole('textbox', { name: /Reason for saving with errors/ })
    await expect(async () => {
      if (await reason.isVisible()) {
        await reason.fill(why)
        await page.getByRole('button', { name: /^Save with/ }).click()
      }
      expect(
        (await sandbox.requests(`/api/charge_captures/v1/${full.id}`, 'PATCH')).length,
      ).toBeGreaterThan(sent)
    }).toPass()
  }

  // After many failures, the console waits before it asks the partner again.
  async function partnerAnswers(): Promise<void> {
    await expect(async () => {
      await open(page, '/charge-captures')
      await expect(
        page.getByRole('row', { name: new RegExp(full.charge_external_id) }),
      ).toBeVisible({ timeout: 3_000 })
    }).toPass()
  }

  await test.step('a partner that answers nonsense with what it was sent', async () => {
    for (const fault of [
      { kind: 'status', status: 500, content: { message: canaries.next(), name: canaries.next() } },
      {
        kind: 'status',
        status: 200,
        body: `{"id": "${canaries.next()}", "charge_capture_data": [`,
      },
      {
        kind: 'status',
        status: 200,
        body: JSON.stringify({ id: 7, charge_capture_data: canaries.next() }),
      },
      { kind: 'status', status: 409, errorName: canaries.next(), content: canaries.next() },
      { kind: 'html' },
      { kind: 'truncate' },
    ]) {
      await sandbox.fault({ method: 'GET', path: '/api/charge_captures/v1*', ...fault })
      for (const address of [place, views[0]!, `/charge-captures/new?from=${full.id}`])
        await open(page, address)
      stored.push(await kept(page))
      await sandbox.clearFaults()
    }
    await partnerAnswers()
  })

  await test.step('creating: refused, with a lost answer, and from pre-encounter records', async () => {
    await open(page, '/charge-captures/new')
    await field(page, 'charge_external_id').fill(full.charge_external_id)
    await field(page, 'patient_external_id').fill(canaries.next())
    for (const name of ['data.patient.first_name', 'data.patient.last_name'])
      if (await field(page, name).isVisible()) await field(page, name).fill(canaries.next())
    await create(page).click()
    await expect(page.getByRole('main')).toContainText(`${full.charge_external_id} is already used`)
    await field(page, 'charge_external_id').fill('CAN-lost-answer')
    await sandbox.fault({
      method: 'POST',
      path: '/api/charge_captures/v1',
      kind: 'reset-after',
      times: 1,
    })
    await create(page).click()
    await expect(page).toHaveURL(/\/charge-captures\/[0-9a-f-]{36}$/)
    await sandbox.clearFaults()

    const { patient } = await sandbox.preEncounter(0)
    const family = canaries.next()
    await sandbox.changePreEncounter({ patient_id: patient.id, changes: { name: { family } } })
    await open(page, '/charge-captures/new')
    await page.getByRole('combobox', { name: 'Patient: name, birth date or MRN' }).fill(family)
    await page.getByRole('listbox', { name: 'Patients' }).getByRole('option').first().click()
    await expect(page.getByRole('region', { name: 'Patient', exact: true })).toContainText(family)
    stored.push(await kept(page))
    await open(page, '/charge-captures/new-from-pre-encounter')
    await page.getByRole('button', { name: 'Find the patient' }).click()
    const finder = page.getByRole('dialog')
    const nobody = canaries.next()
    const searched = page.waitForResponse((reply) =>
      (reply.request().postData() ?? '').includes(nobody),
    )
    await finder.getByRole('combobox').fill(nobody)
    await searched
    await finder.getByRole('combobox').fill(family)
    await finder.getByRole('option').first().click()
    await expect(page.getByRole('main')).toContainText(new RegExp(family))
    stored.push(await kept(page))
  })

  await test.step('claims, errors with a note, changes after billing, encounters', async () => {
    const errored = await sandbox.createVisit((data) => ({
      patient: { ...data.patient, first_name: canaries.next(), last_name: canaries.next() },
      rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
    }))
    await open(page, `/claim-creations/${errored.claim_creation_id}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: 'Dismiss with reason…' })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('textbox', { name: /Reason for dismissing/ })
      .fill(`${canaries.next()} called.`)
    await dialog.getByRole('button', { name: 'Mark resolved' }).click()
    await expect(dialog).toHaveCount(0)
    const changed = await createChangedVisit(sandbox, canaries.next(), charging(13_500))
    await open(page, `/updates?item=${changed.claimCreationId}`)
    await expect(page.getByRole('main')).toContainText(/Zqkanari/)
    const encounter = await sandbox.createEncounter(await encounterRequest(sandbox, 0))
    await open(page, `/encounters/${encounter.encounter_id}`)
    await expect(page.getByRole('main')).toContainText(/Zqkanari/)
    stored.push(await kept(page))
  })

  await test.step('a report in the background, and a second capture with a canary in every field', async () => {
    await sandbox.createCapture(canaries.capture())
    const content = { message: `${canaries.next()} is refused` }
    const refused = { kind: 'status', status: 403, errorName: 'UnauthorizedError', content }
    await sandbox.fault({ method: 'GET', path: '/api/contracts/v3', ...refused })
    await open(page, '/credentialing')
    await page.getByRole('button', { name: 'Check coverage' }).first().click()
    await expect(page.getByRole('main').getByText(/^Coverage check failed/)).toBeVisible({
      timeout: 60_000,
    })
    stored.push(await kept(page))
    await sandbox.clearFaults()
    await partnerAnswers()
    await open(page, '/credentialing')
    await page
      .getByRole('button', { name: /^Check (coverage|again)/ })
      .first()
      .click()
    await expect(page.getByText(/^As of /).locator('time')).toBeVisible({ timeout: 60_000 })
    await open(page, '/charge-captures')
    stored.push(await kept(page))
  })

  const unsaved = canaries.next()
  await test.step('an edit that is never saved', async () => {
    await open(page, place)
    const draft = page.waitForResponse((reply) =>
      (reply.request().postData() ?? '').includes(unsaved),
    )
    await field(page, 'data.patient.last_name').fill(unsaved)
    expect((await draft).status()).toBe(200)
    await open(page, '/sign-in')
    stored.push(await kept(page))
  })

  await test.step('free texts of a contract, in a draft and saved', async () => {
    const { contract_id: id } = await createContract(sandbox)
    const clerk = await otherPerson('credentialing')
    await open(clerk, `/contracts/${id}`)
    await clerk.getByRole('button', { name: /^Edit/ }).click()
    for (const name of ['first_name', 'last_name', 'title'])
      await field(clerk, `authorized_signatory.${name}`).fill(canaries.next())
    await save(clerk).click()
    await expect(clerk.getByRole('main')).toContainText('Saved.')
    stored.push(await kept(clerk))
    await clerk.context().close()
  })

  async function otherPerson(role: Role): Promise<Page> {
    const other = await browser.newContext({ storageState: { cookies: [], origins: [] } })
    seen.watch(other)
    const theirs = await other.newPage()
    await signIn(theirs, role, own.url)
    return theirs
  }

  expect(canaries.count).toBeGreaterThanOrEqual(300)

  let entry = ''
  await test.step('the activity: lists, an export and the entry of a failed change', async () => {
    const admin = await otherPerson('admin')
    const rows = admin.getByRole('table', { name: 'Activity' }).getByRole('row')
    const listed = [
      '/activity',
      '/activity?group=exports',
      `/activity?record_id=${full.id}&group=reads`,
    ]
    for (const address of [...listed, `/activity?record_id=${full.id}&group=writes`]) {
      await open(admin, address)
      expect(findCanaries(await admin.content()), address).toEqual([])
    }
    const [download] = await Promise.all([
      admin.waitForEvent('download'),
      chooseInList(admin, 'Export CSV'),
    ])
    expect(findCanaries(readFileSync(await download.path())), 'the exported activity').toEqual([])
    await rows.getByRole('link', { name: 'Changed a charge capture' }).first().click()
    await expect(admin).toHaveURL(/\/activity\/\d+$/)
    entry = new URL(admin.url()).pathname
    stored.push(await kept(admin))
    await open(admin, '/activity')
    expect(findCanaries(await admin.content()), 'the list after an entry').toEqual([])
    stored.push(await kept(admin))
    await admin.context().close()
  })

  await test.step('other people', async () => {
    const clerk = await otherPerson('credentialing')
    for (const address of [
      place,
      ...views,
      '/charge-captures',
      '/claim-creations',
      '/overview',
      '/queue',
      '/updates',
      '/credentialing',
      '/activity',
      entry,
    ]) {
      await open(clerk, address)
      expect(findCanaries(await clerk.content()), `credentialing staff at ${address}`).toEqual([])
    }
    await clerk.context().close()
    const admin = await otherPerson('admin')
    for (const address of ['/settings/people', '/settings/connections']) {
      await open(admin, address)
      expect(findCanaries(await admin.content()), address).toEqual([])
    }
    await open(admin, place)
    expect(await admin.content()).not.toContain(unsaved)
    stored.push(await kept(admin))
    await admin.context().close()
  })

  await test.step('health, readiness and metrics', async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    for (const [address, part] of [
      ['/api/health', '"ok"'],
      ['/api/ready', '"ready"'],
      ['/api/metrics', 'console_partner_call_seconds_count{operation="listChargeCaptures"'],
    ] as const) {
      const answer = await (await fetch(own.url + address, { headers })).text()
      // Another answer than the real one has no canary either.
      expect(answer, address).toContain(part)
      expect(findCanaries(answer), address).toEqual([])
    }
  })

  expect(findCanaries(JSON.stringify(stored)), 'the storage of the browsers').toEqual([])
  expect(findCanaries(JSON.stringify(await context.cookies())), 'cookies').toEqual([])
  expect(seen.addresses.length).toBeGreaterThan(100)
  expect(findCanaries(seen.addresses.join('\n')), 'addresses and referrers').toEqual([])

  await context.close()
  expect(leaks(profile), 'the profile of the browser on disk').toEqual([])
  await own.stop()
  expect(leaks(own.dataFolder), 'the console’s folder').toEqual([])
  expect(leaks(await filesOf(own.databaseUrl)), 'the console’s database on the disk').toEqual([])
  const log = readFileSync(own.log)
  expect(log.length).toBeGreaterThan(100)
  expect(findCanaries(log), 'the console’s log').toEqual([])
  expect(traces.length).toBeGreaterThan(10_000)
  expect(findCanaries(traces), 'the traces').toEqual([])
  expect(traces.includes(full.id), 'a record’s id in the traces').toBe(false)
  for (const secret of Object.values(plantedSecrets))
    expect(log.includes(secret), 'a planted secret in the log').toBe(false)
})

test('the search finds a canary in each way of writing it', () => {
  const value = new Canaries().next()
  const bytes = Buffer.from(value)
  for (const text of [
    value,
    value.toUpperCase(),
    `?name=${value}&x`,
    encodeURIComponent(`${value} x`),
  ])
    expect(findCanaries(text), text).not.toEqual([])
  for (const before of ['', ' ', '  ', 'abc', 'abcd'])
    expect(
      findCanaries(Buffer.from(`${before}${value}${before}`).toString('base64')),
      before,
    ).not.toEqual([])
  expect(findCanaries(bytes.toString('hex'))).not.toEqual([])
  expect(findCanaries(Buffer.from(value, 'utf16le'))).not.toEqual([])
  expect(findCanaries('Testcase Robin')).toEqual([])
})
