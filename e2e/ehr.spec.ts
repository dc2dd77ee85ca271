import { CandidApiClient } from 'candidhealth'
import { uniqueId } from './fixtures/capture-body.ts'
import { expect, test } from './fixtures/test.ts'

test('the console shows what an EHR creates with the published client', async ({
  page,
  sandbox,
}) => {
  const template = (await sandbox.createVisit()).charge_capture_data
  const ehr = new CandidApiClient({
    token: 'sandbox-full',
    environment: { candidApi: sandbox.url, preEncounter: sandbox.url },
  })
  const chargeExternalId = uniqueId('EHR')
  const created = await ehr.chargeCapture.v1.create({
    chargeExternalId,
    patientExternalId: `PAT-${chargeExternalId}`,
    status: 'billable',
    data: {
      patient: {
        firstName: 'Quill',
        lastName: 'Ehrenfest',
        gender: 'female',
        externalId: `PAT-${chargeExternalId}`,
        dateOfBirth: '1975-07-04',
      },
      billingProvider: { npi: template.billing_provider!.npi! },
      serviceFacility: { npi: template.service_facility!.npi! },
      dateOfService: template.date_of_service!,
      serviceLines: [
        {
          procedureCode: 'G0463',
          quantity: '1',
          units: 'UN',
          chargeAmountCents: 23_456,
          diagnosisPointers: [0],
        },
      ],
    },
  } as Parameters<typeof ehr.chargeCapture.v1.create>[0]) // the client brands its identifiers; they are plain text
  expect(created.ok).toBe(true)

  await page.goto(`/charge-captures?charge_external_id=${chargeExternalId}`)
  const row = page.getByRole('row', { name: new RegExp(chargeExternalId) })
  await expect(row).toContainText('Ehrenfest')
  await expect(row).toContainText('$234.56')
  await row.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'At a glance' })).toContainText(chargeExternalId)
  await expect(page.locator('[name="data.patient.last_name"]')).toHaveValue('Ehrenfest')
  await expect(page.locator('[name="data.service_lines.0.charge_amount_cents"]')).toHaveValue(
    /234\.56/,
  )
})
