import { expect, test } from 'vitest'
import { type DraftObject, draftOf } from '#lib/rules/edit/edit-data.ts'
import { newEncounterShape } from '#lib/rules/new-records/encounter-shapes.ts'
import { issueMarks } from '#components/form/marks/issue-marks.ts'
import { emptyEncounter, encounterRequest } from '#lib/rules/new-records/new-encounter.ts'
import { isSameEncounter } from '#lib/rules/same-encounter.ts'
import { alwaysDrawn, fieldGroups, optionalParts, visitNames } from './new-encounter-plan.ts'

const shape = newEncounterShape()

test('the form has exactly one place for each member of the request', () => {
  const names = [
    ...visitNames,
    ...alwaysDrawn,
    ...fieldGroups(shape).flatMap((group) => group.names),
    ...optionalParts(shape).map(({ name }) => name),
  ]
  expect(names.toSorted()).toEqual(Object.keys(shape.members).toSorted())
})

test('a request has the filled fields with their types, and the required members even when they are empty', () => {
  const draft = draftOf(emptyEncounter, shape) as DraftObject
  expect(encounterRequest(shape, draft)).toEqual({
    billable_status: 'BILLABLE',
    pre_encounter_appointment_ids: [],
    diagnoses: [],
    rendering_provider: {},
    billing_provider: { address: {} },
  })
  const submission = {
    ...(draft.external_claim_submission as DraftObject),
    patient_control_number: 'P1',
  }
  expect(
    encounterRequest(shape, { ...draft, external_claim_submission: submission }),
  ).toMatchObject({
    external_claim_submission: { patient_control_number: 'P1', submission_records: [] },
  })
  const third = { ...(draft.subscriber_tertiary as DraftObject), last_name: 'Third' }
  expect(encounterRequest(shape, { ...draft, subscriber_tertiary: third })).toMatchObject({
    subscriber_tertiary: { last_name: 'Third', insurance_card: {} },
  })
  const row = {
    $base: null,
    procedure_code: 'G0439',
    charge_amount_cents: '$210.01',
    diagnosis_pointers: 'A B',
    modifiers: '25 59',
  }
  const filled = {
    ...draft,
    external_id: 'E1',
    patient_authorized_release: 'true',
    service_lines: [row],
    vitals: { height_in: '64' },
    pre_encounter_appointment_ids: 'a1\na2',
  } as unknown as DraftObject
  expect(encounterRequest(shape, filled)).toMatchObject({
    external_id: 'E1',
    patient_authorized_release: true,
    vitals: { height_in: 64 },
    pre_encounter_appointment_ids: ['a1', 'a2'],
    service_lines: [
      {
        procedure_code: 'G0439',
        charge_amount_cents: 21_001,
        diagnosis_pointers: [0, 1],
        modifiers: ['25', '59'],
      },
    ],
  })
})

test('a complaint is shown at its control, at the section around it, or in the summary', () => {
  const issues = [
    'external_id',
    'pre_encounter_appointment_ids.0',
    'service_lines.0.quantity',
    'rendering_provider',
    'vitals.unknown',
    'nowhere',
    '',
  ].map((path) => ({ path, message: `about ${path}` }))
  const { marks, unplaced, firstBad } = issueMarks(issues, 'form', shape)
  expect([...marks.keys()]).toEqual([
    'external_id',
    'pre_encounter_appointment_ids',
    'service_lines.0.quantity',
    'rendering_provider',
    'vitals',
  ])
  expect(unplaced).toEqual(['nowhere: about nowhere', 'about '])
  expect(firstBad).toBe('external_id')
})

test('an encounter counts as the one that was sent only when its values match', () => {
  const line = { procedure_code: 'G0439', modifiers: ['25'], charge_amount_cents: 100 }
  const request = {
    external_id: 'E1',
    rendering_provider: { npi: '1' },
    billing_provider: { npi: '2' },
    billable_status: 'BILLABLE',
    place_of_service_code: '11',
    diagnoses: [{ code_type: 'ABK', code: 'I10' }],
    service_lines: [line],
  }
  const encounter = {
    ...request,
    claim_creation_id: null,
    date_of_service: '2026-08-14',
    service_lines: undefined,
    claims: [{ service_lines: [{ ...line, service_line_id: 'l' }] }],
  } as never
  expect(isSameEncounter(request, encounter)).toBe(true)
  const others: object[] = [
    { rendering_provider: { npi: '3' } },
    { diagnoses: [] },
    { diagnoses: [{ code_type: 'ABK', code: 'I11' }] },
    { claims: [{ service_lines: [] }] },
    { claims: [{ service_lines: [{ ...line, charge_amount_cents: 101 }] }] },
    { claim_creation_id: 'b1' },
  ]
  for (const other of others)
    expect(
      isSameEncounter(request, { ...(encounter as object), ...other } as never),
      JSON.stringify(other),
    ).toBe(false)
})
