import { expect, test } from 'vitest'
import { knownPatients as found, newestVisit, type RegisteredLine } from './known-patients.ts'
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

const today = '2026-11-26'
const knownPatients = (rows: ChargeCaptureRow[], lines: RegisteredLine[]) =>
  found(rows, lines, today)

test('a person is found once: by the MRN, otherwise by name and birth date', () => {
  const visits = [
    row('c0', 'PT-20418', { date_of_service: '2026-12-08' }),
    row('c1', 'PT-20418', { date_of_service: '2026-10-03' }),
    row('c2', 'PT-20418', { date_of_service: '2026-07-08' }),
  ]
  expect(knownPatients(visits, [line()])).toEqual([
    {
      key: 'capture PT-20418',
      name: 'Carter, Reggie',
      birthDate: '1961-04-17',
      patientId: 'PT-20418',
      captures: 3,
      lastVisit: '2026-10-03',
      registration: 'p1',
    },
  ])
  expect(knownPatients(visits, [line({ mrn: 'OTHER' })])).toHaveLength(1)
  expect(knownPatients(visits, [line({ mrn: 'OTHER', birth_date: '1961-04-18' })])).toMatchObject([
    { registration: undefined, captures: 3 },
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

test('the capture to take over from is the newest visit that was and is not aborted', () => {
  const visit = (id: string, date_of_service: string, status = 'billable') =>
    row(id, 'PT-1', { date_of_service, status })
  const visits = [
    visit('to come', '2026-12-08', 'planned'),
    visit('aborted', '2026-11-20', 'aborted'),
    visit('last', '2026-10-03'),
    visit('before', '2026-07-08'),
  ]
  const idOf = (rows: ChargeCaptureRow[]) => newestVisit(rows, today)?.id
  expect(idOf(visits)).toBe('last')
  expect(idOf(visits.slice(0, 2))).toBe('to come')
  expect(idOf(visits.slice(1, 2))).toBe('aborted')
  expect(idOf([])).toBeUndefined()
})
