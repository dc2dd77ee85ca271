import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { addDays, type LocalDate } from '#lib/core/local-date.ts'
import { npiCheckDigit } from '#lib/rules/codes/npi.ts'
import { outsideNpi } from './npis.ts'
import type { Organization } from './organization.ts'
import type { Random } from './random.ts'
import { setAt } from './set-at.ts'

export type FaultTools = {
  data: ChargeCaptureData
  random: Random
  organization: Organization
  today: LocalDate
}

/** One common error of real charges. `cause` is the rule that should find it. */
export type Fault = {
  cause: string
  /** The relative frequency. */
  weight: number
  /**
   * True if it changes the group of a capture, so that it is used only for visits with one capture.
   */
  alone?: boolean
  apply: (tools: FaultTools) => void
}

const put = (
  cause: string,
  weight: number,
  path: string,
  value: unknown,
  alone = false,
): Fault => ({
  cause,
  weight,
  alone,
  apply: ({ data }) => setAt(data, path, value),
})

const wrongDigit = (npi: string) => npi.slice(0, 9) + ((npiCheckDigit(npi.slice(0, 9)) + 3) % 10)

const firstLine = 'service_lines.0'

export const faults: readonly Fault[] = [
  // Providers and facilities.
  {
    cause: 'npi-check-digit',
    weight: 3,
    apply: ({ data }) =>
      setAt(data, 'rendering_provider.npi', wrongDigit(String(data.rendering_provider!.npi))),
  },
  {
    cause: 'npi-shape',
    weight: 1,
    apply: ({ data }) =>
      setAt(data, 'rendering_provider.npi', String(data.rendering_provider!.npi).slice(0, 9)),
  },
  {
    cause: 'rendering-npi-unknown',
    weight: 3,
    apply: ({ data, random }) =>
      setAt(data, 'rendering_provider.npi', outsideNpi(random.int(200, 260))),
  },
  {
    cause: 'rendering-left',
    weight: 1,
    apply: ({ data, random, organization }) =>
      setAt(data, 'rendering_provider.npi', random.pick(organization.formerStaff).npi),
  },
  {
    cause: 'billing-npi-unknown',
    weight: 1,
    alone: true,
    apply: ({ data, random }) =>
      setAt(data, 'billing_provider.npi', outsideNpi(random.int(300, 320))),
  },
  {
    cause: 'facility-npi-unknown',
    weight: 2,
    alone: true,
    apply: ({ data, random }) => changeFacility(data, { npi: outsideNpi(random.int(400, 420)) }),
  },
  {
    cause: 'facility-name-differs',
    weight: 3,
    alone: true,
    apply: ({ data }) => changeFacility(data, { organization_name: 'Main Street Annex' }),
  },
  {
    cause: 'facility-inactive',
    weight: 1,
    alone: true,
    apply: ({ data, random, organization }) => {
      const { name, npi, address } = random.pick(organization.inactiveFacilities)
      changeFacility(data, { organization_name: name, npi, address })
    },
  },
  put('facility-zip-plus-four', 1, 'service_facility.address.zip_plus_four_code', undefined),
  put('tax-id-shape', 2, 'billing_provider.tax_id', '93-1402217'),
  put('tax-id-missing', 1, 'billing_provider.tax_id', undefined),
  put('address-box', 1, 'billing_provider.address.address1', 'PO Box 4410'),
  put('taxonomy-shape', 1, 'rendering_provider.taxonomy_code', '207Q0000'),
  // Coverage.
  put('payer-unknown', 4, 'subscriber_primary.insurance_card.payer_id', 'UNK77'),
  put('member-id-missing', 4, 'subscriber_primary.insurance_card.member_id', null),
  put('member-id-shape', 2, 'subscriber_primary.insurance_card.member_id', 'PENDING - CALL'),
  put('payer-id-missing', 2, 'subscriber_primary.insurance_card.payer_id', undefined),
  put(
    'relationship-missing',
    1,
    'subscriber_primary.patient_relationship_to_subscriber_code',
    null,
  ),
  put('subscriber-missing', 1, 'subscriber_primary', null),
  // Patient.
  put('patient-birth-date-missing', 2, 'patient.date_of_birth', null),
  {
    cause: 'birth-date-impossible',
    weight: 1,
    apply: ({ data, today }) => bearOn(data, addDays(today, 400)),
  },
  {
    cause: 'date-before-birth',
    weight: 1,
    apply: ({ data }) => bearOn(data, addDays(String(data.date_of_service), 1)),
  },
  put('patient-gender-missing', 1, 'patient.gender', null),
  put('patient-last-name-missing', 1, 'patient.last_name', ''),
  put('address-incomplete', 1, 'patient.address.city', null),
  put('zip-shape', 2, 'patient.address.zip_code', '9720'),
  {
    cause: 'patient-id-differs',
    weight: 1,
    apply: ({ data, random }) =>
      setAt(data, 'patient.external_id', `PAT-${random.int(9000, 9999)}`),
  },
  // Diagnoses and pointers.
  put('diagnosis-missing', 2, 'diagnoses', []),
  put('diagnosis-code-shape', 3, 'diagnoses.0.code', 'E11.9X9999'),
  {
    cause: 'diagnosis-duplicate',
    weight: 2,
    apply: ({ data }) =>
      setAt(data, 'diagnoses', [...data.diagnoses!, { ...data.diagnoses![0], code_type: 'ABF' }]),
  },
  {
    cause: 'diagnosis-second-principal',
    weight: 1,
    apply: ({ data }) =>
      setAt(data, 'diagnoses', [
        ...data.diagnoses!,
        { code: 'R51.9', name: 'Headache', code_type: 'ABK' },
      ]),
  },
  put('diagnosis-principal-type', 1, 'diagnoses.0.code_type', 'ABF'),
  {
    cause: 'pointer-out-of-range',
    weight: 3,
    apply: ({ data }) =>
      setAt(data, `${firstLine}.diagnosis_pointers`, [0, data.diagnoses!.length]),
  },
  put('pointer-missing', 2, `${firstLine}.diagnosis_pointers`, []),
  put('pointer-duplicate', 1, `${firstLine}.diagnosis_pointers`, [0, 0]),
  // Service lines.
  put('procedure-code-missing', 2, `${firstLine}.procedure_code`, null),
  put('procedure-code-shape', 1, `${firstLine}.procedure_code`, 'VISIT-1'),
  put('modifier-duplicate', 1, `${firstLine}.modifiers`, ['25', '25']),
  put('modifiers-too-many', 1, `${firstLine}.modifiers`, ['25', '59', '76', 'RT', 'LT']),
  put('quantity-not-positive', 2, `${firstLine}.quantity`, '0'),
  put('quantity-precision', 1, `${firstLine}.quantity`, '1.2345'),
  put('charge-missing', 2, `${firstLine}.charge_amount_cents`, null),
  put('charge-zero', 2, `${firstLine}.charge_amount_cents`, 0),
  put('charge-negative', 1, `${firstLine}.charge_amount_cents`, -2500),
  put('units-missing', 1, `${firstLine}.units`, undefined),
  put('ndc-shape', 2, `${firstLine}.drug_identification`, {
    service_id_qualifier: 'N4',
    national_drug_code: '0409-1234-01',
    national_drug_unit_count: '2',
    measurement_unit_code: 'ML',
  }),
  put('ndc-count', 1, `${firstLine}.drug_identification`, {
    service_id_qualifier: 'N4',
    national_drug_code: '00409123401',
    national_drug_unit_count: '0',
    measurement_unit_code: 'ML',
  }),
  {
    cause: 'line-repeated',
    weight: 2,
    apply: ({ data }) =>
      setAt(data, 'service_lines', [...data.service_lines!, { ...data.service_lines![0] }]),
  },
  {
    cause: 'line-external-id-duplicate',
    weight: 1,
    apply: ({ data }) => {
      const [line] = data.service_lines!
      setAt(data, 'service_lines', [
        { ...line, external_id: 'line-1' },
        { ...line, procedure_code: 'G0447', external_id: 'line-1' },
      ])
    },
  },
  // Places and dates.
  {
    cause: 'place-missing',
    weight: 1,
    apply: ({ data }) => {
      setAt(data, 'place_of_service_code', null)
      setAt(
        data,
        'service_lines',
        data.service_lines!.map((line) => ({ ...line, place_of_service_code: null })),
      )
    },
  },
  put('admission-date-missing', 1, 'place_of_service_code', '21'),
  {
    cause: 'date-end-before-start',
    weight: 1,
    apply: ({ data }) =>
      setAt(data, 'end_date_of_service', addDays(String(data.date_of_service), -3)),
  },
  {
    cause: 'date-future',
    weight: 1,
    alone: true,
    apply: ({ data, random, today }) => {
      const date = addDays(today, random.int(3, 40))
      setAt(data, 'date_of_service', date)
      setAt(
        data,
        'service_lines',
        data.service_lines!.map((line) => ({ ...line, date_of_service: date })),
      )
    },
  },
  {
    cause: 'line-date-outside-visit',
    weight: 2,
    apply: ({ data }) =>
      setAt(data, `${firstLine}.date_of_service`, addDays(String(data.date_of_service), -5)),
  },
  {
    cause: 'accident-after-service',
    weight: 1,
    apply: ({ data }) => setAt(data, 'accident_date', addDays(String(data.date_of_service), 1)),
  },
  put('auto-accident-details', 1, 'related_causes_information', { related_causes_code_1: 'AA' }),
]

/**
 * Changes the patient's date of birth. The subscriber's is left out, which may be that of the same
 * person.
 */
function bearOn(data: ChargeCaptureData, day: LocalDate): void {
  setAt(data, 'patient.date_of_birth', day)
  if (data.subscriber_primary?.patient_relationship_to_subscriber_code === '18')
    setAt(data, 'subscriber_primary.date_of_birth', undefined)
}

/**
 * Changes the facility of a capture. A facility that is given by id only is written in full first.
 */
function changeFacility(data: ChargeCaptureData, change: object): void {
  setAt(data, 'service_facility_id', undefined)
  setAt(data, 'service_facility', { ...data.service_facility, ...change })
}

/** The faults in random order, each as often as its weight. Taken in turn, every fault is used. */
export function makeFaultDeck(random: Random): Fault[] {
  const deck = faults.flatMap((fault) => Array.from({ length: fault.weight }, () => fault))
  for (let i = deck.length - 1; i > 0; i -= 1) {
    const j = random.int(0, i)
    ;[deck[i], deck[j]] = [deck[j]!, deck[i]!]
  }
  return deck
}
