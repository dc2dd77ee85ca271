import { openEnum } from '../fields.ts'

// Licences that a provider may hold.

export const licenseType = openEnum([
  'MD', 'NP', 'PA', 'LMFT', 'LCPC', 'LCSW', 'PMHNP', 'FNP', 'LPCC', 'DO', 'RD', 'SLP', 'APRN', 'LPC', 'PHD',
  'PSYD', 'LMSW', 'LMHC', 'OTHER_MASTERS', 'BCBA', 'UNKNOWN', 'RPH', 'PHT', 'LAC', 'LMT', 'DC', 'ND', 'MA',
  'PT', 'IBCLC', 'RN', 'DPT', 'LCMHC', 'CNM', 'RNFA', 'ACSW', 'APC', 'BCABA', 'BHA', 'OD', 'DPM', 'DA', 'DDS',
  'DEH', 'DMD', 'PTA', 'LCADC', 'LCAT', 'LCMHCS', 'LCMHCA', 'LCSWA', 'LICSW', 'LISW', 'LMFTS', 'LMFTA', 'LPCI',
  'LSCSW', 'MHCA', 'MHT', 'RBT', 'RCSWI', 'RHMCI', 'LPN', 'OTD', 'OMS', 'MFTA', 'APCC', 'DNP', 'AGNPBC', 'ANP',
  'FNPPP', 'LCSWR', 'ALC', 'RMFTI', 'LAMFT', 'LPCA', 'LSWI', 'CSW', 'CPC', 'LGMFT', 'LLPC', 'PLPC', 'PLMFT',
  'LMHCA', 'CIT', 'CT', 'MFT', 'LSW', 'PLMHP', 'PCMSW', 'LMHP', 'OTR/L', 'RPA', 'COTA', 'CRNP', 'SLP-CF',
  'NP-C', 'PA-C', 'AMFT', 'CDN', 'CGC', 'CNS', 'MDPHD', 'AuD', 'ATC', 'LAT', 'OTA', 'LSSP', 'SLPA', 'EdD',
  'SWT', 'IMFT',
])
