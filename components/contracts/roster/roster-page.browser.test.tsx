import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import {
  answerContract,
  contractId,
  contractRecord,
  idAt,
  payer,
  showContract,
} from '#components/testing/contract.testing.tsx'
import { answerLookUps, facilityAt, providerAt } from '#components/testing/look-ups.testing.ts'
import { visits } from '#components/testing/page.testing.tsx'
import { putFile } from '#components/testing/put-file.testing.ts'
import { findRosterProviders, listContractProviders } from '#lib/actions/lists.ts'
import { addContractProviders, removeContractProviders } from '#lib/actions/records.ts'
import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import { fail } from '#lib/core/result.ts'
import { toRosterRow } from '#lib/lists/rows/roster-rows.ts'
import { RosterPage } from './roster-page.tsx'

const pool = Array.from({ length: 6 }, (_, at) => providerAt(at))
const [a, b, c, d, e, f] = pool as [
  OrganizationProvider,
  OrganizationProvider,
  OrganizationProvider,
  OrganizationProvider,
  OrganizationProvider,
  OrganizationProvider,
]
const idsOf = (providers: readonly OrganizationProvider[]) =>
  providers.map(({ organization_provider_id: id }) => id)

/** The ids that the partner's roster has. */
let roster: string[] = []
const lost = () => fail('OutcomeUnknown', 'The partner’s answer was lost.')
const add = (ids: readonly string[]) => {
  const fresh = ids.filter((id) => !roster.includes(id))
  roster = [...roster, ...fresh]
  answerRoster()
  return {
    provider_count: roster.length,
    added_count: fresh.length,
    ignored_count: ids.length - fresh.length,
  }
}
const remove = (ids: readonly string[]) => {
  roster = roster.filter((id) => !ids.includes(id))
  answerRoster()
  return { provider_count: roster.length, added_count: null, ignored_count: null }
}
const answerRoster = () => answerContract(contractRecord({ provider_count: roster.length }))

/** The workers that the page has started. */
let workers: Worker[] = []

beforeEach(() => {
  workers = []
  vi.stubGlobal(
    'Worker',
    class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given)
        workers.push(this)
      }
    },
  )
})

/** Shows the roster of a contract, which changes as the partner's does. */
async function openRoster(on: readonly OrganizationProvider[], adds = false) {
  roster = idsOf(on)
  answerLookUps()
  answer(listContractProviders, () => ({
    rows: pool
      .filter(({ organization_provider_id: id }) => roster.includes(id))
      .map((provider) => toRosterRow(provider)),
    next: null,
  }))
  answer(findRosterProviders, ({ ids, npis }) => ({
    is_available: true,
    providers: pool
      .filter(({ organization_provider_id: id, npi }) => ids.includes(id) || npis.includes(npi))
      .map((provider) => toRosterRow(provider)),
  }))
  answer(addContractProviders, ({ rendering_provider_ids }) => add(rendering_provider_ids))
  answer(removeContractProviders, ({ rendering_provider_ids }) => remove(rendering_provider_ids))
  const shown = await showContract(
    'providers',
    <RosterPage canWrite canExport={false} adds={adds} />,
    { record: contractRecord({ provider_count: on.length }) },
  )
  await expect.element(page.getByText(/providers? in all/)).toBeVisible()
  return shown
}

const table = page.getByRole('table', { name: 'Providers' })
const dialog = page.getByRole('dialog')
const button = (name: string) => dialog.getByRole('button', { name })
const sent = (act: typeof addContractProviders) =>
  inputsOf(act).map(({ rendering_provider_ids }) => rendering_provider_ids.toSorted())

async function openChange(name: string) {
  await page.getByRole('button', { name }).click()
  await expect.element(button('Check the list')).toBeVisible()
}

async function check(text: string) {
  await dialog.getByLabelText('Provider IDs or NPIs').fill(text)
  await button('Check the list').click()
}

async function findByNpi(npi: string) {
  const find = page.getByRole('dialog', { name: 'Find a provider for the list' })
  await find.getByRole('combobox', { name: 'Name or NPI' }).fill(npi)
  await find.getByRole('option', { name: new RegExp(npi) }).click()
}

test('a pasted list is sorted line by line, and only the providers to add are sent', async () => {
  await openRoster([a, b])
  await userEvent.keyboard(`/${a.npi}`)
  await expect.element(table.getByRole('row')).toHaveLength(2)
  await openChange('Add providers')
  await check(
    [
      payer.payer_uuid,
      facilityAt(0).organization_service_facility_id,
      a.organization_provider_id.toUpperCase(),
      b.npi,
      c.organization_provider_id,
      d.npi,
      c.npi,
      idAt(999),
      '1234567890',
      'MRN-7',
    ].join('\n'),
  )
  for (const [outcome, count] of [
    ['Add', 2],
    ['Already there', 2],
    ['Unknown', 3],
    ['Invalid', 2],
  ] as const)
    await expect
      .element(dialog.getByRole('tab', { name: new RegExp(`^${outcome} ?${count}$`) }))
      .toBeVisible()
  await expect.element(dialog.getByText(/^10 values read, 1 of them repeated\./)).toHaveFocus()
  await dialog.getByRole('tab', { name: /Invalid/ }).click()
  await expect.element(dialog.getByRole('row', { name: /1234567890.*mistyped/ })).toBeVisible()
  await expect
    .element(dialog.getByRole('row', { name: /MRN-7.*isn’t a provider ID or an NPI/ }))
    .toBeVisible()
  await expectAccessible('what a list would do')
  expect(sent(addContractProviders)).toEqual([])
  await button('Add 2').click()
  await expect.element(dialog.getByText('Roster changed.')).toBeVisible()
  await expect.element(dialog.getByText('Matches', { exact: true })).toBeVisible()
  await expectAccessible('the result of a change')
  await button('Done').click()
  expect(sent(addContractProviders)).toEqual([idsOf([c, d])])
  await page.getByLabelText('Search the roster').fill('')
  await expect.element(table).toHaveAttribute('aria-rowcount', '5')
  await expect.element(page.getByRole('link', { name: /Providers 4/ })).toBeVisible()
})

test('providers chosen by name are added in one write, and the roster read afterwards confirms it', async () => {
  await openRoster([a, b])
  await openChange('Add providers')
  await page.getByRole('button', { name: 'Find a provider for the list' }).click()
  for (const { npi } of [a, c, d]) await findByNpi(npi)
  await userEvent.keyboard('{Escape}')
  const adding = page.getByRole('dialog', { name: 'Add providers' })
  const chosen = adding.getByRole('list', { name: 'Chosen providers' }).getByRole('listitem')
  await expect.element(chosen).toHaveLength(3)
  await expect
    .element(chosen.filter({ hasText: 'Already there' }))
    .toMatchTextContent(new RegExp(a.npi))
  await expect.element(adding.getByText('The roster goes from 2 providers to 4.')).toBeVisible()
  await expectAccessible('providers chosen by name')
  await adding.getByRole('button', { name: 'Add 2' }).click()
  await expect.element(adding.getByText('Roster changed.')).toHaveFocus()
  await expect.element(adding.getByText('4 (confirmed)')).toBeVisible()
  expect(workers).toEqual([])
  await adding.getByRole('button', { name: 'Done' }).click()
  expect(sent(addContractProviders)).toEqual([idsOf([c, d])])
  await expect.element(table).toHaveAttribute('aria-rowcount', '5')
})

test('after a lost answer the roster shows who was added, and the others are offered again', async () => {
  await openRoster([a])
  await openChange('Add providers')
  await page.getByRole('button', { name: 'Find a provider for the list' }).click()
  await findByNpi(b.npi)
  await userEvent.keyboard('{Escape}')
  const adding = page.getByRole('dialog', { name: 'Add providers' })
  const send = adding.getByRole('button', { name: 'Add 1' })
  answer(addContractProviders, lost)
  await send.click()
  await expect
    .element(adding.getByRole('alert'))
    .toMatchTextContent('1 provider of these isn’t on the roster.')
  answer(addContractProviders, ({ rendering_provider_ids }) => {
    add(rendering_provider_ids)
    return lost()
  })
  await send.click()
  await expect.element(adding.getByText('Roster changed.')).toBeVisible()
  await expect.element(adding.getByText('Matches', { exact: true })).toBeVisible()
  expect(roster).toEqual(idsOf([a, b]))
})

test('a change says that the browser stopped its worker, and sends nothing', async () => {
  await openRoster([a])
  await openChange('Add providers')
  await check(b.npi)
  await expect.element(button('Add 1')).toBeEnabled()
  workers[0]!.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
  await button('Add 1').click()
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('The browser stopped this work. Close this and start again.')
  expect(sent(addContractProviders)).toEqual([])
})

test('a CSV file makes the roster equal to it, and a provider who left meanwhile blocks nothing', async () => {
  await openRoster([a, b, c, d])
  await openChange('Make equal to a list')
  const wanted = [d, e, f]
  const csv = [
    'name,NPI,provider_id',
    ...wanted.map(({ npi, organization_provider_id: id }) => `"Doe, Jane",${npi},${id}`),
  ].join('\r\n')
  putFile(dialog.getByLabelText('Pick a CSV file'), 'staff.csv', csv)
  await expect.element(dialog.getByText('3 values')).toBeVisible()
  await expect.element(dialog.getByLabelText('Column')).toHaveValue('2')
  await button('Check the list').click()
  await expect.element(dialog.getByText(/The roster goes from 4 providers to 3\./)).toBeVisible()
  const send = button('Add 2, remove 3')
  await expect.element(send).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /3 providers of 4 leave/ }).click()
  remove(idsOf([a]))
  await send.click()
  await expect.element(dialog.getByText('Roster changed.')).toBeVisible()
  expect(roster.toSorted()).toEqual(idsOf(wanted))
  expect(sent(removeContractProviders).at(-1)).toEqual(idsOf([b, c]))
})

test('chosen rows are removed, and after a lost answer the roster is read instead of sending again', async () => {
  await openRoster([a, b, c, d])
  for (const { npi } of [a, b])
    await page
      .getByRole('row', { name: new RegExp(npi) })
      .getByRole('checkbox')
      .click()
  await openChange('Remove 2 chosen')
  await button('Check the list').click()
  await dialog.getByRole('checkbox', { name: /2 providers of 4 leave/ }).click()
  answer(removeContractProviders, ({ rendering_provider_ids }) => {
    remove(rendering_provider_ids)
    return lost()
  })
  await button('Remove 2').click()
  await expect.element(dialog.getByText('Roster changed.')).toBeVisible()
  await expect
    .element(dialog.getByRole('row', { name: /Remove 2 Lost answer .*shows 2 removed/ }))
    .toBeVisible()
  expect(sent(removeContractProviders)).toEqual([idsOf([a, b])])
  expect(roster).toEqual(idsOf([c, d]))
})

test('a refusal of the partner stops the change, shows what remains, and the change can continue', async () => {
  await openRoster([a])
  await openChange('Add providers')
  await check([a, b, c].map(({ npi }) => npi).join(', '))
  let refuse = () => {}
  answer(addContractProviders, async () => {
    await new Promise<void>((resolve) => (refuse = resolve))
    return fail('InternalError', 'Busy.', { status: 503 })
  })
  await button('Add 2').click()
  await expect.element(dialog.getByText('Sending; 2 left')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  refuse()
  await expect.element(dialog.getByText('The change isn’t complete: 2 left.')).toBeVisible()
  await expectAccessible('a change that stopped')
  expect(roster).toEqual(idsOf([a]))
  answer(addContractProviders, ({ rendering_provider_ids }) => add(rendering_provider_ids))
  await button('Refresh the roster and continue').click()
  await expect.element(dialog.getByText('Roster changed.')).toBeVisible()
  expect(roster).toEqual(idsOf([a, b, c]))
})

const refused = (input: Locator) => async (name: string, content: BlobPart, why: RegExp) => {
  putFile(input, name, content)
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(why)
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Nothing was sent.')
}

test('a text without providers, too long or too large is refused with its reason, and nothing is sent', async () => {
  await openRoster([a])
  await openChange('Make equal to a list')
  const expectRefused = refused(dialog.getByLabelText('Pick a CSV file'))
  await expectRefused(
    'visits.csv',
    'date,amount\n2026-01-01,12.50\n',
    /None of the 2 columns has provider IDs or NPIs \(date, amount\)/,
  )
  await expectRefused('mrns.csv', 'mrn\nMRN-1\nMRN-2\n', /no provider IDs or NPIs/i)
  await expectRefused('staff.xlsx', 'PK\u0003\u0004rest', /Save it as CSV/)
  await expectAccessible('a list that was refused')
  await expectRefused(
    'many.csv',
    Array.from({ length: 100_001 }, (_, at) => idAt(at)).join('\n'),
    /100,001 values; one change takes at most 100,000/,
  )
  await expectRefused('large.csv', '1'.repeat(50_000_000), /too large: 50 MB/)
  await check('these are no ids')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('No provider IDs or NPIs')
  await check(idAt(999))
  await expect
    .element(
      dialog.getByText('No one on this list was found, so the roster would be emptied.', {
        exact: false,
      }),
    )
    .toBeVisible()
  await expect.element(button('Remove 1')).toBeDisabled()
  expect(sent(addContractProviders)).toEqual([])
  expect(sent(removeContractProviders)).toEqual([])
})

test('an address that opens the dialog is left with it', async () => {
  await openRoster([], true)
  await expect.element(page.getByRole('dialog', { name: /Add providers/ })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(visits).toEqual([`/contracts/${contractId}/providers`])
  await expect.element(dialog).not.toBeInTheDocument()
})
