import { saveCapture } from './fixtures/save-capture.ts'
import { expect, test } from './fixtures/test.ts'

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

test('an empty section is added, filled and removed by keyboard', async ({ page, sandbox }) => {
  const capture = await sandbox.createVisit()
  await page.goto(`/charge-captures/${capture.id}`)
  const add = page
    .getByRole('group', { name: 'Add to this capture' })
    .getByRole('button', { name: 'Guarantor' })
  await add.focus()
  await page.keyboard.press('Enter')
  const name = page.locator('[name="data.guarantor.first_name"]')
  await expect(name).toBeFocused()
  await page.keyboard.type('Gil')
  await expect(
    page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: 'Guarantor', exact: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Remove Guarantor' }).press('Enter')
  await expect(name).toHaveCount(0)
  await expect(add).toBeFocused()
  await expect(page.getByText('No unsaved changes')).toBeVisible()
})

test('a whole subscriber is removed, restored, and removed for good', async ({ page, sandbox }) => {
  const capture = await sandbox.createVisit((data) => ({
    subscriber_secondary: data.subscriber_primary,
  }))
  await page.goto(`/charge-captures/${capture.id}`)
  await page.getByRole('button', { name: 'Remove Secondary subscriber' }).click()
  const undo = page.getByRole('button', { name: 'Keep Secondary subscriber' })
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect(
    page.locator('[name="data.subscriber_secondary.insurance_card.member_id"]'),
  ).toHaveValue('MBR100200300')
  await expect(page.getByText('No unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Secondary subscriber' }).click()
  await saveCapture(page)
  const { body } = (await sandbox.requests(`/api/charge_captures/v1/${capture.id}`, 'PATCH'))[0]!
  expect(body).toEqual({ data: { ...capture.charge_capture_data, subscriber_secondary: null } })
})

test('nested rows keep unknown members wherever they are moved', async ({ page, sandbox }) => {
  const capture = await sandbox.createVisit(() => nested as never) // members that the interface may add
  await page.goto(`/charge-captures/${capture.id}`)
  const at = 'data.patient_histories.0.questions'
  await page
    .locator(`[data-field="${at}.0.responses.0"]`)
    .getByRole('button', { name: 'Delete response 1' })
    .click()
  await expect(page.getByRole('button', { name: 'Delete response 1' }).first()).toBeFocused()
  await page.locator(`[name="${at}.0.responses.0.follow_ups.0.response"]`).fill('in the knee')
  await page
    .locator(`[data-field="${at}.0"]`)
    .getByRole('button', { name: 'Move question 1 down' })
    .click()
  await expect(page.locator(`[name="${at}.1.responses.0.follow_ups.0.response"]`)).toHaveValue(
    'in the knee',
  )
  await saveCapture(page)
  const [first, second] = nested.patient_histories[0]!.questions
  const response = {
    ...first!.responses[1]!,
    follow_ups: [{ id: 'f1', text: 'Where?', response: 'in the knee' }],
  }
  const { body } = (await sandbox.requests(`/api/charge_captures/v1/${capture.id}`, 'PATCH'))[0]!
  expect((body as { data: typeof nested }).data.patient_histories).toEqual([
    { category: 'medical', questions: [second, { ...first, responses: [response] }] },
  ])
})

test('unknown members are edited as JSON, and invalid JSON is reported', async ({
  page,
  sandbox,
}) => {
  const capture = await sandbox.createVisit(
    (data) => ({ patient: { ...data.patient, shoe: { size: 43 } }, future: [1, null] }) as never,
  ) // members that the interface may add
  await page.goto(`/charge-captures/${capture.id}`)
  await page.getByRole('button', { name: 'Edit shoe as JSON' }).click()
  const shoe = page.locator('[name="data.patient.shoe"]')
  await expect(shoe).toBeFocused()
  await shoe.fill('{"size": 44,}')
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await expect(shoe).toHaveAccessibleDescription(/line 1, column 13/)
  await shoe.fill('{"size": 44.50, "width": null}')
  await saveCapture(page)
  const now = await sandbox.getCapture(capture.id)
  expect(now.charge_capture_data).toEqual({
    ...capture.charge_capture_data,
    patient: { ...capture.charge_capture_data.patient, shoe: { size: 44.5, width: null } },
  })
})

test('the record is read, compared and edited as JSON', async ({ page, sandbox }) => {
  const capture = await sandbox.createVisit(() => ({
    billing_notes: [{ text: 'one' }, { text: 'two' }],
  }))
  await page.goto(`/charge-captures/${capture.id}`)
  await page.locator('[name="data.patient.first_name"]').fill('Grace')
  await page.getByRole('button', { name: 'Record as JSON' }).click()
  await page.getByRole('tab', { name: 'Differences' }).click()
  await expect(page.getByRole('group', { name: 'Changes since it was loaded' })).toContainText(
    '"first_name": "Grace"',
  )
  await page.getByRole('tab', { name: 'Edit' }).click()
  const box = page.getByRole('textbox', { name: 'The record' })
  const text = await box.inputValue()
  await box.fill(`${text},`)
  await page.getByRole('button', { name: 'Apply to the form' }).click()
  await expect(box).toHaveAccessibleDescription(/This isn’t valid JSON: line \d+, column 2/)

  const written = JSON.parse(text) as { data: { [name: string]: unknown } }
  const { appointment_type: _, responsible_party: left, ...rest } = written.data
  expect(left).toBe('INSURANCE_PAY')
  const wanted = {
    ...rest,
    billing_notes: [{ text: 'two' }, { text: 'three' }],
    vitals: { height_in: 70.5 },
    next_year: { is: null },
  }
  await box.fill(JSON.stringify({ ...written, data: wanted }))
  await page.getByRole('button', { name: 'Apply to the form' }).click()
  await expect(page.locator('[name="data.vitals.height_in"]')).toHaveValue('70.5')
  await expect(page.locator('[name="data.billing_notes.0.text"]')).toHaveValue('two')
  await expect(page.locator('[name="data.responsible_party"]')).toHaveValue('')
  await saveCapture(page)
  const { body } = (await sandbox.requests(`/api/charge_captures/v1/${capture.id}`, 'PATCH'))[0]!
  expect(body).toEqual({ data: wanted })
})
