import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { formatLocalDate } from '#lib/core/local-date.ts'
import { dayOfNow } from './fixtures/capture-body.ts'
import { createContract } from './fixtures/contracts.ts'
import { pathOf, Rosters } from './fixtures/rosters.ts'
import type { SandboxClient } from './fixtures/sandbox.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { type Act, type Cut, FaultyLine, type Spoiled } from './stack/faulty-line.ts'
import { type ConsoleInstance, startConsole } from './stack/start-console.ts'

// Every fault of a partner in every operation that a person makes, by clicks: what the person reads
// then, and a picture of it in the test's results. lib/decisions/partner-faults.md lists the words.

test.use({ role: null })

type Operation = 'list' | 'open' | 'create' | 'save' | 'delete' | 'add' | 'remove'
const reads = ['list', 'open'] as const
const writes = ['create', 'save', 'delete', 'add', 'remove'] as const
const all = [...reads, ...writes]

type Json = Record<string, unknown>
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Act =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
const refusal = (status: number, errorName: string, content: unknown, headers = {}) =>
  json(status, { errorName, content }, headers)
const page =
  (status: number, headers = {}): Act =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'text/html', ...headers })
      .end('<html><h1>Sign in</h1></html>')
/** The partner's own answer with another body. */
const changed =
  (change: (body: Json) => unknown, headers: Record<string, string> = {}): Act =>
  async (response, forward) => {
    const { status, headers: own, body } = await forward()
    const { 'content-length': _, ...rest } = own
    response
      .writeHead(status, { ...rest, ...headers })
      .end(JSON.stringify(change(JSON.parse(body.toString()) as Json)))
  }
/** Changes each record of a list, or the one record. */
const record = (change: (record: Json) => Json) =>
  changed((body) =>
    Array.isArray(body.items)
      ? { ...body, items: (body.items as Json[]).map(change) }
      : change(body),
  )
/** Two rows of the first page again and again, under one token. */
function goingRound(): Act {
  let first: Json | undefined
  return async (response, forward) => {
    first ??= JSON.parse((await forward()).body.toString()) as Json
    const page = { ...first, items: (first.items as Json[]).slice(0, 2), next_page_token: 'round' }
    return json(200, page)(response, forward)
  }
}
const startOf = (response: ServerResponse, body: Buffer, part: number) => {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': String(body.length + 2),
  })
  response.write(body.subarray(0, part))
}
const bomb = gzipSync(Buffer.alloc(40_000_000, 32))

/** `of`: it spoils the requests of the operation only; otherwise every one. */
type Fault = {
  of?: 'operation'
  on: readonly Operation[]
  /** It is there before the person opens anything. */
  isEarlier?: true
  act: Act | Cut
}

const faults: Record<string, Fault> = {
  'connection refused': { on: all, act: 'refused' },
  'DNS failure': { on: all, act: 'no name' },
  'TLS failure': { on: all, act: 'expired' },
  'TLS: wrong name': { on: ['list', 'save'], act: 'wrong name' },
  'TLS: untrusted': { on: ['list', 'save'], act: 'untrusted' },
  'reset after the request was sent': {
    of: 'operation',
    on: all,
    act: async (response, forward) => void (await forward(), response.socket?.destroy()),
  },
  '401 in the middle of a session': {
    on: all,
    act: refusal(401, 'UnauthorizedError', { message: 'No.' }),
  },
  '403': { of: 'operation', on: all, act: refusal(403, 'UnauthorizedError', {}) },
  '404': { of: 'operation', on: all, act: refusal(404, 'EntityNotFoundError', { id: '1' }) },
  'create times out without a natural key': {
    of: 'operation',
    on: ['create'],
    act: (response) => void response.socket?.destroy(),
  },
  '422 with an array of validations': {
    of: 'operation',
    on: all,
    act: refusal(422, 'HttpRequestValidationsError', [
      { fieldName: 'effectiveDate', humanReadableMessage: 'Must be the first of a month.' },
    ]),
  },
  '422 schema instance': {
    of: 'operation',
    on: ['save'],
    act: refusal(422, 'SchemaInstanceValidationHttpFailure', {
      errors: [{ type: 'key_does_not_exist', schema_id: '3f6f', key: 'site' }],
    }),
  },
  '422 unprocessable, fee schedule, expiry': {
    of: 'operation',
    on: writes,
    act: refusal(422, 'UnprocessableEntityError', { message: 'The period is closed.' }),
  },
  '429 with Retry-After': {
    on: all,
    act: refusal(429, 'InternalError', {}, { 'retry-after': '20' }),
  },
  '429 without Retry-After': { on: all, act: refusal(429, 'InternalError', {}) },
  '500, 502, 504': { of: 'operation', on: all, act: page(502, { 'x-request-id': 'gw:0042.9' }) },
  '503': { on: all, act: page(503) },
  'slow body': {
    of: 'operation',
    on: all,
    act: async (response, forward) => {
      startOf(response, (await forward()).body, 0)
      const timer = setInterval(() => response.write(' '), 1_000)
      response.on('close', () => clearInterval(timer))
    },
  },
  'truncated JSON': {
    of: 'operation',
    on: all,
    act: async (response, forward) => {
      const { body } = await forward()
      startOf(response, body, Math.ceil(body.length / 2))
      response.socket?.end()
    },
  },
  'HTML for JSON': { of: 'operation', on: all, act: page(200) },
  'huge body or bomb': {
    of: 'operation',
    on: all,
    act: async (response, forward) => {
      await forward()
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(bomb)
    },
  },
  'unknown enum': {
    of: 'operation',
    on: reads,
    isEarlier: true,
    act: record((each) => ({ ...each, status: 'awaiting_review' })),
  },
  'unknown field': {
    of: 'operation',
    on: ['list', 'open', 'save'],
    isEarlier: true,
    act: record((each) => ({ ...each, care_team: { lead: 'blue' } })),
  },
  'null for an array, a wrong type': {
    of: 'operation',
    on: reads,
    isEarlier: true,
    act: record((each) => ({
      ...each,
      charge_capture_data: {
        ...(each.charge_capture_data as Json),
        service_lines: null,
        diagnoses: 'E11.9',
      },
    })),
  },
  'no items but a token': {
    of: 'operation',
    on: ['list'],
    act: (response, forward) =>
      json(200, {
        items: [],
        item_count: 0,
        prev_page_token: null,
        next_page_token: `t-${randomUUID()}`,
      })(response, forward),
  },
  'tokens that go round': { of: 'operation', on: ['list'], act: goingRound() },
  'clock skew': {
    on: reads,
    act: (response, forward) => {
      const [now, later] = [0, 20_000].map((ms) =>
        new Date(Date.now() + 26 * 3_600_000 + ms).toUTCString(),
      )
      return refusal(
        429,
        'InternalError',
        {},
        { date: now!, 'retry-after': later! },
      )(response, forward)
    },
  },
}

/** The operation, ready for its last click. */
type Ready = {
  of: Spoiled
  click: () => Promise<unknown>
  place: Locator
  isKept?: () => Promise<void>
}
type Own = { url: string; sandbox: SandboxClient; page: Page }

const captures = '/api/charge_captures/v1'
const anyCapture = { method: 'GET', path: new RegExp(`^${captures}(/|$)`) }
const exact = (path: string) => new RegExp(`^${path}$`)
const main = (page: Page) => page.getByRole('main')
const rail = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name })
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
/**
 * Opens an address until `place` is there: the partner may still be recovering from the fault
 * before.
 */
const arrive = (page: Page, address: string, place: Locator) =>
  expect(async () => {
    await page.goto(address)
    await expect(place).toBeVisible({ timeout: 10_000 })
  }).toPass()

const operations: Record<Operation, (own: Own) => Promise<Ready>> = {
  async list({ page, url }) {
    await arrive(page, `${url}/charge-captures`, main(page).getByRole('row').nth(3))
    await page.goto(`${url}/settings/account`)
    const of = { method: 'GET', path: exact(captures) }
    return { of, click: () => rail(page, 'Charge captures').click(), place: main(page) }
  },
  async open({ page, url, sandbox }) {
    const { id, charge_external_id: name } = await sandbox.createVisit()
    const link = main(page).getByRole('row', { name }).getByRole('link')
    await arrive(page, `${url}/charge-captures?charge_external_id=${name}`, link)
    return {
      of: { method: 'GET', path: exact(`${captures}/${id}`) },
      click: () => link.click(),
      place: main(page),
    }
  },
  async save({ page, url, sandbox }) {
    const { id } = await sandbox.createVisit()
    const name = field(page, 'data.patient.last_name')
    await arrive(page, `${url}/charge-captures/${id}`, name)
    await name.fill('Marlowe')
    return {
      of: { method: 'PATCH', path: exact(`${captures}/${id}`) },
      click: () => page.getByRole('button', { name: /^Save/ }).first().click(),
      place: main(page),
      isKept: () => expect(name).toHaveValue('Marlowe'),
    }
  },
  async create({ page, url, sandbox }) {
    const { billing, payer } = await sandbox.organization()
    // The form opens without the partner, which has to answer again after the fault before.
    await arrive(page, `${url}/contracts`, main(page).getByRole('row').nth(3))
    await arrive(page, `${url}/contracts/new`, field(page, 'effective_date'))
    const restored = page.getByRole('region', { name: 'Restored draft' })
    if (await restored.isVisible()) await restored.getByRole('button').click()
    await field(page, 'contracting_provider_id').fill(billing.organization_provider_id)
    await field(page, 'payer_uuid').fill(payer.payer_uuid)
    const day = dayOfNow('2040-01-01')
    await field(page, 'effective_date').fill(day)
    await page.getByRole('radio', { name: 'National' }).click()
    for (const line of ['Commercial', 'Medicare', 'Medicaid'])
      await page
        .getByRole('group', { name: line })
        .getByRole('radio', { name: 'All types' })
        .click()
    return {
      of: { method: 'POST', path: exact('/api/contracts/v3') },
      click: () => page.getByRole('button', { name: /^Create/ }).click(),
      place: main(page),
      isKept: () =>
        expect(field(page, 'effective_date')).toHaveValue(formatLocalDate(day, { weekday: false })),
    }
  },
  async delete({ page, url, sandbox }) {
    const { contract_id: id } = await createContract(sandbox, {
      effective_date: '2035-03-01',
      expiration_date: null,
    })
    const button = page.getByRole('button', { name: 'Delete' })
    await arrive(page, `${url}/contracts/${id}`, button)
    await button.click()
    const dialog = page.getByRole('dialog')
    return {
      of: { method: 'DELETE', path: exact(`/api/contracts/v3/${id}`) },
      click: () => dialog.getByRole('button', { name: 'Delete the contract' }).click(),
      place: page.locator('body'),
    }
  },
  async add({ page, url, sandbox }) {
    const rosters = new Rosters(sandbox)
    const [a, b] = await rosters.providers(0, 2)
    const contract = await rosters.create([a!])
    await arrive(
      page,
      `${url}/contracts/${contract}/providers`,
      page.getByText(/providers? in all/),
    )
    await page.getByRole('button', { name: 'Add providers' }).click()
    await page.getByRole('button', { name: 'Find a provider for the list' }).click()
    const find = page.getByRole('dialog', { name: 'Find a provider for the list' })
    await find.getByRole('combobox', { name: 'Name or NPI' }).fill(b!.npi)
    await find.getByRole('option', { name: b!.npi }).click()
    await page.keyboard.press('Escape')
    const dialog = page.getByRole('dialog', { name: 'Add providers' })
    const chosen = dialog.getByRole('list', { name: 'Chosen providers' }).getByRole('listitem')
    await expect(chosen).toHaveCount(1)
    return {
      of: { method: 'POST', path: exact(pathOf(contract)) },
      click: () => dialog.getByRole('button', { name: 'Add 1', exact: true }).click(),
      place: dialog,
      isKept: () => expect(chosen).toHaveCount(1),
    }
  },
  async remove({ page, url, sandbox }) {
    const rosters = new Rosters(sandbox)
    const providers = await rosters.providers(4, 2)
    const contract = await rosters.create(providers)
    await arrive(
      page,
      `${url}/contracts/${contract}/providers`,
      page.getByText(/providers? in all/),
    )
    await page.getByRole('row', { name: providers[0]!.npi }).getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Remove 1 chosen' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Check the list' }).click()
    await dialog.getByRole('checkbox', { name: /1 provider of 2 leaves?/ }).check()
    return {
      of: { method: 'DELETE', path: exact(pathOf(contract)) },
      click: () => dialog.getByRole('button', { name: 'Remove 1', exact: true }).click(),
      place: dialog,
    }
  },
}

let line: FaultyLine
let own: ConsoleInstance
test.beforeAll(async () => {
  const name = `faults-${process.env.TEST_WORKER_INDEX}`
  line = await FaultyLine.start(Number(process.env.E2E_SANDBOX_PORT), process.env.E2E_FOLDER!)
  own = await startConsole({ folder: process.env.E2E_FOLDER!, name, sandboxPort: 1, env: line.env })
})
test.afterAll(async () => {
  await own.service.stop()
  await line.stop()
})

/** lib/decisions/partner-faults.md: the words of each operation and fault. */
const words = new Map<string, string>(
  readFileSync('lib/decisions/partner-faults.md', 'utf8')
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .filter(([, operation]) => operation !== undefined && operation in operations)
    .flatMap(([, operation, words, faults]) =>
      faults!.split('; ').map((fault) => [`${operation}: ${fault}`, words!] as const),
    ),
)

for (const operation of Object.keys(operations) as Operation[]) {
  const role = ['create', 'delete', 'add', 'remove'].includes(operation)
    ? 'credentialing'
    : 'biller'
  test(`the partner’s faults: ${operation}`, { tag: '@long' }, async ({ page, sandbox }, info) => {
    test.setTimeout(900_000)
    await signIn(page, role, own.url)
    const its = Object.entries(faults).filter(([, { on }]) => on.includes(operation))
    expect(
      its.map(([fault]) => `${operation}: ${fault}`).filter((each) => !words.has(each)),
    ).toEqual([])
    for (const [name, { act, of, isEarlier }] of its)
      await test.step(name, async () => {
        const spoil = (ready?: Ready) =>
          typeof act === 'string' ? line.cut(act) : line.spoil(act, of && (ready?.of ?? anyCapture))
        if (isEarlier) await spoil()
        const ready = await operations[operation]({ page, url: own.url, sandbox })
        if (!isEarlier) await spoil(ready)
        await ready.click()
        const found = words.get(`${operation}: ${name}`)!
        const either = new RegExp(found.split(' — or: ').map(RegExp.escape).join('|'))
        await expect
          .soft(ready.place, `${operation}, ${name}`)
          .toContainText(either, { timeout: 75_000 })
        if (/^(Not|The partner|It may|This may|No answer)/.test(found)) await ready.isKept?.()
        const path = info.outputPath(`${operation}, ${name}.png`)
        await page.screenshot({ path })
        await info.attach(`${operation}, ${name}`, { path, contentType: 'image/png' })
        await line.mend()
      })
  })
}
