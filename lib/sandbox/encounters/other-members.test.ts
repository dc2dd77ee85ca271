import { afterAll, describe, expect, test } from 'vitest'
import type { Encounter } from '#lib/contract/encounters/encounters.ts'
import { encounterOtherMembers } from '#lib/contract/encounters/other-members.ts'
import { openPreEncounterRecords } from '#lib/sandbox/pre-encounter/pre-encounter-records.testing.ts'

const records = await openPreEncounterRecords()
const { appointments, made, refused, captured, creationOf, read, sandbox } = records
afterAll(() => sandbox.close())

const doctor = (npi: string, last_name: string) => ({
  npi,
  first_name: 'Dora',
  last_name,
  taxonomy_code: '207R00000X',
})
const address = {
  address1: '1 Ward St',
  city: 'Salem',
  state: 'OR',
  zip_code: '97301',
  zip_plus_four_code: '1111',
}
const sent = {
  attending_provider: doctor('1999999984', 'Attends'),
  operating_provider: { ...doctor('1234567893', 'Operates'), address },
  other_operating_provider: {
    ...doctor('1215900002', 'Assists'),
    secondary_identification: {
      reference_identification: 'R1',
      reference_identification_qualifier: '0B',
    },
  },
  treating_provider: {
    first_name: 'Tess',
    last_name: 'Treats',
    npi: '1999999984',
    license_type: 'MD',
    address,
  },
  subscriber_tertiary: {
    first_name: 'Tert',
    last_name: 'Iary',
    gender: 'male',
    patient_relationship_to_subscriber_code: '01',
    insurance_card: { member_id: 'T1', payer_name: 'Third', payer_id: 'T0001' },
  },
  type_of_bill: { type_of_facility: '1', type_of_care: '1', frequency_code: '7' },
  admission_hour: 0,
  admission_type_code: '1',
  admission_source_code: 'D',
  discharge_hour: 23,
  discharge_status: '01',
  accident_state_or_province_code: 'WA',
  submission_expectation: 'TARGET_INSTITUTIONAL',
  prior_authorization_number: 'AUTH-1',
  secondary_payer_carrier_code: 'CC1',
  epsdt_referral: { condition_indicator1: 'AV', condition_indicator2: 'S2' },
  claim_supplemental_information: [
    {
      attachment_report_type_code: '03',
      attachment_transmission_code: 'EL',
      attachment_control_number: 'AC1',
    },
  ],
}

describe('members of an encounter that only the description has', () => {
  test('the ZIP+4 is optional in every address', async () => {
    const { zip_plus_four_code: _four, ...short } = address
    const encounter = await made(appointments[4]!, {
      billing_provider: { npi: '1234567893', tax_id: '123456789', address: short },
      rendering_provider: { npi: '1999999984', address: short },
      service_facility: { organization_name: 'Ward', address: short },
      pay_to_address: short,
      treating_provider: { ...sent.treating_provider, address: short },
    })
    expect(encounter.billing_provider.address).toMatchObject({
      ...short,
      zip_plus_four_code: '9998',
    })
    expect(encounter.treating_provider!.address).toMatchObject(short)
  })

  test('a card keeps its crosswalk and the name of its plan group', async () => {
    const named = { emr_payer_crosswalk: 'HEALTHIE', payer_plan_group_name: 'Group of the North' }
    const subscriber_tertiary = {
      ...sent.subscriber_tertiary,
      insurance_card: { ...sent.subscriber_tertiary.insurance_card, ...named },
    }
    const encounter = await made(appointments[5]!, { subscriber_tertiary })
    expect(encounter.subscriber_tertiary!.insurance_card).toMatchObject(named)
  })

  test('a billing note has its author under both names', async () => {
    const encounter = await made(appointments[7]!, { billing_notes: [{ text: 'Checked.' }] })
    expect(encounter.billing_notes).toMatchObject([
      { text: 'Checked.', author_idp_id: null, author_auth0_id: null },
    ])
  })
})

describe('the other members of an Encounter that a request may carry', () => {
  test('are stored and returned', async () => {
    expect(Object.keys(sent).toSorted()).toEqual(Object.keys(encounterOtherMembers).toSorted())
    const encounter = await made(appointments[0]!, sent)
    expect(encounter).toMatchObject({
      ...sent,
      type_of_bill: { ...sent.type_of_bill, code: '0117' },
    })
    expect(await read(encounter.encounter_id)).toEqual(encounter)
    const listed = (await sandbox.get('/api/encounters/v4', { external_id: encounter.external_id }))
      .json as {
      items: Encounter[]
    }
    expect(listed.items).toEqual([encounter])
  })

  test('are null if they were not sent, and a sent type-of-bill code does not change', async () => {
    const {
      submission_expectation: _has,
      claim_supplemental_information: _list,
      ...nullable
    } = sent
    const encounter = await made(appointments[1]!)
    for (const name of Object.keys(nullable))
      expect(encounter[name as 'type_of_bill'], name).toBeNull()
    expect(encounter).toMatchObject({
      submission_expectation: 'TARGET_PROFESSIONAL',
      claim_supplemental_information: [],
    })
    const coded = { ...sent.type_of_bill, code: '0851' }
    expect((await made(appointments[1]!, { type_of_bill: coded })).type_of_bill).toEqual(coded)
  })

  test.each<[string, object]>([
    ['admission_hour', { admission_hour: 24 }],
    ['discharge_hour', { discharge_hour: 1.5 }],
    ['attending_provider.npi', { attending_provider: { last_name: 'Nobody' } }],
    ['treating_provider.last_name', { treating_provider: { first_name: 'T' } }],
    ['type_of_bill.frequency_code', { type_of_bill: { type_of_facility: '1', type_of_care: '1' } }],
    [
      'subscriber_tertiary.insurance_card',
      { subscriber_tertiary: { ...sent.subscriber_tertiary, insurance_card: null } },
    ],
    ['claim_supplemental_information', { claim_supplemental_information: {} }],
    ['accident_state_or_province_code', { accident_state_or_province_code: 'XX' }],
    ['discharge_status', { discharge_status: 'home' }],
    [
      'service_lines.0.charge_amount_cents',
      {
        service_lines: [
          {
            procedure_code: 'G0463',
            diagnosis_pointers: [0],
            quantity: '1',
            units: 'UN',
            charge_amount_cents: 10_000_000_000,
          },
        ],
      },
    ],
  ])('are refused at %s when they have another shape', async (fieldName, change) => {
    expect(await refused(appointments[2]!, change)).toMatchObject({
      status: 422,
      errorName: 'HttpRequestValidationsError',
      content: [{ fieldName }],
    })
  })

  test('are absent from a bundled encounter if a capture cannot hold them', async () => {
    const capture = await captured(appointments[3]!, {
      admission_hour: 'noon',
      type_of_bill: 5,
      attending_provider: 'me',
      submission_expectation: 'none',
    })
    const encounter = await read((await creationOf(capture)).created_encounter_id!)
    expect(encounter).toMatchObject({
      admission_hour: null,
      type_of_bill: null,
      attending_provider: null,
      submission_expectation: 'TARGET_PROFESSIONAL',
    })
  })
})
