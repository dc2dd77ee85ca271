import type { Json } from '#lib/core/json.ts'

type Values = { [control: string]: Json }

/**
 * What cleared an error of one patient, and another patient with the same payer, provider and
 * facility. `learnt` is written on `times` captures, all of which made a claim; `denied` of these
 * claims were denied. `values` are other members of both.
 */
export type MemoryCase = {
  id: string
  control: string
  learnt: { from: Json; to: Json }
  now: Json
  values?: Values
  times?: number
  denied?: number
  expected: 'offered' | 'none' | 'warned'
}

const cardOf = 'data.subscriber_primary.insurance_card'

// A fact of the visit, or a statement about it.
const visitFact = (control: string, from: Json, to: Json): MemoryCase => ({
  id: `K03 ${control.split('.').at(-1)}`,
  control,
  learnt: { from, to },
  now: from,
  times: 2,
  expected: 'none',
})

/** Values that cleared an error before. */
export const memoryCases: readonly MemoryCase[] = [
  {
    id: 'K01',
    control: 'data.service_lines.0.procedure_code',
    learnt: { from: '99213', to: '99214' },
    now: '99213',
    expected: 'none',
  },
  {
    id: 'K02',
    control: 'data.service_lines.0.modifiers',
    learnt: { from: [], to: ['95'] },
    now: [],
    times: 2,
    expected: 'none',
  },
  visitFact('data.place_of_service_code', '11', '22'),
  visitFact('data.service_lines.0.place_of_service_code', '11', '22'),
  visitFact('data.delay_reason_code', null, '11'),
  visitFact('data.service_authorization_exception_code', null, '3'),
  visitFact('data.benefits_assigned_to_provider', null, true),
  visitFact('data.provider_accepts_assignment', null, true),
  visitFact('data.patient_authorized_release', null, true),
  visitFact(
    'data.service_lines.1.drug_identification.national_drug_code',
    '00409123400',
    '00409123401',
  ),
  visitFact('data.service_lines.1.drug_identification.measurement_unit_code', 'UN', 'ML'),
  visitFact('data.synchronicity', null, 'Synchronous'),
  visitFact('data.diagnoses.0.code', 'E11', 'E11.9'),
  {
    id: 'K04',
    control: 'data.rendering_provider.taxonomy_code',
    learnt: { from: '207Q', to: '207Q00000X' },
    now: '207Q',
    expected: 'offered',
  },
  {
    id: 'K05',
    control: `${cardOf}.payer_id`,
    learnt: { from: 'X99', to: '60054' },
    now: 'X99',
    values: { [`${cardOf}.payer_name`]: 'Aetna' },
    expected: 'offered',
  },
  {
    id: 'K05 of a payer with another name',
    control: `${cardOf}.payer_id`,
    learnt: { from: 'X99', to: '60054' },
    now: 'X99',
    values: { [`${cardOf}.payer_name`]: null },
    expected: 'none',
  },
  {
    id: 'K06',
    control: 'data.rendering_provider.taxonomy_code',
    learnt: { from: '207Q', to: '207Q00000X' },
    now: '207Q',
    times: 5,
    denied: 3,
    expected: 'warned',
  },
]
