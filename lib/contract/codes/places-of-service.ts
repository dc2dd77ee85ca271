import { openEnum } from '../fields.ts'

// Place of service codes that the interface names. 27 (outreach site) is in use since 2023-10-01 although the list lacks it.

export const placeOfServiceCode = openEnum([
  '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14', '15', '16', '17', '18',
  '19', '20', '21', '22', '23', '24', '25', '26', '31', '32', '33', '34', '41', '42', '49', '50', '51', '52',
  '53', '54', '55', '56', '57', '58', '60', '61', '62', '65', '71', '72', '81', '99',
], ['27'])
