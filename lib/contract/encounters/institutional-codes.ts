import { z } from 'zod'
import { claimFrequencyCode } from '#lib/contract/charge-capture-data/external-claim-submission.ts'
import { openEnum } from '#lib/contract/fields.ts'

// Codes of institutional claims (admission, discharge, type of bill).

export const encounterTypeOfAdmissionOrVisitCode = openEnum(['1', '2', '3', '4', '5', '9'])

export const encounterPointOfOriginForAdmissionOrVisitCode = openEnum([
  '1',
  '2',
  '4',
  '5',
  '6',
  '8',
  '9',
  'D',
  'E',
  'F',
  'G',
])

export const encounterPatientDischargeStatusCode = openEnum([
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '07',
  '09',
  '20',
  '21',
  '30',
  '40',
  '41',
  '42',
  '43',
  '50',
  '51',
  '61',
  '62',
  '63',
  '64',
  '65',
  '66',
  '69',
  '70',
  '81',
  '82',
  '83',
  '84',
  '85',
  '86',
  '87',
  '88',
  '89',
  '90',
  '91',
  '92',
  '93',
  '94',
  '95',
])

export const encounterTypeOfCareCode = openEnum(['1', '2', '3', '4', '5', '6', '7', '8', '9'])

export const encounterTypeOfFacilityCode = openEnum(['1', '2', '3', '4', '6', '7', '8'])

export const encounterTypeOfBillComposite = z.looseObject({
  code: z.string(),
  type_of_facility: encounterTypeOfFacilityCode,
  type_of_care: encounterTypeOfCareCode,
  frequency_code: claimFrequencyCode,
})
