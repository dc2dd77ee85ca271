import type { ScrubInput } from '#lib/rules/scrub/rule.ts'

/** The current date of the tests. */
export const today = '2026-11-20'

/** A capture without findings. */
export function cleanData() {
  const address = {
    address1: '12 Elm Street',
    city: 'Portland',
    state: 'OR',
    zip_code: '97205',
    zip_plus_four_code: '1234',
  }
  return {
    date_of_service: '2026-10-02',
    place_of_service_code: '11',
    responsible_party: 'INSURANCE_PAY',
    billable_status: 'BILLABLE',
    patient_authorized_release: true,
    benefits_assigned_to_provider: true,
    provider_accepts_assignment: true,
    patient: {
      first_name: 'Avery',
      last_name: 'Moss',
      gender: 'female',
      date_of_birth: '1980-02-29',
      external_id: 'PAT-0042',
      address,
    },
    subscriber_primary: {
      patient_relationship_to_subscriber_code: '18',
      insurance_card: {
        member_id: 'W123456789',
        payer_id: 'NBH01',
        payer_name: 'Northbridge Health Plan',
      },
    },
    billing_provider: {
      organization_name: 'North Clinic',
      npi: '1999999984',
      tax_id: '931402217',
      taxonomy_code: '207Q00000X',
      address,
    },
    rendering_provider: {
      first_name: 'Dana',
      last_name: 'Fox',
      npi: '1234567893',
      taxonomy_code: '207Q00000X',
    },
    service_facility: { organization_name: 'North Clinic', npi: '1999999984', address },
    diagnoses: [
      { code: 'E11.9', code_type: 'ABK', name: 'Type 2 diabetes' },
      { code: 'I10', code_type: 'ABF', name: 'High blood pressure' },
    ],
    service_lines: [
      line({ procedure_code: 'G0463', modifiers: ['25'], diagnosis_pointers: [0, 1] }),
      line({ procedure_code: 'J0696', diagnosis_pointers: [1], drug_identification: drug }),
    ],
  }
}

const drug = {
  service_id_qualifier: 'N4',
  national_drug_code: '00409123401',
  national_drug_unit_count: '2',
  measurement_unit_code: 'ML',
}

function line(own: object) {
  return {
    modifiers: [],
    quantity: '1',
    units: 'UN',
    charge_amount_cents: 12_500,
    date_of_service: '2026-10-02',
    ...own,
  }
}

/** The clean capture with members at dotted paths replaced; undefined removes one. */
export function cleanWith(changes: Record<string, unknown>): unknown {
  const data: unknown = cleanData()
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.')
    const last = keys.pop()!
    const container = keys.reduce<Record<string, unknown>>(
      (inner, key) => {
        inner[key] = structuredClone(inner[key] ?? {})
        return inner[key] as Record<string, unknown>
      },
      data as Record<string, unknown>,
    )
    if (value === undefined) delete container[last]
    else container[last] = value
  }
  return data
}

/** The rules' input for a billable capture with this data. */
export function billable(data: unknown): ScrubInput {
  return {
    data,
    status: 'billable',
    charge_external_id: 'CHG-20418',
    ehr_source_url: 'https://ehr.example/charges/1',
    today,
  }
}
