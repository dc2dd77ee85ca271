/**
 * CMS place-of-service codes in our own short words. Code 27 has been in force since October 2023,
 * although the partner's published list lacks it.
 */
export const placesOfService: Readonly<Record<string, string>> = {
  '01': 'Pharmacy',
  '02': 'Telehealth, patient not at home',
  '03': 'School',
  '04': 'Homeless shelter',
  '05': 'Indian Health Service, free-standing',
  '06': 'Indian Health Service, provider-based',
  '07': 'Tribal 638, free-standing',
  '08': 'Tribal 638, provider-based',
  '09': 'Prison or correctional facility',
  '10': 'Telehealth, patient at home',
  '11': 'Office',
  '12': 'Home',
  '13': 'Assisted living',
  '14': 'Group home',
  '15': 'Mobile unit',
  '16': 'Temporary lodging',
  '17': 'Walk-in retail clinic',
  '18': 'Worksite',
  '19': 'Outpatient hospital, off campus',
  '20': 'Urgent care',
  '21': 'Inpatient hospital',
  '22': 'Outpatient hospital, on campus',
  '23': 'Hospital emergency room',
  '24': 'Ambulatory surgical center',
  '25': 'Birthing center',
  '26': 'Military treatment facility',
  '27': 'Outreach site or street',
  '31': 'Skilled nursing facility',
  '32': 'Nursing facility',
  '33': 'Custodial care',
  '34': 'Hospice',
  '41': 'Ambulance, land',
  '42': 'Ambulance, air or water',
  '49': 'Independent clinic',
  '50': 'Federally qualified health center',
  '51': 'Inpatient psychiatric facility',
  '52': 'Psychiatric day program',
  '53': 'Community mental health center',
  '54': 'Intermediate care, intellectual disabilities',
  '55': 'Residential substance use treatment',
  '56': 'Residential psychiatric treatment',
  '57': 'Outpatient substance use treatment',
  '58': 'Outpatient opioid treatment',
  '60': 'Mass immunization site',
  '61': 'Inpatient rehabilitation',
  '62': 'Outpatient rehabilitation',
  '65': 'Dialysis facility',
  '71': 'Public health clinic',
  '72': 'Rural health clinic',
  '81': 'Independent laboratory',
  '99': 'Other',
}

/** True for a CMS place-of-service code. */
export function isPlaceOfService(code: string): boolean {
  return Object.hasOwn(placesOfService, code)
}

/** Places of an inpatient stay; a claim from there needs the admission date. */
export const inpatientPlaces: ReadonlySet<string> = new Set(['21', '51', '61'])
