import type { Page } from '@playwright/test'
import { makeWork, openCause, rowsOf } from './fixtures/queue-work.ts'
import { lettersRested } from './fixtures/keys.ts'
import { expect, test } from './fixtures/test.ts'

const finder = (page: Page) => page.getByRole('combobox', { name: 'Find a filter' })

/** Closes the box that has the focus by Escape, and types letters in the same moment. */
async function closeAndType(page: Page, letters: string): Promise<void> {
  await page.evaluate(async (all) => {
    const press = (key: string, code: string) =>
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }),
      )
    press('Escape', 'Escape')
    while (document.querySelector('[role="dialog"]')) await new Promise(requestAnimationFrame)
    for (const letter of all) press(letter, `Key${letter.toUpperCase()}`)
  }, letters)
}

test('keys work on the page and not where a person types; a sequence leads to another page', async ({
  page,
}) => {
  await page.goto('/claim-creations')
  const rows = page.getByRole('main').getByRole('row')
  await expect(rows.nth(4)).toBeVisible()

  // A held key moves on and on.
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('j')
  await page.keyboard.up('j')
  await expect(rows.nth(4).getByRole('link').first()).toBeFocused()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/claim-creations/)
  await lettersRested(page)

  await page.keyboard.press('/')
  await expect(finder(page)).toBeFocused()
  await page.keyboard.type('g h?/')
  await expect(finder(page)).toHaveValue('g h?/')
  // Somebody who types goes on for a moment after the box closed.
  await closeAndType(page, 'gh')
  await lettersRested(page)
  await expect(page).toHaveURL(/\/claim-creations/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A German keyboard types "/" with Shift and 7.
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: '/',
        code: 'Digit7',
        shiftKey: true,
        bubbles: true,
        cancelable: true,
      }),
    ),
  )
  await expect(finder(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await lettersRested(page)

  await expect(page.getByRole('button', { name: 'Add filter' })).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page.getByRole('heading', { level: 1, name: 'Charge captures' })).toBeVisible()
})

test('keys typed while a row’s capture loads go into the field, and Enter saves them once it is there', async ({
  page,
  sandbox,
}) => {
  const work = await makeWork(sandbox, 2)
  await openCause(page, work)
  const link = rowsOf(page).first().getByRole('link')
  const name = await link.textContent()
  const { id } = work.captures.find(({ charge_external_id }) => charge_external_id === name)!
  const npi = page.locator('[name="data.rendering_provider.npi"]')
  const slow = {
    method: 'GET',
    path: `/api/charge_captures/v1/${id}`,
    kind: 'delay',
    delay: 3_000,
    times: 1,
  }
  await sandbox.fault(slow)
  await page.keyboard.press('e')
  await page.keyboard.press('Control+a')
  // "s" would snooze the claim for the team, and "b" begin a bulk fix.
  await page.keyboard.type(`sb${work.rightNpi}`)
  await expect(npi).toBeFocused()
  await expect(npi).toHaveValue(`sb${work.rightNpi}`)
  await expect(page.getByRole('group', { name: 'Fix here' })).toContainText('Loading the capture…')
  await expect(page.getByRole('menu')).toHaveCount(0)
  // What is typed stays, with the text cursor where it is, when the form comes.
  await page.keyboard.press('Home')
  await expect(page.getByRole('group', { name: 'Fix here' })).toContainText('Draft saved')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Delete')
  await expect(npi).toHaveValue(work.rightNpi)
  await page.keyboard.press('Escape')
  await expect(rowsOf(page).first()).toContainText('Unsaved changes, kept as a draft')

  // The other row: Enter before the capture is there, after somebody else has changed it.
  const other = work.captures.find((capture) => capture.id !== id)!
  const { charge_capture_data: data } = await sandbox.getCapture(other.id)
  const theirs = { ...data.rendering_provider!, npi: '1234567899' }
  await sandbox.updateCapture(other.id, { data: { ...data, rendering_provider: theirs } })
  await sandbox.fault({ ...slow, path: `/api/charge_captures/v1/${other.id}` })
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(work.rightNpi)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Fix here' })).toContainText(
    'Saves once the capture is loaded.',
  )
  await expect(page.getByRole('group', { name: 'Fix here' })).toContainText(
    'The capture has “1234567899” now, the list showed “1234567890”. Nothing is saved yet: check what you typed, then save.',
  )
  await expect(npi).toHaveValue(work.rightNpi)
  expect((await sandbox.getCapture(other.id)).charge_capture_data.rendering_provider?.npi).toBe(
    '1234567899',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Messages')).toContainText('saved.')
  expect((await sandbox.getCapture(other.id)).charge_capture_data.rendering_provider?.npi).toBe(
    work.rightNpi,
  )
})

test('Enter pressed before the capture is there saves it once, when nobody has changed it', async ({
  page,
  sandbox,
}) => {
  const work = await makeWork(sandbox, 1)
  await openCause(page, work)
  const { id } = work.captures[0]!
  await sandbox.fault({
    method: 'GET',
    path: `/api/charge_captures/v1/${id}`,
    kind: 'delay',
    delay: 2_000,
    times: 1,
  })
  await page.keyboard.press('e')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(work.rightNpi)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Messages')).toContainText('saved.')
  expect((await sandbox.getCapture(id)).charge_capture_data.rendering_provider?.npi).toBe(
    work.rightNpi,
  )
  expect(await sandbox.requests(`/api/charge_captures/v1/${id}`, 'PATCH')).toHaveLength(1)
})
