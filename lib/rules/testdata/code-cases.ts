import { listsWith } from './made-up-lists.ts'
import { at, type ScrubCase } from './scrub-case.ts'

// Cases of the rules about codes, modifiers, units, drugs and places.

const sure = (one: ScrubCase): ScrubCase => ({ ...one, severity: 'error' })

const line = 'service_lines.0'
const modifiers = `${line}.modifiers`
const partB = { 'subscriber_primary.insurance_card.plan_type': 'MB' }
const compensation = { 'subscriber_primary.insurance_card.plan_type': 'WC' }
const auto = { 'subscriber_primary.insurance_card.plan_type': 'AM' }
const code = (procedure_code: string) => ({ [`${line}.procedure_code`]: procedure_code })
const hospital = (revenue: string) => ({
  place_of_service_code: null,
  'service_lines.0.revenue_code': '0510',
  'service_lines.1.revenue_code': revenue,
})
const drug = {
  service_id_qualifier: 'N4',
  national_drug_code: '00409123401',
  national_drug_unit_count: '1',
  measurement_unit_code: 'UN',
}
const marked = { lists: listsWith({ hcpcs: [{ code: 'G0463', mark: 'unlisted' }] }) }
const given = (procedure_code: string, ...own: string[]) => ({
  procedure_code,
  modifiers: own,
  diagnosis_pointers: [0],
  quantity: '1',
  units: 'UN',
  charge_amount_cents: 10_000,
  date_of_service: '2026-10-02',
})

/** Changes that violate a rule about codes. */
export const codeCases: readonly ScrubCase[] = [
  at('procedure-code-missing', 'service_lines.1.procedure_code', null, hospital('0636')),
  at('procedure-code-missing', 'service_lines.1.procedure_code', null, hospital('0651')),
  at('admission-date-missing', 'admission_date', null, hospital('0652')),
  at('place-shape', 'place_of_service_code', '1'),
  at('place-shape', `${line}.place_of_service_code`, 'home'),
  at('place-unknown', `${line}.place_of_service_code`, '29'),
  sure(at('place-unknown', 'place_of_service_code', '66', { date_of_service: '2024-07-31' })),
  ...[
    ['76', '77'],
    ['NU', 'RR'],
    ['AA', 'QK'],
    ['GA', 'GY'],
    ['GT', '93'],
    ['GN', 'GP'],
    ['JW', 'JZ'],
    ['78', '58'],
  ].map((own) => at('modifiers-excluding', modifiers, own)),
  at('modifiers-unusual', modifiers, ['95', 'GT']),
  at('modifiers-unusual', modifiers, ['FQ', '95']),
  at('modifier-needs-another', modifiers, ['KJ'], code('E0601')),
  at('modifier-needs-another', modifiers, ['KH'], code('E0601')),
  at('modifier-needs-another', modifiers, ['GO', 'CQ']),
  ...['JW', 'NU', 'QS', 'P3', 'QN', 'RH'].map((own) => at('modifier-of-others', modifiers, [own])),
  ...['24', '57', 'GP', 'QK', '26', '80'].map((own) =>
    at('modifier-of-others', 'service_lines.1.modifiers', [own]),
  ),
  at('modifier-of-others', modifiers, ['25'], code('E0114')),
  at('modifier-of-others', modifiers, ['QW'], code('99499')),
  at('modifier-units', `${line}.quantity`, '2', { [modifiers]: ['50'] }),
  sure(at('modifier-units', `${line}.quantity`, '2', { ...partB, [modifiers]: ['73'] })),
  at('modifier-missing', modifiers, ['QS'], code('00142')),
  at('modifier-missing', modifiers, [], code('A0130')),
  at('modifier-missing', modifiers, ['RR'], { ...partB, ...code('E0601') }),
  at('modifier-missing', modifiers, [], { ...partB, ...code('98941') }),
  sure(at('modifier-missing', modifiers, [], { ...partB, ...code('97110') })),
  // X is no place where a trip begins.
  ...[['GY'], ['XH'], []].map((own) => sure(at('modifier-missing', modifiers, own, code('A0425')))),
  at('ambulance-place', 'place_of_service_code', '11', code('A0427')),
  at('ambulance-place', `${line}.place_of_service_code`, '41', code('A0430')),
  at('minutes-elsewhere', `${line}.units`, 'MJ'),
  at('minutes-elsewhere', `${line}.units`, 'MJ', code('01996')),
  at('anesthesia-time', `${line}.units`, 'UN', code('00142')),
  at('anesthesia-time', `${line}.quantity`, '12.5', { ...code('00142'), [`${line}.units`]: 'MJ' }),
  at('rental-end-missing', `${line}.end_date_of_service`, null, {
    ...code('E0601'),
    [modifiers]: ['RR', 'KH'],
  }),
  ...['E1399', 'j3301', 'A0999', '64999', '01999', '96549', 'D0999'].map((own) =>
    at('unlisted-description', `${line}.description`, null, code(own)),
  ),
  // Only the file says that it is unlisted.
  { ...at('unlisted-description', `${line}.description`, null), input: marked },
  at('ndc-elsewhere', `${line}.drug_identification.national_drug_code`, '00409123401', {
    [`${line}.drug_identification`]: drug,
  }),
  at('drug-waste-alone', 'service_lines.1.modifiers', ['JW']),
  at('injury-date-missing', 'accident_date', null, compensation),
  at('injury-date-missing', 'accident_date', null, auto),
  {
    ...at('work-injury-details', 'property_casualty_claim_number', '', {
      subscriber_secondary: { insurance_card: { plan_type: 'WC' } },
    }),
    severity: 'warning',
  },
]

/** What the rules about codes let pass. */
export const codePasses: readonly ScrubCase[] = [
  at('procedure-code-missing', 'service_lines.1.procedure_code', null, hospital('0250')),
  at('procedure-code-missing', 'service_lines.1.procedure_code', null, {
    ...hospital('0636'),
    admission_date: '2026-10-01',
  }),
  at('place-shape', 'place_of_service_code', '66'),
  at('place-unknown', 'place_of_service_code', '27'),
  at('place-unknown', 'place_of_service_code', '66', { date_of_service: '2024-08-01' }),
  at('modifiers-excluding', modifiers, ['RT', 'LT', 'GX', 'GY']),
  // RR is a trip here, from home to home.
  at('modifiers-excluding', modifiers, ['NU', 'RR'], code('A0428')),
  at('modifiers-unusual', modifiers, ['RT', '76', '95']),
  at('modifier-needs-another', modifiers, ['KH', 'NU'], code('K0823')),
  at('modifier-needs-another', modifiers, ['KJ', 'RR'], code('E0601')),
  at('modifier-of-others', modifiers, ['25']),
  at('modifier-of-others', 'service_lines.1.modifiers', ['JZ']),
  at('modifier-of-others', modifiers, ['QW'], code('G0328')),
  at('modifier-of-others', modifiers, ['GN', 'QM'], code('A0428')),
  at('modifier-units', `${line}.quantity`, '1', { [modifiers]: ['50'] }),
  at('modifier-missing', modifiers, ['P1', 'QZ'], code('00142')),
  at('modifier-missing', modifiers, [], code('01996')),
  at('modifier-missing', modifiers, [], code('A0998')),
  ...['RH', 'SX', 'HH', 'QL'].map((own) => at('modifier-missing', modifiers, [own], code('A0427'))),
  at('modifier-missing', modifiers, ['RR'], { ...partB, ...code('E0431') }),
  at('modifier-missing', modifiers, [], code('97110')),
  at('ambulance-place', 'place_of_service_code', '42', code('A0430')),
  at('ambulance-place', 'place_of_service_code', '11', code('A0998')),
  at('minutes-elsewhere', `${line}.units`, 'MJ', code('01999')),
  at('anesthesia-time', `${line}.units`, 'UN', code('01996')),
  at('anesthesia-time', `${line}.quantity`, '61', { ...code('00142'), [`${line}.units`]: 'MJ' }),
  at('rental-end-missing', `${line}.end_date_of_service`, '2026-11-01', {
    ...code('E0601'),
    [modifiers]: ['RR', 'KH'],
  }),
  at('unlisted-description', `${line}.description`, 'Knee walker, basic', code('E1399')),
  ...['28299', 'G0499', '99213'].map((own) =>
    at('unlisted-description', `${line}.description`, null, code(own)),
  ),
  ...['J0696', 'Q0162', '90656', '99070', 'A9500', 'S5000'].map((own) =>
    at('ndc-elsewhere', `${line}.drug_identification`, drug, code(own)),
  ),
  at('drug-waste-alone', 'service_lines', [given('J9035'), given('J9035', 'JW')]),
  at('injury-date-missing', 'accident_date', '2026-09-30', compensation),
  // The rule of accidents asks for it.
  at('injury-date-missing', 'related_causes_information.related_causes_code_1', 'AA', auto),
]
