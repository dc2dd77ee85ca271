import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pageToday } from '#components/frame/page-day.ts'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import {
  answerLists,
  askedOf,
  captureRows,
  chips,
  claimRows,
  lettersRested,
  lists,
  openList,
  rows,
} from '#components/testing/list.testing.tsx'
import { address } from '#components/testing/page.testing.tsx'
import { listOrganizationProviders, listPayers, listServiceFacilities } from '#lib/actions/lists.ts'
import { formatLocalDate, localDateAt } from '#lib/core/local-date.ts'
import { ownTimeZone } from '#lib/core/time-zone.ts'
import { readSpanParty } from '#lib/actions/read.ts'
import { saveView } from '#lib/actions/views.ts'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import { contractListV3 } from '#lib/lists/contracts.ts'
import { filterChoices } from '#lib/lists/filter-choices.ts'
import {
  rankedSuffix,
  type FilterSpec,
  type FilterValue,
  type ListSpec,
} from '#lib/lists/list-spec.ts'
import { entriesOf, entryLabel, entryOf } from '#lib/lists/view.ts'

const { captures, claims, contracts, facilitySpans } = lists

const finder = page.getByRole('combobox', { name: 'Find a filter' })
const found = page.getByRole('listbox').getByRole('option')
const dialog = page.getByRole('dialog')
const count = (locator: typeof found) => expect.poll(() => locator.elements().length)
const addFilter = () => page.getByRole('button', { name: 'Add filter' }).click()

type FilterUse = { spec: ListSpec; name: string; mode: 'only' | 'first'; value: FilterValue }

/** Adds a filter as a person does: by its label, its mode and its value. */
async function useFilter({ spec, name, mode, value }: FilterUse): Promise<void> {
  const filter = spec.filters[name]!
  // The end of a range is in the filter of its beginning.
  const shown =
    entriesOf(spec)
      .flat()
      .find((each) => spec.filters[each]!.range?.to === name) ?? name
  await addFilter()
  await finder.fill(filter.label)
  const label = entryLabel(spec, shown)
  await page.getByRole('option', { name: `${label} ${filter.group}`, exact: true }).click()
  if (entryOf(spec, shown).length > 1) await dialog.getByLabelText('Match by').selectOptions(name)
  if (filter.first)
    await dialog.getByRole('radio', { name: mode === 'first' ? 'Show first' : 'Show only' }).click()
  const control = dialog.getByField(mode === 'first' ? name + rankedSuffix : name)
  if (filter.kind === 'boolean') await control.selectOptions(String(value))
  else await control.fill(Array.isArray(value) ? value.join(', ') : String(value))
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
}

/** A value of the parameter's kind. */
function valueFor(spec: ListSpec, name: string): FilterValue {
  const { kind } = spec.filters[name]!
  if (kind === 'boolean') return true
  if (kind === 'date') return name.includes('min') ? '2026-02-03' : '2026-03-04'
  if (kind === 'enum') return filterChoices(spec.operation)[name]![0]!
  if (name === 'states') return ['OR', 'WA']
  return kind === 'multi' ? ['one', 'two'] : 'text'
}

const onWire = (value: FilterValue, { asInstant }: FilterSpec) =>
  asInstant ? `${String(value)}T00:00:00Z` : value

const kindOf = ({ kind, phi, lookUp, asInstant }: FilterSpec) =>
  [kind, phi && 'phi', lookUp && 'look-up', asInstant && 'instant'].filter(Boolean).join(' ')

function answerLookUps(): void {
  answer(listPayers, () => ({ is_available: true, items: [] }))
  answer(listOrganizationProviders, () => ({ is_available: true, items: [] }))
  answer(listServiceFacilities, () => ({ is_available: true, items: [] }))
  answer(readSpanParty, () => ({ is_available: true, items: [] }))
}

const all = Object.values(lists).flatMap((list) =>
  Object.entries(list.spec.filters)
    .filter(([, filter]) => !filter.local && !filter.isSearch)
    .map(([name, filter]) => ({ ...list, name, filter, noun: list.spec.noun.many })),
)
function oneOfEach<T>(of: readonly T[], way: (each: T) => string): T[] {
  return of.filter((each, at) => of.findIndex((other) => way(other) === way(each)) === at)
}

// That every filter of every list is asked for under its name is proved by
// lib/actions/lists/partner-lists.test.ts.
test.each(oneOfEach(all, ({ filter }) => kindOf(filter)))(
  '$name of the $noun is asked for under its name',
  async ({ spec, Page, name, filter }) => {
    answerLists({})
    answerLookUps()
    const value = valueFor(spec, name)
    await openList({ spec, Page })
    await useFilter({ spec, name, mode: 'only', value })
    await expect.poll(() => askedOf(spec).at(-1)?.query[name]).toEqual(onWire(value, filter))
    // Health information never enters an address; any other filter makes a link that a colleague
    // can open.
    const { searchParams } = new URL(address(), location.origin)
    expect([...searchParams.keys()]).toContain(filter.phi ? 'view' : name)
    expect(
      filter.phi ? [value].flat().filter((text) => address().includes(`${text}`)) : [],
    ).toEqual([])
  },
)

test.each(
  oneOfEach(
    all.filter(({ filter }) => filter.first),
    ({ spec }) => spec.rankedBy,
  ),
)('$name of the $noun can be shown first', async ({ spec, Page, name }) => {
  answerLists({})
  answerLookUps()
  const value = valueFor(spec, name)
  await openList({ spec, Page })
  await useFilter({ spec, name, mode: 'first', value })
  const asked = () => askedOf(spec).at(-1)
  await expect
    .poll(asked)
    .toMatchObject(
      spec.rankedBy === 'partner'
        ? { query: { [name + rankedSuffix]: value } }
        : { first: { [name]: value } },
    )
  expect(asked()!.query).not.toHaveProperty(name)
})

/** Pastes a list into the box and applies it: typing 5,000 lines takes a browser half a minute. */
async function paste(list: readonly string[]): Promise<void> {
  const box = dialog.getByField('claim_creation_ids').element()
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!
  set!.call(box, list.join('\n'))
  box.dispatchEvent(new Event('input', { bubbles: true }))
  await dialog.getByRole('button', { name: 'Apply' }).click()
}

const ids = (many: number) =>
  Array.from({ length: many }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)

test('5,001 pasted ids are refused at their field, in words; 5,000 are asked for', async () => {
  answerLists({ listChargeCaptures: () => captureRows(60) })
  await openList(captures, '?limit=25')
  await addFilter()
  await finder.fill('Claim creation IDs')
  await page.getByRole('option', { name: 'Claim creation IDs Identifiers' }).click()
  await dialog.getByRole('radio', { name: 'Show only' }).click()
  await paste(ids(5_001))
  await expect
    .element(dialog)
    .toMatchTextContent('These are 5,001 values. At most 5,000 fit at once')
  await paste(ids(5_000))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(address).toMatch(/[?&]view=/)
  const asked = () => askedOf(chargeCaptureList).at(-1)
  await expect.poll(() => asked()!.query.claim_creation_ids).toHaveLength(5_000)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => asked()!.position).toBe('25')
  expect(asked()!.query.claim_creation_ids).toHaveLength(5_000)
})

const provider = (at: number, last_name: string) => ({
  organization_provider_id: ids(9)[at]!,
  npi: `199999998${at}`,
  first_name: 'Dana',
  last_name,
})
const people = [provider(4, 'Fox'), provider(5, 'Wolf'), provider(6, 'Hare')]
const payers = ['Northbridge Health Plan', 'Cobalt Mutual', 'Westmoor Medicare Advantage'].map(
  (payer_name, at) => ({
    payer_uuid: ids(9)[at]!,
    payer_id: `${payer_name.slice(0, 2).toUpperCase()}0${at}`,
    payer_name,
  }),
)
const facility = {
  organization_service_facility_id: ids(9)[8]!,
  name: 'North Clinic',
  npi: '1888888885',
}

/** Finds providers, payers and facilities by what is typed, or by their ids. */
function answerRecords(): void {
  const holds = (record: object, wanted: unknown) =>
    JSON.stringify(record).toLowerCase().includes(String(wanted).toLowerCase())
  const among = <R extends object>(records: R[], wanted: unknown) => ({
    is_available: true,
    items: records.filter((record) => wanted === undefined || holds(record, wanted)) as never,
  })
  answer(listOrganizationProviders, ({ query }) =>
    among(people, query.search_term ?? query.npi ?? query.organization_provider_ids?.[0]),
  )
  answer(listPayers, ({ query }) => among(payers, query.search_term))
  answer(listServiceFacilities, ({ query }) =>
    among([facility], query.name ?? query.organization_service_facility_ids?.[0]),
  )
  answer(readSpanParty, ({ id }) => among(payers, id))
}

/** Opens a filter's editor by the words that a person types; `label` is what the filter is called. */
async function openFilter(typed: string, label = typed): Promise<void> {
  await addFilter()
  await finder.fill(typed)
  await found
    .filter({ hasText: new RegExp(`^${label}`) })
    .first()
    .click()
}

test('a contracting provider is found by name; the address keeps the id, and a link shows the name again', async () => {
  answerLists({})
  answerRecords()
  const opened = await openList(contracts)
  await openFilter('Contracting provider', 'Provider')
  const search = page.getByRole('combobox', { name: 'Name or NPI' })
  await expect.element(search).toHaveFocus()
  await search.fill(people[0]!.npi)
  await count(found).toBe(1)
  await expectAccessible('a filter that is found by name')
  await userEvent.keyboard('{Enter}')
  const link = `/contracts?contracting_provider_id=${people[0]!.organization_provider_id}`
  await expect.poll(address).toBe(link)
  await expect.element(chips).toMatchTextContent('Contracting provider isDana Fox')
  await opened.unmount()
  await openList(contracts, link.slice(link.indexOf('?')))
  await expect.element(chips).toMatchTextContent('Contracting provider isDana Fox')
})

test('several rendering providers are chosen one after another, and removed again', async () => {
  answerLists({})
  answerRecords()
  await openList(contracts)
  await openFilter('Rendering provider', 'Provider')
  const search = page.getByRole('combobox', { name: 'Name or NPI' })
  await search.fill(people[0]!.npi)
  await count(found).toBe(1)
  await userEvent.keyboard('{Enter}')
  const chosen = page.getByRole('list', { name: 'Chosen' })
  await expect.element(chosen).toMatchTextContent('Fox')
  await search.fill('')
  await count(found).toBe(3)
  await found.filter({ hasText: 'Wolf' }).click()
  await count(chosen.getByRole('listitem')).toBe(2)
  await chosen.getByRole('button', { name: /Remove .*Fox/ }).click()
  await count(chosen.getByRole('listitem')).toBe(1)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect
    .poll(address)
    .toBe(`/contracts?rendering_provider_ids=${people[1]!.organization_provider_id}`)
})

test('payers and states are chosen by name; typed and picked values are combined', async () => {
  answerLists({})
  answerRecords()
  await openList(contracts)
  await openFilter('Payer')
  await page.getByRole('combobox', { name: 'Name or payer ID' }).fill(payers[1]!.payer_id)
  await count(found).toBe(1)
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.element(chips).toMatchTextContent('Payer isCobalt Mutual')
  await openFilter('States')
  await page.getByRole('combobox', { name: 'Find states' }).fill('washin')
  await userEvent.keyboard('{Enter}')
  const typed = page.getByField('states')
  await expect.element(typed).toHaveValue('WA')
  await typed.fill('WA, oregon')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(chips).toMatchTextContent('State is any ofWashington, Oregon')
  await expect.poll(address).toMatch(/states=WA&states=OR/)
  await expect
    .poll(() => askedOf(contractListV3).at(-1)?.query)
    .toMatchObject({ payer_names: ['Cobalt Mutual'], states: ['WA', 'OR'] })
})

test('spans are found by the names of their facility and payer', async () => {
  answerLists({})
  answerRecords()
  await openList(facilitySpans, `?payer_uuid=${payers[0]!.payer_uuid}`)
  await expect.element(chips).toMatchTextContent('Payer isNorthbridge Health Plan')
  await openFilter('Service facility')
  await page.getByRole('combobox', { name: 'Name of the facility' }).fill('North Clinic')
  await found.filter({ hasText: facility.npi }).click()
  await expect.poll(address).toContain(`service_facility_id=${ids(9)[8]}`)
  await expect.element(chips).toMatchTextContent('Service facility isNorth Clinic')
})

test('arrow keys reach a known value of a filter, and Enter without them applies the typed text', async () => {
  answerLists({})
  await openList(contracts)
  await openFilter('Ends')
  await expect.element(page.getByField('ends')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.poll(address).toMatch(/[?&]ends=within-30-days/)
  await expect.element(chips).toMatchTextContent('Within 30 days')
  await openFilter('Type')
  await page.getByField('type').fill('a_newer_type')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toMatch(/[?&]type=a_newer_type/)
})

test('a filter of the console itself takes a part of a value’s name, and nothing else', async () => {
  answerLists({})
  await openList(contracts)
  await openFilter('Ends')
  await page.getByField('ends').fill('someday')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Choose one of the values.')).toBeVisible()
  expect(address()).not.toContain('ends=')
  await page.getByField('ends').fill('60')
  await userEvent.keyboard('{Enter}')
  await expect.element(chips).toMatchTextContent('Within 60 days')
})

/** The month before this one as a person types it, as a chip says it, and its first and last day. */
function lastMonth() {
  const [year = 0, thisMonth = 0] = pageToday().split('-').map(Number)
  const first = new Date(Date.UTC(year, thisMonth - 2, 1))
  const last = new Date(Date.UTC(year, thisMonth - 1, 0))
  const name = first.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
  const iso = (date: Date) => date.toISOString().slice(0, 10)
  return {
    typed: name.toLowerCase(),
    chip: `${name} ${first.getUTCFullYear()}`,
    first: iso(first),
    last: iso(last),
  }
}

test('payer and month of a list take eleven keys', async () => {
  const month = lastMonth()
  answerLists({ listChargeCaptures: () => captureRows(3) })
  answerRecords()
  await openList(captures)
  await expect.element(rows.first()).toBeVisible()
  await lettersRested()
  await userEvent.keyboard('f')
  await expect.element(finder).toHaveFocus()
  await userEvent.keyboard('coba')
  await expect.element(page.getByRole('option', { name: /Cobalt Mutual/ })).toBeVisible()
  await expectAccessible('a payer found among the filters')
  await userEvent.keyboard('{Enter}')
  await expect.element(chips).toMatchTextContent('Payer isCobalt Mutual')
  await lettersRested()
  await userEvent.keyboard('f')
  await expect.element(finder).toHaveFocus()
  await userEvent.keyboard(month.typed)
  await expect
    .element(page.getByRole('option', { name: new RegExp(`^Service date is ${month.chip}`) }))
    .toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(chips).toMatchTextContent(`Service date is${month.chip}`)
  const keys = ['f', ...'coba', 'Enter', 'f', ...month.typed, 'Enter']
  expect(keys).toHaveLength(11)
  await expect
    .poll(() => askedOf(chargeCaptureList).at(-1)?.query)
    .toMatchObject({
      primary_payer_ids: [payers[1]!.payer_id],
      date_of_service_min: month.first,
      date_of_service_max: month.last,
    })
  expect(address()).toContain(`date_of_service_min=${month.first}`)
  expect(address()).toContain(`primary_payer_ids=${payers[1]!.payer_id}`)
})

test('a range of dates is typed, said back, chosen or set by its ends; a link of before works', async () => {
  answerLists({ listClaimCreations: () => claimRows(3) })
  // A link as it was made when each end was a filter of its own.
  await openList(claims, '?date_of_service_max=2026-09-30')
  await expect.element(chips).toMatchTextContent('Service date is on or before09/30/2026')
  const edit = page.getByRole('button', { name: /Edit filter: Service date/ })
  await edit.click()
  const range = page.getByRole('dialog', { name: 'Filter by Service date' })
  const box = range.getByLabelText('Service date', { exact: true })
  const [from, to] = [range.getByLabelText('From'), range.getByLabelText('To')]
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveValue('<= 09/30/2026')
  await userEvent.keyboard('9/1-9/15/2026')
  await expect
    .element(range.getByRole('status'))
    .toHaveTextContent('Tue 09/01/2026 – Tue 09/15/2026')
  await expect.element(from).toHaveValue('2026-09-01')
  await expect.element(to).toHaveValue('2026-09-15')
  await expectAccessible('a range of dates')
  await userEvent.keyboard('{Enter}')
  await expect.element(chips).toMatchTextContent('Service date is09/01/2026 – 09/15/2026')
  await expect.poll(address).toMatch(/date_of_service_min=2026-09-01/)
  expect(address()).toMatch(/date_of_service_max=2026-09-15/)

  await edit.click()
  await box.fill('2/30/2026')
  await userEvent.keyboard('{Enter}')
  await expect.element(range).toMatchTextContent('There is no February 30.')
  await box.fill('sep 2026')
  await from.fill('2026-10-02')
  await expect.element(box).toHaveValue('')
  const apply = range.getByRole('button', { name: 'Apply' })
  await apply.click()
  await expect.element(range).toMatchTextContent('The range ends before it begins.')
  await to.fill('2026-10-31')
  await range.getByRole('radio', { name: 'Show first' }).click()
  await apply.click()
  await expect
    .element(chips)
    .toMatchTextContent('Show firstService date is 10/02/2026 – 10/31/2026')
  await expect.poll(address).not.toMatch(/date_of_service_(min|max)=/)
  await page
    .getByRole('button', { name: /^Remove filter: Show first Service date is 10\/02\/2026/ })
    .click()
  await expect.poll(address).toBe('/claim-creations')

  await lettersRested()
  await userEvent.keyboard('f')
  await finder.fill('service date')
  await userEvent.keyboard('{Enter}')
  await range.getByRole('button', { name: 'Last month' }).click()
  await expect.element(chips).toMatchTextContent('Service date isLast month')
  await expect
    .poll(() => askedOf(claims.spec).at(-1)?.query)
    .toMatchObject({
      date_of_service_min: lastMonth().first,
      date_of_service_max: lastMonth().last,
    })
})

test('a range in words that move stays in words, and asks for other dates the day after', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 26, 17) })
  try {
    answerLists({ listClaimCreations: () => claimRows(3) })
    const shown = await openList(claims)
    await addFilter()
    await page.getByRole('combobox', { name: 'Find a filter' }).fill('service date')
    await userEvent.keyboard('{Enter}')
    const range = page.getByRole('dialog', { name: 'Filter by Service date' })
    await range.getByRole('button', { name: 'Last 30 days' }).click()
    await expect.element(chips).toMatchTextContent('Service date isLast 30 days')
    await expect.poll(address).toMatch(/date_of_service_min=last\+30\+days$/)
    await expect
      .poll(() => askedOf(claims.spec).at(-1)?.query)
      .toMatchObject({ date_of_service_min: '2026-10-28', date_of_service_max: '2026-11-26' })
    await page.getByRole('button', { name: /^Edit filter: Service date is Last 30 days/ }).click()
    await expect
      .element(range.getByLabelText('Service date', { exact: true }))
      .toHaveValue('Last 30 days')
    await expect.element(range.getByLabelText('From')).toHaveValue('2026-10-28')
    await userEvent.keyboard('{Escape}')

    const { search } = new URL(address(), location.origin)
    await shown.unmount()
    vi.setSystemTime(Date.UTC(2026, 10, 27, 17))
    await openList(claims, search)
    await expect.element(chips).toMatchTextContent('Service date isLast 30 days')
    await expect
      .poll(() => askedOf(claims.spec).at(-1)?.query)
      .toMatchObject({ date_of_service_min: '2026-10-29', date_of_service_max: '2026-11-27' })
  } finally {
    vi.useRealTimers()
  }
})

test('today of a filter is the organization’s day, which is said where the browser has another', async () => {
  answerLists({ listChargeCaptures: () => [] })
  await openList(captures)
  const today = pageToday()
  expect(localDateAt(Date.now(), ownTimeZone())).not.toBe(today)
  await openFilter('Service date')
  await expect
    .element(dialog)
    .toMatchTextContent(`Today is ${formatLocalDate(today)} in Eastern Time (New York).`)
  await dialog.getByRole('button', { name: 'Today' }).click()
  await expect.element(chips).toMatchTextContent('Service date isToday')
  await expect
    .poll(() => askedOf(chargeCaptureList).at(-1)!.query)
    .toMatchObject({ date_of_service_min: today, date_of_service_max: today })
})

test('one filter is the payer, by its ID or its name on the claim; one is the provider, by its role', async () => {
  answerLists({ listChargeCaptures: () => captureRows(3) })
  answerRecords()
  const asked = () => askedOf(chargeCaptureList).at(-1)?.query
  await openList(captures)
  await addFilter()
  await finder.fill('pay')
  const offered = found.filter({ hasText: /^Payer/ })
  await expect.element(offered).toHaveTextContent('PayerPayer')
  await userEvent.keyboard('{Enter}')
  const payer = page.getByRole('dialog', { name: 'Filter by Payer' })
  await payer.getByLabelText('Match by').selectOptions('Name on the claim')
  await payer.getByField('primary_payer_names').fill('A payer of its own')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(chips).toMatchTextContent('Payer name isA payer of its own')
  await expect.poll(asked).toMatchObject({ primary_payer_names: ['A payer of its own'] })

  await addFilter()
  await finder.fill(people[1]!.npi)
  await page.getByRole('option', { name: /Rendering provider/ }).click()
  await expect.element(chips).toMatchTextContent('Rendering provider isDana Wolf')
  await expect.poll(asked).toMatchObject({ rendering_provider_npis: [people[1]!.npi] })

  // The parameter follows the choice: nothing of the one before stays.
  await page.getByRole('button', { name: /Edit filter: Rendering provider/ }).click()
  const role = page.getByRole('dialog', { name: 'Filter by Provider' })
  await role.getByLabelText('Match by').selectOptions('Billing provider NPI')
  await role.getByField('billing_provider_npis').fill(people[1]!.npi)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(asked).toMatchObject({ billing_provider_npis: [people[1]!.npi] })
  expect(asked()).not.toHaveProperty('rendering_provider_npis')
  expect(address()).not.toContain('rendering_provider_npis')
})

test('a name in quotes, as the hint says, is one name, and its words are searched as in the search box', async () => {
  answerLists({ listChargeCaptures: () => captureRows(3) })
  await openList(captures)
  const asked = () => askedOf(chargeCaptureList).at(-1)
  await useFilter({
    spec: chargeCaptureList,
    name: 'patient_names',
    mode: 'only',
    value: '"Moss, Avery"',
  })
  await expect.poll(asked).toMatchObject({
    query: { patient_names: ['Avery'] },
    local: { patient_names: ['Moss, Avery'] },
  })
  await expect.element(chips).toMatchTextContent('Patient name isMoss, Avery')
  await page.getByRole('searchbox', { name: 'Search' }).fill('Moss, Avery')
  await expect
    .poll(asked)
    .toMatchObject({ query: { search_term: 'Avery' }, local: { search_term: 'Moss, Avery' } })
  expect(address()).not.toContain('Moss')
})

test('a search without a result says which part of the name the partner was asked for', async () => {
  answerLists({ listChargeCaptures: () => [] })
  await openList(captures)
  const box = page.getByRole('searchbox', { name: 'Search' })
  const main = page.getByRole('main')
  await box.fill('O’Neill')
  await expect
    .element(main)
    .toMatchTextContent(/match “O’Neill”.*asked for “Neill”. None of its answers has the rest/)
  await box.fill('Neill')
  await expect.element(main).toMatchTextContent(/match “Neill”.*only the billing NPIs/)
})

test('a recent date in the search box is a date of service, alone or beside a name, and stays out of the address', async () => {
  answerLists({ listChargeCaptures: () => captureRows(3) })
  await openList(captures)
  const { first } = lastMonth()
  const [year, month, day] = first.split('-')
  const asked = () => askedOf(chargeCaptureList).at(-1)
  const box = page.getByRole('searchbox', { name: 'Search' })
  await box.fill(`Moss ${month}/${day}/${year}`)
  await expect.poll(asked).toMatchObject({
    query: { search_term: 'Moss' },
    local: { search_term: `Moss ${month}/${day}/${year}` },
  })
  expect(address()).not.toContain('Moss')
  expect(address()).not.toContain(first)
  await box.fill(`${month}/${day}/${year}`)
  await expect
    .poll(() => asked()?.query)
    .toMatchObject({ date_of_service_min: first, date_of_service_max: first })
  expect(address()).not.toContain(first)
  expect(inputsOf(saveView).length).toBeGreaterThan(0)
})
