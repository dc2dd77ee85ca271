import { expect, test } from 'vitest'
import { valueLines } from './value-words.ts'

test('a person who is one choice is shown with all members', () => {
  const person = {
    first_name: 'Anna',
    last_name: 'Moss',
    date_of_birth: '1980-02-29',
    gender: 'female',
  }
  expect(valueLines('data.patient.last_name', person)).toEqual([
    'First name: Anna',
    'Last name: Moss',
    'Date of birth: 02/29/1980',
    'Gender: Female',
  ])
})

test('a service is shown with its drug and the codes that it points at', () => {
  const service = {
    procedure_code: 'J0696',
    drug_identification: { service_id_qualifier: 'N4', national_drug_code: '00409123402' },
    diagnosis_pointers: 'E11.9, I10',
    charge_amount_cents: 12_500,
  }
  expect(valueLines('data.service_lines.0.procedure_code', service)).toEqual([
    'Procedure: J0696',
    expect.stringMatching(/^Drug.*: .*N4, .*00409123402$/),
    expect.stringMatching(/: E11\.9, I10$/),
    'Charge: $125.00',
  ])
})
