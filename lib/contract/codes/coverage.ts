import { openEnum } from '../fields.ts'

// Codes of insurance cards and of the relation between patient and subscriber.

export const sourceOfPaymentCode = openEnum([
  '09', '11', '12', '13', '14', '15', '16', '17', 'AM', 'BL', 'CH', 'CI', 'DS', 'FI', 'HM', 'LM', 'MA', 'MB',
  'MC', 'OF', 'TV', 'VA', 'WC', 'ZZ',
])

export const insuranceTypeCode = openEnum([
  '01', '12', '13', '14', '15', '16', '17', '18', '19', '41', '42', '43', '47', 'AP', 'C1', 'CO', 'CP', 'D',
  'DB', 'E', 'EP', 'FF', 'GP', 'HA', 'HB', 'HD', 'HG', 'HM', 'HN', 'HP', 'HS', 'IN', 'IP', 'LC', 'LD', 'LI',
  'LT', 'M', 'MA', 'MB', 'MC', 'MD', 'ME', 'MF', 'MH', 'MI', 'MJ', 'MK', 'ML', 'MM', 'MN', 'MO', 'MP', 'MR',
  'MT', 'MV', 'OA', 'OT', 'PE', 'PL', 'PP', 'PR', 'PS', 'QM', 'RP', 'SP', 'TF', 'U', 'WC', 'WU',
])

export const patientRelationshipCode = openEnum([
  '01', '04', '05', '07', '10', '15', '17', '18', '19', '20', '21', '22', '23', '24', '29', '32', '33', '36',
  '39', '40', '41', '43', '53', 'G8',
])

export const emrPayerCrosswalk = openEnum(['HEALTHIE', 'CANVAS', 'WAYSTAR', 'PAYER_PLAN_GROUP'])
