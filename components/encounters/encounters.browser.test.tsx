import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NewEncounterPage } from '#components/encounters/creating/new-encounter-form.tsx'
import { EncounterPage } from '#components/encounters/encounter-view.tsx'
import { answer, answerRoute } from '#components/testing/answers.testing.ts'
import { answerLists } from '#components/testing/list.testing.tsx'
import { showPage } from '#components/testing/page.testing.tsx'
import { findDiagnosisCodes } from '#lib/actions/checks.ts'
import { findAppointments, readPreEncounter } from '#lib/actions/pre-encounter.ts'
import { readEncounter } from '#lib/actions/read.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { formatCents } from '#lib/core/money.ts'
import { fail, ok } from '#lib/core/result.ts'
import { encounterShape, newEncounterShape } from '#lib/rules/new-records/encounter-shapes.ts'

const line = (code: string, charge: number, paid: number, group: string) => ({
  service_line_id: code,
  procedure_code: code,
  charge_amount_cents: charge,
  paid_amount_cents: paid,
  patient_responsibility_cents: 1_500,
  insurance_balance_cents: 250,
  patient_balance_cents: 1_001,
  service_line_era_data: {
    service_line_adjustments: [
      {
        adjustment_group_code: group,
        adjustment_reason_code: '45',
        adjustment_amount_cents: charge - paid,
      },
    ],
  },
})
const serviceLines = [line('99213', 20_000, 15_000, 'CO'), line('G0439', 5_050, 50, 'PR')]
const paid = {
  encounter_id: 'encounter',
  external_id: 'ENC-1',
  patient: { first_name: 'Avery', last_name: 'Moss' },
  patient_control_number: 'PCN-77',
  claims: [
    {
      claim_id: 'claim',
      status: 'finalized_paid',
      service_lines: serviceLines,
      eras: [{ check_number: 'CHECK-9', era_id: 'era' }],
    },
  ],
}

test('an encounter adds up: every line, the claim and the total, with adjustments by code', async () => {
  const reply = { encounter: JSON.stringify(paid) }
  answer(readEncounter, () => reply)
  answerLists({})
  const first = Promise.resolve(toJsonText(ok(reply)))
  await showPage(
    '/encounters/encounter',
    <EncounterPage id="encounter" reply={first} shape={encounterShape()} />,
  )
  const table = page.getByRole('table', { name: 'Lines of Claim' })
  const total = table.getByRole('row', { name: /^Total/ })
  for (const name of [
    'charge_amount_cents',
    'paid_amount_cents',
    'patient_responsibility_cents',
    'insurance_balance_cents',
    'patient_balance_cents',
  ] as const) {
    const sum = serviceLines.reduce((all, each) => all + each[name], 0)
    await expect.element(total).toMatchTextContent(formatCents(sum))
  }
  for (const each of serviceLines) {
    const row = table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader').filter({ hasText: each.procedure_code }) })
      .first()
    await expect.element(row).toMatchTextContent(formatCents(each.charge_amount_cents))
    const [adjustment] = each.service_line_era_data.service_line_adjustments
    await expect
      .element(table)
      .toMatchTextContent(
        `${adjustment!.adjustment_group_code}-45 ${formatCents(adjustment!.adjustment_amount_cents)}`,
      )
  }
  await expect.element(page.getByRole('main')).toMatchTextContent('CHECK-9')
  await expect.element(page.getByRole('main')).toMatchTextContent('PCN-77')
})

const field = (path: string) => page.getByField(path)

async function openForm(): Promise<void> {
  answer(findDiagnosisCodes, () => [])
  answer(findAppointments, () => ({ is_available: true, items: [] }) as never)
  answer(readPreEncounter, () => fail('EntityNotFoundError', 'No such patient.'))
  answerRoute('POST /api/drafts', () => null)
  answerRoute('PUT /api/drafts', () => ({ saved_at: '2026-11-20T10:00:00Z' }))
  await showPage(
    '/encounters/new-from-pre-encounter',
    <NewEncounterPage shape={newEncounterShape()} />,
  )
  await expect.element(page.getByRole('heading', { level: 1, name: 'New encounter' })).toBeVisible()
}

test('moving and deleting a diagnosis re-points the lines, says so, and can be undone', async () => {
  await openForm()
  const add = page.getByRole('button', { name: 'Add diagnosis' })
  await add.click()
  await field('diagnoses.0.code').fill('Z00.00')
  await add.click()
  await field('diagnoses.1.code').fill('I10')
  const pointers = field('service_lines.0.diagnosis_pointers')
  await pointers.fill('A')
  await page.getByRole('button', { name: 'Move diagnosis B up' }).click()
  const messages = page.getByRole('status', { name: 'Messages' })
  await expect.element(messages).toMatchTextContent('Diagnosis B moved to A. 1 line re-pointed.')
  await expect.element(pointers).toHaveValue('B')
  field('diagnoses.1.code').element().focus()
  await userEvent.keyboard('{Alt>}{Delete}{/Alt}')
  await expect.element(messages).toMatchTextContent('Line 1 lost its only diagnosis.')
  await expect.element(pointers).toHaveValue('')
  const lost = messages.getByRole('group').filter({ hasText: 'Line 1 lost its only diagnosis.' })
  await lost.getByRole('button', { name: 'Undo' }).click()
  await expect.element(pointers).toHaveValue('B')
  await expect.element(field('diagnoses.1.code')).toHaveValue('Z00.00')
  // A hospital stay has up to 25, and nothing here shows the kind of claim yet.
  for (let count = 2; count < 13; count += 1) await add.click()
  await expect.element(field('diagnoses.12.code')).toBeVisible()
})
