import { expect, test } from 'vitest'
import { cdp, page, userEvent, type Locator } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import {
  clinic,
  contractId,
  contractRecord,
  daysAgo,
  idAt,
  institutionalRecord,
  payer,
  showContract,
} from '#components/testing/contract.testing.tsx'
import { visits } from '#components/testing/page.testing.tsx'
import { savedText } from '#components/testing/saved-file.testing.ts'
import {
  listContractFacilityCoverage,
  listContractProviderCredentialing,
} from '#lib/actions/lists.ts'
import { fail } from '#lib/core/result.ts'
import type { CoverageRow, RowSpan } from '#lib/lists/rows/coverage-rows.ts'
import { CoveragePage } from './coverage-page.tsx'

/** Dates as days before today. */
type SpanDays = { start: number; end?: number; submitted: number; loaded?: number }

// The spans of each provider, by the provider's state today.
const standings = {
  covered: [{ start: 400, submitted: 460, loaded: 450 }],
  gap: [
    { start: 400, end: 30, submitted: 460, loaded: 450 },
    { start: -20, submitted: 60, loaded: 50 },
  ],
  overlap: [
    { start: 400, submitted: 460, loaded: 450 },
    { start: 300, submitted: 360, loaded: 350 },
  ],
  submitted: [{ start: 10, submitted: 20 }],
  late: [{ start: 90, submitted: 100, loaded: 40 }],
  expiring: [{ start: 400, end: -12, submitted: 460, loaded: 450 }],
  expired: [{ start: 400, end: 5, submitted: 460, loaded: 450 }],
  none: [],
} satisfies Record<string, SpanDays[]>
type Standing = keyof typeof standings
const names = Object.keys(standings) as Standing[]

const lastNames = ['Quill', 'Birch', 'Moss', 'Elder', 'Ash', 'Wren', 'Lark', 'Hale']
const rowAt = (at: number, spans: RowSpan[] = []): CoverageRow => ({
  id: idAt(100 + at),
  name: `${lastNames[at] ?? `Provider ${String(at).padStart(4, '0')}`}, Robin`,
  npi: String(1_000_000_000 + at),
  spans,
})
const spanOf = ({ start, end, submitted, loaded }: SpanDays, id: string): RowSpan => ({
  id,
  start_date: daysAgo(start),
  ...(end !== undefined && { end_date: daysAgo(end) }),
  submitted_date: daysAgo(submitted),
  ...(loaded !== undefined && { payer_loaded_date: daysAgo(loaded) }),
})
const rows = names.map((name, at) =>
  rowAt(
    at,
    standings[name].map((days, place) => spanOf(days, idAt(1_000 + at * 10 + place))),
  ),
)
const of = Object.fromEntries(names.map((name, at) => [name, rows[at]!])) as Record<
  Standing,
  CoverageRow
>

const words: Record<Standing, RegExp> = {
  covered: /^Covered$/,
  gap: /^Gap$/,
  overlap: /^Overlap$/,
  submitted: /Submitted, not loaded$/,
  late: /^Covered\s*In the year before: .*loaded late/,
  expiring: /^Ends in 12 d$/,
  expired: /^Expired$/,
  none: /^No span$/,
}

const grid = page.getByRole('grid', { name: /coverage/i })
const rowOf = ({ name }: CoverageRow) => grid.getByRole('row').filter({ hasText: name! })
const standingIn = (row: Locator) => row.getByRole('gridcell').nth(1)

type Given = Parameters<typeof CoveragePage>[0]['given']

async function showCoverage(given: Given = {}, record = contractRecord()) {
  return showContract(
    'credentialing',
    <CoveragePage given={given} maySpan mayAdd={{ providers: true, facilities: true }} />,
    { record },
  )
}

async function showProviders(given: Given = {}) {
  answer(listContractProviderCredentialing, () => ({ rows, next: null }))
  return showCoverage(given)
}

test('each provider has the state of its spans, and the legend counts and filters them', async () => {
  await showProviders()
  await expect.element(page.getByText(`${names.length} providers in all`)).toBeVisible()
  for (const name of names)
    await expect.element(standingIn(rowOf(of[name]))).toMatchTextContent(words[name])
  for (const [label, count] of [
    ['Gap', 1],
    ['No span', 1],
    ['Expired', 1],
    ['Submitted, not loaded', 1],
    ['Overlap', 1],
    ['Loaded late, past year', 1],
    ['Expiring', 1],
    ['Covered', 2],
  ] as const)
    await expect.element(page.getByRole('button', { name: `${count} ${label}` })).toBeVisible()
  // Problems come first: providers covered without a problem are last.
  await expect.element(grid.getByRole('row').nth(1)).toMatchTextContent(of.gap.name!)
  await expect.element(grid.getByRole('row').nth(names.length)).toMatchTextContent(of.covered.name!)

  const overlap = page.getByRole('button', { name: '1 Overlap' })
  await overlap.click()
  await expect.element(grid).toHaveAttribute('aria-rowcount', '2')
  await expect.element(rowOf(of.overlap)).toBeVisible()
  await overlap.click()
  await page.getByRole('combobox', { name: 'Show' }).selectOptions('Problems on the day')
  await expect.element(rowOf(of.covered)).not.toBeInTheDocument()
  await expect.element(rowOf(of.none)).toBeVisible()
  const search = page.getByLabelText(/^Search providers/)
  await search.fill(of.expired.npi!)
  await expect.element(grid).toHaveAttribute('aria-rowcount', '2')
  await search.fill('nobody is called this')
  await expect.element(page.getByText('No matching providers')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.element(grid).toHaveAttribute('aria-rowcount', String(names.length + 1))
})

test('another day shows what the payer had loaded by then, and the address keeps the day', async () => {
  const { unmount } = await showProviders()
  const late = standingIn(rowOf(of.late))
  const expired = standingIn(rowOf(of.expired))
  await expect.element(late).toMatchTextContent('Covered')
  await page.getByLabelText('As of').fill(daysAgo(60))
  await expect.element(late).toMatchTextContent(words.submitted)
  await expect.element(expired).toMatchTextContent(words.covered)
  await page.getByRole('combobox', { name: 'Expiring in' }).selectOptions('60 days')
  await expect.element(expired).toMatchTextContent('Ends in 55 d')
  expect(location.search).toBe(`?as_of=${daysAgo(60)}&within=60`)
  await unmount()
  await showProviders(Object.fromEntries(new URLSearchParams(location.search)))
  await expect.element(late).toMatchTextContent(words.submitted)
  await expect.element(expired).toMatchTextContent('Ends in 55 d')
  await page.getByRole('button', { name: 'Today' }).click()
  await expect.element(late).toMatchTextContent('Covered')
})

test('the keyboard moves through rows and bars, opens a row and its spans, and changes the time range', async () => {
  await showProviders({ order: 'name' })
  await expect.element(rowOf(of.gap)).toBeVisible()
  await userEvent.keyboard('j{Home}{Control>}{Home}{/Control}')
  const sorted = names.toSorted((a, b) => (of[a].name! < of[b].name! ? -1 : 1))
  for (const name of sorted.slice(0, sorted.indexOf('gap'))) {
    await expect
      .element(rowOf(of[name]).getByRole('button', { name: of[name].name! }))
      .toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
  }
  const name = rowOf(of.gap).getByRole('button', { name: of.gap.name! })
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const detail = page.getByRole('complementary', { name: `Spans of ${of.gap.name}` })
  await expect.element(detail.getByRole('heading', { name: of.gap.name! })).toHaveFocus()
  await expect.element(detail.getByRole('row')).toHaveLength(3)
  await expect.element(detail).toMatchTextContent('Gap from')
  await expect
    .element(detail.getByRole('link', { name: /^Add a span from/ }))
    .toHaveAttribute('href', expect.stringMatching(new RegExp(`start_date=${daysAgo(29)}$`)))
  await expect
    .element(detail.getByRole('link', { name: 'Add a span' }))
    .toHaveAttribute(
      'href',
      `/credentialing/provider-spans/new?rendering_provider_id=${of.gap.id}&contracting_provider_id=${clinic.organization_provider_id}&payer_uuid=${payer.payer_uuid}`,
    )
  await expectAccessible('the spans of a row')
  await userEvent.keyboard('{Escape}')
  await expect.element(detail).not.toBeInTheDocument()
  await expect.element(name).toHaveFocus()

  await userEvent.keyboard('{ArrowRight}')
  await expect
    .element(
      rowOf(of.gap)
        .getByRole('link', { name: /^Covered from/ })
        .first(),
    )
    .toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect
    .element(rowOf(of.gap).getByRole('button', { name: /^Gap from .*, 49 days$/ }))
    .toHaveFocus()
  const time = grid.getByRole('columnheader', { name: /^Time/ })
  const before = time.element().textContent!
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await expect.element(time).not.toHaveTextContent(before)
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}-')
  await expect
    .element(page.getByRole('button', { name: '2 years' }))
    .toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  await expect.poll(visits).toEqual([`/credentialing/provider-spans/${of.gap.spans[0]!.id}`])
})

test('an institutional contract without providers offers to add them, and its facilities show their own spans', async () => {
  const span = spanOf(standings.covered[0]!, idAt(90))
  const covered = { id: idAt(91), name: 'North Loop Hospital', npi: '1111111111', spans: [span] }
  const bare = { id: idAt(92), name: 'Harbor Hospital', npi: '1222222222', spans: [] }
  answer(listContractProviderCredentialing, () => ({ rows: [], next: null }))
  answer(listContractFacilityCoverage, () => ({ rows: [covered, bare], next: null }))
  await showCoverage(
    {},
    institutionalRecord(
      [covered, bare].map(({ id }) => ({ service_facility_id: id, provider_ids: [] })),
    ),
  )
  await expect.element(page.getByText('No providers on this contract')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '0 Covered' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Add providers' }))
    .toHaveAttribute('href', `/contracts/${contractId}/providers?add`)
  await page.getByRole('button', { name: 'Facilities' }).click()
  await expect.element(standingIn(rowOf(covered))).toHaveTextContent('Covered')
  await expect
    .element(rowOf(covered).getByRole('link', { name: /^Covered/ }))
    .toHaveAttribute('href', `/credentialing/facility-spans/${span.id}`)
  await expect.element(standingIn(rowOf(bare))).toHaveTextContent('No span')
  expect(location.search).toBe('?of=facilities')
})

test('a professional contract, which lists no facilities, shows those with spans', async () => {
  const covered = {
    id: idAt(91),
    name: 'North Loop Hospital',
    spans: [spanOf(standings.covered[0]!, idAt(90))],
  }
  answer(listContractProviderCredentialing, () => ({ rows: [], next: null }))
  answer(listContractFacilityCoverage, () => ({ rows: [covered], next: null }))
  await showCoverage()
  await page.getByRole('button', { name: 'Facilities' }).click()
  await expect.element(standingIn(rowOf(covered))).toHaveTextContent('Covered')
  await expect.element(page.getByText('1 shown')).toBeVisible()
})

test('the visible rows are exported as CSV and printed as a table', async () => {
  await showProviders({ show: 'problems' })
  await expect.element(rowOf(of.none)).toBeVisible()
  const text = await savedText(() => page.getByRole('button', { name: 'CSV' }).click())
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(7)
  expect(lines.find((line) => line.includes(of.expiring.npi!))).toContain(
    `,${daysAgo(0)},Expiring,${daysAgo(-12)},`,
  )

  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  window.dispatchEvent(new Event('beforeprint'))
  const sheet = page.getByRole('region', { name: 'To print' })
  await expect.element(sheet.getByRole('row')).toHaveLength(7)
  await expect
    .element(sheet.getByRole('row').filter({ hasText: of.submitted.name! }))
    .toMatchTextContent('Submitted, not loaded')
  await expect.element(grid).not.toBeInTheDocument()
  window.dispatchEvent(new Event('afterprint'))
  await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  await expect.element(sheet).not.toBeInTheDocument()
})

test('an unreadable page is reported; earlier rows stay, keep the focus while scrolling fast, and reading continues', async () => {
  const all = Array.from({ length: 2_000 }, (_, at) => rowAt(at + 10))
  let goOn = () => {}
  let refuses = false
  answer(listContractProviderCredentialing, async ({ position }) => {
    if (refuses) {
      refuses = false
      return fail('UnauthorizedError', 'This connection can’t read it.', { status: 403 })
    }
    const from = Number(position ?? 0)
    if (from === 1_000) await new Promise<void>((resolve) => (goOn = resolve))
    const next = from + 1_000
    return { rows: all.slice(from, next), next: next < all.length ? String(next) : null }
  })
  await showCoverage({}, contractRecord({ provider_count: all.length }))
  await expect.element(grid.getByRole('row').nth(3)).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  goOn()
  await expect.element(page.getByText(/Stopped: [\d,]+ of [\d,]+ providers read/)).toBeVisible()
  await expect.element(grid).not.toHaveAttribute('aria-busy')

  const first = grid.getByRole('rowheader').first().getByRole('button').element() as HTMLElement
  first.focus()
  const focused = page.getByCss('[aria-rowindex="2"] [data-bar="-1"]')
  const height = grid.getByCss('[data-row]').first().element().getBoundingClientRect().height
  for (const top of [3_000, 9_000, 30_000, 12_000]) {
    grid.element().scrollTo({ top })
    const place = Math.ceil(top / height) + 3
    await expect.element(grid.getByCss(`[aria-rowindex="${place}"]`)).toBeInViewport()
    await expect.element(focused).toHaveFocus()
    const places = grid
      .getByCss('[data-row]')
      .elements()
      .map((row) => Number((row as HTMLElement).dataset.row))
    expect(places, 'read aloud in the order of the rows').toEqual(places.toSorted((a, b) => a - b))
  }
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByCss('[aria-rowindex="3"] [data-bar="-1"]')).toHaveFocus()
  await expect.element(page.getByCss('[aria-rowindex="3"]')).toBeInViewport()

  refuses = true
  await page.getByRole('button', { name: 'Continue' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'read so far' })
  await expect.element(alert).toBeVisible()
  await expect.element(grid.getByRole('row').nth(3)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => inputsOf(listContractProviderCredentialing).length).toBe(4)
  goOn()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(page.getByText('2,000 providers in all')).toBeVisible()
})
