import { cleanData } from './clean-capture.ts'

/** One thing that a payer demands: the member, its wrong value (none removes it), and the finding. */
export type Demand = {
  path: string
  to?: unknown
  /** Where the finding is; the member by default. */
  found?: string
  severity?: 'warning'
}

/** A whole claim of one kind, as changes of the clean capture. A payer takes it as it is. */
export type WholeClaim = {
  name: string
  source: string
  changes: Record<string, unknown>
  demands: readonly Demand[]
}

const manual = (place: string) => `Medicare Claims Processing Manual, chapter ${place}`
const card = 'subscriber_primary.insurance_card'
const medicare = { [`${card}.plan_type`]: 'MB', [`${card}.member_id`]: '1EG4TE5MK73' }
const line = (procedure_code: string | null, own: object = {}) => ({
  procedure_code,
  modifiers: [] as string[],
  quantity: '1',
  units: 'UN',
  charge_amount_cents: 12_500,
  date_of_service: '2026-10-02',
  diagnosis_pointers: [0],
  ...own,
})
const revenue = (revenue_code: string, own: object = {}) => ({
  ...line(null, own),
  revenue_code,
  diagnosis_pointers: [],
})
const drug = cleanData().service_lines[1]!
const ndc = 'drug_identification' in drug ? drug.drug_identification : null
const modifiers = 'service_lines.0.modifiers'
const lacks = (path: string, more: Omit<Demand, 'path'> = {}): Demand => ({ path, ...more })

export const wholeClaims: readonly WholeClaim[] = [
  {
    name: 'ambulance',
    source: manual('15 §30'),
    changes: {
      ...medicare,
      place_of_service_code: '41',
      service_lines: [
        line('A0427', { modifiers: ['RH'] }),
        line('A0425', { modifiers: ['RH'], quantity: '7.2' }),
      ],
    },
    demands: [
      lacks(modifiers),
      lacks('service_lines.1.modifiers', { to: ['GY'] }),
      lacks('place_of_service_code'),
      lacks('place_of_service_code', { to: '11' }),
      lacks('service_lines.1.quantity'),
    ],
  },
  {
    name: 'equipment rental',
    source: manual('20 §30.5'),
    changes: {
      ...medicare,
      place_of_service_code: '12',
      end_date_of_service: null,
      service_lines: [
        line('E0601', {
          modifiers: ['RR', 'KH'],
          end_date_of_service: '2026-11-01',
          ordering_provider: { first_name: 'Lee', last_name: 'Ash', npi: '1234567893' },
        }),
      ],
    },
    demands: [
      lacks(modifiers, { to: ['KH'] }),
      lacks(modifiers, { to: ['RR'], severity: 'warning' }),
      lacks(modifiers, { to: ['RR', 'NU', 'KH'] }),
      lacks('service_lines.0.end_date_of_service', { severity: 'warning' }),
      lacks('service_lines.0.ordering_provider.npi'),
    ],
  },
  {
    name: 'workers’ compensation',
    source: 'X12 837P REF*Y4, CLM11 and DTP*439',
    changes: {
      [`${card}.plan_type`]: 'WC',
      property_casualty_claim_number: 'WC7041882',
      related_causes_information: { related_causes_code_1: 'EM' },
      accident_date: '2026-09-28',
    },
    demands: [
      lacks('property_casualty_claim_number'),
      lacks('related_causes_information.related_causes_code_1'),
      lacks('accident_date'),
    ],
  },
  {
    name: 'auto accident',
    source: 'X12 837P REF*Y4, CLM11 and DTP*439',
    changes: {
      [`${card}.plan_type`]: 'AM',
      property_casualty_claim_number: 'AM7041882',
      related_causes_information: { related_causes_code_1: 'AA', state_or_province_code: 'OR' },
      accident_date: '2026-09-28',
    },
    demands: [
      lacks('property_casualty_claim_number'),
      lacks('related_causes_information.related_causes_code_1'),
      lacks('related_causes_information.state_or_province_code'),
      lacks('accident_date'),
    ],
  },
  {
    name: 'anesthesia',
    source: `${manual('12 §50')}; X12 837P SV103`,
    changes: {
      place_of_service_code: '24',
      service_lines: [line('00142', { modifiers: ['QK', 'QS'], units: 'MJ', quantity: '61' })],
    },
    demands: [
      lacks(modifiers, { to: ['QS'], severity: 'warning' }),
      lacks('service_lines.0.units', { to: 'UN' }),
      lacks('service_lines.0.quantity', { to: '61.5' }),
      lacks(modifiers, { to: ['QK', 'AA'] }),
    ],
  },
  {
    name: 'anesthesia by the day',
    source: 'X12 837P SV103: 01996 counts days',
    changes: {
      place_of_service_code: '22',
      service_lines: [line('01996', { modifiers: ['AA'] })],
    },
    demands: [lacks('service_lines.0.units', { to: 'MJ' })],
  },
  {
    name: 'infusion with wasted drug',
    source: `${manual('17 §40')}; X12 837P loop 2410`,
    changes: {
      [`${card}.plan_type`]: 'MC',
      service_lines: [
        line('J9035', { quantity: '36', drug_identification: ndc }),
        line('J9035', { quantity: '4', modifiers: ['JW'], drug_identification: ndc }),
      ],
    },
    demands: [
      lacks('service_lines', {
        to: [line('J9035', { modifiers: ['JW'], drug_identification: ndc })],
        found: modifiers,
      }),
      lacks('service_lines.1.modifiers', { to: ['JW', 'JZ'] }),
      lacks('service_lines.0.drug_identification', {
        found: 'service_lines.0.drug_identification.national_drug_code',
        severity: 'warning',
      }),
      lacks('service_lines.0.drug_identification.national_drug_unit_count'),
      lacks('service_lines.0.drug_identification.measurement_unit_code'),
    ],
  },
  {
    name: 'unclassified drug',
    source: 'X12 837P SV101-7',
    changes: {
      service_lines: [
        line('J3490', { description: 'Made-up drug, 10 mg', drug_identification: ndc }),
      ],
    },
    demands: [lacks('service_lines.0.description')],
  },
  {
    name: 'inpatient stay',
    source: 'X12 837I SV201 and DTP*435',
    changes: {
      place_of_service_code: null,
      end_date_of_service: '2026-10-06',
      admission_date: '2026-10-02',
      discharge_date: '2026-10-06',
      service_lines: [
        revenue('0124', { quantity: '4' }),
        revenue('0250'),
        revenue('0300', { date_of_service: '2026-10-03' }),
      ],
    },
    demands: [
      lacks('admission_date'),
      lacks('discharge_date', { to: '2026-10-01' }),
      lacks('service_lines.1.revenue_code', { found: 'service_lines.1.procedure_code' }),
      lacks('service_lines.1.revenue_code'),
    ],
  },
  {
    name: 'outpatient hospital visit',
    source: 'X12 837I SV201 and SV202; NUBC revenue codes',
    changes: {
      place_of_service_code: null,
      service_lines: [
        revenue('0450', { procedure_code: 'G0463', modifiers: ['25'] }),
        revenue('0636', { procedure_code: 'J0696', drug_identification: ndc }),
      ],
    },
    demands: [
      lacks('service_lines.1.revenue_code'),
      lacks('service_lines.1.procedure_code'),
      lacks('service_lines.1.modifiers', { to: ['25'] }),
    ],
  },
  {
    name: 'psychiatric stay',
    source: 'X12 837P DTP*435; CMS place of service 51',
    changes: {
      place_of_service_code: '51',
      admission_date: '2026-09-30',
      service_lines: [line('99232')],
    },
    demands: [lacks('admission_date'), lacks('admission_date', { to: '2026-10-09' })],
  },
  {
    name: 'Medicare second',
    source: 'X12 837P SBR05',
    changes: {
      subscriber_secondary: {
        patient_relationship_to_subscriber_code: '18',
        insurance_card: {
          member_id: '1EG4TE5MK73',
          payer_id: 'MCR01',
          plan_type: 'MB',
          insurance_type: '12',
        },
      },
    },
    demands: [
      lacks('subscriber_secondary.insurance_card.insurance_type', { severity: 'warning' }),
      lacks('subscriber_secondary.insurance_card.member_id'),
      lacks('subscriber_secondary.insurance_card.payer_id'),
    ],
  },
  {
    name: 'newborn',
    source: 'X12 837P loop 2010BA',
    changes: {
      'patient.date_of_birth': '2026-10-02',
      'subscriber_primary.patient_relationship_to_subscriber_code': '19',
      'subscriber_primary.first_name': 'Robin',
      'subscriber_primary.last_name': 'Moss',
      'subscriber_primary.gender': 'female',
      'subscriber_primary.date_of_birth': '1996-05-07',
      service_lines: [line('99460')],
    },
    demands: [
      lacks('subscriber_primary.first_name'),
      lacks('subscriber_primary.gender'),
      lacks('subscriber_primary.date_of_birth', { severity: 'warning' }),
      lacks('patient.date_of_birth', { to: '2026-10-03', found: 'date_of_service' }),
    ],
  },
  {
    name: 'chiropractic',
    source: manual('12 §220'),
    changes: { ...medicare, service_lines: [line('98941', { modifiers: ['AT'] })] },
    demands: [lacks(modifiers, { severity: 'warning' }), lacks('diagnoses')],
  },
  {
    name: 'therapy',
    source: manual('5 §20.1'),
    changes: { ...medicare, service_lines: [line('97110', { modifiers: ['GP', 'CQ'] })] },
    demands: [lacks(modifiers), lacks(modifiers, { to: ['GO', 'CQ'] })],
  },
  {
    name: 'telehealth',
    source: 'CMS, telehealth services; CMS place of service 10',
    changes: {
      place_of_service_code: '10',
      synchronicity: 'Synchronous',
      service_lines: [line('99213', { modifiers: ['95'] })],
    },
    demands: [
      lacks('place_of_service_code', { to: '11', found: modifiers, severity: 'warning' }),
      lacks('synchronicity', { to: 'Asynchronous', found: modifiers, severity: 'warning' }),
      lacks(modifiers, { to: ['95', '93'] }),
    ],
  },
  {
    name: 'hospice',
    source: manual('11 §30.3'),
    changes: {
      ...medicare,
      [`${card}.plan_type`]: 'MA',
      place_of_service_code: null,
      admission_date: '2026-09-15',
      service_lines: [
        revenue('0651', { procedure_code: 'Q5001', quantity: '8' }),
        revenue('0551', { procedure_code: 'G0299', quantity: '3' }),
      ],
    },
    demands: [
      lacks('admission_date'),
      lacks('service_lines.0.procedure_code'),
      lacks('service_lines.1.revenue_code'),
    ],
  },
  {
    name: 'PACE center',
    source: 'CMS place of service 66, from 2024-08-01',
    changes: { place_of_service_code: '66' },
    demands: [lacks('place_of_service_code', { to: '67', severity: 'warning' })],
  },
]
