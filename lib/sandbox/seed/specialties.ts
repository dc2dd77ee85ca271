/** The typical visits of a specialty. Charges are in cents. */
export type Specialty = {
  name: string
  taxonomy: string
  licenses: readonly string[]
  place: string
  /** ICD-10-CM code and a short description of our own. */
  diagnoses: readonly (readonly [code: string, name: string])[]
  /** Code, charge in cents, kind of units, usual quantity and a short description of our own. */
  services: readonly Service[]
}

export type Service = readonly [
  code: string,
  cents: number,
  /** Single units, or units of 15 minutes, of which a visit has one to four. */
  units: 'each' | 'quarter-hour',
  quantity: string,
  words: string,
]

// HCPCS level II codes only, because they are public. The AMA's procedure codes are licensed.
export const specialties: readonly Specialty[] = [
  {
    name: 'Family Medicine',
    taxonomy: '207Q00000X',
    licenses: ['MD', 'DO', 'NP', 'PA'],
    place: '11',
    diagnoses: [
      ['E11.9', 'Type 2 diabetes, no complications'],
      ['I10', 'High blood pressure'],
      ['E78.5', 'High blood lipids'],
      ['J06.9', 'Upper respiratory infection'],
      ['M54.50', 'Low back pain'],
      ['Z00.00', 'Adult yearly exam'],
      ['E66.9', 'Obesity'],
      ['F41.9', 'Anxiety'],
      ['K21.9', 'Acid reflux'],
      ['R53.83', 'Fatigue'],
      ['U07.1', 'COVID-19'],
    ],
    services: [
      ['G0463', 14_500, 'each', '1', 'Clinic visit'],
      ['T1015', 18_200, 'each', '1', 'Clinic encounter, all inclusive'],
      ['G0438', 21_000, 'each', '1', 'First yearly wellness visit'],
      ['G0439', 16_800, 'each', '1', 'Yearly wellness visit'],
      ['G0008', 3_200, 'each', '1', 'Flu shot administration'],
      ['G2211', 1_900, 'each', '1', 'Ongoing care add-on'],
      ['G0444', 2_400, 'each', '1', 'Depression screening'],
    ],
  },
  {
    name: 'Internal Medicine',
    taxonomy: '207R00000X',
    licenses: ['MD', 'DO', 'NP'],
    place: '11',
    diagnoses: [
      ['I10', 'High blood pressure'],
      ['E11.65', 'Type 2 diabetes with high sugar'],
      ['N18.30', 'Chronic kidney disease, stage 3'],
      ['I50.9', 'Heart failure'],
      ['J44.9', 'COPD'],
      ['E03.9', 'Underactive thyroid'],
      ['D64.9', 'Anemia'],
      ['Z79.4', 'Long-term insulin use'],
    ],
    services: [
      ['G0463', 16_500, 'each', '1', 'Clinic visit'],
      ['G0439', 17_500, 'each', '1', 'Yearly wellness visit'],
      ['G0506', 6_400, 'each', '1', 'Chronic care planning'],
      ['G0447', 2_900, 'quarter-hour', '1', 'Weight counseling'],
      ['G0446', 2_700, 'quarter-hour', '1', 'Heart risk counseling'],
      ['G2211', 1_900, 'each', '1', 'Ongoing care add-on'],
    ],
  },
  {
    name: 'Behavioral Health',
    taxonomy: '101YM0800X',
    licenses: ['LCSW', 'LMHC', 'LPC', 'PSYD', 'PHD'],
    place: '10',
    diagnoses: [
      ['F33.1', 'Recurrent depression, moderate'],
      ['F41.1', 'Generalized anxiety'],
      ['F43.10', 'Post-traumatic stress'],
      ['F32.A', 'Depression'],
      ['F90.2', 'ADHD, combined'],
      ['F43.23', 'Adjustment disorder'],
      ['F10.20', 'Alcohol dependence'],
    ],
    services: [
      ['H0004', 4_200, 'each', '4', 'Counseling and therapy'],
      ['H0031', 19_500, 'each', '1', 'Mental health assessment'],
      ['H0032', 9_800, 'each', '1', 'Treatment plan'],
      ['H2019', 3_600, 'each', '4', 'Therapeutic behavioral service'],
      ['H0038', 2_100, 'each', '4', 'Peer support'],
      ['G0444', 2_400, 'each', '1', 'Depression screening'],
    ],
  },
  {
    name: 'Orthopedics',
    taxonomy: '207X00000X',
    licenses: ['MD', 'DO', 'PA'],
    place: '11',
    diagnoses: [
      ['M17.11', 'Right knee arthritis'],
      ['M17.12', 'Left knee arthritis'],
      ['M25.561', 'Right knee pain'],
      ['M75.101', 'Right rotator cuff tear'],
      ['S83.241A', 'Torn right medial meniscus, first visit'],
      ['M65.4', 'Wrist tendon sheath pain'],
      ['M79.671', 'Right foot pain'],
    ],
    services: [
      ['G0463', 19_800, 'each', '1', 'Clinic visit'],
      ['J3301', 1_450, 'each', '4', 'Steroid injection drug'],
      ['J7325', 1_720, 'each', '48', 'Knee gel injection drug'],
      ['L1833', 68_500, 'each', '1', 'Knee brace'],
      ['E0114', 7_900, 'each', '1', 'Crutches'],
      ['L3908', 9_600, 'each', '1', 'Wrist splint'],
    ],
  },
  {
    name: 'Oncology Infusion',
    taxonomy: '207RH0003X',
    licenses: ['MD', 'DO', 'APRN'],
    place: '22',
    diagnoses: [
      ['C50.911', 'Right breast cancer'],
      ['C34.90', 'Lung cancer'],
      ['C18.9', 'Colon cancer'],
      ['D63.0', 'Anemia in cancer'],
      ['Z51.11', 'Chemotherapy visit'],
      ['D70.1', 'Low white cells after chemotherapy'],
    ],
    services: [
      ['G0463', 22_400, 'each', '1', 'Hospital clinic visit'],
      ['J9035', 8_150, 'each', '40', 'Infusion drug'],
      ['J9271', 5_610, 'each', '200', 'Infusion drug'],
      ['J2469', 2_250, 'each', '10', 'Anti-nausea drug'],
      ['J1100', 90, 'each', '10', 'Steroid drug'],
      ['G0498', 31_500, 'each', '1', 'Pump infusion start'],
    ],
  },
  {
    name: 'Physical Therapy',
    taxonomy: '225100000X',
    licenses: ['PT', 'DPT'],
    place: '62',
    diagnoses: [
      ['M54.2', 'Neck pain'],
      ['M25.511', 'Right shoulder pain'],
      ['M54.16', 'Lumbar nerve root pain'],
      ['R26.2', 'Trouble walking'],
      ['Z96.651', 'Right artificial knee'],
      ['M62.81', 'Muscle weakness'],
    ],
    services: [
      ['G0283', 3_100, 'each', '1', 'Electrical stimulation'],
      ['S9131', 14_200, 'each', '1', 'Therapy visit'],
      ['G0151', 5_400, 'quarter-hour', '1', 'Therapy at home'],
      ['G0129', 4_700, 'each', '2', 'Occupational therapy session'],
    ],
  },
  {
    name: 'Gastroenterology',
    taxonomy: '207RG0100X',
    licenses: ['MD', 'DO'],
    place: '24',
    diagnoses: [
      ['K21.9', 'Acid reflux'],
      ['Z12.11', 'Colon cancer screening'],
      ['K57.30', 'Diverticulosis'],
      ['K50.90', "Crohn's disease"],
      ['K58.9', 'Irritable bowel'],
      ['D12.6', 'Benign colon growth'],
    ],
    services: [
      ['G0121', 112_000, 'each', '1', 'Screening colonoscopy'],
      ['G0105', 118_500, 'each', '1', 'High-risk screening colonoscopy'],
      ['G0463', 18_900, 'each', '1', 'Clinic visit'],
      ['G0328', 3_400, 'each', '1', 'Stool blood test'],
      ['J1745', 9_900, 'each', '30', 'Infusion drug'],
    ],
  },
  {
    name: 'Urgent Care',
    taxonomy: '261QU0200X',
    licenses: ['MD', 'NP', 'PA'],
    place: '20',
    diagnoses: [
      ['S93.401A', 'Right ankle sprain, first visit'],
      ['J02.9', 'Sore throat'],
      ['N39.0', 'Urinary infection'],
      ['S61.411A', 'Cut on right hand, first visit'],
      ['J20.9', 'Acute bronchitis'],
      ['R50.9', 'Fever'],
      ['L03.115', 'Right leg cellulitis'],
    ],
    services: [
      ['S9083', 22_500, 'each', '1', 'Urgent care visit'],
      ['S9088', 4_500, 'each', '1', 'Urgent care add-on'],
      ['J0696', 1_150, 'each', '4', 'Antibiotic injection drug'],
      ['J1885', 620, 'each', '4', 'Pain injection drug'],
      ['A6222', 480, 'each', '2', 'Wound dressing'],
      ['Q4049', 2_900, 'each', '1', 'Finger splint'],
    ],
  },
]

/** The modifiers of ordinary lines; most lines have none. */
export const usualModifiers: readonly (readonly string[])[] = [
  [],
  [],
  [],
  [],
  ['25'],
  ['59'],
  ['95'],
  ['GT'],
  ['RT'],
  ['LT'],
  ['76'],
  ['25', '95'],
]
