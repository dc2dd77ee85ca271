import { expect, test } from 'vitest'
import { operations } from '#lib/contract/operations.ts'
import { toWirePath } from './field-names.ts'
import { toFailure } from './failures.ts'

const body = operations.updateChargeCapture.body

test.each([
  ['data.patient.lastName', 'data.patient.last_name'],
  ['data.patient.last_name', 'data.patient.last_name'],
  ['patient.lastName', 'data.patient.last_name'],
  ['data.serviceLines[0].procedureCode', 'data.service_lines.0.procedure_code'],
  ['service_lines.2.diagnosis_pointers.1', 'data.service_lines.2.diagnosis_pointers.1'],
  [
    "body['data']['serviceFacility']['address']['zipCode']",
    'data.service_facility.address.zip_code',
  ],
  ['request.body.chargeExternalId', 'charge_external_id'],
  [
    'data.subscriberPrimary.insuranceCard.memberId',
    'data.subscriber_primary.insurance_card.member_id',
  ],
  ['chargeExternalId', 'charge_external_id'],
  ['status', 'status'],
])('the field name %s has the wire path %s', (name, path) => {
  expect(toWirePath(name, body)).toBe(path)
})

test.each([
  ['expirationDate.value', 'expiration_date.value'],
  ['body.renderingProviderIds[2]', 'rendering_provider_ids.2'],
  ['contractServiceFacilityIds', 'contract_service_facility_ids'],
])('in a body of several types, the field name %s has the wire path %s', (name, path) => {
  expect(toWirePath(name, operations.updateContractV3.body)).toBe(path)
})

test.each([
  'body[ \'data\' ][ "patient" ].lastName',
  'data/patient/lastName',
  '$.data.patient.lastName',
])('the field name %s has the wire path of the last name', (name) =>
  expect(toWirePath(name, body)).toBe('data.patient.last_name'),
)

test('a name of more than 1,000 characters or 20 parts has no wire path', () => {
  expect(toWirePath(`data.patient.lastName${' '.repeat(900)}`, body)).toBe('data.patient.last_name')
  expect(toWirePath(`data.patient.lastName${' '.repeat(1_000)}`, body)).toBeUndefined()
  expect(toWirePath(`data.serviceLines${'[0]'.repeat(100)}`, body)).toBeUndefined()
})

test.each(['', 'nothing.known', 'data.patient.shoe_size', 'data.serviceLines[x].units', '...'])(
  'the unknown name %j has no wire path',
  (name) => {
    expect(toWirePath(name, body)).toBeUndefined()
  },
)

function failureFor(content: unknown, errorName = 'HttpRequestValidationsError') {
  const answer = {
    status: 422,
    contentType: 'application/json',
    retryAfter: undefined,
    date: undefined,
    requestId: undefined,
    text: JSON.stringify({ errorName, content }),
  }
  return toFailure(operations.updateChargeCapture, answer, []).error
}

test('an issue has its field’s wire path, or the unknown field’s name in its message', () => {
  const failure = failureFor([
    { fieldName: 'data.serviceLines[0].units', humanReadableMessage: 'Unknown unit' },
    { fieldName: 'shoeSize', humanReadableMessage: 'Too large' },
    { fieldName: 'status' },
  ])
  expect(failure).toMatchObject({ name: 'HttpRequestValidationsError', status: 422 })
  expect(failure.issues).toEqual([
    { path: 'data.service_lines.0.units', message: 'Unknown unit' },
    { path: '', message: 'shoeSize: Too large' },
    { path: 'status', message: 'This value isn’t accepted.' },
  ])
})

test('a failure has at most 200 issues of 500 characters, and its message gives the total', () => {
  const complaint = {
    fieldName: 'data.serviceLines[0].units',
    humanReadableMessage: 'x'.repeat(5_000),
  }
  const failure = failureFor(Array.from({ length: 900 }, () => complaint))
  expect(failure.issues).toHaveLength(200)
  expect(Math.max(...failure.issues.map(({ message }) => message.length))).toBe(500)
  expect(failure.message).toBe('The partner refused some values. The first 200 of 900 are shown.')
  const reason = { type: 'key_does_not_exist', schema_id: 's'.repeat(5_000), key: 'color' }
  const metadata = failureFor(
    { errors: Array.from({ length: 900 }, () => reason) },
    'SchemaInstanceValidationHttpFailure',
  )
  expect([metadata.issues.length, metadata.issues[0]?.message.length]).toEqual([200, 500])
})

test('an unknown error name is in the message only, because the log has the failure’s name', () => {
  for (const errorName of [
    'MossAveryIsDeadError',
    '__proto__',
    'constructor',
    'x'.repeat(10_000),
  ]) {
    const failure = failureFor({}, errorName)
    expect(failure.name).toBe('PartnerRefused')
    expect(failure.message).toBe(`The partner refused this (${errorName.slice(0, 80)}).`)
  }
})

test('every issue of a metadata refusal has the path metadata', () => {
  const errors = [
    { type: 'key_does_not_exist', schema_id: 's1', key: 'color' },
    {
      type: 'value_does_not_match_key_type',
      schema_id: 's1',
      key: 'size',
      expected_value_type: 'INTEGER',
      value: 'x',
    },
  ]
  expect(failureFor({ errors }, 'SchemaInstanceValidationHttpFailure').issues).toEqual([
    { path: 'metadata', message: 'The schema has no key “color” (schema s1)' },
    { path: 'metadata', message: 'The value of “size” must be of type INTEGER (schema s1)' },
  ])
  expect(failureFor('odd', 'SchemaInstanceValidationHttpFailure').issues).toHaveLength(1)
})

test('a refusal has a message for content of any shape', () => {
  for (const content of [null, [], 'text', 5, { message: '' }, [null], [{}], { id: 'x' }]) {
    for (const name of [
      'HttpRequestValidationsError',
      'EntityNotFoundError',
      'UnprocessableEntityError',
      'Brand New',
    ]) {
      expect(failureFor(content, name).message).not.toBe('')
    }
  }
})

test.each([
  [429, 'The partner is busy. Try again in a moment.'],
  [503, 'The partner isn’t available right now.'],
  [500, 'The partner had an error.'],
])('a %i from the partner gets only the console’s message', (status, words) => {
  const answer = {
    status,
    contentType: 'application/json',
    retryAfter: undefined,
    date: undefined,
    requestId: undefined,
  }
  const boom = { errorName: 'InternalError', content: { message: 'boom Jane Doe 1960-01-01' } }
  for (const text of [
    JSON.stringify({ ...boom, content: {} }),
    JSON.stringify(boom),
    '<h1>Gateway</h1>',
  ])
    expect(toFailure(operations.updateChargeCapture, { ...answer, text }, []).error.message).toBe(
      words,
    )
})
