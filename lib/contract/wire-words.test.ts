import { expect, test } from 'vitest'
import { choiceLabel, labelInSentence, pathLabel, rowNoun } from './field-labels.ts'
import { partnerWords, wireValue } from './wire-words.ts'

test.each([
  ['service_lines.0.charge_amount_cents', 22_500, 'Line 1 · Charge', '$225.00'],
  ['data.date_of_service', '2026-10-02', 'Date of service', '10/02/2026'],
  ['place_of_service_code', '11', 'Place of service', '11 office'],
  ['diagnoses.1.code', 'E11.9', 'Diagnosis 2 · Code', 'E11.9'],
  ['service_lines.2.diagnosis_pointers', [0, 2], 'Line 3 · Diagnoses', 'A, C'],
  ['service_lines.2.diagnosis_pointers', ['E119'], 'Line 3 · Diagnoses', 'E119'],
  ['service_lines.0.modifiers', ['25', '59'], 'Line 1 · Modifiers', '25, 59'],
  ['responsible_party', 'SELF_PAY', 'Responsible party', 'Patient pays'],
  [
    'service_lines.0',
    { procedure_code: 'G0463', charge_amount_cents: 100, quantity: '1', units: 'UN' },
    'Line 1',
    '$1.00, 1 UN',
  ],
  ['referral_number', null, 'Referral number', 'nothing'],
  ['billable', true, 'Billable', 'Yes'],
  ['emr_payer_crosswalk', 'PAYER_PLAN_GROUP', 'EMR payer crosswalk', 'Payer plan group'],
  ['emr_payer_crosswalk', 'WAYSTAR', 'EMR payer crosswalk', 'WAYSTAR'],
  [
    'race',
    'NATIVE_HAWAIIAN_OR_OTHER_PACIFIC_ISLANDER',
    'Race',
    'Native Hawaiian or other Pacific Islander',
  ],
  ['type', 'VITAMIN_D', 'Type', 'Vitamin D'],
  ['kind', 'review_of_systems', 'Kind', 'Review of systems'],
] as const)('%s with %j is words', (path, value, label, words) => {
  expect(pathLabel(path)).toBe(label)
  expect(wireValue(path, value as Parameters<typeof wireValue>[1])).toBe(words)
})

test.each([
  [
    'service_lines.0.charge_amount_cents changed from 22500 to 25500',
    'Line 1 · Charge $225.00 → $255.00',
  ],
  [
    'ADT, no charge message: place_of_service_code changed from 11 to 22; prior_authorization_number added: PA-1',
    'ADT, no charge message: Place of service 11 office → 22 on-campus hospital outpatient; Prior authorization number added: PA-1',
  ],
  ['service_lines.1 removed; and 2 more', 'Line 2 removed; and 2 more'],
  ['service_lines.0.diagnosis_pointers changed from [0] to [0,1]', 'Line 1 · Diagnoses A → A, B'],
  [
    'Field data.rendering_provider.npi fails its check digit.',
    'Field Rendering provider · NPI fails its check digit.',
  ],
  ['serviceLines[0].units is missing', 'Line 1 · Units is missing'],
  // Terms have their capitals, also in the middle of a sentence.
  [
    "Charge captures CHG-1 and CHG-2 differ in the primary subscriber's member id; one claim can have only one",
    "Charge captures CHG-1 and CHG-2 differ in the primary subscriber's member ID; one claim can have only one",
  ],
  [
    'Captures disagree: the billing provider tax id, npi and zip code',
    'Captures disagree: the billing provider tax ID, NPI and ZIP code',
  ],
  ['Payer id X99 is not mapped to a payer.', 'Payer ID X99 is not mapped to a payer.'],
  ['Value "id" of x-id-1 and a@id.test', 'Value "id" of x-id-1 and a@id.test'],
  // Other text stays as it is.
  [
    'Claim 12.50 at a.b@c.test, see https://x.test/a_b and CHG_1.',
    'Claim 12.50 at a.b@c.test, see https://x.test/a_b and CHG_1.',
  ],
  ['The payer changed from Aetna to Cigna.', 'The payer changed from Aetna to Cigna.'],
  ['', ''],
])('the message %j becomes words', (message, words) => {
  expect(partnerWords(message)).toBe(words)
})

test.each([
  ['Service facility', 'service facility'],
  ['Tax ID', 'tax ID'],
  ['NPI', 'NPI'],
  ['EPSDT referral', 'EPSDT referral'],
  ['RxBIN', 'RxBIN'],
])('the label %j in a sentence', (label, words) => {
  expect(labelInSentence(label)).toBe(words)
})

test('rows of ids and fields of every row keep their terms', () => {
  expect([rowNoun('tag_ids'), rowNoun('service_lines'), rowNoun('diagnoses')]).toEqual([
    'tag ID',
    'service line',
    'diagnosis',
  ])
  expect(choiceLabel('data.service_lines.*.ordering_provider.npi')).toBe(
    'Every service line · Ordering provider · NPI',
  )
})
