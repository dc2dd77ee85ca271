import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NewCapturePage } from '#components/charge-captures/creating/new-capture-page.tsx'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { answerChecks } from '#components/testing/capture.testing.tsx'
import { answerDrafts } from '#components/testing/drafts.testing.ts'
import { openCaptureForm } from '#components/testing/forms.testing.ts'
import { focusOn, press } from '#components/testing/keys.testing.ts'
import { sectionOf, visits } from '#components/testing/page.testing.tsx'
import { readSameDay } from '#lib/actions/checks.ts'
import { listOrganizationProviders, readList, suggestCaptureId } from '#lib/actions/lists.ts'
import { findAppointments, findPatients, readPreEncounter } from '#lib/actions/pre-encounter.ts'
import { readChargeCapture } from '#lib/actions/read.ts'
import { createChargeCapture, createChargeCaptureFromPreEncounter } from '#lib/actions/records.ts'
import type { CreateReply } from '#lib/actions/writing/write-replies.ts'
import type { Json } from '#lib/core/json.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { ok } from '#lib/core/result.ts'
import { toChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import {
  newCaptureShape,
  newFromPreEncounterShape,
} from '#lib/rules/new-records/new-capture-shape.ts'
import { registeredPerson } from '#lib/rules/new-records/registered-person.ts'
import { patientLine, recordFills } from '#lib/rules/pre-encounter-record.ts'
import { cleanData } from '#lib/rules/testdata/clean-capture.ts'

const patientBox = page.getByRole('combobox', { name: 'Patient: name, birth date or MRN' })
const hits = page.getByRole('listbox', { name: 'Patients' }).getByRole('option')
const chosen = page.getByRole('region', { name: 'Patient' })
const aside = page.getByRole('complementary', { name: 'About this capture' })
const restored = page.getByRole('region', { name: 'Restored draft' })
const draftSaved = page.getByText(/^Draft saved/)
const create = page.getByRole('button', { name: /^Create Ctrl/ })
const externalId = page.getByField('charge_external_id')
const patientId = page.getByField('patient_external_id')
const dateOfService = page.getByField('data.date_of_service')
const diagnosis = (at: number) => page.getByField(`data.diagnoses.${at}.code`)

const createdId = '5f6f2b5e-31c4-4c1c-8d5e-000000000009'

/** The newest visit of a patient whom the partner knows. */
function lastVisit(
  change: object = {},
  head: object = {},
): { id: string; charge_external_id: string; charge_capture_data: object } {
  return {
    id: '5f6f2b5e-31c4-4c1c-8d5e-000000000001',
    charge_external_id: 'CHG-LAST',
    patient_external_id: 'PT-7',
    status: 'billable',
    date_of_service: '2025-10-02',
    charge_capture_data: { ...cleanData(), date_of_service: '2025-10-02', ...change },
    ...head,
  } as never
}

type Opened = {
  kind?: 'plain' | 'pre-encounter'
  /** The captures of the known patient, the newest first. */
  visits?: { id: string }[]
  /** Their pre-encounter record. */
  registered?: Json
  /** The capture to copy. */
  source?: { id: string }
  /** When the suggested id comes. */
  suggested?: Promise<void>
}

/** Opens the form of a new capture. Returns a function that opens it again. */
async function openNew({
  kind = 'plain',
  visits = [],
  registered,
  source,
  suggested,
}: Opened = {}) {
  answerChecks()
  answerDrafts()
  answer(suggestCaptureId, async () => {
    await suggested
    return { id: 'CHG-20261120-AB2C' }
  })
  answer(readList, () => ({ rows: visits.map(toChargeCaptureRow), next: null, prev: null }))
  answer(findPatients, () => ({
    is_available: true,
    items: registered === undefined ? [] : [patientLine(registered)!],
  }))
  answer(readPreEncounter, () => ({
    patient: patientLine(registered)!,
    fills: recordFills(registered!, []),
    registered: registeredPerson(registered),
    appointments: [],
    missing: [],
  }))
  answer(readChargeCapture, ({ id }) => replyOf(visits.find((visit) => visit.id === id)!))
  for (const act of [createChargeCapture, createChargeCaptureFromPreEncounter])
    answer(act, ({ body }) => created(JSON.parse(body).charge_external_id))
  return openCaptureForm('/charge-captures/new', () => (
    <NewCapturePage
      kind={kind}
      body={kind === 'plain' ? newCaptureShape() : newFromPreEncounterShape()}
      {...(source && {
        source: { id: source.id, reply: Promise.resolve(toJsonText(ok(replyOf(source)))) },
      })}
    />
  ))
}

const replyOf = (capture: object) => ({
  charge_capture: JSON.stringify(capture),
  claim_creation: null,
  claim_creation_failure: null,
})

const created = (charge_external_id: string): CreateReply => ({
  kind: 'created',
  id: createdId,
  charge_external_id,
  claim_creation_id: null,
  is_found: false,
  unverified: [],
})

const createdBodies = () => inputsOf(createChargeCapture).map(({ body }) => JSON.parse(body))

/** Writes `name` as the family name of a visit's patient. */
const patient = (first_name: string, last_name: string) => ({
  patient: { ...cleanData().patient, first_name, last_name, external_id: 'PT-7' },
})

test('a person of captures and registration is one hit; newer registration gives the person, and the last visit’s diagnoses are only offered', async () => {
  const last = lastVisit({
    ...patient('Ida', 'Quarles'),
    diagnoses: [
      { code_type: 'ABK', code: 'I10', name: 'Essential hypertension' },
      { code_type: 'ABF', code: 'E11.9', name: 'Type 2 diabetes' },
    ],
  })
  const registered = {
    id: '5f6f2b5e-31c4-4c1c-8d5e-000000000005',
    mrn: 'PT-7',
    name: { family: 'Quarles', given: ['Ida'] },
    birth_date: '1980-02-29',
    primary_address: { line: ['77 New Rd'], city: 'Bend', state: 'OR', postal_code: '97701' },
    updated_at: '2025-11-01T08:00:00Z',
  }
  const reopen = await openNew({ visits: [last], registered })
  await expect.element(patientBox).toHaveFocus()
  await press('Quarles')
  await expect.element(hits).toHaveLength(1)
  await expect.element(hits).toMatchTextContent(/in 1 charge capture and registration/)
  await expect.element(hits).toMatchTextContent('last visit 10/02/2025')
  expect(visits()).toEqual([])
  await press('{Enter}')

  await expect.element(dateOfService).toHaveFocus()
  const from = 'from CHG-LAST of 10/02/2025'
  await expect.element(chosen).toMatchTextContent('Quarles, Ida')
  await expect.element(chosen).toMatchTextContent('from registration of')
  await expect.element(chosen).toMatchTextContent(/newer than the last visit: .*address/)
  await expect.element(chosen).toMatchTextContent(`${from} · check it: as of 10/02/2025`)
  await expect.element(page.getByField('data.patient.address.address1')).toHaveValue('77 New Rd')
  await expect
    .element(page.getByField('data.subscriber_primary.insurance_card.member_id'))
    .toHaveValue('W123456789')
  await expect.element(page.getByCss('#section-rendering_provider')).toMatchTextContent(from)
  await expect.element(dateOfService).toHaveValue('')
  await expect.element(diagnosis(0)).not.toBeInTheDocument()
  await expect.element(page.getByText('No service lines yet.')).toBeVisible()

  const offer = page.getByRole('group', { name: 'Last visit’s diagnoses' })
  const offers = offer.getByRole('button', { name: /^Add/ })
  await expect.element(offers).toHaveLength(2)
  await offer.getByRole('button', { name: /^Add E11.9/ }).click()
  await expect.element(diagnosis(0)).toHaveValue('E11.9')
  await expect.element(offers).toHaveLength(1)
  await press('{Alt>}l{/Alt}', dateOfService)
  await expect.element(diagnosis(1)).toHaveValue('I10')
  await expect.element(offer).not.toBeInTheDocument()
  await expectAccessible('a new capture of a known patient')

  // The draft has the patient as well.
  await expect.element(draftSaved).toBeVisible()
  await reopen()
  await expect.element(chosen).toMatchTextContent('Quarles, Ida')
  await expect.element(diagnosis(1)).toHaveValue('I10')
  await expect.element(page.getByField('data.patient.address.address1')).toHaveValue('77 New Rd')
  await restored.getByRole('button').click()
  await expect.element(diagnosis(0)).not.toBeInTheDocument()
  await expect.element(patientBox).toBeVisible()
})

test('what was typed before stays when a patient is chosen, but not another person’s data', async () => {
  await openNew({ visits: [lastVisit(patient('Ona', 'Quarles'))] })
  const firstName = page.getByField('data.patient.first_name')
  const email = page.getByField('data.patient.email')
  const authorization = page.getByField('data.prior_authorization_number')
  await firstName.fill('Somebody')
  await email.fill('else@example.org')
  await authorization.fill('AUTH-11')
  await patientBox.fill('Quarles')
  await hits.first().click()
  await expect.element(firstName).toHaveValue('Ona')
  await expect.element(email).toHaveValue('')
  await expect.element(authorization).toHaveValue('AUTH-11')
  await page.getByRole('button', { name: 'Another patient' }).click()
  await expect.element(patientBox).toHaveFocus()
  await press('{Escape}')
  await expect.element(chosen).toMatchTextContent('Quarles, Ona')
})

test('nothing is marked before a section is left or Create is pressed, and then each error names its field', async () => {
  await openNew()
  await expect.element(externalId).toHaveValue('CHG-20261120-AB2C')
  await expect.element(aside).toMatchTextContent('A section is checked when you leave it')
  await expect.element(page.getByText(/^(Warning|Error)/)).not.toBeInTheDocument()
  await page.getByField('data.patient.last_name').fill('Halfway')
  const marks = aside.getByText(/^(Warning|Error): /)
  await expect.element(marks).not.toBeInTheDocument()
  await focusOn(page.getByField('data.rendering_provider.npi'))
  await expect.element(marks.first()).toBeInTheDocument()
  await expect.element(aside).toMatchTextContent('Patient')
  await expect.element(aside).not.toMatchTextContent('Rendering provider · ')
  await create.click()
  await expect.element(patientId).toHaveFocus()
  await expect.element(patientId).toHaveAccessibleDescription(/Required/)
  await expect.element(aside).not.toMatchTextContent('A section is checked when you leave it')
  await expect.element(aside).not.toMatchTextContent(/\b[a-z]+_[a-z_]+\b/)
  expect(createdBodies()).toEqual([])
})

test('rare fields are one line until one is opened or has a value', async () => {
  const reopen = await openNew()
  const referral = page.getByField('data.referral_number')
  await expect.element(referral).not.toBeInTheDocument()
  const more = page
    .getByCss('#section-header')
    .getByRole('button', { name: /^More ?End date of service, Referral number/ })
  await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  await press('{Enter}', more)
  const end = page.getByField('data.end_date_of_service')
  await expect.element(end).toHaveFocus()
  await referral.fill('REF-11')
  await end.fill('2/30')
  await expect.element(draftSaved).toBeVisible()
  await reopen()
  await expect.element(referral).toHaveValue('REF-11')
  // A half-typed date comes back with its reason.
  await expect.element(end).toHaveValue('2/30')
  await expect.element(end).toHaveAccessibleDescription(/There is no February 30\./)
  await expect.element(page.getByField('ehr_source_url')).not.toBeInTheDocument()
})

test('a duplicate has the content, without what belongs to the other visit', async () => {
  const ofVisit = {
    external_id: 'ENC-1',
    prior_authorization_number: 'AUTH-1',
    referral_number: 'REF-1',
    delay_reason_code: '11',
    onset_of_current_illness_or_symptom_date: '2024-01-02',
    vitals: { height_in: 70 },
    claim_supplemental_information: [
      {
        attachment_report_type_code: '03',
        attachment_transmission_code: 'EL',
        attachment_control_number: 'ACN-1',
      },
    ],
  }
  const ofLine = { external_id: 'LINE-1', prior_authorization_number: 'AUTH-2' }
  const lines = cleanData().service_lines.map((line) => ({ ...line, ...ofLine }))
  const source = lastVisit(
    { ...ofVisit, service_lines: lines, data_of_tomorrow: [1, { two: null }] },
    { ehr_source_url: 'https://ehr.example/charges/1', originating_system: 'EHR' },
  )
  const patientExternalId = 'PT-7'
  await openNew({ source })
  answer(readSameDay, ({ patient_external_id, first_day }) => ({
    is_complete: true,
    others:
      patient_external_id === patientExternalId
        ? [
            {
              id: source.id,
              charge_external_id: source.charge_external_id,
              patient_external_id,
              status: 'billable',
              data: {
                date_of_service: first_day,
                place_of_service_code: '11',
                service_lines: [
                  {
                    procedure_code: 'G0463',
                    modifiers: ['25'],
                    date_of_service: first_day,
                    place_of_service_code: null,
                    drug_identification: { national_drug_code: null },
                    ordering_provider: { npi: null },
                  },
                ],
              },
            },
          ]
        : [],
  }))
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('New charge capture, copied from CHG-LAST')
  await expect.element(externalId).toHaveValue('CHG-20261120-AB2C')
  await expect.element(dateOfService).toHaveFocus()
  const notCopied = sectionOf('Not copied')
  expect(
    notCopied
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual([
    'Charge external ID',
    'Link to the EHR',
    'Originating system',
    'External ID',
    'Date of service',
    'Onset of illness',
    'Prior authorization number',
    'Referral number',
    'Delay reason code',
    'Vitals',
    'Supplemental information',
    'Service lines · External ID',
    'Service lines · Date of service',
    'Service lines · Prior authorization number',
  ])
  await expect.element(notCopied).toMatchTextContent('These belong to the other visit.')
  await page.getByRole('button', { name: /^More ?End date of service, Referral number/ }).click()
  for (const name of ['date_of_service', 'prior_authorization_number', 'referral_number'])
    await expect.element(page.getByField(`data.${name}`)).toHaveValue('')
  await dateOfService.fill('2026-10-02')
  // The form's current values are compared with the patient's other captures of that day, and a
  // section speaks once it was left.
  await focusOn(page.getByField('data.service_lines.0.procedure_code'))
  await focusOn(dateOfService)
  await expect.element(aside).toMatchTextContent('Line 1 is also billed by CHG-LAST')
  await expect
    .element(aside)
    .toMatchTextContent('Compared with 1 more capture of this patient and day: CHG-LAST.')
  await patientId.fill('PAT-other')
  await expect.element(aside).not.toMatchTextContent('is also billed by')
  await expect.element(aside).not.toMatchTextContent('Compared with')
  await patientId.fill(patientExternalId)
  await expect.element(aside).toMatchTextContent('is also billed by')
  await create.click()
  await expect.poll(visits).toEqual([`/charge-captures/${createdId}`])

  const [copy] = createdBodies()
  expect(copy).toEqual({
    status: 'planned',
    patient_external_id: patientExternalId,
    charge_external_id: 'CHG-20261120-AB2C',
    data: {
      ...without(source.charge_capture_data, Object.keys(ofVisit)),
      date_of_service: '2026-10-02',
      service_lines: lines.map((line) =>
        without(line, ['external_id', 'date_of_service', 'prior_authorization_number']),
      ),
    },
  })
})

const without = (record: object, names: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

test('an id that is already used is reported with its record, and the form keeps everything', async () => {
  await openNew()
  answer(createChargeCapture, () => ({
    kind: 'taken' as const,
    charge_external_id: 'CHG-TAKEN',
    id: 'taken-id',
    patient_external_id: 'PAT-taken',
    date_of_service: '2026-10-02',
    status: 'billable',
    is_same: false,
  }))
  await externalId.fill('CHG-TAKEN')
  await patientId.fill('PAT-other')
  await page.getByField('data.prior_authorization_number').fill('AUTH-7')
  await create.click()
  const notice = page.getByRole('alert').filter({ hasText: 'CHG-TAKEN' })
  await expect.element(notice).toMatchTextContent('PAT-taken')
  await expect.element(notice.getByCss('time')).toHaveAttribute('datetime', '2026-10-02')
  await expect
    .element(notice.getByRole('link', { name: 'Open CHG-TAKEN' }))
    .toHaveAttribute('href', '/charge-captures/taken-id')
  await expect.element(externalId).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByField('data.prior_authorization_number')).toHaveValue('AUTH-7')
  await notice.getByRole('button', { name: 'Use another ID' }).click()
  answer(createChargeCapture, ({ body }) => created(JSON.parse(body).charge_external_id))
  await create.click()
  await expect.poll(visits).toEqual([`/charge-captures/${createdId}`])
  const again = createdBodies().at(-1)
  expect(again.data.prior_authorization_number).toBe('AUTH-7')
  // As the suggested one began.
  expect(again.charge_external_id).toMatch(/^CHG-\d{8}-[A-Z2-9]{4}$/)
})

test('a suggested id that comes to somebody in its box is replaced by what they type', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await openNew({ suggested: promise })
  await externalId.click()
  resolve()
  await expect.element(externalId).toHaveValue('CHG-20261120-AB2C')
  await expect.poll(() => getSelection()?.toString()).toBe('CHG-20261120-AB2C')
  await press('MINE-1')
  await expect.element(externalId).toHaveValue('MINE-1')
})

test('a key without look-ups still allows typed ids', async () => {
  await openNew()
  answer(listOrganizationProviders, () => ({ is_available: false, items: [] }))
  await externalId.fill('NEW-1')
  await patientId.fill('PAT-typed')
  const finder = page.getByRole('button', { name: 'Find the rendering provider' })
  await finder.click()
  await expect
    .element(page.getByRole('dialog').getByRole('alert'))
    .toMatchTextContent(/can’t look up providers.*Type the NPI/)
  await press('{Escape}')
  await expect.element(finder).toHaveFocus()
  await page.getByField('data.rendering_provider.npi').fill('1999999984')
  await create.click()
  await expect.poll(visits).toEqual([`/charge-captures/${createdId}`])
  expect(createdBodies()).toEqual([
    {
      status: 'planned',
      charge_external_id: 'NEW-1',
      patient_external_id: 'PAT-typed',
      data: { rendering_provider: { npi: '1999999984' } },
    },
  ])
})

test('text typed into a new capture from pre-encounter records is restored', async () => {
  const reopen = await openNew({ kind: 'pre-encounter' })
  const authorization = page.getByField('data.prior_authorization_number')
  await authorization.fill('AUTH-KEPT')
  await expect.element(draftSaved).toBeVisible()
  await reopen()
  await expect.element(authorization).toHaveValue('AUTH-KEPT')
  await restored.getByRole('button').click()
  await expect.element(authorization).toHaveValue('')
})

test('pre-encounter records are entered by id if they cannot be looked up', async () => {
  const registered = {
    id: '5f6f2b5e-31c4-4c1c-8d5e-000000000005',
    mrn: 'PT-7',
    name: { family: 'Quarles', given: ['Ida'] },
  }
  const appointment = '5f6f2b5e-31c4-4c1c-8d5e-000000000006'
  await openNew({ kind: 'pre-encounter', registered })
  answer(findAppointments, () => ({ is_available: false, items: [] }))
  await page.getByField('pre_encounter_patient_id').fill(registered.id)
  await expect.element(page.getByText(/can’t look up appointments/)).toBeVisible()
  await page.getByField('pre_encounter_appointment_ids').fill(appointment)
  await expect
    .element(page.getByRole('region', { name: 'From the pre-encounter records' }))
    .toMatchTextContent('Quarles')
  await externalId.fill('PRE-1')
  await create.click()
  await expect.poll(visits).toEqual([`/charge-captures/${createdId}`])
  const [input] = inputsOf(createChargeCaptureFromPreEncounter)
  expect(JSON.parse(input!.body)).toEqual({
    status: 'planned',
    charge_external_id: 'PRE-1',
    pre_encounter_patient_id: registered.id,
    pre_encounter_appointment_ids: [appointment],
    data: {},
  })
})
