import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { addDays } from '#lib/core/local-date.ts'
import { outsideNpi } from './npis.ts'
import { createRandom } from './random.ts'
import {
  type Adding,
  type BilledVisit,
  type VarietyTools,
  guarantorOf,
  histories,
  inpatient,
  institutional,
  interventions,
  marksOf,
  medicationsOf,
  onFirstLine,
  outside,
  richCard,
  subscriber,
} from './variety-parts.ts'

/**
 * Members that a share of the billed visits has. `if` is false where the member would make no
 * sense.
 */
type Addition = {
  chance: number
  if?: (visit: Adding) => boolean
  add: (visit: Adding) => Partial<ChargeCaptureData>
}

const varietySeed = 7_000_003

/**
 * The data of a billed visit with members that charges rarely have: other coverage, a guarantor,
 * clinical details, revenue codes and so on. They are drawn from the capture's number, so that all
 * other demo data is the same with and without them, and none of them causes an error.
 */
export function withVariety(visit: BilledVisit, tools: VarietyTools): ChargeCaptureData {
  const random = createRandom(varietySeed + visit.number * 7919)
  const date = String(visit.data.date_of_service)
  const age = Math.floor(
    (Date.parse(date) - Date.parse(String(visit.data.patient!.date_of_birth))) /
      (365.25 * 86_400_000),
  )
  let data = visit.data
  for (const { chance, add, if: fits } of additions) {
    // The number is drawn in any case, so that one addition does not change the others.
    const isDrawn = random.chance(chance)
    const own = {
      ...visit,
      ...tools,
      data,
      date,
      age,
      random: createRandom(random.int(1, 2 ** 31)),
    }
    if (isDrawn && (fits?.(own) ?? true)) data = { ...data, ...add(own) }
  }
  return data
}

const program = '5d0a8b8e-41c7-4f5a-8a5e-6f1b2c3d4e01'
const trial = '5d0a8b8e-41c7-4f5a-8a5e-6f1b2c3d4e02'
const isInsured = ({ data }: Adding) => Boolean(data.subscriber_primary?.insurance_card)
const isHospital = ({ data }: Pick<Adding, 'data'>) => data.place_of_service_code === '22'

const additions: readonly Addition[] = [
  { chance: 0.16, if: isInsured, add: (visit) => ({ subscriber_secondary: subscriber(visit, 7) }) },
  {
    chance: 0.25,
    if: ({ data }) => Boolean(data.subscriber_secondary),
    add: (visit) => ({
      subscriber_tertiary: subscriber(visit, 19),
      secondary_payer_carrier_code: 'C102',
    }),
  },
  { chance: 0.2, if: isInsured, add: richCard },
  { chance: 0.5, if: ({ age }) => age < 18, add: ({ data }) => ({ guarantor: guarantorOf(data) }) },
  {
    chance: 0.03,
    if: ({ age }) => age >= 18,
    add: ({ data }) => ({ guarantor: guarantorOf(data) }),
  },
  {
    chance: 0.25,
    add: ({ data, random, number }) => ({
      patient: {
        ...data.patient,
        email:
          `${data.patient!.first_name}.${data.patient!.last_name}.${number}@mail.example`.toLowerCase(),
        email_consent: random.chance(0.8),
        auto_charge_consent: random.chance(0.3),
      },
    }),
  },
  {
    chance: 0.04,
    add: ({ data, random }) => ({
      patient: {
        ...data.patient,
        non_insurance_payers: [program],
        non_insurance_payers_info: [
          {
            non_insurance_payer_id: program,
            member_id: `N${random.digits(7)}`,
            clinical_trial_info: [
              { clinical_trial_id: trial, clinical_trial_arm: random.pick(['A', 'B']) },
            ],
          },
        ],
      },
    }),
  },
  { chance: 0.5, if: isHospital, add: institutional },
  {
    chance: 0.15,
    if: ({ age }) => age >= 18,
    add: ({ random }) => ({ existing_medications: medicationsOf(random) }),
  },
  {
    chance: 0.1,
    if: ({ age }) => age >= 18,
    add: ({ random }) => ({ interventions: [random.pick(interventions)] }),
  },
  { chance: 0.1, add: ({ random }) => ({ patient_histories: [random.pick(histories)] }) },
  {
    chance: 0.4,
    if: ({ age }) => age < 21,
    add: ({ data, random }) => ({
      epsdt_referral: { condition_indicator1: random.pick(['AV', 'NU', 'S2', 'ST'] as const) },
      service_lines: onFirstLine(data, { has_epsdt_indicator: true }),
    }),
  },
  {
    chance: 0.06,
    if: ({ data, age }) => data.patient!.gender === 'female' && age >= 16 && age < 50,
    add: ({ data, date, random }) => ({
      service_lines: onFirstLine(data, { has_family_planning_indicator: true }),
      last_menstrual_period_date: addDays(date, -random.int(3, 40)),
    }),
  },
  {
    chance: 0.06,
    add: ({ number }) => ({
      claim_supplemental_information: [
        {
          attachment_report_type_code: 'OZ' as const,
          attachment_transmission_code: 'EL' as const,
          attachment_control_number: `ACN${number}`,
        },
      ],
    }),
  },
  {
    chance: 0.06,
    add: ({ data, random }) => ({
      pay_to_address: {
        ...data.billing_provider!.address,
        address1: `PO Box ${random.int(100, 9999)}`,
      },
    }),
  },
  {
    chance: 0.08,
    add: (visit) => ({
      service_lines: onFirstLine(visit.data, { ordering_provider: outside(visit, 90) }),
    }),
  },
  {
    chance: 0.06,
    add: ({ data, random }) => ({
      service_lines: onFirstLine(data, {
        test_results: [
          { value: random.int(90, 160) / 10, result_type: 'HEMOGLOBIN' as const },
          { value: random.int(300, 480) / 10, result_type: 'HEMATOCRIT' as const },
        ],
      }),
    }),
  },
  {
    chance: 0.1,
    add: ({ data, random, date }) => ({
      service_lines: onFirstLine(data, {
        note: random.pick([
          'Second visit on this day, at another hour',
          'Supplies were handed to the patient',
        ]),
        end_date_of_service: date,
      }),
    }),
  },
  {
    chance: 0.06,
    add: ({ data, random }) => ({
      service_lines: onFirstLine(data, { prior_authorization_number: `AUTH${random.digits(7)}` }),
    }),
  },
  {
    chance: 0.12,
    add: ({ data, number }) => ({
      service_lines: data.service_lines!.map((line, i) => ({
        ...line,
        external_id: `LINE-${number}-${i + 1}`,
      })),
    }),
  },
  {
    chance: 0.1,
    add: ({ data, random }) => ({
      vitals: {
        ...data.vitals,
        blood_pressure_systolic_mmhg: random.int(98, 158),
        blood_pressure_diastolic_mmhg: random.int(58, 96),
        hemoglobin_gdl: random.int(100, 165) / 10,
        hematocrit_pct: random.int(320, 480) / 10,
      },
    }),
  },
  {
    chance: 0.04,
    add: (visit) => ({
      initial_referring_provider: { ...outside(visit, 120), qualifier: 'DN' as const },
    }),
  },
  {
    chance: 0.04,
    add: (visit) => ({
      treating_provider: { ...outside(visit, 150), license_type: 'MD' as const },
    }),
  },
  {
    chance: 0.03,
    add: ({ data, random }) => ({
      rendering_provider: {
        ...data.rendering_provider,
        secondary_identification: {
          reference_identification: random.digits(6),
          reference_identification_qualifier: 'G2' as const,
        },
      },
    }),
  },
  {
    chance: 0.04,
    add: ({ date, number, random }) => ({
      related_causes_information: { related_causes_code_1: 'OA' as const },
      accident_date: addDays(date, -random.int(1, 20)),
      property_casualty_claim_number: `PC${number}`,
      property_casualty_patient_identifier: {
        property_casualty_patient_identifier_qualifier: '1W' as const,
        property_casualty_patient_identifier: `PCM${number}`,
      },
    }),
  },
  {
    chance: 0.3,
    if: ({ data }) => data.synchronicity === 'Synchronous',
    // Modifier GQ is the one of a visit that is not live; 95 and GT are of one that is.
    add: ({ data }) => ({
      synchronicity: 'Asynchronous' as const,
      service_lines: data.service_lines!.map((line) => ({
        ...line,
        modifiers: line.modifiers?.map((one) => (one === '95' || one === 'GT' ? 'GQ' : one)),
      })),
    }),
  },
  {
    chance: 0.1,
    add: ({ random }) => ({
      appointment_type: random.pick(['Follow-up', 'New patient', 'Annual visit']),
      additional_information: 'Checked in at the front desk.',
    }),
  },
  {
    chance: 0.05,
    add: ({ date, random }) => ({
      onset_of_current_illness_or_symptom_date: addDays(date, -random.int(1, 30)),
    }),
  },
  {
    chance: 0.03,
    add: ({ random }) => ({
      outside_lab: true,
      outside_lab_charges_amount_cents: 500 * random.int(2, 30),
      purchased_service_provider_npi: outsideNpi(random.int(160, 170)),
    }),
  },
  {
    chance: 0.02,
    add: () => ({
      delay_reason_code: '7' as const,
      service_authorization_exception_code: '3' as const,
    }),
  },
  {
    chance: 0.3,
    if: ({ data }) => Boolean(data.referring_provider),
    add: ({ random }) => ({ referral_number: `REF${random.digits(6)}` }),
  },
  {
    // Nobody has billed it yet, so nobody has paid it.
    chance: 0.5,
    if: (visit) => !isInsured(visit) && !visit.isSent,
    add: () => ({ responsible_party: 'UNKNOWN' as const }),
  },
  {
    chance: 0.06,
    if: ({ isSent }) => isSent,
    add: ({ number, created_at }) => ({
      external_claim_submission: {
        claim_created_at: new Date(created_at).toISOString(),
        patient_control_number: `EXT${number}`,
        submission_records: [
          {
            submitted_at: new Date(created_at + 20 * 60_000).toISOString(),
            claim_frequency_code: '1' as const,
            payer_responsibility: 'primary' as const,
            intended_submission_medium: 'electronic' as const,
          },
        ],
      },
    }),
  },
  { chance: 0.12, add: ({ number }) => ({ external_id: `ENC-${number}` }) },
  {
    chance: 0.3,
    if: ({ data }) => isHospital({ data }) && Boolean(data.service_lines![0]!.revenue_code),
    add: inpatient,
  },
  {
    chance: 0.08,
    if: ({ data }) => Boolean(data.service_facility),
    add: ({ data, random }) => ({
      service_facility: {
        ...data.service_facility,
        secondary_identification: random.digits(7),
        mammography_certification_number: random.digits(6),
      },
    }),
  },
  {
    chance: 0.3,
    if: ({ data }) => Boolean(data.service_lines![0]!.drug_identification),
    add: ({ data, random }) => ({
      service_lines: onFirstLine(data, {
        drug_identification: {
          ...data.service_lines![0]!.drug_identification,
          pharmacy_prescription_number: `RX${random.digits(7)}`,
        },
      }),
    }),
  },
  {
    chance: 0.5,
    if: ({ data }) => Boolean(data.epsdt_referral),
    add: ({ data }) => ({
      epsdt_referral: { ...data.epsdt_referral, condition_indicator2: 'S2' as const },
    }),
  },
  {
    chance: 0.2,
    if: ({ data }) => Boolean(data.guarantor),
    add: ({ data, number, random }) => ({
      guarantor: {
        ...data.guarantor,
        email: `guarantor.${number}@mail.example`,
        email_consent: random.chance(0.8),
        auto_charge_consent: random.chance(0.3),
      },
    }),
  },
  {
    chance: 0.6,
    if: ({ data }) => marksOf(data).length > 0,
    add: ({ data }) => ({ tag_ids: [...new Set([...(data.tag_ids ?? []), ...marksOf(data)])] }),
  },
]
