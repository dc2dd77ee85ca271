import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/accessible.ts'
import { createContract } from './fixtures/contracts.ts'
import { lettersRested } from './fixtures/keys.ts'
import { saveView } from './fixtures/list-menu.ts'
import { makeWork, openQueue, rowsOf, wrongNpi } from './fixtures/queue-work.ts'
import type { SandboxClient } from './fixtures/sandbox.ts'
import { expect, test } from './fixtures/test.ts'

const palette = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Search and go to' })
  return {
    dialog,
    box: dialog.getByRole('combobox', { name: 'Search and go to' }),
    lines: dialog.getByRole('option'),
    group: (name: string | RegExp) => dialog.getByRole('group', { name, exact: true }),
    active: dialog.getByRole('option', { selected: true }),
    foot: dialog.getByRole('status'),
  }
}

async function openPalette(page: Page): Promise<ReturnType<typeof palette>> {
  await page.keyboard.press('Control+k')
  const opened = palette(page)
  await expect(opened.box).toBeFocused()
  return opened
}

// A word of letters that no other story has; one with digits would also be looked for among ids.
const ownWord = (start: string) =>
  `${start}${String(Date.now()).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`

const visitOf = (sandbox: SandboxClient, first_name: string, last_name: string, born?: string) =>
  sandbox.createVisit(({ patient }) => ({
    patient: { ...patient, first_name, last_name, ...(born && { date_of_birth: born }) },
  }))

test('Ctrl+K finds a patient by any usual form of the name or birth date, and opens their captures or one of them', async ({
  page,
  sandbox,
}) => {
  const last_name = ownWord('Pal')
  const ann = await visitOf(sandbox, 'Ann', last_name, '1931-02-14')
  const bo = await visitOf(sandbox, 'Bo', last_name)
  await page.goto('/contracts')
  for (const typed of [
    `${last_name}, ann`,
    `A ${last_name}`,
    `${last_name.toUpperCase()} an`,
    `${last_name} 2/14/1931`,
    `${last_name} Feb 14, 1931`,
  ]) {
    const { box, group } = await openPalette(page)
    await box.fill(typed)
    const patients = group('Patients').getByRole('option')
    await expect(patients, typed).toHaveText([new RegExp(`${last_name}, Ann.*born 02/14/1931`)])
    await expect(group('Records').getByRole('option').first()).toContainText(
      ann.charge_external_id!,
    )
    await page.keyboard.press('Escape')
    await expect(box).toHaveCount(0)
  }

  // Two keys besides the text.
  const { box, group, active, dialog } = await openPalette(page)
  await box.fill(last_name)
  await expect(group('Patients').getByRole('option')).toHaveCount(2)
  await expect(dialog.locator('b').first()).toHaveText(last_name)
  await box.fill(`ann ${last_name}`)
  await expect(group('Patients').getByRole('option')).toHaveCount(1)
  await expect(active).toContainText(`${last_name}, Ann`)
  await page.keyboard.press('Enter')
  // The address names no patient.
  await expect(page).toHaveURL(/\/charge-captures\?view=[\w-]{22}$/)
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('main').getByRole('row').nth(1)).toContainText(
    ann.charge_external_id!,
  )

  const again = await openPalette(page)
  await again.box.fill(`${last_name} b`)
  await expect(again.group('Patients').getByRole('option')).toHaveCount(1)
  await expect(again.group('Records').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/charge-captures/${bo.id}$`))
})

test('a charge ID opens its capture, Alt+Enter the list of all matches, and Ctrl+Enter a new tab', async ({
  page,
  sandbox,
}) => {
  const last_name = ownWord('Tab')
  const visit = await visitOf(sandbox, 'Ann', last_name)
  await page.goto('/contracts')
  const { box, active } = await openPalette(page)
  await box.fill(visit.charge_external_id!)
  await expect(active).toContainText(`${last_name}, Ann`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/charge-captures/${visit.id}$`))

  const again = await openPalette(page)
  await again.box.fill(last_name)
  await expect(again.active).toContainText(`${last_name}, Ann`)
  const tab = page.waitForEvent('popup')
  await page.keyboard.press('Control+Enter')
  await expect(await tab).toHaveURL(/\/charge-captures(\?view=|\/)/)
  await expect(page).toHaveURL(new RegExp(`/charge-captures/${visit.id}$`))

  const third = await openPalette(page)
  await third.box.fill(last_name)
  await expect(third.group('Patients').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Alt+Enter')
  await expect(page).toHaveURL(/\/charge-captures\?view=[\w-]{22}$/)
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(2)

  // What was opened is offered before a key, but not the page that is open.
  await page.goto('/queue')
  const last = await openPalette(page)
  // Other stories open records with the same account.
  const lately = last
    .group('Opened lately')
    .getByRole('option')
    .filter({ hasText: `${last_name}, Ann` })
  await expect(lately).toContainText('Charge capture')
  await lately.click()
  await expect(page).toHaveURL(new RegExp(`/charge-captures/${visit.id}$`))
  const { group } = await openPalette(page)
  await expect(group(/^(This page|Go to)$/).first()).toBeVisible()
  await expect(group('Opened lately')).not.toContainText(visit.charge_external_id!)
  expect(
    await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toContain(last_name)
})

test('Ctrl+K finds a payer’s contracts, a contract, and a saved view', async ({
  page,
  sandbox,
}) => {
  const { items: payers } = await sandbox.send<{ items: { payer_name: string }[] }>(
    'GET',
    '/api/payers/v3?limit=1',
  )
  const name = payers[0]!.payer_name
  await page.goto('/queue')
  const { box, lines } = await openPalette(page)
  await box.fill(name)
  const contracts = lines.filter({ hasText: /Payer’s contracts/ }).first()
  await expect(contracts).toContainText(name)
  // While lines of other groups come above it, it moves on under the pointer.
  await expect(async () => {
    await contracts.click({ timeout: 2_000 })
    await expect(page).toHaveURL(/\/contracts\?payer_names=/, { timeout: 4_000 })
  }).toPass()
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(name)

  const view = ownWord('Shelf')
  await saveView(page)
  await page.getByRole('dialog').getByLabel('Name').fill(view)
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const contract = await createContract(sandbox)
  const { payer } = await sandbox.organization()
  await page.goto('/queue')
  const again = await openPalette(page)
  await again.box.fill(payer.payer_name)
  const records = again.group('Records').getByRole('option')
  await expect(records.first()).toContainText(payer.payer_name)
  await expect(records.first()).toContainText('Contract')
  await again.box.fill(contract.contract_id)
  await expect(again.group('By ID')).toContainText(`Open contract ${contract.contract_id}`)

  await again.box.fill(view)
  await expect(again.group('Saved views').getByRole('option')).toHaveText([new RegExp(view)])
  await expect(again.active).toContainText(view)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/contracts\?view=/)
  await expect(page.getByRole('button', { name: `View: ${view}` })).toBeVisible()
})

test('a cause, an action with its key, a grey one with its reason, and Tab for one kind', async ({
  page,
  sandbox,
}) => {
  const work = await makeWork(sandbox, 2)
  await openQueue(page, `/queue${work.search}`, 1)
  const row = rowsOf(page).first().getByRole('link').first()
  const asked = async (typed: string) =>
    (await sandbox.requests('/api/charge_captures/v1')).filter(
      ({ query }) => query.search_term === typed,
    ).length

  // The heading says what the action changes, with its money.
  const { box, group, active, lines, dialog } = await openPalette(page)
  await box.pressSequentially('snooze')
  const target = group(/fails its check digit · 2 claims · \$/)
  await expect(target.getByRole('option')).toHaveText([/^\s*Snooze\s+s$/])
  await expect(active).toContainText('Snooze')
  await box.fill('clear selection')
  const clear = lines.filter({ hasText: 'Clear selection' })
  await expect(clear).toContainText('Nothing is selected')
  await expect(clear).toHaveAttribute('aria-disabled', 'true')
  await expect(active).toHaveCount(0)
  await box.fill('snooze')
  await expect(active).toContainText('Snooze')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('menu', { name: 'Snooze' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await lettersRested(page)

  // An action that opens nothing gives the focus back to the row, and plain words of an action ask
  // the partner nothing at once.
  await row.focus()
  const selecting = await openPalette(page)
  await selecting.box.pressSequentially('select')
  await expect(selecting.active).toContainText('Select')
  await page.keyboard.press('Enter')
  await expect(row).toBeFocused()
  await expect(page.getByRole('contentinfo').or(page.locator('main footer'))).toContainText(
    '1 cause selected',
  )
  expect(await asked('select')).toBe(0)
  const chosen = await openPalette(page)
  await chosen.box.fill('snooze')
  await expect(chosen.group(/^1 cause selected · 2 claims · \$/).getByRole('option')).toContainText(
    'Snooze',
  )
  await page.keyboard.press('Escape')

  const caused = await openPalette(page)
  await caused.box.fill('check digit')
  await expect(caused.group('Causes').getByRole('option').first()).toContainText(wrongNpi)
  await caused.lines.filter({ hasText: wrongNpi }).first().hover()
  await page.keyboard.press('Tab')
  await expect(caused.dialog.getByRole('button', { name: 'Only Causes' })).toBeVisible()
  await expect(caused.dialog.getByRole('group')).toHaveCount(1)
  await page.keyboard.press('Shift+Tab')
  await expect(caused.dialog.getByRole('button', { name: 'Only Causes' })).toHaveCount(0)
  await caused.lines.filter({ hasText: wrongNpi }).first().hover()
  await page.keyboard.press('Tab')
  await expect(caused.active).toContainText(wrongNpi)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/queue\/causes\/[a-z0-9]{11}$/)

  const nothing = await openPalette(page)
  const word = ownWord('zq')
  await nothing.box.fill(word)
  await expect(nothing.dialog).toContainText(`Nothing matches “${word}”. Try the last name only.`)
  await expect(nothing.lines).toHaveText(['Search charge captures'])
  await expect(nothing.foot).toHaveText('Nothing matches')
})

for (const { width, scheme } of [
  { width: 1440, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const)
  test(`the palette is accessible at ${width} in ${scheme}`, async ({
    page,
    sandbox,
  }, testInfo) => {
    const last_name = ownWord('Axe')
    await visitOf(sandbox, 'Ann', last_name)
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/queue')
    const { box, group, dialog } = await openPalette(page)
    await expect(group('Go to')).toBeVisible()
    await page.screenshot({ path: testInfo.outputPath('before-a-key.png') })
    await expectAccessible(page, 'the palette before a key')
    await box.fill(last_name)
    await expect(group('Patients')).toContainText('Ann')
    await page.screenshot({ path: testInfo.outputPath('a-name.png') })
    await expectAccessible(page, 'the palette with a patient')
    await box.fill('clear selection')
    await expect(dialog).toContainText('Nothing is selected')
    await expectAccessible(page, 'the palette with a grey action')
    if (width < 640)
      expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width, height: 900 })
  })
