import { openEnum } from '../fields.ts'

// Kinds of attached report (X12 PWK01).

export const reportTypeCode = openEnum([
  '03', '04', '05', '06', '07', '08', '09', '10', '11', '13', '15', '21', 'A3', 'A4', 'AM', 'AS', 'B2', 'B3',
  'B4', 'BR', 'BS', 'BT', 'CB', 'CK', 'CT', 'D2', 'DA', 'DB', 'DG', 'DJ', 'DS', 'EB', 'HC', 'HR', 'I5', 'IR',
  'LA', 'M1', 'MT', 'NN', 'OB', 'OC', 'OD', 'OE', 'OX', 'OZ', 'P4', 'P5', 'PE', 'PN', 'PO', 'PQ', 'PY', 'PZ',
  'RB', 'RR', 'RT', 'RX', 'SG', 'V5', 'XP',
])
