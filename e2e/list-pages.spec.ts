import { chooseInList } from './fixtures/list-menu.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import { addFilter } from './fixtures/filters.ts'
import { expectReady } from './fixtures/ready.ts'
import { expect, test } from './fixtures/test.ts'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import { claimCreationList } from '#lib/lists/claim-creations.ts'

test('pages go forward and back by their tokens, and a link opens the same page', async ({
  page,
  sandbox,
}) => {
  const category = uniqueId('walk')
  for (let i = 0; i < 60; i++)
    await sandbox.createVisit(undefined, { claim_creation_category: category })
  await page.goto(`/charge-captures?claim_creation_category=${category}&limit=25`)
  const ids = page.getByRole('main').getByRole('row').getByRole('link')
  const [previous, next] = [
    page.getByRole('button', { name: 'Previous page' }),
    page.getByRole('button', { name: 'Next page' }),
  ]
  await expect(page.getByRole('status').filter({ hasText: /^1–25$/ })).toBeVisible()
  const first = await ids.first().textContent()
  await expect(previous).toBeDisabled()
  await next.click()
  await expect(ids.first()).not.toHaveText(first!)
  const second = await ids.first().textContent()
  await next.click()
  await expect(page.getByRole('status').filter({ hasText: '51–60 of 60' })).toBeVisible()
  await expect(next).toBeDisabled()
  await previous.click()
  await expect(ids.first()).toHaveText(second!)

  const link = page.url()
  const colleague = await page.context().newPage()
  await colleague.goto(link)
  await expect(colleague.getByRole('main').getByRole('row').getByRole('link').first()).toHaveText(
    second!,
  )
})

test('sort, direction and page size reach the partner, however fast they are chosen', async ({
  page,
  sandbox,
}) => {
  const mark = uniqueId('sorted')
  const asked = async () =>
    (await sandbox.requests('/api/charge_captures/v1'))
      .filter(({ query }) => [query.claim_creation_category].flat().includes(mark))
      .at(-1)?.query
  // A person is as fast as the page allows.
  await page.goto(`/charge-captures?claim_creation_category=${mark}`, { waitUntil: 'commit' })
  await page.getByLabel('Sort', { exact: true }).selectOption('date_of_service')
  await expect(page).toHaveURL(/sort=date_of_service/)
  await Promise.all([
    page.getByLabel('Sort direction').selectOption('asc'),
    page.getByLabel('Rows', { exact: true }).selectOption('500'),
  ])
  await expect(page).toHaveURL(/sort=date_of_service&sort_direction=asc&limit=500/)
  await expect
    .poll(asked)
    .toMatchObject({ sort: 'date_of_service', sort_direction: 'asc', limit: '500' })
})

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

test('a thousand rows scroll without all being in the document', async ({ page }) => {
  await page.goto('/charge-captures?limit=1000')
  const table = page.getByRole('main').getByRole('table')
  await expect(page.getByRole('status').filter({ hasText: /^1–1,000/ })).toBeVisible({
    timeout: 60_000,
  })
  expect(await table.getByRole('row').count()).toBeLessThan(120)
  const top = await table.getByRole('row').nth(1).getByRole('link').textContent()
  await table.hover()
  await page.mouse.wheel(0, 20_000)
  await expect(table.getByRole('row').nth(3).getByRole('link')).not.toHaveText(top!)
})

test('the footer shows which rows of how many are visible, if the partner counts them', async ({
  page,
}) => {
  await page.goto('/claim-creations?claim_creation_status=in-error')
  const status = page.getByRole('main').getByRole('status')
  await expect(status.filter({ hasText: /^1–100 of \d+$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(status.filter({ hasText: /^101–200 of \d+$/ })).toBeVisible()
  // A page opened by link: the number of rows before it is unknown.
  const colleague = await page.context().newPage()
  await colleague.goto(page.url())
  await expect(
    colleague
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /^100 rows$/ }),
  ).toBeVisible()
  // The partner has no count for a narrower view.
  await page.goto('/claim-creations?claim_creation_status=in-error&charge_status=billable&limit=25')
  await expect(status.filter({ hasText: /^1–25$/ })).toBeVisible()
})

test('the footer adds up the charges of the page, and of the selection while there is one', async ({
  page,
  sandbox,
}) => {
  const category = uniqueId('sums')
  const costing = (cents: number | undefined) =>
    sandbox.createVisit(
      (data) => ({
        service_lines: data.service_lines!.map((line) => ({ ...line, charge_amount_cents: cents })),
      }),
      { claim_creation_category: category, status: 'planned' },
    )
  const dear = await costing(1_234_507)
  const cheap = await costing(993)
  await costing(undefined)
  await page.goto(`/charge-captures?claim_creation_category=${category}`)
  const list = page.getByRole('region', { name: 'Charge captures' })
  await expect(list).toContainText('3 charge captures in all')
  await expect(list).toContainText('Charges $12,355.00 · 1 without charges')
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  await box(cheap.charge_external_id).click()
  await expect(list).toContainText('1 selected')
  await expect(list).toContainText('Charges $9.93')
  await box(dear.charge_external_id).click()
  await expect(list).toContainText('Charges $12,355.00')
  await expect(list).not.toContainText('without charges')
})

test('matching claim creations are shown first and the others after them', async ({
  page,
  sandbox,
}) => {
  const category = uniqueId('first')
  const visit = (change?: Parameters<typeof sandbox.createVisit>[0]) =>
    sandbox.createVisit(change, { claim_creation_category: category })
  const broken = await visit((data) => ({
    rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
  }))
  for (let i = 0; i < 5; i++) await visit()
  await page.goto(`/claim-creations?claim_creation_category=${category}`)
  const rows = page.getByRole('main').getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(7)
  await expect(rows.nth(1)).not.toContainText(/in error/i)
  await addFilter(page, {
    name: 'claim_creation_status',
    list: claimCreationList,
    mode: 'first',
    value: 'in-error',
  })
  await expect(rows.nth(1)).toContainText(/in error/i)
  await expect(rows.nth(1).getByRole('link')).toHaveAttribute(
    'href',
    new RegExp(broken.claim_creation_id!),
  )
  await expect(rows).toHaveCount(7)
  await expect(rows.nth(2)).not.toContainText(/in error/i)
})

test('a search for a patient leaves no trace in an address or title, and its link works for a colleague', async ({
  page,
  sandbox,
}) => {
  const family = `Zz${uniqueId('').replace(/[^a-z]/gi, '')}`
  const capture = await sandbox.createVisit((data) => ({
    patient: { ...data.patient, last_name: family },
  }))
  await page.goto('/charge-captures')
  await addFilter(page, {
    name: 'patient_names',
    list: chargeCaptureList,
    mode: 'only',
    value: [family],
  })
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

test('a search answers while one types, takes “Last, First” and a US birth date, and is one step of the history', async ({
  page,
  sandbox,
}) => {
  const family = `Zz${uniqueId('').replace(/[^a-z]/gi, '')}`
  const visit = (first_name: string, date_of_birth: string) =>
    sandbox.createVisit((data) => ({
      patient: { ...data.patient, first_name, last_name: family, date_of_birth },
    }))
  const reggie = await visit('Reggie', '1951-07-03')
  await visit('Tamsin', '1980-09-03')
  await page.goto('/charge-captures')
  await expectReady(page)
  const rows = page.getByRole('main').locator('tbody tr[data-index]')
  const box = page.getByRole('searchbox', { name: 'Search' })
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await page.keyboard.type(family)
  await expect(rows).toHaveCount(2)
  await page.keyboard.type(', R')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(reggie.charge_external_id)
  await expect(box).toBeFocused()
  await expect(box).toHaveValue(`${family}, R`)
  expect(page.url()).not.toContain(family)
  await box.fill(`${family.toLowerCase()} 9/3/1980`)
  await expect(rows).toContainText([`${family}, Tamsin`])
  await expect(rows).toHaveCount(1)
  // Less than two letters search nothing.
  await box.fill('')
  await expect(rows.nth(5)).toBeVisible()
  await page.keyboard.type('z')
  await page.keyboard.press('Enter')
  const asked = await sandbox.requests('/api/charge_captures/v1')
  expect(asked.filter(({ query }) => String(query.search_term ?? 'zz').length < 2)).toEqual([])

  // The keys of the list work again after Escape, which leaves the text.
  await box.fill(`${family}, R`)
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(box).not.toBeFocused()
  await expect(box).toHaveValue(`${family}, R`)
  await page.keyboard.press('f')
  await expect(page.getByRole('combobox', { name: 'Find a filter' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(box).toHaveValue('')
  await expect(rows.nth(5)).toBeVisible()
})

test('a link with patient data opens the list without that filter and says so', async ({
  page,
}) => {
  await page.goto('/charge-captures?patient_names=Nobody')
  await expect(page.getByRole('main').getByRole('row').nth(5)).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: /values that links can’t carry/ }),
  ).toBeVisible()
})

test('a capture has one status, the worst of its own and its claim’s, and its problem says where', async ({
  page,
  sandbox,
}) => {
  const category = uniqueId('state')
  const visit = (
    change?: Parameters<typeof sandbox.createVisit>[0],
    head: { status?: 'planned'; patient_external_id?: string } = {},
  ) => sandbox.createVisit(change, { claim_creation_category: category, ...head })
  const wrong = await visit((data) => ({
    rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
  }))
  const planned = await visit(undefined, { status: 'planned' })
  const held = await visit(undefined, { patient_external_id: planned.patient_external_id! })
  const billed = await visit()
  await page.goto(`/charge-captures?claim_creation_category=${category}`)
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await expect(row(wrong.charge_external_id)).toContainText('In error')
  await expect(row(wrong.charge_external_id)).not.toContainText('Billable')
  await expect(row(wrong.charge_external_id)).toContainText(/Rendering provider.*check digit/)
  await expect(row(planned.charge_external_id)).toContainText('On hold')
  await expect(row(planned.charge_external_id)).toContainText('Still planned')
  await expect(row(held.charge_external_id)).toContainText('On hold')
  await expect(row(billed.charge_external_id)).toContainText('Billed')
  await page.goto(`/claim-creations?claim_creation_category=${category}`)
  await expect(row(billed.charge_external_id)).toContainText('Billed')
  await expect(row(wrong.charge_external_id)).toContainText('In error')
})

test('a column that a filter makes the same in all rows gives its room away, and comes back', async ({
  page,
  sandbox,
}) => {
  const category = uniqueId('room')
  const visits = [1, 2].map(() =>
    sandbox.createVisit(undefined, { claim_creation_category: category }),
  )
  const [visit] = await Promise.all(visits)
  const payer = visit!.charge_capture_data.subscriber_primary!.insurance_card!.payer_name!
  await page.goto(`/charge-captures?claim_creation_category=${category}`)
  const header = page.getByRole('columnheader', { name: 'Payer', exact: true })
  await expect(header).toBeVisible()
  await page.goto(
    `/charge-captures?claim_creation_category=${category}&primary_payer_names=${encodeURIComponent(payer)}`,
  )
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(3)
  await expect(header).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove filter: Payer name' }).click()
  await expect(header).toBeVisible()
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
