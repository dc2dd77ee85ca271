import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import {
  answerContract,
  contractId,
  idAt,
  institutionalRecord,
  showContract,
} from '#components/testing/contract.testing.tsx'
import { answerForms, savedAlone } from '#components/testing/forms.testing.ts'
import { answerLookUps, facilityAt, providerAt } from '#components/testing/look-ups.testing.ts'
import { visits } from '#components/testing/page.testing.tsx'
import { listContractProviders } from '#lib/actions/lists.ts'
import {
  createContractServiceFacility,
  removeContractServiceFacility,
  updateContractServiceFacility,
} from '#lib/actions/records.ts'
import { fail } from '#lib/core/result.ts'
import { toRosterRow } from '#lib/lists/rows/roster-rows.ts'
import { FacilitiesPage } from './facilities-page.tsx'

type Listed = {
  contract_service_facility_id: string
  service_facility_id: string
  provider_ids: string[]
}

const people = Array.from({ length: 700 }, (_, at) => providerAt(at))
const idOf = (at: number) => people[at]!.organization_provider_id
const placeIdOf = (at: number) => facilityAt(at).organization_service_facility_id
const nameOf = (at: number) => facilityAt(at).name

/** The facilities of the partner's contract, with the providers who may work at each. */
let listed: Listed[] = []

function keep(next: readonly Listed[]): void {
  listed = [...next]
  const all = new Set(listed.flatMap(({ provider_ids }) => provider_ids))
  answerContract({
    ...institutionalRecord(listed),
    provider_count: all.size,
  })
  answer(listContractProviders, () => ({
    rows: people
      .filter(({ organization_provider_id: id }) => all.has(id))
      .map((provider) => toRosterRow(provider)),
    next: null,
  }))
}

/** Shows the facilities of a contract, with the providers at each by their numbers. */
async function openFacilities(assigned: readonly (readonly number[])[]) {
  const first = assigned.map((providers, at) => ({
    contract_service_facility_id: idAt(800 + at),
    service_facility_id: placeIdOf(at),
    provider_ids: providers.map(idOf),
  }))
  answerLookUps()
  answerForms()
  answer(
    updateContractServiceFacility,
    ({ contract_service_facility_id: id, add, remove, place }) => {
      const now = listed.map((each) =>
        each.contract_service_facility_id === id
          ? {
              ...each,
              ...(place && { service_facility_id: place.to }),
              provider_ids: [
                ...each.provider_ids.filter((one) => !remove.includes(one)),
                ...add.split('\n').filter(Boolean),
              ],
            }
          : each,
      )
      keep(now)
      const facility = now.find((each) => each.contract_service_facility_id === id)!
      return { ...savedAlone, facility, is_verified: true }
    },
  )
  keep(first)
  const providers = new Set(assigned.flat()).size
  await showContract(
    'service-facilities',
    <FacilitiesPage canEdit canExport={false} adds={false} />,
    { record: { ...institutionalRecord(first), provider_count: providers } },
  )
}

const dialog = page.getByRole('dialog')
const grid = page.getByRole('grid', { name: 'Providers at each facility' })
const columns = grid.getByRole('columnheader')
const box = (person: number, place: number) =>
  grid
    .getByRole('row')
    .filter({ hasText: people[person]!.npi })
    .getByField(`contract_service_facilities.${place}.provider_ids`)
const actionsOf = (place: number) =>
  page.getByRole('button', { name: `Actions for ${nameOf(place)}` })

test('providers are assigned in the matrix by keyboard, and the review says what is saved', async () => {
  await openFacilities([[0, 1, 2], [0]])
  await expect.element(grid.getByRole('row')).toHaveLength(4)
  await expect
    .element(page.getByRole('link', { name: /Service facilities 2/ }))
    .toHaveAttribute('aria-current', 'page')
  await expectAccessible('the matrix')
  ;(box(1, 0).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(box(1, 1)).toHaveFocus()
  await userEvent.keyboard(' {Home} ')
  await expect
    .element(
      page
        .getByRole('status')
        .filter({ hasText: '1 to be added, 1 to be removed at 2 facilities' }),
    )
    .toBeVisible()
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect
    .element(dialog.getByRole('listitem').filter({ hasText: nameOf(1) }))
    .toMatchTextContent('1 added: Robin Rowan1')
  await expectAccessible('the review of what is saved')
  await dialog.getByRole('button', { name: 'Save 2 facilities' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(box(1, 1)).toBeChecked()
  await expect.element(box(1, 0)).not.toBeChecked()
})

test('a facility is found by name and added once despite a lost answer; wrong ids are reported at the field', async () => {
  await openFacilities([[0, 1]])
  await page.getByRole('button', { name: 'Add facility' }).click()
  const field = dialog.getByField('service_facility_id')
  await expect.element(dialog.getByRole('combobox').first()).toHaveFocus()
  await expect.element(dialog.getByRole('option').first()).toBeVisible()
  await expectAccessible('a facility to be added')
  const create = dialog.getByRole('button', { name: 'Add facility' })
  const refuse = async (typed: string, words: RegExp) => {
    await field.fill(typed)
    await create.click()
    await expect.element(dialog.getByText(words)).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field).toHaveFocus()
  }
  await refuse('1234567893', /looks like an NPI/)
  await refuse(placeIdOf(0), /already on the contract/)
  await refuse('North Loop', /isn’t a partner ID/)
  expect(inputsOf(createContractServiceFacility)).toEqual([])
  const message = 'This is the ID of a provider, not of a service facility.'
  answer(createContractServiceFacility, () =>
    fail('InvalidInput', 'Not added.', { issues: [{ path: 'service_facility_id', message }] }),
  )
  await refuse(idOf(0), /This is the ID of a provider, not of a service facility/)
  await dialog.getByRole('combobox', { name: 'Name of the facility' }).fill(nameOf(1))
  await dialog
    .getByRole('option')
    .filter({ hasText: facilityAt(1).npi! })
    .click()
  await expect.element(field).toHaveValue(placeIdOf(1))
  await dialog.getByField('provider_ids').selectOptions(`Same as ${nameOf(0)} (2)`)
  let isLost = true
  answer(createContractServiceFacility, ({ service_facility_id, provider_ids }) => {
    if (isLost) {
      isLost = false
      return { kind: 'checking' as const }
    }
    const facility = {
      contract_service_facility_id: idAt(900),
      service_facility_id,
      provider_ids: provider_ids.split('\n'),
    }
    keep([...listed, facility])
    return { kind: 'created' as const, facility, is_found: true }
  })
  await create.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(columns.filter({ hasText: nameOf(1) })).toMatchTextContent('2 providers')
  const [before, after] = inputsOf(createContractServiceFacility).slice(-2)
  expect(after).toEqual(before)
  expect(after).toMatchObject({
    service_facility_id: placeIdOf(1),
    provider_ids: [idOf(0), idOf(1)].join('\n'),
  })
})

test('a facility is replaced by another one and keeps its providers, and is removed after a question', async () => {
  await openFacilities([[0, 1]])
  await actionsOf(0).click()
  await page.getByRole('menuitem', { name: /Change facility/ }).click()
  await dialog.getByField('service_facility_id').fill(placeIdOf(2))
  await dialog.getByRole('button', { name: 'Change facility' }).click()
  await expect.element(columns.filter({ hasText: nameOf(2) })).toBeVisible()
  expect(listed).toMatchObject([
    { service_facility_id: placeIdOf(2), provider_ids: [idOf(0), idOf(1)] },
  ])
  await actionsOf(2).click()
  await page.getByRole('menuitem', { name: /Remove from the contract/ }).click()
  const question = page.getByRole('dialog', { name: `Remove ${nameOf(2)} from the contract?` })
  await expect.element(question).toMatchTextContent('2 providers are assigned now')
  answer(removeContractServiceFacility, () => {
    keep([])
    return { ...savedAlone, is_verified: true }
  })
  await question.getByRole('button', { name: 'Remove the facility' }).click()
  await expect.element(page.getByText(`${nameOf(2)} is no longer on the contract.`)).toBeVisible()
  await expect.element(page.getByText('No facilities on this contract yet')).toBeVisible()
})

test('pasted ids and NPIs are sorted before any change, and leaving unsaved changes asks', async () => {
  await openFacilities([[0], [0, 1, 2]])
  await actionsOf(0).click()
  await page.getByRole('menuitem', { name: /Providers/ }).click()
  await dialog
    .getByField('provider_ids')
    .fill([idOf(0), people[1]!.npi, idOf(2), idOf(7), 'Ada Moss'].join('\n'))
  await expect
    .element(dialog.getByText('2 providers not here yet, 1 provider here already.'))
    .toBeVisible()
  await expect
    .element(dialog.getByText(/^1 is not on the contract’s roster/))
    .toMatchTextContent(idOf(7))
  await expect
    .element(dialog.getByText(/^1 is no use. This isn’t a provider ID or an NPI/))
    .toMatchTextContent('Ada Moss')
  await expectAccessible('the providers of a facility')
  await dialog.getByRole('button', { name: 'Add 2' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(box(1, 0)).toBeChecked()
  const overview = page.getByRole('link', { name: 'Overview' })
  await overview.click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(box(1, 0)).not.toBeChecked()
  expect(visits()).toEqual([])
  await overview.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(inputsOf(updateContractServiceFacility)).toEqual([])
})

test('many providers are a list for each facility; a refused change stays, the others are saved', async () => {
  const many = Array.from({ length: 700 }, (_, at) => at)
  await openFacilities([many, [0], [1]])
  await expect.element(grid).not.toBeInTheDocument()
  const list = page.getByRole('list', { name: 'Service facilities' })
  await expect.element(list.getByRole('listitem').first()).toMatchTextContent('700 providers')
  for (const place of [1, 2]) {
    await list.getByRole('button', { name: `Providers at ${nameOf(place)}` }).click()
    await expect
      .element(dialog.getByRole('status').filter({ hasText: '700 providers' }))
      .toBeVisible()
    await dialog.getByRole('searchbox', { name: 'Find a provider' }).fill(people[5]!.npi)
    await expect
      .element(dialog.getByRole('status').filter({ hasText: /^1 provider$/ }))
      .toBeVisible()
    await dialog.getByRole('list', { name: 'Providers' }).getByRole('checkbox').click()
    await dialog.getByRole('button', { name: 'Done' }).click()
  }
  let isRefused = true
  answer(updateContractServiceFacility, ({ contract_service_facility_id: id, add }) => {
    if (id === idAt(801) && isRefused) {
      isRefused = false
      return fail('UnprocessableEntityError', 'provider_ids: not now.', { status: 422 })
    }
    keep(
      listed.map((each) =>
        each.contract_service_facility_id === id
          ? { ...each, provider_ids: [...each.provider_ids, add] }
          : each,
      ),
    )
    const facility = listed.find((each) => each.contract_service_facility_id === id)!
    return { ...savedAlone, facility, is_verified: true }
  })
  const review = page.getByRole('button', { name: /Review and save/ })
  await review.click()
  await dialog.getByRole('button', { name: 'Save 2 facilities' }).click()
  await expect.element(dialog.getByText(/^Not saved.*not now/)).toBeVisible()
  const saved = dialog.getByText('Saved: 2 providers now.')
  await expect.element(saved).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(saved).toHaveLength(2)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(review).not.toBeInTheDocument()
  expect(contractId).toBe(inputsOf(updateContractServiceFacility)[0]!.contract_id)
})
