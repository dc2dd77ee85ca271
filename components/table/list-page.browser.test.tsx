import { expect, test } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import type { PreparedList } from './list-definition.ts'
import { RailViews } from '#components/table/saved-views/rail-views.tsx'
import { countsStore } from '#components/frame/counts.ts'
import { expectBegins } from '#components/testing/dialogs.testing.ts'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import {
  answerLists,
  askedOf,
  captureRows,
  chooseInList,
  claimId,
  claimRows,
  lettersRested,
  lists,
  openClaims,
  openList,
  rows,
} from '#components/testing/list.testing.tsx'
import { address, visits } from '#components/testing/page.testing.tsx'
import type { Role } from '#lib/acts/acts.ts'
import { listExports } from '#lib/actions/exports.ts'
import { savePreferences } from '#lib/actions/personal.ts'
import { readList } from '#lib/actions/lists.ts'
import {
  countSavedView,
  deleteSavedView,
  listSavedViews,
  readView,
  saveNamedView,
  setDefaultView,
} from '#lib/actions/views.ts'
import { fail, ok } from '#lib/core/result.ts'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import { claimCreationList } from '#lib/lists/claim-creations.ts'
import { toContractRow } from '#lib/lists/rows/contract-rows.ts'
import { toEncounterRow } from '#lib/lists/rows/encounter-rows.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { SavedView } from '#lib/lists/saved-views.ts'

const { captures, claims, contracts, encounters } = lists

const heads = page.getByRole('main').getByRole('columnheader')
const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
const edge = (column: string) =>
  page.getByRole('separator', { name: `Width of ${column}`, exact: true })
const widthOf = (column: string) => (head(column).element() as HTMLElement).offsetWidth
const orderOf = () => heads.elements().flatMap((each) => each.getAttribute('aria-label') ?? [])
const count = (locator: Locator) => expect.poll(() => locator.elements().length)
const status = (words: string | RegExp) =>
  page.getByRole('main').getByRole('status').filter({ hasText: words })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const [previous, next] = [button('Previous page'), button('Next page')]
const links = page.getByCss('main tbody a[data-main]')
const row = (name: string) => page.getByRole('row', { name: new RegExp(`${name}\\b`) })

test('a column is resized and moved in the head by mouse, and stays so after a reload', async () => {
  answerLists({ listChargeCaptures: () => captureRows(30) })
  const opened = await openList(captures)
  await expect.element(rows.first()).toBeVisible()
  const before = orderOf()
  const [, second, third] = before as [string, string, string]
  const width = widthOf(second)
  const grip = edge(second).element().getBoundingClientRect()
  const target = head(third).element().getBoundingClientRect()
  await edge(second).dropTo(head(third), {
    sourcePosition: { x: grip.width / 2, y: 5 },
    targetPosition: { x: grip.x + grip.width / 2 + 80 - target.x, y: 5 },
  })
  await expect.poll(() => widthOf(second)).toBe(width + 80)
  await expect.poll(() => inputsOf(savePreferences).length).toBe(1)

  const nameOf = (column: string) => head(column).getByCss('[draggable="true"]')
  await nameOf(third).dropTo(nameOf(second))
  const moved = before.with(1, third).with(2, second)
  await expect.poll(orderOf).toEqual(moved)
  await expect.poll(() => inputsOf(savePreferences).length).toBe(2)
  await opened.unmount()
  await openList(captures)
  await expect.element(rows.first()).toBeVisible()
  expect(orderOf()).toEqual(moved)
  expect(widthOf(second)).toBe(width + 80)

  // A double click lets the column follow its rows again.
  await edge(second).dblClick()
  await expect.element(edge(second)).toHaveAttribute('aria-valuetext', 'Fits its rows')
})

test('a column is resized and moved in the head by keyboard', async () => {
  answerLists({ listChargeCaptures: () => captureRows(30) })
  await openList(captures)
  await expect.element(rows.first()).toBeVisible()
  await expectAccessible('a list whose columns can be changed')
  const before = orderOf()
  const [first, second] = before as [string, string]
  const width = widthOf(second)
  edge(second).element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => widthOf(second)).toBe(width + 8)
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.poll(() => widthOf(second)).toBe(width + 48)
  await expect.element(edge(second)).toHaveAttribute('aria-valuenow', String(width + 48))
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await expect.poll(orderOf).toEqual(before.with(0, second).with(1, first))
  await expect.element(edge(second)).toHaveFocus()
  // At the end of the row nothing moves, and the browser does not go back.
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  expect(address()).toBe('/charge-captures')
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await expect.poll(orderOf).toEqual(before)
  await expect.element(edge(second)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(edge(second)).toHaveAttribute('aria-valuetext', 'Fits its rows')
})

test('columns are chosen, moved and stored', async () => {
  answerLists({ listChargeCaptures: () => captureRows(3) })
  const opened = await openList(captures)
  await expect.element(head('Payer')).toBeVisible()
  await chooseInList('Columns…')
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await panel.getByRole('checkbox', { name: 'Payer', exact: true }).click()
  await panel.getByRole('button', { name: 'Move Status right' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(head('Payer')).not.toBeInTheDocument()
  const chosen = orderOf()
  const stored = () => inputsOf(savePreferences).at(-1)?.columns?.listChargeCaptures
  // The choice and the move may be stored one after the other.
  await expect.poll(() => stored()?.order?.[0]).toBe('external_id')
  expect(stored()!.hidden).toContain('payer')
  await opened.unmount()
  await openList(captures)
  await expect.element(rows.first()).toBeVisible()
  expect(orderOf()).toEqual(chosen)
  await chooseInList('Columns…')
  await panel.getByRole('button', { name: 'Standard columns' }).click()
  await expect.element(head('Payer')).toBeVisible()
  await expect.poll(() => stored()!.hidden).not.toContain('payer')
  expect(stored()!.order?.[0]).toBe('status')
})

test('pages go forward and back by their tokens, and a link opens the same page', async () => {
  answerLists({ listChargeCaptures: () => captureRows(60) })
  const opened = await openList(captures, '?limit=25')
  await expect.element(status(/^1–25$/)).toBeVisible()
  const first = links.first()
  await expect.element(first).toHaveTextContent('CHG-0')
  await expect.element(previous).toBeDisabled()
  await next.click()
  await expect.element(first).toHaveTextContent('CHG-25')
  await next.click()
  await expect.element(status('51–60 of 60')).toBeVisible()
  await expect.element(next).toBeDisabled()
  await previous.click()
  await expect.element(first).toHaveTextContent('CHG-25')
  const link = address()
  expect(link).toMatch(/page_token=25/)
  await opened.unmount()
  await openList(captures, link.slice(link.indexOf('?')))
  await expect.element(first).toHaveTextContent('CHG-25')
})

test('the next page depends on the token, however few rows this page has', async () => {
  // A short part of a page is read on: ten parts of three rows, then the rest.
  answer(readList, ({ position = '0' }) => {
    const from = Number(position)
    return {
      rows: captureRows(from + 3).slice(from),
      next: from < 30 ? String(from + 3) : null,
      prev: null,
    }
  })
  await openList(captures, '?limit=25')
  await expect.element(status(/^1–27$/)).toBeVisible()
  await next.click()
  await expect.element(links.first()).toHaveTextContent('CHG-27')
  await expect.element(status('28–33 of 33')).toBeVisible()
  await expect.element(next).toBeDisabled()
  await previous.click()
  await expect.element(links.first()).toHaveTextContent('CHG-0')
})

test('sort, direction and page size reach the partner, however fast they are chosen', async () => {
  answerLists({ listChargeCaptures: () => captureRows(3) })
  await openList(captures, '?claim_creation_category=sorted')
  const choose = (label: string, value: string) =>
    page.getByLabelText(label, { exact: true }).selectOptions(value)
  await Promise.all([
    choose('Sort', 'date_of_service'),
    choose('Sort direction', 'asc'),
    choose('Rows', '500'),
  ])
  await expect.poll(address).toMatch(/sort=date_of_service&sort_direction=asc&limit=500/)
  await expect
    .poll(() => askedOf(chargeCaptureList).at(-1)?.query)
    .toMatchObject({
      claim_creation_category: ['sorted'],
      sort: 'date_of_service',
      sort_direction: 'asc',
      limit: 500,
    })
})

test('a thousand rows scroll without all being in the document', async () => {
  answerLists({ listChargeCaptures: () => captureRows(1_000) })
  await openList(captures, '?limit=1000')
  await expect.element(status('1,000 charge captures in all')).toBeVisible()
  expect(rows.elements().length).toBeLessThan(120)
  const scroller = page.getByRole('table').element().parentElement!
  scroller.scrollTop = 20_000
  await expect.element(links.nth(3)).not.toHaveTextContent('CHG-3')
  await expect.element(links.nth(3)).toMatchTextContent(/CHG-[56]\d\d/)
  expect(rows.elements().length).toBeLessThan(120)
})

test('the footer shows which rows of how many are visible, if the partner counts them', async () => {
  answerLists({ listClaimCreations: () => claimRows(300) })
  countsStore.set({ charge_capture_claim_creations_in_error_count: 250 })
  const inError = '?claim_creation_status=in-error'
  const opened = await openList(claims, inError)
  await expect.element(status(/^1–100 of 250$/)).toBeVisible()
  await next.click()
  await expect.element(status(/^101–200 of 250$/)).toBeVisible()
  await opened.unmount()
  // The partner has no count for a narrower view.
  await openList(claims, `${inError}&charge_status=billable&limit=25`)
  await expect.element(status(/^1–25$/)).toBeVisible()
})

test('a page that a link opens does not say how many rows are before it', async () => {
  answerLists({ listClaimCreations: () => claimRows(300) })
  await openList(claims, '?limit=100&page_token=150')
  await expect.element(status(/^100 rows$/)).toBeVisible()
})

test('the footer adds up the charges of the page, and of the selection while there is one', async () => {
  const costs = [1_234_507, 993, undefined]
  answerLists({
    listChargeCaptures: () =>
      captureRows(3, (at) => ({
        data: { service_lines: [{ charge_amount_cents: costs[at] }] as never },
      })),
  })
  await openList(captures)
  const list = page.getByRole('region', { name: 'Charge captures' })
  await expect.element(list).toMatchTextContent('3 charge captures in all')
  await expect.element(list).toMatchTextContent('Charges $12,355.00 · 1 without charges')
  await page.getByRole('checkbox', { name: 'Select CHG-1' }).click()
  await expect.element(list).toMatchTextContent('1 selected')
  await expect.element(list).toMatchTextContent('Charges $9.93')
  await page.getByRole('checkbox', { name: 'Select CHG-0' }).click()
  await expect.element(list).toMatchTextContent('Charges $12,355.00')
  await expect.element(list).not.toMatchTextContent('without charges')
})

test('a link with patient data opens the list without that filter and says so', async () => {
  answerLists({ listChargeCaptures: () => captureRows(8) })
  await openList(captures, '?patient_names=Nobody')
  await expect.element(rows.nth(5)).toBeVisible()
  await expect.element(status(/values that links can’t carry \(Patient names\)/)).toBeVisible()
  expect(askedOf(chargeCaptureList)[0]!.query).not.toHaveProperty('patient_names')
})

test('a capture has one status, the worst of its own and its claim’s, and its problem says where', async () => {
  const claimOf = ['in-error', 'held', 'held', 'successful']
  answerLists({
    listChargeCaptures: () =>
      captureRows(4, (at) => ({
        head: {
          status: ['billable', 'planned', 'billable', 'billed'][at],
          claim_creation_id: claimId(at),
          ...(at === 0 && {
            error: {
              id: 'error',
              message: 'The check digit of the NPI is wrong.',
              field_in_error: 'rendering_provider.npi',
            },
          }),
        },
      })),
    listClaimCreations: () =>
      claimRows(4, (at) => ({ status: claimOf[at], ...(at > 0 && { errors: [] }) })),
  })
  const opened = await openList(captures)
  await expect.element(row('CHG-0')).toMatchTextContent('In error')
  await expect.element(row('CHG-0')).not.toMatchTextContent('Billable')
  await expect.element(row('CHG-0')).toMatchTextContent(/Rendering provider.*check digit/)
  await expect.element(row('CHG-1')).toMatchTextContent('On hold')
  await expect.element(row('CHG-1')).toMatchTextContent('Still planned')
  await expect.element(row('CHG-2')).toMatchTextContent('On hold')
  await expect.element(row('CHG-3')).toMatchTextContent('Billed')
  await opened.unmount()
  await openList(claims)
  await expect.element(row('CHG-3')).toMatchTextContent('Billed')
  await expect.element(row('CHG-0')).toMatchTextContent('In error')
})

test('a column that a filter makes the same in all rows gives its room away, and comes back', async () => {
  answerLists({ listChargeCaptures: () => captureRows(2) })
  const opened = await openList(captures)
  await expect.element(head('Payer')).toBeVisible()
  await opened.unmount()
  await openList(captures, '?primary_payer_names=Northbridge Health Plan')
  await count(rows).toBe(2)
  await expect.element(head('Payer')).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Remove filter: Payer name/ }).click()
  await expect.element(head('Payer')).toBeVisible()
})

test('matching claim creations are shown first and the others after them', async () => {
  answerLists({
    listClaimCreations: ({ first }) =>
      claimRows(6, (at) => (first && at === 0 ? {} : { status: 'successful', errors: [] })),
  })
  await openList(claims, '?claim_creation_category=first')
  await count(rows).toBe(6)
  await expect.element(rows.first()).not.toMatchTextContent(/in error/i)
  await button('Add filter').click()
  await page.getByRole('combobox', { name: 'Find a filter' }).fill('Status')
  await page.getByRole('option', { name: 'Status Status', exact: true }).click()
  await page.getByRole('radio', { name: 'Show first' }).click()
  await page.getByRole('option', { name: /^In error/ }).click()
  await expect.element(rows.first()).toMatchTextContent(/in error/i)
  await expect.element(rows.nth(1)).not.toMatchTextContent(/in error/i)
  await count(rows).toBe(6)
  expect(askedOf(claimCreationList).at(-1)).toMatchObject({
    query: { claim_creation_category: ['first'] },
    first: { claim_creation_status: 'in-error' },
  })
})

test('a search answers while one types, takes “Last, First” and a US birth date, and is one step of the history', async () => {
  answerLists({
    listChargeCaptures: ({ query }) => captureRows(query.search_term === undefined ? 8 : 2),
  })
  await openList(captures)
  await expect.element(rows.nth(5)).toBeVisible()
  const steps = history.length
  const box = page.getByRole('searchbox', { name: 'Search' })
  await lettersRested()
  await userEvent.keyboard('/')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('Sample')
  await count(rows).toBe(2)
  await userEvent.keyboard(', R')
  const asked = () => askedOf(chargeCaptureList).at(-1)
  await expect.poll(asked).toMatchObject({
    query: { search_term: 'Sample' },
    local: { search_term: 'Sample, R' },
  })
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveValue('Sample, R')
  expect(address()).toMatch(/^\/charge-captures\?view=view-\d$/)
  await box.fill('sample 9/3/1980')
  await expect.poll(asked).toMatchObject({ local: { search_term: 'sample 9/3/1980' } })
  expect(history.length).toBe(steps + 1)
  // Less than two letters search nothing.
  await box.fill('')
  await count(rows).toBe(8)
  await userEvent.keyboard('z{Enter}')
  expect(
    askedOf(chargeCaptureList).filter(({ query }) => String(query.search_term ?? 'zz').length < 2),
  ).toEqual([])

  // The keys of the list work again after Escape, which leaves the text.
  await box.fill('Sample, R')
  await count(rows).toBe(2)
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toHaveFocus()
  await expect.element(box).toHaveValue('Sample, R')
  await userEvent.keyboard('f')
  await expect.element(page.getByRole('combobox', { name: 'Find a filter' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  history.back()
  await expect.element(box).toHaveValue('')
  await count(rows).toBe(8)
})

test('a search with few results shows how far it has read, and can be stopped and continued', async () => {
  const gates: (() => void)[] = []
  answer(readList, async ({ position = '0' }) => {
    await new Promise<void>((open) => gates.push(open))
    const at = Number(position)
    return {
      rows: at % 2 === 0 ? [] : captureRows(at + 1).slice(at),
      next: at < 5 ? String(at + 1) : null,
      prev: null,
    }
  })
  const read = async (pages: number) => {
    await expect.poll(() => gates.length).toBe(pages)
    gates[pages - 1]!()
  }
  await openList(captures)
  await read(1)
  await read(2)
  await expect.element(status('Searching further: 2 pages read, 1 found')).toBeVisible()
  await button('Stop').click()
  await read(3)
  await expect.element(status('Search stopped: 3 pages read, 1 found')).toBeVisible()
  await button('Search further').click()
  for (const pages of [4, 5, 6]) await read(pages)
  await expect.element(status('3 charge captures in all')).toBeVisible()
})

test('an empty page with a token is read past', async () => {
  answer(readList, ({ position = '0' }) =>
    position === '2'
      ? { rows: captureRows(8), next: null, prev: null }
      : { rows: [], next: String(Number(position) + 1), prev: null },
  )
  await openList(captures, '?limit=25')
  await expect.element(rows.nth(5)).toBeVisible()
})

test('an unreadable row keeps its place and hides no other', async () => {
  const [first, odd] = captureRows(2, (at) =>
    at === 0 ? {} : { head: { status: 'a-new-status', charge_capture_data: 'not an object' } },
  )
  const unreadable: BaseRow = { id: '', unreadable: true }
  answerLists({ listChargeCaptures: () => [first!, unreadable, unreadable, odd!] })
  await openList(captures)
  await count(rows).toBe(4)
  await expect.element(rows.first()).toMatchTextContent('CHG-0')
  await count(rows.filter({ hasText: /can’t be shown/ })).toBe(2)
  await expect.element(rows.nth(3)).toMatchTextContent('CHG-1')
  await expect.element(rows.nth(3)).toMatchTextContent(/a.new.status/i)
})

test('a view that is chosen while the partner is unreachable can be retried', async () => {
  let isAway = false
  answer(readList, ({ query }) =>
    isAway
      ? fail('PartnerUnreachable', 'The partner can’t be reached.')
      : ok({
          rows: query.sort_direction === 'asc' ? captureRows(9).toReversed() : captureRows(9),
          next: null,
          prev: null,
        }),
  )
  await openList(captures, '?limit=25')
  await expect.element(links.first()).toHaveTextContent('CHG-0')
  isAway = true
  await page.getByLabelText('Sort direction').selectOptions('asc')
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect.element(retry.first()).toBeVisible()
  isAway = false
  await retry.first().click()
  await expect.element(links.first()).toHaveTextContent('CHG-8')
})

const scrolledTo = () => page.getByRole('table').element().parentElement!.scrollTop
const at = (index: number) => page.getByCss(`tr[data-index="${index}"]`)
const linkAt = (index: number) => at(index).getByCss('a[data-main]')
const hrefAt = (index: number) => linkAt(index).element().getAttribute('href')
const moveDown = (steps: number) => userEvent.keyboard('j'.repeat(steps))
const errorLink = page.getByRole('main').getByRole('link', { name: /check digit/ })
const trail = page.getByRole('main').getByRole('link', { name: 'Claim creations', exact: true })

test('20 rows down, a save, Back, the breadcrumb and the next item all lead back to the row', async () => {
  // In a low window, so that the list scrolls.
  await page.viewport(1440, 500)
  await openClaims(30)
  await expect.element(linkAt(12)).toBeVisible()
  await moveDown(18)
  await userEvent.keyboard('xjxj')
  await expect.element(linkAt(20)).toHaveFocus()
  await expect.element(status('2 selected')).toBeVisible()
  const [opened, following, afterThat] = [20, 21, 22].map(hrefAt)
  const top = scrolledTo()
  expect(top).toBeGreaterThan(200)

  await userEvent.keyboard('{Enter}')
  await expect.element(errorLink).toHaveFocus()
  history.back()
  await expect.element(linkAt(20)).toHaveFocus()
  expect(hrefAt(20)).toBe(opened)
  expect(scrolledTo()).toBe(top)
  await expect.element(status('2 selected')).toBeVisible()

  await userEvent.keyboard('{Enter}')
  await expect.element(errorLink).toHaveFocus()
  await button('Save a capture').click()
  await trail.click()
  // Its error is cleared, so the next row takes its place.
  await expect.poll(() => hrefAt(20)).toBe(following)
  await expect.element(linkAt(20)).toHaveFocus()
  await expect.element(linkAt(20)).toBeInViewport()
  expect(Math.abs(scrolledTo() - top)).toBeLessThan(50)
  await expect.element(status('2 selected')).toBeVisible()
  await expect.element(at(19).getByRole('checkbox')).toBeChecked()

  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(following)
  await expect.element(errorLink).toHaveFocus()
  await userEvent.keyboard('n')
  await expect.poll(address).toBe(afterThat)
  await trail.click()
  await expect.element(linkAt(21)).toHaveFocus()
  expect(hrefAt(21)).toBe(afterThat)
  await page.viewport(1440, 900)
})

test('Back returns to the previous page of the list, and then to the page before it', async () => {
  await openClaims(60, '&limit=25')
  await expect.element(linkAt(12)).toBeVisible()
  await moveDown(11)
  await expect.element(linkAt(11)).toHaveFocus()
  const onFirstPage = hrefAt(11)
  await next.click()
  await expect.poll(address).toMatch(/page_token=/)
  await expect.poll(() => hrefAt(0)).toContain(claimId(25))
  const second = address()
  await moveDown(21)
  await userEvent.keyboard('x')
  await expect.element(linkAt(21)).toHaveFocus()
  const opened = hrefAt(21)
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(opened)
  history.back()
  await expect.poll(address).toBe(second)
  await expect.element(linkAt(21)).toHaveFocus()
  expect(hrefAt(21)).toBe(opened)
  await expect.element(at(21).getByRole('checkbox')).toBeChecked()

  history.back()
  await expect.poll(address).not.toMatch(/page_token=/)
  await expect.poll(() => hrefAt(11)).toBe(onFirstPage)
  await userEvent.keyboard('j')
  await expect.element(linkAt(12)).toHaveFocus()
})

test('rows selected on two pages stay selected, and the foot says how many are on this page', async () => {
  await openClaims(27, '&limit=25')
  await expect.element(linkAt(12)).toBeVisible()
  const foot = status('selected')
  await userEvent.keyboard('xjx')
  await expect.element(foot).toHaveTextContent('2 selected')
  await userEvent.keyboard('n')
  await count(rows).toBe(2)
  await expect.element(foot).toHaveTextContent('2 selected, 0 on this page')
  await userEvent.keyboard('x')
  await expect.element(foot).toHaveTextContent('3 selected, 1 on this page')
  await userEvent.keyboard('p')
  await count(rows).toBe(25)
  await expect.element(foot).toHaveTextContent('3 selected, 2 on this page')
  await expect.element(rows.first().getByRole('checkbox')).toBeChecked()
  await button('Clear selection').click()
  await expect.element(foot).not.toBeInTheDocument()
})

const contract = (at: number) =>
  toContractRow({
    contract_id: `contract-${at}`,
    contract_status: 'effective',
    payer: { payer_name: 'Northbridge Health Plan', payer_id: 'NBH01' },
    contracting_provider: { organization_name: 'North Clinic', npi: '1999999984' },
    effective_date: '2026-01-01',
    expiration_date: at === 0 ? '2026-02-01' : '2999-12-31',
  })

const encounter = (at: number) =>
  toEncounterRow({
    encounter_id: `encounter-${at}`,
    external_id: `ENC-${at}`,
    patient: { first_name: 'Avery', last_name: 'Moss', external_id: 'PAT-1' },
    date_of_service: '2026-10-02',
    claims: [
      {
        status: 'finalized_paid',
        service_lines: [
          { charge_amount_cents: 20_000, paid_amount_cents: 15_000, patient_balance_cents: 1_001 },
          { charge_amount_cents: 5_050, paid_amount_cents: 50, patient_balance_cents: 0 },
        ],
      },
    ],
  })

function answerAll() {
  answerLists({
    listChargeCaptures: () => captureRows(8),
    listClaimCreations: () => claimRows(8),
    listContractsV3: () => Array.from({ length: 8 }, (_, at) => contract(at)),
    listEncounters: () => Array.from({ length: 8 }, (_, at) => encounter(at)),
  })
}

for (const theme of ['light', 'dark'])
  test(`rows of lists are cards of two lines on a phone, without keys, and a press opens the record: ${theme}`, async () => {
    document.documentElement.dataset.theme = theme
    await page.viewport(390, 844)
    try {
      answerAll()
      for (const list of [captures, claims, contracts, encounters]) {
        const opened = await openList(list)
        await expect.element(rows.first()).toBeVisible()
        const box = rows.first().element().getBoundingClientRect()
        expect(box.height).toBeGreaterThanOrEqual(44)
        expect(box.right).toBeLessThanOrEqual(390)
        const keys = page.getByCss('kbd').elements()
        expect(keys.filter((key) => key.checkVisibility())).toEqual([])
        expect(heads.elements()).toEqual([])
        await expectAccessible(`${list.spec.operation}, ${theme}`)
        await opened.unmount()
      }
      await openList(captures)
      await expect.element(rows.first()).toMatchTextContent(/\$[\d,]+\.\d\d/)
      const { width, height } = rows.first().element().getBoundingClientRect()
      await rows.first().click({ position: { x: width / 2, y: height - 8 } })
      await expect.poll(() => visits().at(-1)).toMatch(/^\/charge-captures\/[0-9a-f-]{36}$/)
    } finally {
      delete document.documentElement.dataset.theme
      await page.viewport(1440, 900)
    }
  })

test('on a phone the one menu of a list exports, copies its link and has its columns', async () => {
  await page.viewport(390, 844)
  try {
    answerAll()
    answer(listExports, () => [])
    await openList(captures)
    await chooseInList('Columns…')
    await expect.element(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await chooseInList('Export…')
    await expect.element(page.getByRole('dialog', { name: /^Export CSV/ })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  } finally {
    await page.viewport(1440, 900)
  }
})

test('the list of encounters shows each one’s amounts and claim status, and Enter opens it', async () => {
  answerAll()
  await openList(encounters)
  const first = rows.first()
  await expect.element(first).toMatchTextContent('Finalized paid')
  for (const amount of ['$250.50', '$150.50', '$10.01'])
    await expect.element(first).toMatchTextContent(amount)
  await lettersRested()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => visits().at(-1)).toBe('/encounters/encounter-0')
})

test('a contract that ended is flagged while it is still effective, and Enter opens it', async () => {
  answerAll()
  await openList(contracts)
  await expect.element(rows.first()).toMatchTextContent('Ended, still effective')
  await expect.element(rows.nth(1)).not.toMatchTextContent('Ended')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => visits().at(-1)).toBe('/contracts/contract-0')
})

/** Keeps named views as the server does, for a person who may do everything with them. */
function keepViews(...kept: SavedView[]): void {
  const views = new Map(kept.map((saved) => [saved.id, saved]))
  answer(saveNamedView, ({ list, id = 'named', name, is_shared }) => {
    const before = views.get(id) ?? { ...mine, list, id }
    const saved = {
      ...before,
      name: name ?? before.name,
      is_shared: is_shared ?? before.is_shared,
    }
    views.set(id, saved)
    return saved
  })
  answer(listSavedViews, () => ({
    views: [...views.values()],
    may_share: true,
    default_roles: ['biller', 'manager'] satisfies Role[],
  }))
  answer(deleteSavedView, ({ id }) => {
    views.delete(id)
    return null
  })
  answer(setDefaultView, () => null)
  answer(countSavedView, () => ({ rows: 2, is_more: false, at: '2026-11-20T10:00:00Z' }))
}

const mine: SavedView = {
  id: 'named',
  list: 'listChargeCaptures',
  path: '/charge-captures',
  name: 'Moss to check',
  is_shared: true,
  is_own: true,
  owner: 'Biller',
  may_change: true,
  default_for: [],
}

const menuOf = (name: string) => button(`View: ${name}`)
const dialog = page.getByRole('dialog')
const told = page.getByRole('status', { name: 'Messages' })
const fieldOf = (label: string) => dialog.getByLabelText(new RegExp(`^${label}`))
async function choose(view: string, entry: string) {
  await menuOf(view).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

const besideRail = {
  spec: chargeCaptureList,
  Page: ({ prepared }: { prepared: PreparedList }) => (
    <>
      <RailViews />
      <captures.Page prepared={prepared} />
    </>
  ),
}
const team = page.getByRole('navigation', { name: 'Team views' })

test('a view is saved by its name and shared, and is marked when it is edited', async () => {
  answerAll()
  keepViews()
  await openList(besideRail, '?sort=date_of_service')
  await expect.element(rows.first()).toBeVisible()
  await chooseInList('Columns…')
  await page.getByRole('checkbox', { name: 'Billing NPI' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(head('Billing NPI')).toBeVisible()
  await expect.poll(() => inputsOf(savePreferences).length).toBe(1)

  await lettersRested()
  await userEvent.keyboard('v')
  await expect.element(fieldOf('Name')).toHaveFocus()
  await expect.element(fieldOf('Share with the team')).toBeVisible()
  await expectAccessible('saving a view')
  await fieldOf('Name').fill('Moss to check')
  await fieldOf('Share with the team').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(menuOf('Moss to check')).toBeVisible()
  await expect.element(told).toMatchTextContent('“Moss to check” is saved. It’s in the navigation.')
  expect(address()).toBe('/charge-captures?view=named')
  expect(inputsOf(saveNamedView)[0]).toMatchObject({
    name: 'Moss to check',
    is_shared: true,
    state: {
      view: { sort: 'date_of_service' },
      columns: { hidden: expect.not.arrayContaining(['billing_npi']) },
    },
  })
  const link = team.getByRole('link', { name: 'Moss to check 2 rows' })
  await expect.element(link).toHaveAttribute('aria-current', 'page')

  // A change is the person's own until it is saved; the address still names the view.
  await page.getByLabelText('Sort direction').selectOptions('asc')
  await expect.element(button('View: Moss to check edited')).toBeVisible()
  expect(address()).toMatch(/base=named/)
  await button('View: Moss to check edited').click()
  await expect.element(page.getByRole('menuitem', { name: 'Save as new view…' })).toBeVisible()
  await expectAccessible('the menu of views')
  await page.getByRole('menuitem', { name: 'Update view' }).click()
  await expect.element(told).toMatchTextContent('“Moss to check” is updated.')
  expect(inputsOf(saveNamedView).at(-1)).toMatchObject({
    id: 'named',
    state: { view: { sort_direction: 'asc' } },
  })
})

test('a view is renamed, made the default of a role, and deleted', async () => {
  answerAll()
  keepViews(mine)
  const opened = { view: { sort: 'date_of_service' }, saved: mine }
  await openList(besideRail, '?view=named', { stored: { id: mine.id, opened } })
  await expect.element(rows.first()).toBeVisible()
  await choose('Moss to check', 'Rename…')
  await expectBegins('Rename view')
  await fieldOf('Name').fill('Moss')
  await userEvent.keyboard('{Enter}')
  await choose('Moss', 'Make default for a role…')
  await expectBegins('Default view: ')
  await expect.element(fieldOf('Biller')).toHaveFocus()
  await fieldOf('Biller').click()
  await expectAccessible('choosing the roles of a default view')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(told).toMatchTextContent('“Moss” is the default of 1 role.')
  expect(inputsOf(setDefaultView)).toMatchObject([{ id: 'named', roles: ['biller'] }])

  await choose('Moss', 'Delete view…')
  await expectBegins('Delete “', { button: 'Cancel' })
  await dialog.getByRole('button', { name: 'Delete view' }).click()
  await expect.element(told).toMatchTextContent('“Moss” is deleted.')
  await expect.element(button('Views')).toBeVisible()
  await expect.element(team).not.toBeInTheDocument()
})

test('a view that was deleted says so, and one that the list opens with leads to all rows', async () => {
  answerAll()
  keepViews()
  answer(readView, () =>
    fail(
      'EntityNotFoundError',
      'This view isn’t available: it was deleted, or it is of another list.',
    ),
  )
  const gone = await openList(captures, '?view=gone')
  await expect.element(page.getByRole('main')).toMatchTextContent('it was deleted')
  await gone.unmount()
  const opened = {
    view: { sort: 'date_of_service' },
    saved: { ...mine, id: 'kept', name: 'Kept', is_own: false, default_for: ['biller'] },
  }
  await openList(captures, '?view=kept', { hasDefault: true, stored: { id: 'kept', opened } })
  await choose('Kept', 'All charge captures')
  await expect.poll(address).toBe('/charge-captures?view=all')
  await expect.element(button('Views')).toBeVisible()
})
