import { expect, test } from 'vitest'
import { knownPatients, type RegisteredLine } from './known-patients.ts'
import type { ChargeCaptureRow } from './rows/rows.ts'

const row = (id: string, patient_id: string, more: Partial<ChargeCaptureRow> = {}) => ({
  id,
  patient_id,
  patient: 'Carter, Reggie',
  birth_date: '1961-04-17',
  ...more,
})
const line = (more: Partial<RegisteredLine> = {}): RegisteredLine => ({
  id: 'p1',
  mrn: 'PT-20418',
  name: 'Reggie Carter',
  sorted_name: 'Carter, Reggie',
  birth_date: '1961-04-17',
  ...more,
})

test('a person is found once: by the MRN, otherwise by name and birth date', () => {
  const visits = [
    row('c1', 'PT-20418', { date_of_service: '2026-10-03' }),
    row('c2', 'PT-20418', { date_of_service: '2026-07-08' }),
  ]
  expect(knownPatients(visits, [line()])).toEqual([
    {
      key: 'capture PT-20418',
      name: 'Carter, Reggie',
      birthDate: '1961-04-17',
      patientId: 'PT-20418',
      captures: 2,
      lastVisit: '2026-10-03',
      registration: 'p1',
    },
  ])
  expect(knownPatients(visits, [line({ mrn: 'OTHER' })])).toHaveLength(1)
  expect(knownPatients(visits, [line({ mrn: 'OTHER', birth_date: '1961-04-18' })])).toMatchObject([
    { registration: undefined, captures: 2 },
    { registration: 'p1', captures: 0, patientId: 'OTHER', name: 'Carter, Reggie' },
  ])
})

test('of two persons with one name and birth date neither is joined', () => {
  const twins = [row('c1', 'PT-1'), row('c2', 'PT-2')]
  expect(knownPatients(twins, [line({ mrn: 'PT-3' })])).toHaveLength(3)
  expect(knownPatients(twins, [line({ mrn: 'PT-2' })])).toMatchObject([
    { patientId: 'PT-1', registration: undefined },
    { patientId: 'PT-2', registration: 'p1' },
  ])
})
