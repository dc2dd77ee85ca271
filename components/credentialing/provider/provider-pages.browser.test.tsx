import { expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { clinic, contractId, idAt, payer } from '#components/testing/contract.testing.tsx'
import { providerAt } from '#components/testing/look-ups.testing.ts'
import { showPage, visits } from '#components/testing/page.testing.tsx'
import { expectNoWireNames } from '#components/testing/wire-names.testing.ts'
import { logFollowUp, readFollowUps, readPayerDays } from '#lib/actions/follow-ups.ts'
import { readJobItems } from '#lib/actions/jobs.ts'
import {
  readJoin,
  readJoinChoice,
  readProviderPage,
  startJoinPayers,
  type readStatusReport,
} from '#lib/actions/providers.ts'
import type { FollowUp } from '#lib/actions/follow-ups/verbs.ts'
import type { ProviderHead } from '#lib/actions/providers/provider-lists.ts'
import type { ProviderReply } from '#lib/actions/providers/read-provider.ts'
import type { ReplyOf } from '#lib/actions/act.ts'
import type { JoinFacts } from '#lib/actions/providers/join-contracts.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { addDays, formatLocalDate } from '#lib/core/local-date.ts'
import { fail, ok } from '#lib/core/result.ts'
import type { JoinContract } from '#lib/rules/coverage/join-plan.ts'
import { today } from '#lib/rules/testdata/clean-capture.ts'
import { JoinPage } from './join-page.tsx'
import { ProviderPage } from './provider-page.tsx'
import { StatusReport } from './status-report.tsx'

const npi = providerAt(0).npi
const provider: ProviderHead = {
  id: providerAt(0).organization_provider_id,
  npi,
  name: 'Robin Rowan',
  license: 'MD',
  taxonomy: undefined,
  place: 'Portland, OR',
  is_rendering: true,
  ended_on: undefined,
}
const parties = {
  payer: { uuid: payer.payer_uuid, name: payer.payer_name },
  provider: { id: clinic.organization_provider_id, name: clinic.organization_name },
}
const contract = { ...parties, contract_id: contractId, type: 'professional', status: 'effective' }
const covering = {
  ...parties,
  span: {
    id: idAt(40),
    start_date: addDays(today, -400),
    submitted_date: addDays(today, -460),
    payer_loaded_date: addDays(today, -450),
  },
}
const submitted = {
  ...parties,
  span: {
    id: idAt(40),
    start_date: addDays(today, 20),
    submitted_date: addDays(today, -5),
    payer_loaded_date: null,
  },
}
const read = <Item,>(...items: Item[]) => ({ items, failure: null })

/** Shows the page of a provider who is on one contract. */
async function openProvider(change: Partial<ProviderReply> = {}) {
  const reply: ProviderReply = {
    today,
    provider,
    contracts: read(contract),
    spans: read(),
    facilities: read(),
    risk: null,
    ...change,
  }
  answer(readProviderPage, () => reply)
  answer(readPayerDays, () => null)
  return showPage(
    `/providers/${npi}`,
    <ProviderPage
      npi={npi}
      reply={Promise.resolve(toJsonText(ok(reply)))}
      mayRecord
      mayFollowUp
      mayReport
    />,
  )
}

const sums = page.getByLabelText('Sums')
const row = page
  .getByRole('table', { name: 'Payers' })
  .getByRole('row')
  .filter({ hasText: payer.payer_name })

test('without a board nobody knows what is at risk; with one, a row has its money and the way to a span', async () => {
  const { unmount } = await openProvider()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Rowan')
  await expect.element(sums).toMatchTextContent('No coverage board yet')
  await expect.element(row).toMatchTextContent('Not known')
  await unmount()
  await openProvider({
    risk: {
      rows: [{ ...parties, captures: 2, will: 2, hold: 0, cents: 32_550, without_amount: 0 }],
      made_at: `${today}T03:00:00Z`,
      is_whole: true,
    },
  })
  await expect.element(row).toMatchTextContent('$325.50')
  await expect.element(row).toMatchTextContent('2 captures, 2 will deny')
  await expect.element(row).toMatchTextContent('No span')
  await expect
    .element(row.getByRole('link', { name: 'Professional' }))
    .toHaveAttribute('href', `/contracts/${contractId}/providers`)
  await expect
    .element(row.getByRole('link', { name: 'Record a span' }))
    .toHaveAttribute(
      'href',
      `/credentialing/provider-spans/new?rendering_provider_id=${provider.id}&contracting_provider_id=${parties.provider.id}&payer_uuid=${parties.payer.uuid}`,
    )
  expectNoWireNames('the page of a provider')
})

test('contracts that can’t be read are not said to be missing', async () => {
  answer(readFollowUps, () => ({ items: [], is_cut: false, team: [], own_id: 'own', today }))
  const { error } = fail('UnauthorizedError', 'This connection can’t read contracts.')
  await openProvider({ contracts: { items: [], failure: error }, spans: read(covering) })
  await expect.element(page.getByText(/^Not all contracts could be read/)).toBeVisible()
  await expect.element(row).toMatchTextContent('Not known')
  await expect.element(row).not.toMatchTextContent('On no roster')
  await expect.element(sums).toMatchTextContent('Not known')
  await expect.element(row).toMatchTextContent('Covered')
  await expect.element(row.getByRole('link', { name: 'Record a span' })).not.toBeInTheDocument()
})

test('a follow-up of one of several spans is logged from the row of its payer', async () => {
  let items: FollowUp[] = []
  answer(readFollowUps, () => ({
    items,
    is_cut: false,
    team: [{ id: 'own', name: 'Demo Credentialing' }],
    own_id: 'own',
    today,
  }))
  answer(logFollowUp, ({ span, asked, missing }) => {
    const written_at = `${today}T10:00:00Z`
    const named = { ...span, payer: payer.payer_name }
    items = [{ ...named, id: idAt(70), asked, missing, written_at, span } as never]
    return null as never
  })
  const other = {
    ...submitted,
    span: { ...submitted.span, id: idAt(41), start_date: '2020-01-01' },
  }
  await openProvider({ spans: read(submitted, other) })
  await expect.element(page.getByRole('button', { name: /^Log a follow-up/ })).toBeEnabled()
  ;(row.getByCss(`a[href$="${submitted.span.id}"]`).element() as HTMLElement).focus()
  await userEvent.keyboard('m')
  const dialog = page.getByRole('dialog', { name: 'Log a follow-up' })
  await dialog.getByField('span').selectOptions(submitted.span.id)
  await dialog.getByLabelText(/^Whom you asked/).fill('Inner desk')
  await dialog.getByLabelText(/^What is missing/).fill('Board certificate')
  await dialog.getByRole('button', { name: 'Log' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const item = page.getByRole('listitem').filter({ hasText: 'Board certificate' })
  await expect.element(item).toMatchTextContent('Asked Inner desk')
  await expect.element(item.getByRole('link', { name: payer.payer_name })).toBeVisible()
})

test('the status report of a provider prints what is missing, and not whom we asked', async () => {
  const reply: ReplyOf<typeof readStatusReport> = {
    today,
    provider,
    contracts: read(contract),
    spans: read(submitted),
    missing: [
      { id: idAt(70), payer: payer.payer_name, missing: 'Board certificate', next_on: undefined },
    ],
    made_by: 'Demo Credentialing',
    made_at: `${today}T10:00:00Z`,
  }
  await showPage(
    `/providers/${npi}/report`,
    <StatusReport npi={npi} reply={Promise.resolve(toJsonText(ok(reply)))} />,
  )
  const sheet = page.getByRole('main')
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Status report')
  await expectAccessible('the status report')
  expectNoWireNames('the status report')
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  const line = sheet
    .getByRole('table', { name: 'Contracts and spans' })
    .getByRole('row')
    .filter({ hasText: payer.payer_name })
  await expect.element(line).toMatchTextContent('Submitted, not loaded, 5 d')
  await expect
    .element(line)
    .toMatchTextContent(formatLocalDate(addDays(today, 20), { weekday: false }))
  await expect.element(sheet.getByText(/Board certificate/)).toBeVisible()
  await expect.element(sheet).toMatchTextContent('made by Demo Credentialing')
  await expect.element(page.getByText('Print', { exact: true })).not.toBeVisible()
  await cdp().send('Emulation.setEmulatedMedia', { media: '' })
})

const join = (at: number): JoinContract => ({
  contract_id: idAt(20 + at),
  payer: { uuid: idAt(30 + at), name: `Payer ${at}` },
  provider: parties.provider,
  type: 'professional',
  status: 'effective',
  regions: { type: 'national' },
  count: 4,
})

/** Shows the form of a provider who joins payers; the provider is on the first contract. */
async function openJoin(contracts: readonly JoinContract[], spans: JoinFacts['spans']) {
  const facts: JoinFacts = {
    today,
    read_at: `${today}T10:00:00Z`,
    provider,
    on: [contracts[0]!.contract_id],
    spans,
  }
  answer(readJoin, () => facts)
  answer(readJoinChoice, () => ({ contracts: [...contracts], is_whole: true }))
  answer(startJoinPayers, () => ({ id: idAt(90) }) as never)
  answer(readJobItems, () => {
    const { contract_ids, spans: asked } = inputsOf(startJoinPayers)[0]!
    const records = [
      ...contract_ids.map((id) => `roster ${id}`),
      ...asked.map((span) => `span ${span.payer_uuid} ${span.contracting_provider_id}`),
    ]
    return {
      items: records.map((record, position) => ({
        record,
        state: 'verified' as const,
        attempt: 1,
        words: null,
        position,
      })),
      next: null,
    }
  })
  await showPage(
    `/providers/${npi}/join`,
    <JoinPage npi={npi} reply={Promise.resolve(toJsonText(ok(facts)))} />,
  )
  await expect
    .element(page.getByRole('combobox', { name: 'Payer or contracting provider' }))
    .toHaveFocus()
}

const options = page.getByRole('listbox', { name: 'Contracts' }).getByRole('option')
const field = (name: string) => page.getByField(name)
let keys = 0
const press = async (...pressed: string[]) => {
  keys += pressed.length
  for (const key of pressed) await userEvent.keyboard(key)
}
const dateKeys = (date: string) => {
  const [year, month, day] = date.split('-')
  return [...`${month}${day}${year}`]
}

test('a provider joins eight payers with one job, by keyboard in about forty keys', async () => {
  const contracts = Array.from({ length: 9 }, (_, at) => join(at))
  const { payer: eighth } = contracts[8]!
  await openJoin(contracts, [{ ...submitted, payer: eighth }])
  keys = 1
  // The contracts of the clinic that the provider works for are listed without a letter.
  await expect.element(options).toHaveLength(8)
  for (let place = 0; place < 8; place += 1) {
    if (place > 0) await press('{ArrowDown}')
    await press('{Enter}')
  }
  const dryRun = page.getByRole('table', { name: 'Dry run' })
  await expect.element(dryRun.getByRole('row')).toHaveLength(9)
  await press('{Tab}')
  await expect.element(field('start_date')).toHaveFocus()
  await press(...dateKeys('2027-01-01'))
  await press('{Tab}')
  await expect.element(field('submitted_date')).toHaveFocus()
  await press(...dateKeys(addDays(today, -3)))
  await expect.element(page.getByText(/^8 roster entries and 7 spans in one job/)).toBeVisible()
  await expectAccessible('the dry run of joining payers')
  expectNoWireNames('the dry run of joining payers')
  // The one with a span already gets the roster entry only, and nothing has been written.
  await expect
    .element(dryRun.getByRole('row').filter({ hasText: eighth.name }))
    .toMatchTextContent('Roster only')
  expect(inputsOf(startJoinPayers)).toEqual([])
  await press('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('15 of 15 written and read back.')).toBeVisible()
  expect(keys).toBeLessThanOrEqual(40)
  expect(inputsOf(startJoinPayers)).toEqual([
    {
      provider_id: provider.id,
      contract_ids: contracts.slice(1).map(({ contract_id }) => contract_id),
      spans: contracts.slice(1, 8).map(({ payer: { uuid } }) => ({
        contracting_provider_id: parties.provider.id,
        payer_uuid: uuid,
        start_date: '2027-01-01',
        submitted_date: addDays(today, -3),
        regions: { type: 'national' },
      })),
    },
  ])
  await page.getByRole('link', { name: 'Open the provider' }).click()
  await expect.poll(visits).toEqual([`/providers/${npi}`])
})

test('a provider joins one payer, to the submitted span, by keyboard in 23 keys', async () => {
  await openJoin([join(0), join(1), join(2)], [])
  keys = 1
  await expect.element(options).toHaveLength(2)
  await press('{Enter}', '{Tab}', ...dateKeys('2027-01-01'), '{Tab}')
  await press(...dateKeys(addDays(today, -3)))
  await expect.element(page.getByText(/^1 roster entry and 1 span in one job/)).toBeVisible()
  await press('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('2 of 2 written and read back.')).toBeVisible()
  expect(keys).toBeLessThanOrEqual(23)
  expect(inputsOf(startJoinPayers)).toMatchObject([
    { contract_ids: [join(1).contract_id], spans: [{ payer_uuid: join(1).payer.uuid }] },
  ])
})
