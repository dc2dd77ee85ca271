import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { places } from '#components/frame/places.ts'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { expectBegins, letters, sentence, typeAtOnce } from '#components/testing/dialogs.testing.ts'
import { visits } from '#components/testing/page.testing.tsx'
import {
  causeKey,
  causeOf,
  openQueue,
  rowsOf,
  wrongNpi,
} from '#components/testing/queue.testing.tsx'
import {
  listOrganizationProviders,
  listPayers,
  listServiceFacilities,
  readList,
} from '#lib/actions/lists.ts'
import { readOpenedLately } from '#lib/actions/personal.ts'
import { listSavedViews, saveView } from '#lib/actions/views.ts'
import type { OpenedLine } from '#lib/lists/opened.ts'
import type { ContractRow } from '#lib/lists/rows/contract-rows.ts'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import type { SavedView } from '#lib/lists/saved-views.ts'
import { Palette } from './palette.tsx'

const dialog = page.getByRole('dialog', { name: 'Search and go to' })
const box = dialog.getByRole('combobox', { name: 'Search and go to' })
const lines = dialog.getByRole('option')
const active = dialog.getByCss('[role="option"][aria-selected="true"]')
const group = (name: string | RegExp) => dialog.getByRole('group', { name })
const linesOf = (name: string | RegExp) => group(name).getByRole('option')
const textsOf = (name: string | RegExp) =>
  linesOf(name)
    .elements()
    .map((each) => each.textContent)

type Known = {
  captures?: ChargeCaptureRow[]
  contracts?: ContractRow[]
  payers?: string[]
  views?: SavedView[]
  lately?: OpenedLine[]
}

const visitOf = (id: string, patient: string, rest: Partial<ChargeCaptureRow> = {}) => ({
  id,
  external_id: `CHG-${id}`,
  patient,
  patient_id: `PAT-${id}`,
  birth_date: '1985-05-05',
  date_of_service: '2026-10-02',
  status: 'billed',
  ...rest,
})
const ann = visitOf('ann', 'Palmer, Ann', { birth_date: '1931-02-14' })
const bo = visitOf('bo', 'Palmer, Bo')

// The partner searches one word, in names, ids and birth dates.
const isFound = (row: ChargeCaptureRow, term: string) =>
  [row.patient, row.external_id, row.patient_id, row.birth_date].some((text) =>
    text?.toLowerCase().includes(term.toLowerCase()),
  )

/** Opens the queue with two claims of one cause. */
async function openWith({
  captures = [],
  contracts = [],
  payers = [],
  views = [],
  lately = [],
}: Known = {}): Promise<void> {
  answer(readList, ({ operation, query }) => ({
    rows:
      operation === 'listContractsV3'
        ? contracts
        : captures.filter((row) => isFound(row, String(query.search_term))),
    next: null,
    prev: null,
  }))
  answer(listPayers, () => ({
    is_available: true,
    items: payers.map((payer_name) => ({ payer_uuid: payer_name, payer_id: 'NBH01', payer_name })),
  }))
  answer(listOrganizationProviders, () => ({ is_available: true, items: [] }))
  answer(listServiceFacilities, () => ({ is_available: true, items: [] }))
  answer(listSavedViews, () => ({ views, may_share: false, default_roles: [] }))
  answer(readOpenedLately, () => lately)
  answer(saveView, () => ({ id: 'an-opaque-id' }))
  await openQueue(
    { causes: [causeOf()] },
    { beside: <Palette tasks={places.map(({ task }) => task)} /> },
  )
}

async function openPalette(): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveFocus()
}

const searches = () =>
  inputsOf(readList).flatMap(({ operation, query }) =>
    operation === 'listChargeCaptures' ? [query.search_term] : [],
  )

test('Ctrl+K finds a patient by any usual form of the name or birth date, and opens their captures or one of them', async () => {
  await openWith({ captures: [ann, bo] })
  await openPalette()
  for (const typed of [
    'Palmer, ann',
    'A Palmer',
    'PALMER an',
    'Palmer 2/14/1931',
    'Palmer Feb 14, 1931',
  ]) {
    await box.fill(typed)
    await expect
      .poll(() => textsOf('Patients'), { message: typed })
      .toEqual([expect.stringMatching(/Palmer, Ann.*born 02\/14\/1931/)])
    await expect.element(linesOf('Records').first()).toMatchTextContent('CHG-ann')
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toBeInTheDocument()

  // Two keys besides the text.
  await openPalette()
  await box.fill('Palmer')
  await expect.poll(() => textsOf('Patients')).toHaveLength(2)
  await expect.element(dialog.getByCss('b').first()).toHaveTextContent('Palmer')
  await box.fill('ann Palmer')
  await expect.poll(() => textsOf('Patients')).toHaveLength(1)
  await expect.element(active).toMatchTextContent('Palmer, Ann')
  await userEvent.keyboard('{Enter}')
  // The address names no patient.
  await expect.poll(visits).toEqual(['/charge-captures?view=an-opaque-id'])
  expect(inputsOf(saveView)).toMatchObject([
    { list: 'listChargeCaptures', view: { filters: { patient_external_id: 'PAT-ann' } } },
  ])

  await openPalette()
  await box.fill('Palmer b')
  await expect.poll(() => textsOf('Patients')).toHaveLength(1)
  await expect.poll(() => textsOf('Records')).toHaveLength(1)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => visits().at(-1)).toBe('/charge-captures/bo')
})

test('a charge ID opens its capture, Alt+Enter the list of all matches, and Ctrl+Enter a new tab', async () => {
  const lately: OpenedLine[] = [
    { kind: 'charge-capture', id: 'ann', words: ['CHG-ann', 'Palmer, Ann'] },
  ]
  await openWith({ captures: [ann], lately })
  // What was opened is offered before a key.
  await openPalette()
  await expect
    .element(linesOf('Opened lately').filter({ hasText: 'Palmer, Ann' }))
    .toMatchTextContent('Charge capture')
  await box.fill('CHG-1')
  await box.fill('CHG-ann')
  await expect.element(active).toMatchTextContent('Palmer, Ann')
  await userEvent.keyboard('{Enter}')
  await expect.poll(visits).toEqual(['/charge-captures/ann'])

  const tabs = vi.spyOn(window, 'open').mockReturnValue(null)
  await openPalette()
  // It is not offered on its own page.
  await expect.element(group('Opened lately')).toMatchTextContent('Nothing yet')
  await box.fill('Palmer')
  await expect.element(active).toMatchTextContent('Palmer, Ann')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => tabs.mock.calls.map(([address]) => address))
    .toEqual(['/charge-captures?view=an-opaque-id'])
  expect(visits()).toHaveLength(1)

  await openPalette()
  await box.fill('Palmer')
  await expect.poll(() => textsOf('Patients')).toHaveLength(1)
  await userEvent.keyboard('{Alt>}{Enter}{/Alt}')
  await expect.poll(() => visits().at(-1)).toBe('/charge-captures?view=an-opaque-id')
  expect(inputsOf(saveView).at(-1)).toMatchObject({ view: { filters: { search_term: 'Palmer' } } })
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Palmer')
})

test('Ctrl+K finds a payer’s contracts, a contract, and a saved view', async () => {
  const id = '5f6f2b5e-31c4-4c1c-8d5e-0000000000c1'
  await openWith({
    payers: ['Northbridge Health Plan'],
    contracts: [{ id, payer: 'Northbridge Health Plan', provider: 'North Clinic' }],
    views: [
      {
        id: 'shelf',
        list: 'listContractsV3',
        path: '/contracts',
        name: 'Shelf of May',
        is_shared: false,
        is_own: true,
        owner: 'Demo Biller',
        may_change: true,
        default_for: [],
      },
    ],
  })
  await openPalette()
  await box.fill('Northbridge Health Plan')
  const contracts = lines.filter({ hasText: /Payer’s contracts/ })
  await expect.element(contracts).toMatchTextContent('Northbridge Health Plan')
  const records = linesOf('Records')
  await expect.element(records.first()).toMatchTextContent('Northbridge Health Plan')
  await expect.element(records.first()).toMatchTextContent('Contract')
  await contracts.click()
  await expect.poll(visits).toEqual(['/contracts?payer_names=Northbridge+Health+Plan'])

  await openPalette()
  await box.fill(id)
  await expect.element(group('By ID')).toMatchTextContent(`Open contract ${id}`)

  await box.fill('Shelf of')
  await expect.poll(() => textsOf('Saved views')).toEqual([expect.stringContaining('Shelf of May')])
  await expect.element(active).toMatchTextContent('Shelf of May')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => visits().at(-1)).toBe('/contracts?view=shelf')
})

test('an action has its key and what it changes, a grey one its reason', async () => {
  await openWith()
  // The heading says what the action changes, with its money.
  await openPalette()
  await userEvent.keyboard('snooze')
  const target = linesOf(/fails its check digit · 2 claims · \$/)
  await expect.element(target).toMatchTextContent(/^\s*Snooze\s+s$/)
  await expect.element(active).toMatchTextContent('Snooze')
  await box.fill('clear selection')
  const clear = lines.filter({ hasText: 'Clear selection' })
  await expect.element(clear).toMatchTextContent('Nothing is selected')
  await expect.element(clear).toHaveAttribute('aria-disabled', 'true')
  await expect.element(active).not.toBeInTheDocument()
  await box.fill('snooze')
  await expect.element(active).toMatchTextContent('Snooze')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('menu', { name: 'Snooze' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()

  // An action that opens nothing gives the focus back to the row, and plain words of an action ask
  // the partner nothing at once.
  const row = rowsOf().first().getByRole('link').first()
  ;(row.element() as HTMLElement).focus()
  await openPalette()
  await userEvent.keyboard('select')
  await expect.element(active).toMatchTextContent('Select')
  await userEvent.keyboard('{Enter}')
  await expect.element(row).toHaveFocus()
  await expect.element(page.getByCss('main footer')).toMatchTextContent('1 cause selected')
  expect(searches()).not.toContain('select')
  await openPalette()
  await box.fill('snooze')
  await expect.element(linesOf(/^1 cause selected · 2 claims · \$/)).toMatchTextContent('Snooze')
})

test('a cause is found, Tab keeps one kind, and nothing found says so', async () => {
  await openWith()
  await openPalette()
  await box.fill('check digit')
  await expect.element(linesOf('Causes').first()).toMatchTextContent(wrongNpi)
  const cause = lines.filter({ hasText: wrongNpi }).first()
  await userEvent.hover(cause)
  await userEvent.keyboard('{Tab}')
  const only = dialog.getByRole('button', { name: /Only Causes/ })
  await expect.element(only).toBeVisible()
  await expect.poll(() => dialog.getByRole('group').elements()).toHaveLength(1)
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(only).not.toBeInTheDocument()
  await userEvent.hover(cause)
  await userEvent.keyboard('{Tab}')
  await expect.element(active).toMatchTextContent(wrongNpi)
  await userEvent.keyboard('{Enter}')
  await expect.poll(visits).toEqual([`/queue/causes/${causeKey}`])

  await openPalette()
  await box.fill('zqzq')
  await expect.element(dialog).toMatchTextContent('Nothing matches “zqzq”. Try the last name only.')
  await expect.element(lines).toMatchTextContent(/^\s*Search charge captures\s*$/)
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Nothing matches')
})

for (const { width, theme } of [
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const)
  test(`the palette is accessible at ${width} in ${theme}`, async () => {
    await page.viewport(width, 900)
    document.documentElement.dataset.theme = theme
    await openWith({ captures: [ann] })
    await openPalette()
    await expect.element(group('Everywhere')).toBeVisible()
    await expectAccessible('the palette before a key')
    await box.fill('Palmer')
    await expect.element(group('Patients')).toMatchTextContent('Ann')
    await expectAccessible('the palette with a patient')
    await box.fill('clear selection')
    await expect.element(dialog).toMatchTextContent('Nothing is selected')
    await expectAccessible('the palette with a grey action')
    delete document.documentElement.dataset.theme
    await page.viewport(1440, 900)
  })

test('on a phone the palette fills the screen', async () => {
  await page.viewport(390, 900)
  await openWith()
  await openPalette()
  expect(dialog.element().getBoundingClientRect()).toMatchObject({
    x: 0,
    y: 0,
    width: 390,
    height: 900,
  })
  await page.viewport(1440, 900)
})

test('the palette begins in its box, and no letter typed in it or just after it runs a command', async () => {
  await openWith()
  await openPalette()
  await expectBegins('Search and go to')
  await userEvent.keyboard(sentence)
  await expect.element(box).toHaveValue(sentence)
  // Somebody who types goes on for a moment after the key that closes the palette.
  typeAtOnce(['Escape', ...letters])
  await expect.element(dialog).not.toBeInTheDocument()
  expect(page.getByRole('dialog').elements()).toEqual([])
  expect(page.getByRole('menu').elements()).toEqual([])
  expect(visits()).toEqual([])
})
