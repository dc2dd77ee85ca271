import { chooseInList } from './fixtures/list-menu.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import { expect, test } from './fixtures/test.ts'

test('what is typed into the search while the page is being drawn stays, with the sort chosen before it', async ({
  page,
}) => {
  // A person is as fast as the page allows.
  await page.goto('/charge-captures', { waitUntil: 'commit' })
  await page.getByLabel('Sort', { exact: true }).selectOption('date_of_service')
  await page.getByRole('searchbox').fill('Begun')
  // A view with a search has a sealed address.
  await expect(page).toHaveURL(/view=/)
  await expect(page.getByRole('searchbox')).toHaveValue('Begun')
  await expect(page.getByLabel('Sort', { exact: true })).toHaveValue('date_of_service')
})

test('a search for a patient leaves no trace in an address or title, and its link works for a colleague', async ({
  page,
  sandbox,
}) => {
  const family = `Zz${uniqueId('').replace(/[^a-z]/gi, '')}`
  const capture = await sandbox.createVisit((data) => ({
    patient: { ...data.patient, first_name: 'Reggie', last_name: family },
  }))
  await page.goto('/charge-captures')
  await page.getByRole('searchbox', { name: 'Search' }).fill(`${family}, R`)
  const row = page.getByRole('row', { name: new RegExp(capture.charge_external_id) })
  await expect(row).toBeVisible()
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(2)
  expect(page.url()).not.toContain(family)
  expect(await page.title()).not.toContain(family)
  const colleague = await page.context().newPage()
  await colleague.goto(page.url())
  await expect(
    colleague.getByRole('row', { name: new RegExp(capture.charge_external_id) }),
  ).toBeVisible()
})

test('patients, payers and providers are whole in lists of a usual window', async ({ page }) => {
  const allCut: string[] = []
  for (const [path, names] of [
    ['/charge-captures', ['Patient', 'Payer']],
    ['/updates', ['Patient']],
    ['/credentialing/provider-spans', ['Rendering provider', 'Payer', 'Contracting provider']],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('row').nth(5)).toBeVisible()
    for (const name of names) {
      const cut = await page.evaluate((header) => {
        const heads = [...document.querySelectorAll('main th')]
        const place = heads.findIndex((head) => head.textContent?.trim() === header)
        return [...document.querySelectorAll<HTMLElement>('main tbody tr[data-index]')]
          .map((row) => row.children[place] as HTMLElement)
          .filter((cell) => cell.scrollWidth > cell.clientWidth)
          .map((cell) => cell.textContent)
      }, name)
      allCut.push(...cut.map((text) => `${name} on ${path}: ${text}`))
    }
  }
  expect(allCut).toEqual([])
})

test.describe('columns', () => {
  // Columns are stored for each person: no other test uses this person's.
  test.use({ role: 'manager' })

  test('are chosen, moved and stored', async ({ page }) => {
    await page.goto('/charge-captures')
    const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
    await expect(header('Payer')).toBeVisible()
    // The choice is stored shortly after the last change: on a slow machine each change by itself.
    const storedWith = (isHidden: boolean, first: string) =>
      page.waitForResponse((response) => {
        const body = response.request().postData() ?? ''
        const hidden = /"hidden":\[([^\]]*)\]/.exec(body)?.[1]
        return hidden?.includes('"payer"') === isHidden && body.includes(`"order":["${first}"`)
      })
    const stored = storedWith(true, 'external_id')
    await chooseInList(page, 'Columns…')
    const panel = page.getByRole('dialog', { name: 'Columns' })
    await panel.getByRole('checkbox', { name: 'Payer', exact: true }).uncheck()
    await panel.getByRole('button', { name: 'Move Status right' }).click()
    await page.keyboard.press('Escape')
    await expect(header('Payer')).toHaveCount(0)
    const order = async () =>
      (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim())
    await stored
    const chosen = await order()
    await page.reload()
    await expect.poll(order).toEqual(chosen)
    await chooseInList(page, 'Columns…')
    const restored = storedWith(false, 'status')
    await panel.getByRole('button', { name: 'Standard columns' }).click()
    await expect(header('Payer')).toBeVisible()
    await restored
  })
})
