import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { expectReady } from './fixtures/ready.ts'
import { expect, test } from './fixtures/test.ts'
import type { OwnStack } from './stack/start-own-stack.ts'

// These stories make their own partner fail, and read their console's log.
test.use({ stack: { captures: 20, contracts: 30 } })
test.describe.configure({ mode: 'default' })

type Line = { request_id?: string; msg: string; operation?: string; error_name?: string }

/** The lines of the console's log with this id. */
function logged(own: OwnStack, id: string): Line[] {
  return readFileSync(own.log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ request_id }) => request_id === id)
}

/** The id that a part of the page names. */
async function idIn(place: Locator): Promise<string> {
  await expect(place).toContainText(/Request [0-9A-Z]{12}/)
  return /Request ([0-9A-Z]{12})/.exec((await place.textContent())!)![1]!
}

test('an error’s card, the console’s log and the partner have one id of the request', async ({
  page,
  own,
  sandbox,
  fault,
  sent,
}) => {
  const { id } = await sandbox.createVisit()
  const record = `/api/charge_captures/v1/${id}`
  const refused = { kind: 'status', status: 500, errorName: 'InternalError', content: {} }
  await fault({ method: 'GET', path: record, ...refused })
  await page.goto(`/charge-captures/${id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('The partner had an error')
  const first = await idIn(main)
  expect(logged(own, first)).toContainEqual(
    expect.objectContaining({
      msg: 'partner call',
      operation: 'getChargeCapture',
      error_name: 'InternalError',
    }),
  )
  const received = async (requestId: string) =>
    (await sent('GET', record)).filter(({ request_id }) => request_id === requestId)
  expect(await received(first)).not.toEqual([])

  await test.step('trying again is another request, whose answer names it too', async () => {
    const answered: (string | undefined)[] = []
    page.on('response', (reply) => answered.push(reply.headers()['x-request-id']))
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => idIn(main)).not.toBe(first)
    const second = await idIn(main)
    expect(answered).toContain(second)
    expect(await received(second)).not.toEqual([])
  })

  await test.step('the id can be copied', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const shown = await idIn(main)
    await main.getByRole('button', { name: 'Copy request ID' }).click()
    await expect(main.getByRole('button', { name: 'Copied request ID' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
  })
})

test('a save of unknown outcome names its request; a refused value names none', async ({
  page,
  own,
  sandbox,
  fault,
}) => {
  const { id } = await sandbox.createVisit()
  const record = `/api/charge_captures/v1/${id}`
  await page.goto(`/charge-captures/${id}`)
  await expectReady(page)
  const main = page.getByRole('main')
  const save = page.getByRole('button', { name: /^Save/ }).first()
  await page.locator('[name="data.patient.last_name"]').fill('Other')
  const refused = { errorName: 'UnprocessableEntityError', content: { message: 'Not this one.' } }
  await fault({ method: 'PATCH', path: record, kind: 'status', status: 422, ...refused })
  await save.click()
  await expect(main.getByRole('alert').first()).toContainText('Not this one.')
  await expect(main).not.toContainText(/Request [0-9A-Z]{12}/)
  await sandbox.clearFaults()

  await fault({ method: 'PATCH', path: record, kind: 'reset-before', times: 2 })
  await save.click()
  const card = main.getByRole('alert').filter({ hasText: 'This may or may not have been saved' })
  await expect(card).toBeVisible({ timeout: 60_000 })
  expect(logged(own, await idIn(card))).not.toEqual([])
})

test('a caller cannot choose the id of its request', async ({ own }) => {
  const ask = () => fetch(`${own.url}/sign-in`, { headers: { 'x-request-id': 'CHOSEN000001' } })
  const ids = [await ask(), await ask()].map((answer) => answer.headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) {
    expect(id).toMatch(/^[0-9A-Z]{12}$/)
    expect(id).not.toBe('CHOSEN000001')
  }
})
