import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#lib/core/json.ts'
import { classOf, type OneOwner } from './change-class.ts'
import { noteOwners, severalOwners, type ValueOwners } from './value-owners.ts'

/** What refuses a file that gives these captures their values at a path. */
function refusal(
  path: string,
  given: { value: Json; body: JsonObject }[],
  findProviders?: (npi: string) => readonly unknown[],
): string[] {
  const { only } = classOf({ kind: 'map', path }, [])
  const owners: ValueOwners = {}
  for (const [at, { value, body }] of given.entries())
    noteOwners(owners, [{ path: path.replace('*', '0'), before: null, after: value }], {
      only: only as OneOwner,
      id: `id ${at + 1}`,
      external: `CHG-${at + 1}`,
      body,
      findProviders,
    })
  return severalOwners(owners, only as OneOwner, path)
}

const billing = (organization_name: string, npi?: string) => ({
  data: { billing_provider: { organization_name, ...(npi && { npi }) } },
})
const tax = 'data.billing_provider.tax_id'

test('a tax ID for several organizations is refused with its number and their names', () => {
  const [north, south] = [billing('North Clinic', '111'), billing('South Clinic', '222')]
  expect(
    refusal(tax, [
      { value: '820537579', body: north },
      { value: '820537579', body: north },
      { value: '820537579', body: south },
      { value: '931402217', body: south },
    ]),
  ).toEqual([
    '820537579 would be given to several billing providers: North Clinic (NPI 111) and South Clinic (NPI 222). A tax ID, a name and an address are one organization’s: give each its own.',
  ])
})

test('an organization without an NPI in one of its captures is the one of its name', () => {
  const value = '820537579'
  const [north, nameless] = [billing('North Clinic', '111'), billing('NORTH CLINIC')]
  expect(
    refusal(tax, [
      { value, body: north },
      { value, body: nameless },
    ]),
  ).toEqual([])
  const others = [
    { value, body: nameless },
    { value, body: billing('South Clinic', '222') },
  ]
  expect(refusal(tax, others)).toHaveLength(1)
  // Of captures that name no organization nobody knows whose they are.
  const unnamed = { value, body: { data: {} } }
  expect(refusal(tax, [unnamed, unnamed])).toHaveLength(1)
})

test('two NPIs that the provider list has under one tax ID may get it, a third one may not', () => {
  const listed = (npi: string) => (npi === '333' ? [] : [{ npi, tax_id: '82-0537579' }])
  const given = (npi: string) => ({ value: '820537579', body: billing('Clinic', npi) })
  const [north, south, east] = [given('111'), given('222'), given('333')]
  expect(refusal(tax, [north, south], listed)).toEqual([])
  expect(refusal(tax, [north, south, east], listed)).toHaveLength(1)
  expect(refusal(tax, [north, south])).toHaveLength(1)
})

test('an NPI for several providers is refused, not for one that is written in two ways or not named', () => {
  const path = 'data.rendering_provider.npi'
  const of = (last_name: string, first_name?: string) => ({
    value: '1234567893',
    body: { data: { rendering_provider: { last_name, ...(first_name && { first_name }) } } },
  })
  expect(refusal(path, [of('Moss', 'Avery'), of('Lake', 'Robin')])).toEqual([
    '1234567893 would be given to several providers: Avery Moss and Robin Lake. An NPI is one provider’s: give each its own.',
  ])
  const unnamed = { value: '1234567893', body: { data: {} } }
  expect(refusal(path, [of('Moss', 'Avery'), of('MOSS'), of('Moss', 'A.'), unnamed])).toEqual([])
  const ordering = (last_name: string) => ({
    value: '1234567893',
    body: { data: { service_lines: [{ ordering_provider: { last_name } }] } },
  })
  const line = 'data.service_lines.*.ordering_provider.npi'
  expect(refusal(line, [ordering('Moss'), ordering('Lake')])).toHaveLength(1)
})

test('a member ID for several subscribers is refused without naming it; dependents share their subscriber’s', () => {
  const path = 'data.subscriber_primary.insurance_card.member_id'
  const of = (patient: string, first_name: string, date_of_birth: string) => ({
    value: 'MEM-9',
    body: {
      patient_external_id: patient,
      data: { subscriber_primary: { last_name: 'Moss', first_name, date_of_birth } },
    },
  })
  const [parent, child] = [of('P1', 'Avery', '1980-01-01'), of('P2', 'Avery', '1980-01-01')]
  const namesake = of('P3', 'Avery', '2012-05-05')
  expect(refusal(path, [parent, child])).toEqual([])
  expect(refusal(path, [parent, namesake])).toEqual([
    'CHG-1 and CHG-2 are of several patients and would get the same value. Such a number is for one patient: give each its own.',
  ])
})

test('an authorization and a control number are one patient’s, a group number and a city are not', () => {
  const of = (patient_external_id: string) => ({ value: 'X-1', body: { patient_external_id } })
  for (const path of [
    'data.prior_authorization_number',
    'data.service_lines.*.prior_authorization_number',
    'data.external_claim_submission.patient_control_number',
  ]) {
    expect(refusal(path, [of('P1'), of('P2')])).toHaveLength(1)
    expect(refusal(path, [of('P1'), of('P1')])).toEqual([])
  }
  for (const path of [
    'data.subscriber_primary.insurance_card.group_number',
    'data.patient.address.city',
    'data.billing_provider.address.city',
  ])
    expect(classOf({ kind: 'map', path }, []).only).toBeUndefined()
})

test('a wrong patient ID of one person in several captures is set to the right one', () => {
  const of = (patient_external_id: string, first_name: string) => ({
    value: 'PAT-1',
    body: { patient_external_id, data: { patient: { last_name: 'Moss', first_name } } },
  })
  expect(refusal('patient_external_id', [of('P-x', 'Avery'), of('P-y', 'Avery')])).toEqual([])
  expect(refusal('patient_external_id', [of('P-x', 'Avery'), of('P-y', 'Robin')])).toHaveLength(1)
})
