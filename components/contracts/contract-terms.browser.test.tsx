import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectBegins } from '#components/testing/dialogs.testing.ts'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import {
  answerContract,
  clinic,
  contractId,
  contractRecord,
  idAt,
  payer,
  showContract,
} from '#components/testing/contract.testing.tsx'
import { answerForms, savedAlone } from '#components/testing/forms.testing.ts'
import { answerLookUps, facilityAt, providerAt } from '#components/testing/look-ups.testing.ts'
import { showPage, visits } from '#components/testing/page.testing.tsx'
import {
  createContractV2,
  createContractV3,
  deleteContractV3,
  updateContractV3,
} from '#lib/actions/records.ts'
import { insuranceTypeCode } from '#lib/contract/codes/coverage.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { type JsonObject, parseExact } from '#lib/core/json.ts'
import { fail } from '#lib/core/result.ts'
import { toContractRow } from '#lib/lists/rows/contract-rows.ts'
import { contractPatch } from '#lib/rules/contract-edit/contract-patch.ts'
import {
  contractTermsShape,
  newContractShape,
} from '#lib/rules/contract-edit/contract-terms-shape.ts'
import { NewContractPage } from './new-contract/new-contract-form.tsx'
import { ContractOverview } from './overview/contract-overview.tsx'

const insuranceCodes = knownValues(insuranceTypeCode)!.values
const main = page.getByRole('main')
const edit = page.getByRole('button', { name: /^Edit/ })
const save = page.getByRole('button', { name: /^Save/ })
const create = page.getByRole('button', { name: /^Create/ })
const field = (name: string) => page.getByField(name)
const line = (name: string) => page.getByRole('group', { name: new RegExp(`^${name}`) })

/** The changes that the saves sent, as the server makes updates of them. */
const patches = () =>
  inputsOf(updateContractV3).map(({ base, wanted }) =>
    contractPatch(parseExact(base) as JsonObject, parseExact(wanted) as JsonObject),
  )

/** Shows a contract that saves what is sent. */
async function showTerms(mayWrite = true) {
  answerForms()
  answer(updateContractV3, ({ wanted }) => {
    const contract = { ...contractRecord(), ...(parseExact(wanted) as JsonObject) }
    answerContract(contract)
    return {
      ...savedAlone,
      contract: JSON.stringify(contract),
      version: 3 as const,
    }
  })
  return showContract(
    '',
    <ContractOverview
      canEdit={mayWrite}
      canDelete={mayWrite}
      shape={contractTermsShape()}
      insuranceCodes={insuranceCodes}
    />,
  )
}

async function openForm() {
  const shown = await showTerms()
  await edit.click()
  await expect.element(field('effective_date')).toBeVisible()
  return shown
}

test('each kind of term is edited, and only changes are sent', async () => {
  await openForm()
  await expect.element(field('contract_status')).toHaveFocus()
  await expectAccessible('the form of a contract')
  await field('contract_status').selectOptions('cancelled')
  await field('expiration_date').fill('')
  await page.getByRole('checkbox', { name: 'Washington' }).click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('checkbox', { name: 'Oregon' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown} ')
  await line('Medicare').getByRole('radio', { name: 'Only these' }).click()
  // The list is one Tab stop, after its search field.
  await userEvent.keyboard('{Tab}')
  await expect.element(line('Medicare').getByRole('searchbox')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(line('Medicare').getByRole('checkbox').first()).toHaveFocus()
  await userEvent.keyboard('part a')
  await expect.element(line('Medicare').getByRole('checkbox')).toHaveLength(2)
  await expectAccessible('insurance types that were looked for')
  await userEvent.keyboard('{ArrowDown} ')
  await expect
    .element(line('Medicare').getByRole('checkbox', { name: /Medicare part A$/ }))
    .toBeChecked()
  await userEvent.keyboard('{Tab}')
  await expect.element(line('Medicaid').getByRole('radio', { name: 'Only these' })).toHaveFocus()
  await line('Medicaid').getByRole('checkbox', { name: /HMO$/ }).click()
  await field('authorized_signatory.first_name').fill('Tom')
  await field('authorized_signatory.email').fill('')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(main).toMatchTextContent('Saved.')
  expect(patches()).toEqual([
    {
      contract_status: 'cancelled',
      expiration_date: { type: 'remove' },
      regions: { type: 'set', value: { type: 'states', states: ['CA', 'OR'] } },
      medicare_insurance_types: { type: 'theseApply', value: ['MA'] },
      medicaid_insurance_types: { type: 'theseApply', value: ['MC'] },
      authorized_signatory: { type: 'set', first_name: 'Tom', last_name: 'Field' },
    },
  ])

  await expect.element(edit).toHaveFocus()
  await userEvent.keyboard('e')
  await expect.element(field('contract_status')).toHaveFocus()
  await page.getByRole('radio', { name: 'National' }).click()
  await page.getByRole('button', { name: 'Remove the signatory' }).click()
  await save.click()
  await expect.element(main).toMatchTextContent('No signatory.')
  expect(patches()[1]).toEqual({
    regions: { type: 'set', value: { type: 'national' } },
    authorized_signatory: { type: 'remove' },
  })
})

test('invalid terms are reported at their fields, by the form and by the partner, and nothing is lost', async () => {
  await openForm()
  await field('expiration_date').fill('2026-02-01')
  await page.getByRole('button', { name: 'Untick all' }).click()
  await save.click()
  await expect.element(field('expiration_date')).toHaveFocus()
  await expect
    .element(field('expiration_date'))
    .toHaveAccessibleDescription(/before the effective date/)
  await expect.element(main).toMatchTextContent('Choose at least one state, or national.')
  expect(patches()).toEqual([])
  await page.getByRole('checkbox', { name: 'Texas' }).click()
  await expect
    .element(page.getByText('Choose at least one state, or national.'))
    .not.toBeInTheDocument()
  await field('expiration_date').fill('2029-02-01')
  answer(updateContractV3, () =>
    fail('ContractInvalidExpirationDateHttpError', 'The partner refused this end date.', {
      status: 422,
      issues: [{ path: 'expiration_date', message: 'The partner refused this end date.' }],
    }),
  )
  await save.click()
  await expect
    .element(field('expiration_date'))
    .toHaveAccessibleDescription(/The partner refused this end date/)
  await expect.element(page.getByRole('checkbox', { name: 'Texas' })).toBeChecked()
  answer(updateContractV3, () => fail('UnauthorizedError', 'Not with this key.', { status: 403 }))
  await save.click()
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Not with this key.' }))
    .toMatchTextContent('Your changes are still in the form.')
  // The same operation is asked about again until its outcome is known.
  let lost = 1
  answer(updateContractV3, ({ wanted }) => {
    if (lost-- > 0) return { kind: 'checking' as const }
    return {
      ...savedAlone,
      contract: JSON.stringify({ ...contractRecord(), ...(parseExact(wanted) as JsonObject) }),
      version: 3 as const,
    }
  })
  await save.click()
  await expect.element(main).toMatchTextContent('Saved.')
  const [before, after] = inputsOf(updateContractV3).slice(-2)
  expect(after!.operation_id).toBe(before!.operation_id)
  expect(patches().at(-1)).toMatchObject({
    expiration_date: { value: '2029-02-01' },
    regions: { value: { states: ['TX'] } },
  })
})

test('leaving asks, and the typed text is restored', async () => {
  const { unmount } = await openForm()
  await field('authorized_signatory.title').fill('Director')
  await field('expiration_date').fill('2/30')
  await page.getByRole('link', { name: 'Contracts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave, keep draft' }).click()
  await expect.poll(visits).toEqual(['/contracts'])
  await unmount()
  await showContract(
    '',
    <ContractOverview
      canEdit
      canDelete
      shape={contractTermsShape()}
      insuranceCodes={insuranceCodes}
    />,
  )
  await expect.element(field('authorized_signatory.title')).toHaveValue('Director')
  await expect.element(field('expiration_date')).toHaveValue('2/30')
  await page.getByRole('region', { name: 'Restored draft' }).getByRole('button').click()
  const question = await expectBegins('Discard your changes?', { button: 'Go on editing' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(edit).toBeVisible()
  expect(patches()).toEqual([])
})

test('a person who may only read has no way to change a contract', async () => {
  await showTerms(false)
  await expect.element(main).toMatchTextContent('Authorized signatory')
  await expect.element(edit).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
})

test('a contract with a fee schedule is not deleted, and the message says what to do; then it is deleted', async () => {
  await showTerms()
  answer(deleteContractV3, () =>
    fail(
      'ContractIsLinkedToFeeScheduleHttpError',
      'The contract is linked to the fee schedule fs-1.',
      {
        status: 422,
      },
    ),
  )
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  const remove = dialog.getByRole('button', { name: 'Delete the contract' })
  await remove.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('Unlink the fee schedule at the partner')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('fs-1')
  await expectAccessible('a refused deletion')
  expect(visits()).toEqual([])
  answer(deleteContractV3, () => ({ kind: 'deleted' as const, is_found_gone: false }))
  await remove.click()
  await expect.poll(visits).toEqual(['/contracts'])
  await expect.element(page.getByLabelText('Messages')).toMatchTextContent('was deleted')
})

async function openBlank() {
  answerForms()
  answerLookUps()
  answer(createContractV3, () => ({ kind: 'created' as const, id: contractId, unverified: [] }))
  const shown = await showPage(
    '/contracts/new',
    <NewContractPage shape={newContractShape()} insuranceCodes={insuranceCodes} />,
  )
  await expect.element(field('effective_date')).toBeEnabled()
  return shown
}

/** Fills in what every new contract needs. */
async function fillIn() {
  await field('contracting_provider_id').fill(clinic.organization_provider_id)
  await field('payer_uuid').fill(payer.payer_uuid)
  await field('effective_date').fill('2031-01-01')
  await page.getByRole('radio', { name: 'National' }).click()
  for (const name of ['Commercial', 'Medicare', 'Medicaid'])
    await line(name).getByRole('radio', { name: 'All types' }).click()
}

const sentBodies = (act: typeof createContractV3) =>
  inputsOf(act).map(({ body }) => JSON.parse(body) as JsonObject)
const all = { type: 'allApply' }

test('contracts of all three kinds are created, with parties found by name or entered by id', async () => {
  let { unmount } = await openBlank()
  await create.click()
  await expect.element(field('contracting_provider_id')).toHaveFocus()
  await expectAccessible('a new contract with complaints')
  await page.getByRole('button', { name: 'Find the payer' }).click()
  await page.getByRole('combobox', { name: 'Name or payer ID' }).fill(payer.payer_name)
  await page.getByRole('option', { name: new RegExp(payer.payer_name) }).click()
  await expect.element(field('payer_uuid')).toHaveValue(payer.payer_uuid)
  await expect
    .element(field('payer_uuid'))
    .toHaveAccessibleDescription(new RegExp(payer.payer_name))
  expect(inputsOf(createContractV3)).toEqual([])

  for (const [kind, act, type] of [
    ['Professional', createContractV3, 'professional'],
    ['Institutional', createContractV3, 'institutional'],
    ['Professional, version 2', createContractV2, undefined],
  ] as const) {
    await unmount()
    ;({ unmount } = await openBlank())
    answer(createContractV2, () => ({ kind: 'created' as const, id: contractId, unverified: [] }))
    await fillIn()
    await page.getByRole('radio', { name: kind }).click()
    const isSecond = kind === 'Professional, version 2'
    const { organization_provider_id } = providerAt(1)
    if (isSecond) await field('rendering_provider_ids').fill(organization_provider_id)
    await create.click()
    await expect.poll(visits).toEqual([`/contracts/${contractId}`])
    const body = sentBodies(act).at(-1)!
    expect(body).toMatchObject({
      contracting_provider_id: clinic.organization_provider_id,
      payer_uuid: payer.payer_uuid,
      contract_status: 'pending',
      effective_date: '2031-01-01',
      regions: { type: 'national' },
      ...(isSecond && { rendering_provider_ids: [organization_provider_id] }),
    })
    expect(body.type).toBe(type)
  }
})

test('names are looked up in their own boxes, and one press takes all types for all lines', async () => {
  await openBlank()
  await expect.element(page.getByRole('group', { name: 'Medicare (required)' })).toBeVisible()
  const provider = field('contracting_provider_id')
  await provider.click()
  await userEvent.keyboard(clinic.npi)
  await expect
    .element(page.getByRole('button', { name: new RegExp(clinic.npi) }))
    .toMatchTextContent('↵')
  await expectAccessible('matches below a box')
  await userEvent.keyboard('{Enter}')
  await expect.element(provider).toHaveValue(clinic.organization_provider_id)
  await field('payer_uuid').fill(payer.payer_name)
  await expect
    .element(page.getByRole('button', { name: new RegExp(payer.payer_name) }))
    .toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(field('payer_uuid')).toHaveValue(payer.payer_uuid)
  await field('payer_uuid').fill('Larkspur of Nowhere')
  await expect.element(page.getByText('No payers match “Larkspur of Nowhere”.')).toBeVisible()
  await field('payer_uuid').fill(payer.payer_uuid)

  await field('effective_date').fill('2031-03-01')
  await page.getByRole('radio', { name: 'National' }).click()
  await page.getByRole('button', { name: 'All types for all lines' }).click()
  await create.click()
  await expect.poll(visits).toEqual([`/contracts/${contractId}`])
  expect(sentBodies(createContractV3)).toMatchObject([
    {
      effective_date: '2031-03-01',
      commercial_insurance_types: all,
      medicare_insurance_types: all,
      medicaid_insurance_types: all,
    },
  ])
})

test('ids of other kinds of records are reported at their fields', async () => {
  await openBlank()
  await fillIn()
  await field('contracting_provider_id').fill(payer.payer_uuid)
  await field('rendering_provider_ids').fill(facilityAt(0).organization_service_facility_id)
  answer(createContractV3, () =>
    fail('InvalidInput', 'Not created.', {
      issues: [
        {
          path: 'contracting_provider_id',
          message: 'This is the ID of a payer, not of a provider.',
        },
        {
          path: 'rendering_provider_ids',
          message: 'This is the ID of a service facility, not of a provider.',
        },
      ],
    }),
  )
  await create.click()
  await expect.element(field('contracting_provider_id')).toHaveFocus()
  await expect
    .element(field('contracting_provider_id'))
    .toHaveAccessibleDescription(/This is the ID of a payer, not of a provider/)
  await expect
    .element(field('rendering_provider_ids'))
    .toHaveAccessibleDescription(/This is the ID of a service facility, not of a provider/)
  expect(visits()).toEqual([])
})

test('after a lost answer a person chooses the contract, and nothing is sent twice', async () => {
  await openBlank()
  await fillIn()
  const candidates = [toContractRow(contractRecord({ contract_id: idAt(7) }))]
  answer(createContractV3, () => ({ kind: 'taken' as const, candidates }))
  await create.click()
  const question = page.getByRole('alert').filter({ hasText: 'Is this your contract?' })
  await expect.element(question).toBeVisible()
  await expectAccessible('the question after a lost answer')
  // Checking again while the outcome is unknown sends nothing.
  await userEvent.keyboard('{Control>}s{/Control}')
  await question.getByRole('button', { name: `This is mine: ${idAt(7)}` }).click()
  await expect.poll(visits).toEqual([`/contracts/${idAt(7)}`])
  expect(inputsOf(createContractV3)).toHaveLength(1)
})

test('a create that never arrived is not repeated by itself', async () => {
  await openBlank()
  await fillIn()
  answer(createContractV3, () => ({ kind: 'taken' as const, candidates: [] }))
  await create.click()
  await expect
    .element(main.getByRole('alert'))
    .toMatchTextContent('The contract probably wasn’t created')
  expect(inputsOf(createContractV3)).toHaveLength(1)
  await page.getByRole('button', { name: 'Back to the form' }).click()
  answer(createContractV3, () => ({ kind: 'created' as const, id: contractId, unverified: [] }))
  await create.click()
  await expect.poll(visits).toEqual([`/contracts/${contractId}`])
  const [first, second] = inputsOf(createContractV3)
  expect(second!.operation_id).not.toBe(first!.operation_id)
})
