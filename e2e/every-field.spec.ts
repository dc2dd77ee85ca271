import type { Page } from '@playwright/test'
import { CandidApiClient } from 'candidhealth'
import { updateChargeCaptureBody } from '#lib/contract/charge-captures.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import {
  type EveryField,
  bodyOfFields,
  everyField,
  inClientSpelling,
} from './fixtures/every-field.ts'
import { saveCapture } from './fixtures/save-capture.ts'
import { expect, test } from './fixtures/test.ts'

// Hundreds of steps on the largest page: tracing each would take longer than the step.
test.use({ trace: 'off' })

const visitFacts = {
  schema_id: '6f1a52c8-54c1-4a5e-9d0b-7a3c1f0e2b01',
  content: { room: 'B2', minutes_with_provider: 30, interpreter_used: true, severity_score: 0.5 },
}

test(
  'every field of a capture is set through the form and sent under its path and type',
  { tag: '@long' },
  async ({ page, sandbox }) => {
    test.setTimeout(420_000)
    const externalId = uniqueId('ALL')
    const capture = await sandbox.createCapture({
      status: 'planned',
      charge_external_id: externalId,
      patient_external_id: `PAT-${externalId}`,
      data: {},
    })
    const own: { [path: string]: string } = {
      status: 'not-billable',
      charge_external_id: uniqueId('ALL'),
      patient_external_id: `PAT-${externalId}-2`,
    }
    const fields = everyField(updateChargeCaptureBody, '')
      // A facility is given by its details or by its id, never both; metadata has its own inputs,
      // below.
      .filter(
        ({ path }) =>
          path !== 'data.service_facility_id' &&
          !path.includes('schema_instances') &&
          !path.startsWith('metadata'),
      )
      .map((field) =>
        own[field.path] === undefined
          ? field
          : { ...field, typed: own[field.path]!, wire: own[field.path] },
      )
    expect(fields.length).toBeGreaterThan(340)

    await page.goto(`/charge-captures/${capture.id}`)
    for (const field of fields) await setField(page, field)
    for (const list of ['data.schema_instances', 'metadata']) await setMetadata(page, list)
    await saveCapture(page)

    const patches = await sandbox.requests(`/api/charge_captures/v1/${capture.id}`, 'PATCH')
    expect(patches).toHaveLength(1)
    const expected = bodyOfFields(fields) as {
      data: { [name: string]: unknown }
      metadata?: unknown
    }
    expected.data.schema_instances = [visitFacts]
    expected.metadata = [visitFacts]
    expect(patches[0]!.body).toEqual(expected)

    const client = new CandidApiClient({
      token: 'sandbox-full',
      environment: { candidApi: sandbox.url, preEncounter: sandbox.url },
    })
    const read = await client.chargeCapture.v1.get(capture.id as never) // the client brands its identifiers; they are plain text
    expect(read.ok).toBe(true)
    expect(read.ok && read.body.chargeCaptureData).toEqual(inClientSpelling(expected.data))
    expect(
      read.ok && [
        read.body.chargeExternalId,
        read.body.patientExternalId,
        read.body.ehrSourceUrl,
        read.body.originatingSystem,
        read.body.claimCreationCategory,
      ],
    ).toEqual([
      own.charge_external_id,
      own.patient_external_id,
      'Set ehr source url',
      'Set originating system',
      'Set claim creation category',
    ])
  },
)

/** Expands the section around a path's control, like a person, and types or chooses its value. */
async function setField(page: Page, { path, control, typed }: EveryField): Promise<void> {
  const box = page.locator(`[name="${path}"]`)
  if (!(await box.isVisible())) await unfold(page, path)
  // Cells of a service line take typed codes, although other controls offer choices.
  if (control === 'choice' && (await box.evaluate((element) => element.matches('select'))))
    await box.selectOption(typed)
  else await box.fill(typed)
}

async function unfold(page: Page, path: string): Promise<void> {
  const parts = path.split('.')
  for (let length = 1; length < parts.length; length += 1) {
    const at = parts.slice(0, length).join('.')
    await pressIfThere(page, `button[data-covers~="${at}"]`, at)
    if (parts[length] === '0') await addRow(page, at)
    else await pressIfThere(page, `[data-field="${at}"] > button[aria-expanded="false"]`, at)
  }
  // The section of a single field is expanded by the field's own path.
  await pressIfThere(page, `button[data-covers~="${path}"]`, path)
  if (
    path.startsWith('data.service_lines.0.') &&
    !(await page.locator(`[name="${path}"]`).isVisible())
  )
    await pressIfThere(page, 'button[aria-label="Show more of line 1"]', path)
}

async function addRow(page: Page, list: string): Promise<void> {
  const row = page.locator(`[data-field="${list}.0"]`)
  if (list === 'data.diagnoses' && (await row.count()) === 0)
    await page.getByRole('button', { name: 'Add diagnosis' }).click()
  if (list === 'data.service_lines' && (await row.count()) === 0)
    await page.getByRole('button', { name: 'Add line' }).click()
  if ((await row.count()) === 0) await page.locator(`[data-row-button="${list} add"]`).click()
  await expect(row).toBeVisible()
}

async function pressIfThere(page: Page, button: string, at: string): Promise<void> {
  const found = page.locator(button)
  if ((await found.count()) === 0) return
  await found.first().click()
  await expect(found, `what folds ${at}`).toHaveCount(0)
}

async function setMetadata(page: Page, list: string): Promise<void> {
  await page.locator(`button[data-covers~="${list}"]`).click()
  await page.locator(`select[name="${list}.0.schema_id"]`).selectOption({ label: 'Visit facts' })
  const key = (name: string) => page.locator(`[name="${list}.0.content.${name}"]`)
  await key('room').fill('B2')
  await key('minutes_with_provider').fill('30')
  await key('interpreter_used').selectOption('Yes')
  await key('severity_score').fill('0.5')
}
