import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forgetPlace, keepPlace } from '#components/frame/list-place.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import {
  captureId,
  captureNow,
  changeElsewhere,
  openCapture,
  saveCapture,
  savedBodies,
  savedCapture,
} from '#components/testing/capture.testing.tsx'
import { expectBegins } from '#components/testing/dialogs.testing.ts'
import { focusOn, press } from '#components/testing/keys.testing.ts'
import { sectionOf, visits } from '#components/testing/page.testing.tsx'
import { findDiagnosisCodes, proposeValues, readSameDay } from '#lib/actions/checks.ts'
import { listOrganizationProviders, listPayers, listServiceFacilities } from '#lib/actions/lists.ts'
import { readChargeCaptureReasons } from '#lib/actions/read.ts'
import { saveChargeCapture } from '#lib/actions/records.ts'
import type { ChargeCaptureReply } from '#lib/actions/charge-captures/read-charge-capture.ts'
import type { PreEncounterOrigin } from '#lib/actions/charge-captures/pre-encounter-origin.ts'
import type { ProposedValues } from '#lib/actions/finding/propose.ts'
import type { ReplyOf } from '#lib/actions/act.ts'
import type { SaveReply } from '#lib/actions/writing/write-replies.ts'
import { fail } from '#lib/core/result.ts'
import type { CodeValidity } from '#lib/rules/scrub/icd10-lists.ts'
import { cleanData, today } from '#lib/rules/testdata/clean-capture.ts'

const main = page.getByRole('main')
const lastName = page.getByField('data.patient.last_name')
const firstName = page.getByField('data.patient.first_name')
const npi = page.getByField('data.rendering_provider.npi')
const checks = sectionOf('Checks')
const save = () => page.getByRole('button', { name: /^Save/ }).first().click()

/** The answer of a look-up, as far as the form reads it. */
const found = (item: object) => ({ is_available: true, items: [item as never] })

// Sections

test('an empty section is added, filled and removed by keyboard', async () => {
  await openCapture()
  const add = page
    .getByRole('group', { name: 'Add to this capture' })
    .getByRole('button', { name: 'Guarantor' })
  await press('{Enter}', add)
  const name = page.getByField('data.guarantor.first_name')
  await expect.element(name).toHaveFocus()
  await press('Gil')
  await expect
    .element(
      page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Guarantor' }),
    )
    .toBeVisible()
  await press('{Enter}', page.getByRole('button', { name: 'Remove Guarantor' }))
  await expect.element(name).not.toBeInTheDocument()
  await expect.element(add).toHaveFocus()
  await expect.element(page.getByText('No unsaved changes')).toBeVisible()
})

test('a whole subscriber is removed, restored, and removed for good', async () => {
  await openCapture((data) => ({ subscriber_secondary: data.subscriber_primary! }))
  const before = captureNow()
  await page.getByRole('button', { name: 'Remove Secondary subscriber' }).click()
  const undo = page.getByRole('button', { name: 'Keep Secondary subscriber' })
  await expect.element(undo).toHaveFocus()
  await press('{Enter}')
  await expect
    .element(page.getByField('data.subscriber_secondary.insurance_card.member_id'))
    .toHaveValue('W123456789')
  await expect.element(page.getByText('No unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Secondary subscriber' }).click()
  await saveCapture()
  expect(savedBodies()).toEqual([{ data: { ...before, subscriber_secondary: null } }])
})

const nested = {
  patient_histories: [
    {
      category: 'medical',
      questions: [
        {
          id: 'q1',
          text: 'Any pain?',
          future: 1,
          responses: [
            { response: 'no' },
            {
              response: 'at night',
              future: { since: '2020' },
              follow_ups: [{ id: 'f1', text: 'Where?' }],
            },
          ],
        },
        { id: 'q2', text: 'Any allergy?', responses: [] },
      ],
    },
  ],
}

test('nested rows keep unknown members wherever they are moved', async () => {
  await openCapture(() => nested as never) // members that the interface may add
  const at = 'data.patient_histories.0.questions'
  await page
    .getByCss(`[data-field="${at}.0.responses.0"]`)
    .getByRole('button', { name: 'Delete response 1' })
    .click()
  await expect
    .element(page.getByRole('button', { name: 'Delete response 1' }).first())
    .toHaveFocus()
  await page.getByField(`${at}.0.responses.0.follow_ups.0.response`).fill('in the knee')
  await page
    .getByCss(`[data-field="${at}.0"]`)
    .getByRole('button', { name: 'Move question 1 down' })
    .click()
  await expect
    .element(page.getByField(`${at}.1.responses.0.follow_ups.0.response`))
    .toHaveValue('in the knee')
  const data = await saveCapture()
  const [first, second] = nested.patient_histories[0]!.questions
  const response = {
    ...first!.responses[1]!,
    follow_ups: [{ id: 'f1', text: 'Where?', response: 'in the knee' }],
  }
  expect(data.patient_histories).toEqual([
    { category: 'medical', questions: [second, { ...first, responses: [response] }] },
  ])
})

test('unknown members are edited as JSON, and invalid JSON is reported', async () => {
  await openCapture(
    (data) => ({ patient: { ...data.patient, shoe: { size: 43 } }, future: [1, null] }) as never,
  ) // members that the interface may add
  const before = captureNow()
  await page.getByRole('button', { name: 'Edit shoe as JSON' }).click()
  const shoe = page.getByField('data.patient.shoe')
  await expect.element(shoe).toHaveFocus()
  await shoe.fill('{"size": 44,}')
  await save()
  await expect.element(shoe).toHaveAccessibleDescription(/line 1, column 13/)
  await shoe.fill('{"size": 44.50, "width": null}')
  await saveCapture()
  expect(savedBodies()).toEqual([
    { data: { ...before, patient: { ...before.patient, shoe: { size: 44.5, width: null } } } },
  ])
})

test('the record is read, compared and edited as JSON', async () => {
  // A planned capture is saved without a reason for its errors.
  await openCapture(() => ({ billing_notes: [{ text: 'one' }, { text: 'two' }] }), {
    status: 'planned',
  })
  await firstName.fill('Grace')
  await page.getByRole('button', { name: 'Record as JSON' }).click()
  await page.getByRole('tab', { name: 'Differences' }).click()
  await expect
    .element(page.getByRole('group', { name: 'Changes since it was loaded' }))
    .toMatchTextContent('"first_name": "Grace"')
  await page.getByRole('tab', { name: 'Edit' }).click()
  const box = page.getByRole('textbox', { name: 'The record' })
  const text = ((await box.findElement()) as HTMLTextAreaElement).value
  await box.fill(`${text},`)
  await page.getByRole('button', { name: 'Apply to the form' }).click()
  await expect.element(box).toHaveAccessibleDescription(/This isn’t valid JSON: line \d+, column 2/)

  const written = JSON.parse(text) as { data: { [name: string]: unknown } }
  const { place_of_service_code: _, responsible_party: left, ...rest } = written.data
  expect(left).toBe('INSURANCE_PAY')
  const wanted = {
    ...rest,
    billing_notes: [{ text: 'two' }, { text: 'three' }],
    vitals: { height_in: 70.5 },
    next_year: { is: null },
  }
  await box.fill(JSON.stringify({ ...written, data: wanted }))
  await page.getByRole('button', { name: 'Apply to the form' }).click()
  await expect.element(page.getByField('data.vitals.height_in')).toHaveValue('70.5')
  await expect.element(page.getByField('data.billing_notes.0.text')).toHaveValue('two')
  await expect.element(page.getByField('data.responsible_party')).toHaveValue('')
  await saveCapture()
  expect(savedBodies()).toEqual([{ data: wanted }])
})

// Saving

test('a save sends the loaded record with one changed field, and keeps unknown members', async () => {
  await openCapture(
    (data) =>
      ({
        patient: { ...data.patient, future_member: { of: ['any', 'shape', null] }, email: null },
        data_of_tomorrow: [1, 2, { three: null }],
      }) as never,
  ) // members that the interface may add
  const before = captureNow()
  await lastName.fill('Changed')
  await saveCapture()
  expect(savedBodies()).toEqual([
    { data: { ...before, patient: { ...before.patient, last_name: 'Changed' } } },
  ])
})

test('an error of the partner marks the fields that it names, and lists what has no field', async () => {
  await openCapture()
  answer(saveChargeCapture, () =>
    fail('HttpRequestValidationsError', 'The partner refused it.', {
      status: 422,
      issues: [
        { path: 'data.patient.last_name', message: 'may not hold digits' },
        { path: '', message: 'somewhere.unknown: is not welcome' },
      ],
    }),
  )
  await lastName.fill('R2D2')
  await save()
  await expect.element(lastName).toHaveFocus()
  await expect.element(lastName).toHaveAttribute('aria-invalid', 'true')
  await expect.element(lastName).toHaveAccessibleDescription(/may not hold digits/)
  await expect.element(main).toMatchTextContent('is not welcome')
  await expect.element(lastName).toHaveValue('R2D2')
  // The same save succeeds once the partner accepts it.
  answer(saveChargeCapture, savedCapture)
  await save()
  await expect.element(main).toMatchTextContent('Saved.')
  await expect.element(lastName).not.toHaveAttribute('aria-invalid', 'true')
})

test('an attachment that the partner does not have is reported at its field, and the rest stays', async () => {
  await openCapture()
  answer(saveChargeCapture, () =>
    fail('EntityNotFoundError', 'The partner doesn’t have this attachment.', {
      status: 422,
      issues: [
        {
          path: 'attachment_external_document_ids',
          message: 'No. 2 of the list isn’t the ID of an attachment at the partner.',
        },
      ],
    }),
  )
  const attachments = page.getByLabelText('Attachment IDs')
  await attachments.fill('DOC-1\n00000000-0000-4000-8000-00000000f0e3')
  await save()
  await expect.element(attachments).toHaveFocus()
  await expect
    .element(attachments)
    .toHaveAccessibleDescription(/No\. 2 of the list isn’t the ID of an attachment at the partner/)
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Not saved' }))
    .toMatchTextContent('The partner doesn’t have this attachment.')
  answer(saveChargeCapture, savedCapture)
  await attachments.fill('DOC-1')
  await save()
  await expect.element(main).toMatchTextContent('Saved.')
  expect(savedBodies().at(-1)).toMatchObject({ attachment_external_document_ids: ['DOC-1'] })
})

test('an invalid field is stopped before anything is sent', async () => {
  await openCapture()
  const amount = page.getByField('data.service_lines.0.charge_amount_cents')
  await amount.fill('12.345')
  await save()
  await expect.element(amount).toHaveFocus()
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true')
  expect(savedBodies()).toEqual([])
})

test('invalid text counts as unsaved, and can be discarded', async () => {
  await openCapture()
  const charge = page.getByField('data.service_lines.0.charge_amount_cents')
  await expect.element(page.getByText('No unsaved changes')).toBeVisible()
  await charge.fill('fifty')
  await expect.element(page.getByText('1 unsaved change')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(charge).toHaveValue('$125.00')
  await expect.element(page.getByText('No unsaved changes')).toBeVisible()
})

test('what the partner would certainly refuse is stopped: the field takes the focus and nothing is sent', async () => {
  await openCapture()
  const referral = page.getByField('data.referral_number')
  await referral.fill('R'.repeat(51))
  await focusOn(lastName)
  await save()
  await expect.element(referral).toHaveFocus()
  await expect.element(main.getByRole('status').filter({ hasText: /Not saved/ })).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(savedBodies()).toEqual([])
})

test('text typed during a save stays in the form, on the saved record', async () => {
  await openCapture()
  let finish = () => {}
  answer(
    saveChargeCapture,
    (input) => new Promise<SaveReply>((done) => (finish = () => done(savedCapture(input)))),
  )
  await lastName.fill('First')
  changeElsewhere((data) => ({
    service_lines: [
      { ...data.service_lines![0]!, procedure_code: '99212', diagnosis_pointers: [0] },
      ...data.service_lines!,
    ],
  }))
  await press('{Control>}s{/Control}')
  await expect.element(main).toMatchTextContent('Saving…')
  await firstName.fill('Second')
  finish()
  await expect.element(page.getByField('data.service_lines.1.procedure_code')).toHaveValue('G0463')
  await expect.element(main).toMatchTextContent('1 unsaved change')
  await expect.element(firstName).toHaveValue('Second')
  expect(captureNow().patient!.last_name).toBe('First')
  answer(saveChargeCapture, savedCapture)
  await save()
  await expect.element(main).toMatchTextContent('Saved.')
  expect(captureNow().patient).toMatchObject({ first_name: 'Second', last_name: 'First' })
})

test('a diagnosis that another person put first moves my letters along', async () => {
  // Without types, which is a warning: with types, the new first one would need the other's, an
  // error that requires a reason.
  await openCapture((data) => ({
    diagnoses: [{ code: 'E11.9' }],
    service_lines: [{ ...data.service_lines![0]!, diagnosis_pointers: [0] }],
  }))
  await page.getByField('data.service_lines.0.quantity').fill('3')
  changeElsewhere((data) => ({
    diagnoses: [{ code: 'I10' }, ...data.diagnoses!],
    service_lines: [{ ...data.service_lines![0], diagnosis_pointers: [1] }],
  }))
  await save()
  await expect
    .element(main)
    .toMatchTextContent('Also kept: Diagnosis added: I10 in another system.')
  await expect.element(page.getByField('data.diagnoses.1.code')).toHaveValue('E11.9')
  await expect.element(page.getByField('data.service_lines.0.diagnosis_pointers')).toHaveValue('B')
  expect(captureNow().service_lines).toMatchObject([{ quantity: '3', diagnosis_pointers: [1] }])
})

test('going back from the conflict keeps the form and changes nothing at the partner', async () => {
  await openCapture()
  await lastName.fill('Mine')
  changeElsewhere((data) => ({ patient: { ...data.patient, last_name: 'Theirs' } }))
  await save()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  await expect
    .element(main.getByRole('alert'))
    .toMatchTextContent(/Someone else changed the same fields/)
  await expect.element(lastName).toHaveValue('Mine')
  expect(captureNow().patient!.last_name).toBe('Theirs')
  await save()
  await dialog.getByRole('radio', { name: /Theirs/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(lastName).toHaveValue('Theirs')
})

test('an unknown outcome is shown, and checking again settles it with the same operation', async () => {
  await openCapture()
  answer(saveChargeCapture, () =>
    fail('OutcomeUnknown', 'The partner didn’t answer. Check again. Nothing is sent twice.'),
  )
  await firstName.fill('Twice')
  await save()
  await expect
    .element(main.getByRole('alert'))
    .toMatchTextContent('This may or may not have been saved')
  answer(saveChargeCapture, savedCapture)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.element(main).toMatchTextContent('Saved.')
  const [first, second] = inputsOf(saveChargeCapture)
  expect(second).toEqual(first)
})

// Checks

test('a wrong NPI is reported at once, beside its field and in the checks, is fixed by a button, and saves', async () => {
  await openCapture()
  // Nobody entered limits for the payer: that is no warning of this capture.
  await expect.element(checks).toMatchTextContent('Filing: No limit entered for this payer')
  await expect.element(checks).not.toMatchTextContent(/\d (?:error|warning)/)
  const right = cleanData().rendering_provider.npi
  const withSpaces = `${right.slice(0, 4)} ${right.slice(4)}`
  await npi.fill(withSpaces)
  await expect.element(npi).toHaveAttribute('aria-invalid', 'true')
  await expect
    .element(npi)
    .toHaveAccessibleDescription(/Error: Rendering provider NPI .* is not ten digits/)
  await expect
    .element(
      page
        .getByRole('navigation', { name: 'Sections' })
        .getByRole('link', { name: /Rendering provider/ }),
    )
    .toMatchTextContent('1')
  await expect.element(checks).toMatchTextContent('1 error')
  // By keyboard: the way to the field, then the button that fixes it.
  await press('{Enter}', checks.getByRole('button', { name: /Rendering provider/ }))
  await expect.element(npi).toHaveFocus()
  // The button shows the current value and the new one.
  const fix = `Write ${right} (now ${withSpaces})`
  await press('{Enter}', checks.getByRole('button', { name: fix }))
  await expect.element(npi).toHaveValue(right)
  await expect.element(npi).not.toHaveAttribute('aria-invalid', 'true')
  await expect.element(checks).not.toMatchTextContent('1 error')
  // The browser's own undo reverts the fix like typed text.
  await press('{Control>}z{/Control}', npi)
  await expect.element(npi).toHaveValue(withSpaces)
  await lastName.fill('Fixed')
  // The same button beside the field comes first in the page.
  const both = page.getByRole('button', { name: fix })
  await expect.element(both).toHaveLength(2)
  await both.first().click()
  await save()
  await expect.element(main).toMatchTextContent('Saved.')
  expect(savedBodies()).toMatchObject([
    { data: { patient: { last_name: 'Fixed' }, rendering_provider: { npi: right } } },
  ])
})

test("a facility without the four digits after its ZIP code gets those of the organization's own record, never a placeholder", async () => {
  const { address, ...facility } = cleanData().service_facility
  const { organization_name: name, npi } = facility
  const withDigits = (zip_plus_four_code: string) => ({ ...address, zip_plus_four_code })
  await openCapture(
    () => ({
      service_facility: { ...facility, address: { ...address, zip_plus_four_code: null } },
    }),
    {},
    {
      answers() {
        answer(listServiceFacilities, () => found({ name, npi, address: withDigits('4410') }))
        answer(listOrganizationProviders, () =>
          found({ npi, addresses: [{ address: withDigits('9998') }] }),
        )
      },
    },
  )
  // The fix is in the list of checks and beside the field.
  await page
    .getByRole('button', { name: `Write 4410 (the organization's own record)` })
    .first()
    .click()
  await expect
    .element(page.getByField('data.service_facility.address.zip_plus_four_code'))
    .toHaveValue('4410')
  await expect.element(page.getByRole('button', { name: /9998/ })).not.toBeInTheDocument()
})

test('a cell of a service line shows its finding across its row', async () => {
  await openCapture()
  const pointers = page.getByField('data.service_lines.0.diagnosis_pointers')
  await pointers.fill('A A')
  await expect.element(pointers).toHaveAccessibleDescription(/more than once/)
  await page
    .getByRole('button', { name: 'Keep each letter once, if no other was meant (A A → A)' })
    .first()
    .click()
  await expect.element(pointers).toHaveValue('A')
})

test('a capture is saved despite an error with a reason, which stays beside it', async () => {
  const kept: ReplyOf<typeof readChargeCaptureReasons> = []
  const answers = () => answer(readChargeCaptureReasons, () => kept)
  const reopen = await openCapture(undefined, {}, { answers })
  answer(saveChargeCapture, (input) => {
    const { past } = input
    if (past)
      kept.unshift({
        by: 'Bea Biller',
        at: '2026-11-20T10:00:00Z',
        rules: [...past.findings],
        reason: past.reason,
      })
    return savedCapture(input)
  })
  const field = page.getByRole('textbox', { name: /Reason for saving with errors/ })
  await npi.fill('1234567890')
  await save()
  const dialog = await expectBegins('Save with 1 error?')
  await expect.element(dialog).toMatchTextContent('fails its check digit')
  await expect.element(field).toHaveFocus()
  // Without a reason nothing happens, and the person can go back.
  await dialog.getByRole('button', { name: 'Save with 1 error' }).click()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('button', { name: 'Go to the first error' }).click()
  await expect.element(npi).toHaveFocus()
  expect(savedBodies()).toEqual([])

  await press('{Control>}s{/Control}')
  await field.fill('Dr. Fox looks the number up today')
  await press('{Enter}')
  await expect.element(main).toMatchTextContent('Saved.')
  expect(savedBodies()).toHaveLength(1)
  const reasons = sectionOf('Saved with open errors')
  await expect.element(reasons).toMatchTextContent('Dr. Fox looks the number up today')
  await expect.element(reasons).toMatchTextContent('with 1 open error')
  await reopen()
  await expect.element(reasons).toMatchTextContent('Dr. Fox looks the number up today')
  // An error that was there before is no matter of the next save.
  await lastName.fill('Again')
  await save()
  await expect.element(main).toMatchTextContent('Saved.')
  expect(savedBodies()).toHaveLength(2)
  // An error of the same kind begins with the reason of before.
  await npi.fill('1234567891')
  await press('{Control>}s{/Control}')
  await expect.element(field).toHaveValue('Dr. Fox looks the number up today')
  await press('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(savedBodies()).toHaveLength(2)
})

test('a half-typed date comes back as typed with its reason, is listed under Your changes, and is not saved', async () => {
  const reopen = await openCapture()
  const changes = sectionOf('Your changes')
  const birth = page.getByField('data.patient.date_of_birth')
  const lineDay = page.getByField('data.service_lines.0.date_of_service')
  const reason = page.getByText('There is no February 30.')
  await birth.fill('2/30')
  await lineDay.fill('13/')
  await press('{Tab}')
  await expect.element(reason.first()).toBeVisible()
  await expect
    .element(changes)
    .toMatchTextContent('“2/30” can’t be saved. There is no February 30.')
  await expect.element(changes).toMatchTextContent('“13/” can’t be saved.')
  await expect.element(changes).not.toMatchTextContent('nothing')
  await expect.element(page.getByText(/^Draft saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  await reopen()
  await expect.element(birth).toHaveValue('2/30')
  await expect.element(birth).toHaveAccessibleDescription(/There is no February 30\./)
  await expect.element(lineDay).toHaveValue('13/')
  await save()
  await expect.element(birth).toHaveFocus()
  expect(savedBodies()).toEqual([])
  await birth.fill('2/3/1980')
  await lineDay.fill(today)
  await save()
  await expect.element(main).toMatchTextContent('Saved.')
  expect(savedBodies()).toMatchObject([{ data: { patient: { date_of_birth: '1980-02-03' } } }])
})

test('no key takes an offer before every source has answered, and a check’s rewriting does not outrank the list', async () => {
  let send = (_: ProposedValues) => {}
  const answers = () => answer(proposeValues, () => new Promise((resolve) => (send = resolve)))
  const error = claimError('Billing provider tax ID is not nine digits', 'billing_provider.tax_id')
  await openCapture(
    (data) => ({ billing_provider: { ...data.billing_provider!, tax_id: '93-1402217' } }),
    { claim_creation_id: '5f6f2b5e-31c4-4c1c-8d5e-000000000002' },
    { reply: error, answers },
  )
  const taxId = page.getByField('data.billing_provider.tax_id')
  const rewritten = page.getByRole('button', { name: /Write 931402217/ })
  await expect.element(rewritten.first()).toBeVisible()
  taxId.element().focus()
  await expect.element(main).toMatchTextContent('Enter waits until every source has answered.')
  await press('{Enter}')
  await expect.element(taxId).toHaveValue('93-1402217')
  send({
    proposals: {
      'data.billing_provider.tax_id': [
        {
          path: 'data.billing_provider.tax_id',
          value: '820537579',
          source: 'Provider list, North Clinic, by NPI',
          from: 'list',
          isSure: true,
        },
      ],
    },
    is_whole: true,
  })
  const offers = page.getByRole('list', { name: 'Proposals' }).getByRole('listitem')
  await expect.element(offers.nth(0)).toMatchTextContent('Use 820537579')
  await expect.element(offers.nth(1)).toMatchTextContent('Write 931402217')
  await expect.element(main).not.toMatchTextContent('takes it')
  await press('{Enter}')
  await expect.element(taxId).toHaveValue('93-1402217')
  expect(savedBodies()).toEqual([])
})

test('warnings are shown and never stop a save', async () => {
  await openCapture()
  const code = page.getByField('data.diagnoses.0.code')
  await code.fill('e11.9')
  await expect.element(checks).toMatchTextContent('1 warning')
  await expect.element(checks).toMatchTextContent('No limit entered for this payer')
  await expect.element(code).toHaveAccessibleDescription(/Warning: .*lowercase/)
  await expect.element(code).not.toHaveAttribute('aria-invalid', 'true')
  await save()
  await expect.element(main).toMatchTextContent('Saved.')
})

const claimError = (message: string, field_in_error: string) => ({
  claim_creation: JSON.stringify({
    id: '5f6f2b5e-31c4-4c1c-8d5e-000000000002',
    status: 'in-error',
    errors: [{ id: 'error-1', charge_capture_id: captureId, message, field_in_error }],
  }),
})

test('a key leads from one field with a finding to the next', async () => {
  await openCapture(
    (data) => ({
      rendering_provider: { ...data.rendering_provider, npi: '1234567890' },
      diagnoses: [{ code: 'e11.9', code_type: 'ABK' }],
      service_lines: [{ ...data.service_lines![0]!, diagnosis_pointers: [0] }],
    }),
    { claim_creation_id: '5f6f2b5e-31c4-4c1c-8d5e-000000000002' },
    {
      reply: claimError(
        'Rendering provider NPI 1234567890 fails its check digit',
        'rendering_provider.npi',
      ),
    },
  )
  // The partner reports the same NPI problem: it is shown once, with the help of the checks.
  await expect.element(checks).toMatchTextContent('1 warning')
  await expect.element(checks).not.toMatchTextContent('check digit')
  const why = sectionOf('Why it didn’t bill')
  await expect.element(why.getByText(/fails its check digit/)).toHaveLength(1)
  await expect.element(why).toMatchTextContent('registry')
  await press('{Control>}.{/Control}')
  await expect.element(npi).toHaveFocus()
  await press('{Control>}.{/Control}')
  await expect.element(page.getByField('data.diagnoses.0.code')).toHaveFocus()
})

test('a field that an error names in another spelling is found', async () => {
  await openCapture(
    (data) => ({ service_lines: [{ ...data.service_lines![0]!, diagnosis_pointers: [4] }] }),
    { claim_creation_id: '5f6f2b5e-31c4-4c1c-8d5e-000000000002' },
    {
      reply: claimError(
        'Line 1 points to diagnosis E (pointer 4), but 2 diagnoses are listed',
        'serviceLines[0].diagnosisPointers',
      ),
    },
  )
  const pointers = page.getByField('data.service_lines.0.diagnosis_pointers')
  await expect.element(pointers).toHaveAttribute('aria-invalid', 'true')
  await expect.element(pointers).toHaveAccessibleDescription(/points to diagnosis E/)
})

const standings: { [code: string]: CodeValidity } = { E11: 'header', E118: 'absent' }

test("a diagnosis is checked against the list of its service's fiscal year", async () => {
  await openCapture(
    (data) => ({
      date_of_service: '2015-10-01',
      service_lines: data.service_lines!.map((line) => ({
        ...line,
        date_of_service: '2015-10-01',
      })),
    }),
    {},
    {
      answers: () =>
        // Of 2016 alone a list is loaded.
        answer(findDiagnosisCodes, ({ codes }) =>
          codes
            .filter(({ fiscal_year }) => fiscal_year === 2016)
            .map((asked) => ({ ...asked, standing: standings[asked.code] ?? 'billable' })),
        ),
    },
  )
  const code = page.getByField('data.diagnoses.0.code')
  await expect.element(checks).not.toMatchTextContent('Checking…')
  await code.fill('E11')
  await expect.element(code).toHaveAccessibleDescription(/E11 isn’t billable in fiscal year 2016/)
  await code.fill('E11.8')
  await expect
    .element(code)
    .toHaveAccessibleDescription(/E11.8 isn’t in the ICD-10-CM list for fiscal year 2016/)
  await code.fill('E11.9')
  await expect.element(code).not.toHaveAccessibleDescription(/fiscal year/)
  // No list of the next year was placed, so that year has no findings.
  await code.fill('E11')
  await page.getByField('data.date_of_service').fill('2016-10-01')
  await expect.element(code).not.toHaveAccessibleDescription(/fiscal year/)
})

test('the same service for the same patient and day is found in another capture, which is one click away', async () => {
  const other = '5f6f2b5e-31c4-4c1c-8d5e-000000000003'
  await openCapture(
    undefined,
    {},
    {
      answers: () =>
        answer(readSameDay, ({ patient_external_id }) => ({
          is_complete: true,
          others: [
            {
              id: other,
              charge_external_id: 'CHG-FIRST',
              patient_external_id,
              status: 'billable',
              data: {
                date_of_service: '2026-10-02',
                place_of_service_code: '11',
                service_lines: [
                  {
                    procedure_code: 'G0463',
                    modifiers: ['25'],
                    date_of_service: '2026-10-02',
                    place_of_service_code: null,
                    drug_identification: { national_drug_code: null },
                    ordering_provider: { npi: null },
                  },
                ],
              },
            },
          ],
        })),
    },
  )
  await expect
    .element(page.getByField('data.service_lines.0.procedure_code'))
    .toHaveAccessibleDescription(/also billed by CHG-FIRST/)
  await expect
    .element(checks)
    .toMatchTextContent('Compared with 1 more capture of this patient and day')
  await checks.getByRole('link', { name: 'CHG-FIRST' }).click()
  expect(visits()).toEqual([`/charge-captures/${other}`])
})

// Head, look-ups and locks

test('a record is headed by its patient and the facts of the visit; the window names no patient and no date', async () => {
  await openCapture((data) => ({
    patient: { ...data.patient, first_name: 'Ann', last_name: 'Headed' },
    service_lines: [{ ...data.service_lines![0]! }],
  }))
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Headed, Ann')
  const glance = page.getByRole('region', { name: 'At a glance' })
  for (const fact of ['CHG-1', '02/29/1980', 'Northbridge Health Plan', '10/02/2026', '$125.00'])
    await expect.element(glance).toMatchTextContent(fact)
  expect(document.title).toBe('CHG-1 · Northbridge Health Plan · $125.00 · Billing console')
})

test('a key begins a copy of the capture', async () => {
  await openCapture()
  await press('d')
  await expect.poll(visits).toEqual([`/charge-captures/new?from=${captureId}`])
})

test('a key opens the next and the previous item of the list, another one from inside a field', async () => {
  const pair = '/charge-captures?claim_creation_category=pair'
  keepPlace('/charge-captures', {
    href: pair,
    ids: ['newer', captureId, 'older'],
    current: captureId,
    top: 0,
    selected: new Set(),
  })
  await openCapture()
  await press('n')
  await press('p')
  await press('{Alt>}n{/Alt}', lastName)
  await press('{Alt>}p{/Alt}', lastName)
  await expect
    .poll(visits)
    .toEqual(['older', 'newer', 'older', 'newer'].map((id) => `/charge-captures/${id}`))
  await expect.element(lastName).toHaveValue('Moss')
  forgetPlace('/charge-captures', pair)
})

test('another organization’s tax ID is an error with the right one to write, and its bare digits are not offered', async () => {
  const taxId = page.getByField('data.billing_provider.tax_id')
  const { promise, resolve } = Promise.withResolvers<void>()
  await openCapture(
    (data) => ({ billing_provider: { ...data.billing_provider, tax_id: '82-0537579' } }),
    {},
    {
      answers: () =>
        answer(listOrganizationProviders, async ({ query }) => {
          await promise
          return found(query.npi === '1999999984' ? { tax_id: '931402217' } : {})
        }),
    },
  )
  const shape = page.getByText(/tax ID is not nine digits without separators/)
  await expect.element(shape.first()).toBeInTheDocument()
  // Nobody knows yet whether these digits are right.
  const bare = page.getByRole('button', { name: /^Write 820537579/ })
  await expect.element(bare).not.toBeInTheDocument()
  resolve()
  await page
    .getByRole('button', { name: /^Write 931402217 .provider list./ })
    .first()
    .click()
  await expect.element(taxId).toHaveValue('931402217')
  await expect.element(bare).not.toBeInTheDocument()
  await expect.element(page.getByText(/tax ID is not/)).not.toBeInTheDocument()
})

test('the payer ID whose zeros a spreadsheet dropped is offered from the payer list', async () => {
  const field = 'data.subscriber_primary.insurance_card.payer_id'
  await openCapture(
    ({ subscriber_primary: cover }) => ({
      subscriber_primary: {
        ...cover,
        insurance_card: { ...cover!.insurance_card, payer_id: '520' },
      },
    }),
    {},
    { answers: () => answer(listPayers, () => found({ payer_id: '00520' })) },
  )
  await page
    .getByRole('button', { name: /^Write 00520/ })
    .first()
    .click()
  await expect.element(page.getByField(field)).toHaveValue('00520')
})

test('a look-up shows what it filled and can be undone', async () => {
  await openCapture((data) => ({
    rendering_provider: { ...data.rendering_provider, npi: '1999999984', last_name: 'Before' },
  }))
  answer(listOrganizationProviders, () =>
    found({ npi: '1234567893', first_name: 'Dana', last_name: 'Fox' }),
  )
  const button = page.getByRole('button', { name: 'Find the rendering provider' })
  await press('{Enter}', button)
  const finder = page.getByRole('dialog', { name: 'Find the rendering provider' })
  await expect.element(finder.getByRole('combobox')).toHaveFocus()
  await press('1234567893')
  await expect.element(finder.getByRole('option')).toHaveAccessibleName(/1234567893/)
  await expect
    .poll(() => inputsOf(listOrganizationProviders).at(-1)!.query)
    .toMatchObject({ search_term: '1234567893', is_rendering: true })
  await press('{Enter}')
  await expect.element(finder).not.toBeInTheDocument()
  await expect.element(page.getByField('data.rendering_provider.last_name')).toHaveValue('Fox')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(npi).toHaveValue('1999999984')
  await expect.element(page.getByField('data.rendering_provider.last_name')).toHaveValue('Before')
})

test('a capture whose save the records overwrite is locked afterwards, and can be edited anyway', async () => {
  const reply: Partial<ChargeCaptureReply> = {}
  const reopen = await openCapture(undefined, {}, { reply })
  const seen: PreEncounterOrigin = { source: 'seen', patient_id: null, appointment_ids: [] }
  const overwritten = (input: Parameters<typeof savedCapture>[0]): SaveReply => {
    const reply = savedCapture(input)
    return reply.kind === 'saved' ? { ...reply, pre_encounter: seen } : reply
  }
  answer(saveChargeCapture, overwritten)
  await expect.element(lastName).not.toHaveAttribute('readonly')
  await lastName.fill('Mine')
  await save()
  const note = page.getByRole('region', { name: 'Pre-encounter records' })
  await expect.element(note).toMatchTextContent(/seems to follow pre-encounter records/)
  await expect.element(lastName).toHaveAttribute('readonly')
  await note.getByRole('button', { name: 'Edit anyway' }).click()
  await lastName.fill('Mine again')
  await expect.element(page.getByText(/^Draft saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  // Its draft is restored unlocked, as it was created.
  reply.pre_encounter = seen
  await reopen()
  await expect.element(lastName).toHaveValue('Mine again')
  await expect.element(lastName).not.toHaveAttribute('readonly')
  await expect.element(note).toMatchTextContent('may overwrite your changes')
  await save()
  await expect.poll(() => savedBodies().length).toBe(2)
  expect(savedBodies()[1]).toMatchObject({ data: { patient: { last_name: 'Mine again' } } })
})
