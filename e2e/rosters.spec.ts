import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { idsOf, pathOf, Rosters } from './fixtures/rosters.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ role: 'credentialing' })

const dialogOf = (page: Page) => page.getByRole('dialog')

type RefusedFile = [name: string, content: Buffer, why: RegExp]

async function expectRefused(dialog: Locator, files: readonly RefusedFile[]): Promise<void> {
  for (const [name, buffer, why] of files) {
    await dialog.getByLabel('Pick a CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer })
    await expect(dialog.getByRole('alert')).toContainText(why)
    await expect(dialog.getByRole('alert')).toContainText('Nothing was sent.')
  }
}

async function openRoster(page: Page, contract: string): Promise<void> {
  await page.goto(`/contracts/${contract}/providers`)
  await expect(page.getByText(/providers? in all/)).toBeVisible()
}

async function openChange(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await expect(dialogOf(page).getByRole('button', { name: 'Check the list' })).toBeVisible()
}

async function check(page: Page, text: string): Promise<void> {
  await dialogOf(page).getByLabel('Provider IDs or NPIs').fill(text)
  await dialogOf(page).getByRole('button', { name: 'Check the list' }).click()
}

test('a pasted list is sorted line by line, and only the providers to add are sent', async ({
  page,
  sandbox,
}) => {
  const rosters = new Rosters(sandbox)
  const [a, b, c, d] = await rosters.providers(0, 4)
  const contract = await rosters.create([a!, b!])
  await openRoster(page, contract)
  await page.keyboard.press('/')
  await page.keyboard.type(a!.npi)
  await expect(page.getByRole('table', { name: 'Providers' }).getByRole('row')).toHaveCount(2)
  await openChange(page, 'Add providers')
  const unknown = randomUUID()
  const { payer, facility } = await sandbox.organization()
  await check(
    page,
    [
      payer.payer_uuid,
      facility.organization_service_facility_id,
      a!.organization_provider_id.toUpperCase(),
      b!.npi,
      c!.organization_provider_id,
      d!.npi,
      c!.npi,
      unknown,
      '1234567890',
      'MRN-7',
    ].join('\n'),
  )
  const dialog = dialogOf(page)
  for (const [outcome, count] of [
    ['Add', 2],
    ['Already there', 2],
    ['Unknown', 3],
    ['Invalid', 2],
  ] as const)
    await expect(
      dialog.getByRole('tab', { name: new RegExp(`^${outcome} ?${count}$`) }),
    ).toBeVisible()
  await expect(dialog.getByText('10 values read, 1 of them repeated.')).toBeFocused()
  await dialog.getByRole('tab', { name: /Invalid/ }).click()
  await expect(dialog.getByRole('row', { name: /1234567890.*mistyped/ })).toBeVisible()
  await expect(
    dialog.getByRole('row', { name: /MRN-7.*isn’t a provider ID or an NPI/ }),
  ).toBeVisible()
  await expectAccessible(page, 'what a list would do')
  expect(await rosters.sent(contract, 'POST')).toEqual([])
  await dialog.getByRole('button', { name: 'Add 2', exact: true }).click()
  await expect(dialog.getByText('Roster changed.')).toBeVisible()
  await expect(dialog.getByText('Matches', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the result of a change')
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await rosters.sent(contract, 'POST')).toEqual([idsOf([c!, d!])])
  expect(await rosters.idsOn(contract)).toEqual(idsOf([a!, b!, c!, d!]))
  await page.getByLabel('Search the roster').fill('')
  await expect(page.getByRole('table', { name: 'Providers' })).toHaveAttribute('aria-rowcount', '5')
  await expect(page.getByRole('link', { name: /Providers 4/ })).toBeVisible()
})

async function findByNpi(page: Page, npi: string): Promise<void> {
  const find = page.getByRole('dialog', { name: 'Find a provider for the list' })
  await find.getByRole('combobox', { name: 'Name or NPI' }).fill(npi)
  await find.getByRole('option', { name: npi }).click()
}

test('providers chosen by name are added in one write, and the roster read afterwards confirms it', async ({
  page,
  sandbox,
}) => {
  const rosters = new Rosters(sandbox)
  const [a, b, c, d] = await rosters.providers(24, 4)
  const contract = await rosters.create([a!, b!])
  await openRoster(page, contract)
  await openChange(page, 'Add providers')
  await page.getByRole('button', { name: 'Find a provider for the list' }).click()
  for (const { npi } of [a!, c!, d!]) await findByNpi(page, npi)
  await page.keyboard.press('Escape')
  const dialog = page.getByRole('dialog', { name: 'Add providers' })
  const chosen = dialog.getByRole('list', { name: 'Chosen providers' }).getByRole('listitem')
  await expect(chosen).toHaveCount(3)
  await expect(chosen.filter({ hasText: 'Already there' })).toHaveText(new RegExp(a!.npi))
  await expect(dialog.getByText('The roster goes from 2 providers to 4.')).toBeVisible()
  await expectAccessible(page, 'providers chosen by name')
  await dialog.getByRole('button', { name: 'Add 2', exact: true }).click()
  await expect(dialog.getByText('Roster changed.')).toBeFocused()
  await expect(dialog.getByText('4 (confirmed)')).toBeVisible()
  expect(page.workers()).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await rosters.sent(contract, 'POST')).toEqual([idsOf([c!, d!])])
  expect(await rosters.idsOn(contract)).toEqual(idsOf([a!, b!, c!, d!]))
  await expect(page.getByRole('table', { name: 'Providers' })).toHaveAttribute('aria-rowcount', '5')
})

test(
  'after a lost answer the roster shows who was added, and the others are offered again',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const rosters = new Rosters(sandbox)
    const [a, b] = await rosters.providers(28, 2)
    const contract = await rosters.create([a!])
    await openRoster(page, contract)
    await openChange(page, 'Add providers')
    await page.getByRole('button', { name: 'Find a provider for the list' }).click()
    await findByNpi(page, b!.npi)
    await page.keyboard.press('Escape')
    const dialog = page.getByRole('dialog', { name: 'Add providers' })
    const add = dialog.getByRole('button', { name: 'Add 1', exact: true })
    await sandbox.fault({ method: 'POST', path: pathOf(contract), kind: 'reset-before', times: 1 })
    await add.click()
    await expect(dialog.getByRole('alert')).toContainText(
      '1 provider of these isn’t on the roster.',
    )
    await sandbox.fault({ method: 'POST', path: pathOf(contract), kind: 'reset-after', times: 1 })
    await add.click()
    await expect(dialog.getByText('Roster changed.')).toBeVisible()
    await expect(dialog.getByText('Matches', { exact: true })).toBeVisible()
    expect(await rosters.idsOn(contract)).toEqual(idsOf([a!, b!]))
  },
)

test.describe('a worker that the browser ends', () => {
  test.use({ expectedComplaint: /out of memory/ })

  test(
    'a change says that it was stopped, and sends nothing',
    { tag: '@long' },
    async ({ page, sandbox }) => {
      const rosters = new Rosters(sandbox)
      const [a, b] = await rosters.providers(30, 2)
      const contract = await rosters.create([a!])
      await openRoster(page, contract)
      await openChange(page, 'Add providers')
      await check(page, b!.npi)
      const dialog = dialogOf(page)
      const add = dialog.getByRole('button', { name: 'Add 1', exact: true })
      await expect(add).toBeEnabled()
      await page.workers()[0]!.evaluate(() => {
        setTimeout(() => {
          throw new Error('out of memory')
        })
      })
      await expect.poll(() => page.workers()).toHaveLength(0)
      await add.click()
      await expect(dialog.getByRole('alert')).toContainText(
        'The browser stopped this work. Close this and start again.',
      )
      expect(await rosters.sent(contract, 'POST')).toEqual([])
    },
  )
})

test('a CSV file makes the roster equal to it, and a provider who left meanwhile blocks nothing', async ({
  page,
  sandbox,
}) => {
  const rosters = new Rosters(sandbox)
  const providers = await rosters.providers(4, 6)
  const contract = await rosters.create(providers.slice(0, 4))
  await openRoster(page, contract)
  await openChange(page, 'Make equal to a list')
  const wanted = providers.slice(3)
  const csv = [
    'name,NPI,provider_id',
    ...wanted.map(({ npi, organization_provider_id: id }) => `"Doe, Jane",${npi},${id}`),
  ].join('\r\n')
  const dialog = dialogOf(page)
  await dialog
    .getByLabel('Pick a CSV file')
    .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(dialog.getByText('3 values')).toBeVisible()
  await expect(dialog.getByLabel('Column')).toHaveValue('2')
  await dialog.getByRole('button', { name: 'Check the list' }).click()
  await expect(dialog.getByText('The roster goes from 4 providers to 3.')).toBeVisible()
  const send = dialog.getByRole('button', { name: 'Add 2, remove 3' })
  await expect(send).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /3 providers of 4 leave/ }).check()
  await rosters.remove(contract, [providers[0]!])
  await send.click()
  await expect(dialog.getByText('Roster changed.')).toBeVisible()
  expect(await rosters.idsOn(contract)).toEqual(idsOf(wanted))
  expect((await rosters.sent(contract, 'DELETE')).at(-1)).toEqual(idsOf(providers.slice(1, 3)))
})

test(
  'chosen rows are removed, and after a lost answer the roster is read instead of sending again',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const rosters = new Rosters(sandbox)
    const providers = await rosters.providers(10, 4)
    const contract = await rosters.create(providers)
    await openRoster(page, contract)
    // By NPI, because two providers may have one name.
    for (const { npi } of providers.slice(0, 2))
      await page.getByRole('row', { name: npi }).getByRole('checkbox').click()
    await openChange(page, 'Remove 2 chosen')
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Check the list' }).click()
    await dialog.getByRole('checkbox', { name: /2 providers of 4 leave/ }).check()
    await sandbox.fault({ method: 'DELETE', path: pathOf(contract), kind: 'reset-after', times: 1 })
    await dialog.getByRole('button', { name: 'Remove 2', exact: true }).click()
    await expect(dialog.getByText('Roster changed.')).toBeVisible()
    await expect(
      dialog.getByRole('row', { name: /Remove 2 Lost answer .*shows 2 removed/ }),
    ).toBeVisible()
    expect(await rosters.sent(contract, 'DELETE')).toEqual([idsOf(providers.slice(0, 2))])
    expect(await rosters.idsOn(contract)).toEqual(idsOf(providers.slice(2)))
  },
)

test(
  'a refusal of the partner stops the change, shows what remains, and the change can continue',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const rosters = new Rosters(sandbox)
    const providers = await rosters.providers(14, 3)
    const contract = await rosters.create(providers.slice(0, 1))
    await openRoster(page, contract)
    await openChange(page, 'Add providers')
    await check(page, providers.map(({ npi }) => npi).join(', '))
    const dialog = dialogOf(page)
    await sandbox.fault({
      method: 'POST',
      path: pathOf(contract),
      kind: 'status',
      status: 503,
      errorName: 'InternalError',
      content: { message: 'Busy.' },
      delay: 4_000,
      times: 1,
    })
    await dialog.getByRole('button', { name: 'Add 2', exact: true }).click()
    await expect(dialog.getByText('Sending; 2 left')).toBeVisible()
    await page.keyboard.press('Escape')
    expect(
      await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))),
    ).toBe(true)
    await expect(dialog.getByText('The change isn’t complete: 2 left.')).toBeVisible()
    await expectAccessible(page, 'a change that stopped')
    expect(await rosters.idsOn(contract)).toEqual(idsOf(providers.slice(0, 1)))
    await dialog.getByRole('button', { name: 'Refresh the roster and continue' }).click()
    await expect(dialog.getByText('Roster changed.')).toBeVisible()
    expect(await rosters.idsOn(contract)).toEqual(idsOf(providers))
  },
)

test(
  'a text without providers is refused with its reason, and nothing is sent',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const rosters = new Rosters(sandbox)
    const providers = await rosters.providers(17, 1)
    const contract = await rosters.create(providers)
    await openRoster(page, contract)
    await openChange(page, 'Make equal to a list')
    const dialog = dialogOf(page)
    const files: RefusedFile[] = [
      [
        'visits.csv',
        Buffer.from('date,amount\n2026-01-01,12.50\n'),
        /None of the 2 columns has provider IDs or NPIs \(date, amount\)/,
      ],
      ['mrns.csv', Buffer.from('mrn\nMRN-1\nMRN-2\n'), /no provider IDs or NPIs/i],
      ['staff.xlsx', Buffer.from('PK\u0003\u0004rest'), /Save it as CSV/],
    ]
    await expectRefused(dialog, files)
    await expectAccessible(page, 'a list that was refused')
    await check(page, 'these are no ids')
    await expect(dialog.getByRole('alert')).toContainText('No provider IDs or NPIs')
    await check(page, randomUUID())
    await expect(
      dialog.getByText('No one on this list was found, so the roster would be emptied.'),
    ).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Remove 1', exact: true })).toBeDisabled()
    for (const method of ['POST', 'DELETE'] as const)
      expect(await rosters.sent(contract, method)).toEqual([])
    expect(await rosters.idsOn(contract)).toEqual(idsOf(providers))
  },
)

test(
  'a list that is too long or too large is refused with its reason',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    const rosters = new Rosters(sandbox)
    const contract = await rosters.create(await rosters.providers(17, 1))
    await openRoster(page, contract)
    await openChange(page, 'Make equal to a list')
    await expectRefused(dialogOf(page), [
      [
        'many.csv',
        Buffer.from(Array.from({ length: 100_001 }, () => randomUUID()).join('\n')),
        /100,001 values; one change takes at most 100,000/,
      ],
      ['large.csv', Buffer.alloc(50_000_000, '1'), /too large: 50 MB/],
    ])
  },
)

test.describe('with a read-only role', () => {
  test.use({ role: 'biller' })

  test('a roster of 60,000 is read completely, searched and never changed', async ({
    page,
    sandbox,
  }) => {
    test.setTimeout(240_000)
    const contracts = await sandbox.contracts({ contract_status: 'effective' })
    const network = contracts.find(
      (contract) => (contract as unknown as { provider_count: number }).provider_count > 50_000,
    )!
    await page.goto(`/contracts/${network.contract_id}/providers`)
    const table = page.getByRole('table', { name: 'Providers' })
    await expect(table.getByRole('row').nth(5)).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText(/Stopped: .* of 60,\d\d\d providers read/)).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(/^60,\d\d\d providers in all$/)).toBeVisible({ timeout: 60_000 })
    await expect(table).toHaveAttribute('aria-rowcount', /^60\d\d\d$/)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Export CSV' })
    await dialog.getByRole('button', { name: 'Start export' }).click()
    const file = dialog.getByRole('listitem').filter({ hasText: /^Providers/ })
    const saving = page.waitForEvent('download', { timeout: 120_000 })
    await file.getByRole('button', { name: 'Download CSV' }).click({ timeout: 120_000 })
    const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    expect(lines[0]).toBe('Name,NPI,Provider type,Provider ID')
    expect(lines.length).toBeGreaterThan(60_000)
    await page.getByRole('group', { name: 'Providers, scrollable' }).focus()
    await page.keyboard.press('End')
    const last = table.getByRole('row').last()
    await expect(table.locator('tr[aria-rowindex]').last()).toHaveAttribute(
      'aria-rowindex',
      /^60\d\d\d$/,
    )
    const id = (await last.getByRole('cell').last().textContent()) ?? ''
    await page.getByLabel('Search the roster').fill(id)
    await expect(page.getByText('1 found')).toBeVisible()
    await expect(page.getByRole('button', { name: /Add providers|Remove|Make equal/ })).toHaveCount(
      0,
    )
    await expect(page.getByRole('checkbox')).toHaveCount(0)
  })
})
